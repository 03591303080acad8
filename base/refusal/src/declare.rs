//! The declaring macro.

/// Declares a crate's reasons for refusing: a module `refusal` with a `static` each, and the list
/// `REFUSALS` of all of them.
///
/// ```
/// base_refusal::refusals! {
///     /// Every reason of this example.
///     NO_SUCH_THING = "example.no-such-thing",
///         "a thing that does not exist", "nothing happens";
/// }
/// let mut log = base_refusal::RefusalLog::default();
/// log.refuse(&refusal::NO_SUCH_THING, "register", 7);
/// assert_eq!(REFUSALS.len(), 1);
/// assert_eq!(log.rows().next().map(|row| row.id), Some("example.no-such-thing"));
/// ```
#[macro_export]
macro_rules! refusals {
    (
        $(#[doc = $doc:literal])+
        $( $NAME:ident = $id:literal, $title:literal, $instead:literal; )+
    ) => {
        /// The reasons, by name.
        pub mod refusal {
            $(
                #[doc = $title]
                pub static $NAME: $crate::RefusalKind =
                    $crate::RefusalKind { id: $id, title: $title, instead: $instead };
            )+
        }

        $(#[doc = $doc])+
        pub static REFUSALS: &[&$crate::RefusalKind] = &[$( &refusal::$NAME ),+];
    };
}
