#pragma once
// The engines that copy and fill images and memory outside of draws (Vivante: RS and BLT).

#include <array>
#include <cstdint>

#include "gpu/command.h"
#include "machine/values/surfaces.h"
#include "mem/address_space.h"

namespace cyclorama::machine {

/// What became of an operation; nothing is written where it is not Done.
enum class ResolveResult : uint8_t {
    Done,
    Unsupported,  // formats, sizes or layouts that the operation is not defined for
    OutOfMemory   // an image is not wholly in mapped memory
};

/// Copies a window. Pixels of the window that either image lacks are left out. Cleared tiles of the source are read as
/// their clear value; those of the destination that are touched are filled first.
///
/// Formats are converted by value, components rounded to the nearest, unless they have the same layout or the copy is
/// raw. Averages of samples are rounded to the nearest, those of sRGB images without conversion (as the chips do).
ResolveResult resolve(const gpu::Resolve& operation, Surfaces& surfaces);

/// Fills a window with a pattern. The pattern repeats along each row of a linear image, and along each row of tiles of
/// a tiled one, in the order of memory.
ResolveResult fill(const gpu::Fill& operation, Surfaces& surfaces);

/// Gives the cleared tiles among the first `bytes` bytes (all, where 0) of a surface their value.
ResolveResult resolveTileStatus(const gpu::ResolveTileStatus& operation, Surfaces& surfaces);

/// The part of an operation's window that all its images have: pixels of the destination.
struct ResolveExtent {
    uint32_t width = 0;
    uint32_t height = 0;
};
ResolveExtent extentOf(const gpu::Resolve& operation);
ResolveExtent extentOf(const gpu::Fill& operation);
/// The images as far as the window reaches.
gpu::Surface sourceOf(const gpu::Resolve& operation);
gpu::Surface destinationOf(const gpu::Resolve& operation);
gpu::Surface destinationOf(const gpu::Fill& operation);
/// The surface; of a resolve in place, which goes by tiles and has no width, its contents.
Surface surfaceOf(const gpu::ResolveTileStatus& operation, Surfaces& surfaces);

/// The ranges may overlap; bytes are then moved as by memmove().
ResolveResult copyMemory(const gpu::CopyMemory& operation, mem::AddressSpace& memory);

/// Two pixels of a row have one sample of chroma, and so have two rows; an odd last column or row shares it.
ResolveResult combinePlanes(const gpu::CombinePlanes& operation, Surfaces& surfaces, const mem::AddressSpace& memory);

/// Where the planes' bytes for a pixel are: luma, the difference of blue, that of red.
std::array<uint32_t, 3> planeAddresses(const gpu::CombinePlanes& operation, uint32_t x, uint32_t y);

}  // namespace cyclorama::machine
