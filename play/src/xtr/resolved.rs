//! What a copy left in guest memory, as bytes and as a picture.

use xenos_census::copy_vertices;
use xenos_front::State;
use xenos_memory::GuestMemory;
use xenos_regs::index;
use xenos_regs::words::{DepthFormat, Endian, Endian128, RbDepthInfo};
use xenos_renderer::Resolved;
use xenos_resolve::{Operation, Plan};
use xenos_texture::endian::unswap;
use xenos_texture::format::{Decoder, Signs, decode, info};

/// Pixels that a picture has at most.
const MOST: u64 = 1 << 26;

/// A picture in eight bits a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedPicture {
    /// Columns of the copied rectangle.
    pub width: u32,
    /// Its rows.
    pub height: u32,
    /// Red, green, blue.
    pub rgb8: Vec<u8>,
}

/// The bytes of the range that a copy wrote, as memory holds them.
pub fn resolved_bytes(memory: &GuestMemory, resolved: Resolved) -> Vec<u8> {
    let mut bytes = vec![0; resolved.bytes as usize];
    // The range was written, so it lies in memory.
    let _ = memory.read_bytes(resolved.address, &mut bytes);
    bytes
}

/// The copied rectangle as a picture, read back from where the copy in this state wrote it: values
/// held to 0 to 1, red and blue exchanged back, one component grey. `None` where the format has no
/// decoder, or its byte order goes beyond 32 bits.
pub fn resolved_picture(state: &State<'_>, memory: &GuestMemory) -> Option<ResolvedPicture> {
    let read = |register: u16| state.registers.get(register);
    let plan = Plan::new(read, copy_vertices(state.registers, memory)?).ok()?;
    let decoder = match plan.color {
        Some(_) => info(plan.format).decoder,
        None => match RbDepthInfo::from_raw(read(index::RB_DEPTH_INFO)).depth_format() {
            DepthFormat::D24S8 => Decoder::Depth24,
            DepthFormat::D24FS8 => Decoder::Depth20e4,
        },
    };
    let endian = match plan.endian {
        Endian128::None => Endian::None,
        Endian128::Swap8In16 => Endian::Swap8In16,
        Endian128::Swap8In32 => Endian::Swap8In32,
        Endian128::Swap16In32 => Endian::Swap16In32,
        _ => return None,
    };
    let (Operation::Words { swap } | Operation::Convert { swap, .. }) = plan.operation;
    let rectangle = plan.rectangle;
    let (width, height) = (rectangle.right - rectangle.left, rectangle.bottom - rectangle.top);
    let (width, height) = (u32::try_from(width).ok()?, u32::try_from(height).ok()?);
    if u64::from(width) * u64::from(height) > MOST {
        return None;
    }
    let bytes = plan.destination.bytes as usize;
    let mut rgb8 = Vec::with_capacity(3 * (width * height) as usize);
    for y in rectangle.top..rectangle.bottom {
        for x in rectangle.left..rectangle.right {
            let address = plan.destination.address(x, y);
            let mut words = [[0; 4]; 4];
            let held = words.get_mut(..bytes.div_ceil(4))?;
            // Outside of memory is 0, as it was refused.
            let _ = memory.read_dwords(address, held);
            let mut block = [0; 16];
            unswap(&words, address as usize % 4, endian, block.get_mut(..bytes)?);
            let mut value = decode(decoder, &block, 0, 0, Signs::PLAIN)?;
            if swap {
                value.swap(0, 2);
            }
            // A NaN becomes 0.
            rgb8.extend(value[..3].iter().map(|value| (value.clamp(0.0, 1.0) * 255.0 + 0.5) as u8));
        }
    }
    Some(ResolvedPicture { width, height, rgb8 })
}
