//! The declaring macro.

/// Declares all facts: an enum each, the [`Profile`](crate::Profile) struct and the table.
macro_rules! facts {
    ($(
        $(#[doc = $question:literal])+
        $field:ident : $Type:ident {
            $( $Variant:ident = $text:literal [ $($party:ident),* ] $doc:literal ),+ $(,)?
        } $source:literal $confidence:ident ;
    )+) => {
        $(
            $(#[doc = $question])+
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
            pub enum $Type {
                $( #[doc = $doc] $Variant ),+
            }

            impl $Type {
                const ALL: &'static [Self] = &[$( Self::$Variant ),+];
            }
        )+

        /// One value for every disputed fact.
        #[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        pub struct Profile {
            $( $(#[doc = $question])+ pub $field: $Type ),+
        }

        /// Every disputed fact, in the order of the profile's fields.
        pub const FACTS: &[Fact] = &[
            $( Fact {
                name: stringify!($field),
                question: concat!($($question),+),
                values: &[
                    $( FactValue {
                        name: $text,
                        parties: &[$( stringify!($party) ),*],
                        doc: $doc,
                    } ),+
                ],
                source: $source,
                confidence: Confidence::$confidence,
            } ),+
        ];

        impl Profile {
            /// The values that `party` holds; where it is not known to hold one, the hardware's.
            pub(crate) fn of(party: &str) -> Self {
                let mut index = 0..FACTS.len();
                let mut held = || {
                    let fact = &FACTS[index.next().unwrap_or_default()];
                    let by = |party: &str| {
                        fact.values.iter().position(|v| v.parties.contains(&party))
                    };
                    by(party).or_else(|| by("hardware")).unwrap_or_default()
                };
                Self { $( $field: $Type::ALL[held()] ),+ }
            }

            /// Sets one fact by name.
            ///
            /// # Errors
            /// When the fact or the value does not exist.
            pub fn set(&mut self, fact: &str, value: &str) -> Result<(), UnknownFact> {
                let entry = FACTS
                    .iter()
                    .find(|f| f.name == fact)
                    .ok_or_else(|| UnknownFact::Fact(fact.to_owned()))?;
                let index = entry.values.iter().position(|v| v.name == value).ok_or_else(|| {
                    let known: Vec<_> = entry.values.iter().map(|v| v.name).collect();
                    UnknownFact::Value {
                        fact: entry.name,
                        value: value.to_owned(),
                        known: known.join(", "),
                    }
                })?;
                match entry.name {
                    $( stringify!($field) => self.$field = $Type::ALL[index], )+
                    _ => {}
                }
                Ok(())
            }

            /// The name of the value that this profile gives to a fact.
            pub fn get(&self, fact: &str) -> Option<&'static str> {
                let entry = FACTS.iter().find(|f| f.name == fact)?;
                let index = match entry.name {
                    $( stringify!($field) => self.$field as usize, )+
                    _ => return None,
                };
                entry.values.get(index).map(|v| v.name)
            }
        }
    };
}
pub(crate) use facts;
