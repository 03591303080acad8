//! Runs a scene, then proves that it is of the kinds that it claims to cover, and shows them.

use base_filetest::{Miss, Place};

use super::play::Script;
use super::{Engine, Scene, SceneWhat};
use crate::kinds::{KindClaim, Variant};

/// Why a scene fails.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// It cannot be played.
    #[error("{place}: {message}")]
    Play {
        /// The line.
        place: Place,
        /// Why.
        message: String,
    },
    /// Expectations do not hold.
    #[error("{}", Miss::lines(.0))]
    Misses(Vec<Miss>),
    /// No draw or copy of the scene is of a kind that it claims.
    #[error("{place}: {key}: no draw or copy is of this kind: {meaning}")]
    Absent {
        /// Where the claim stands.
        place: Place,
        /// The claim.
        key: String,
        /// What the kind is.
        meaning: String,
    },
    /// No expectation fails although part of the kind was changed.
    #[error("{place}: {key}: with {what} nothing changes that the scene expects")]
    NoDifference {
        /// Where the claim stands.
        place: Place,
        /// The claim.
        key: String,
        /// What was changed.
        what: String,
    },
}

/// Runs a scene as it stands, and once for each part of each kind that it claims.
///
/// # Errors
/// When an expectation does not hold or a claim is not true.
pub fn run_scene(scene: &Scene, engine: &Engine) -> Result<(), SceneError> {
    let misses = misses(scene, None, engine)?;
    if !misses.is_empty() {
        return Err(SceneError::Misses(misses));
    }
    for claim in &scene.covers {
        prove(scene, claim, engine)?;
    }
    Ok(())
}

fn script(scene: &Scene, variant: Option<&Variant>) -> Result<Script, SceneError> {
    Script::new(scene, variant).map_err(|(place, message)| SceneError::Play { place, message })
}

/// Plays a scene, perhaps with something changed; expectations that do not hold, and what is refused
/// without being expected.
fn misses(
    scene: &Scene,
    variant: Option<&Variant>,
    engine: &Engine,
) -> Result<Vec<Miss>, SceneError> {
    let fail = |message| SceneError::Play { place: scene.place.clone(), message };
    let rendered = script(scene, variant)?.play(engine).map_err(fail)?;
    let mut misses: Vec<Miss> = scene
        .expectations
        .iter()
        .filter_map(|expectation| {
            let why = expectation.what.miss(&rendered, engine.is_reference)?;
            let text = format!("{}: {why}", expectation.text);
            Some(Miss { place: expectation.place.clone(), text })
        })
        .collect();
    for (name, count) in &rendered.refusals {
        let told = |what: &SceneWhat| matches!(what, SceneWhat::Refusal(known, _) if known == name);
        // What a change brings about is no difference that the scene shows.
        if variant.is_none() && !scene.expectations.iter().any(|e| told(&e.what)) {
            let text = format!("refused {name}: {count}, and the scene expects none");
            misses.push(Miss { place: scene.place.clone(), text });
        }
    }
    Ok(misses)
}

fn prove(scene: &Scene, claim: &KindClaim, engine: &Engine) -> Result<(), SceneError> {
    let (place, key) = (claim.place.clone(), claim.key());
    let draws = script(scene, None)?.draws;
    let variants = draws.iter().find_map(|registers| {
        let read = |register: u16| registers.get(usize::from(register)).copied().unwrap_or(0);
        claim.variants(&read)
    });
    let Some(variants) = variants else {
        return Err(SceneError::Absent { place, key, meaning: claim.meaning() });
    };
    for variant in variants {
        if misses(scene, Some(&variant), engine)?.is_empty() {
            return Err(SceneError::NoDifference { place, key, what: variant.what });
        }
    }
    Ok(())
}
