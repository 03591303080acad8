//! Lights and materials, as pixel constants.

use crate::Commands;
use crate::maths::Vec3;

/// Where pixel programs' constants begin.
pub(super) const PIXEL: u32 = 256;

/// A lamp.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lamp {
    pub(super) place: Vec3,
    /// How much weaker it gets with the square of the distance.
    pub(super) falloff: f64,
    pub(super) colour: [f32; 3],
}

/// What shines on everything.
#[derive(Clone, Debug)]
pub(super) struct Lighting {
    pub(super) eye: Vec3,
    /// The direction to the sun.
    pub(super) sun: Vec3,
    pub(super) sun_colour: [f32; 3],
    pub(super) above: [f32; 3],
    pub(super) below: [f32; 3],
    /// How far behind the shadow map's depth a surface is still lit.
    pub(super) bias: f32,
    pub(super) lamps: Vec<Lamp>,
}

/// What a surface is like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Material {
    pub(super) tint: [f32; 3],
    /// How much it reflects straight on.
    pub(super) reflects: f32,
    /// And at grazing angles.
    pub(super) grazing: f32,
    pub(super) reflection_tint: [f32; 3],
    /// The highlight's power and strength.
    pub(super) highlight: [f32; 2],
    /// The mirrored world is seen through it.
    pub(super) mirrors: bool,
}

impl Material {
    /// Constants 5 to 8.
    pub(super) fn constants(&self) -> [[f32; 4]; 4] {
        let [r, g, b] = self.tint;
        let [x, y, z] = self.reflection_tint;
        let [power, strength] = self.highlight;
        let alpha = if self.mirrors { [1.0, -1.0, 0.0, 0.0] } else { [1.0, 0.0, 0.0, 0.0] };
        [
            [r, g, b, 1.0],
            [self.reflects, power, strength, 0.0],
            [x, y, z, self.grazing - self.reflects],
            alpha,
        ]
    }
}

fn colour([r, g, b]: [f32; 3]) -> [f32; 4] {
    [r, g, b, 1.0]
}

impl Commands {
    /// All that surfaces need to know of light.
    pub(super) fn lighting(&mut self, lighting: &Lighting) {
        let Lighting { eye, sun, sun_colour, above, below, bias, lamps } = lighting;
        self.floats(
            PIXEL,
            &[eye.with(1.0), sun.with(0.0), colour(*sun_colour), colour(*above), colour(*below)],
        );
        let mut constants = vec![[*bias, 0.125, 1.5, 0.5], [1.0, 0.0, 2.0, 4.0], [0.0; 4]];
        for lamp in lamps {
            constants.extend([lamp.place.with(lamp.falloff), colour(lamp.colour)]);
        }
        self.floats(PIXEL + 9, &constants);
        self.loop_constant(0, lamps.len() as u8, 0, 2);
    }
}
