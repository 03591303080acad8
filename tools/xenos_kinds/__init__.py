"""What a game's census says that it draws with, worked from the digest's formulas alone."""
