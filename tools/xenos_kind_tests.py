#!/usr/bin/env python3
"""Writes tests/filetests/xenos/{copy,surface,texture}_NN_*.test: what a game's census draws with.

For: scenes of each surface configuration, kind of copy, and texture format with its dimension, with
expected words worked by `xenos_kinds` from the specification digests' formulas, which stand beside
them as comments. Nothing of the Rust sources is asked.
Not for: deciding which kinds are needed: xenos/filetest/src/kinds does, and its test finds gaps.

    xenos_kind_tests.py [FOLDER]
"""

import os
import sys

from xenos_kinds import copies, surfaces, textures

HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, "../tests/filetests/xenos")
    for family in (copies, surfaces, textures):
        for name, text in family.files():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)


if __name__ == "__main__":
    main()
