//! Another implementation's habits, to see what a picture owes to them.
//!
//! For: explaining pictures of others: where theirs lies between ours under habits that no source
//! decides, the habit is the cause.
//! Not for: rendering; the default is the truth, as far as it is known.

/// What may be varied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Habits {
    /// Sixteenths of a pixel, right and down, by which vertices are moved before they are rounded:
    /// implementations with a finer grid place them up to half a step elsewhere.
    pub moved: [i8; 2],
    /// Anisotropic filters take several samples; else one.
    pub anisotropy: bool,
    /// The filter for magnified texels is taken for minified ones, too, as Xenia does.
    pub one_filter: bool,
    /// Draws and copies are left out: for frames that nobody looks at, of streams whose frames do
    /// not depend on earlier ones.
    pub idle: bool,
}

impl Default for Habits {
    fn default() -> Self {
        Self { moved: [0, 0], anisotropy: true, one_filter: false, idle: false }
    }
}
