//! What the player itself refuses, by name.

use base_refusal::RefusalKind;

macro_rules! refusals {
    ($( $NAME:ident = $id:literal, $title:literal, $instead:literal; )+) => {
        /// The reasons, by name.
        pub mod refusal {
            use super::RefusalKind;
            $(
                #[doc = $title]
                pub static $NAME: RefusalKind =
                    RefusalKind { id: $id, title: $title, instead: $instead };
            )+
        }

        /// Every reason that the player refuses for.
        pub static REFUSALS: &[&RefusalKind] = &[$( &refusal::$NAME ),+];
    };
}

refusals! {
    BOARD_TYPE = "play.board-type",
        "a trace of a board other than the Voodoo Graphics", "it is played on a Voodoo Graphics";
    COMMAND_FIFO = "play.command-fifo",
        "a write to the command FIFO, which only later cards have", "the write is dropped";
    BUDGET = "play.budget",
        "a stream that draws more than the budget allows", "the replay stops";
}
