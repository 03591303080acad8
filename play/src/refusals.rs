//! What the player itself refuses, by name.

base_refusal::refusals! {
    /// Every reason that the player refuses for.
    BOARD_TYPE = "play.board-type",
        "a trace of a board other than the Voodoo Graphics", "it is played on a Voodoo Graphics";
    COMMAND_FIFO = "play.command-fifo",
        "a write to the command FIFO, which only later cards have", "the write is dropped";
    BUDGET = "play.budget",
        "a stream that draws more than the budget allows", "the replay stops";
}
