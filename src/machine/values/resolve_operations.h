// SPDX-License-Identifier: MIT
#pragma once
// Copies, fills and resolves of images and memory outside of draws.

#include <cstdint>

#include "gpu/command.h"
#include "machine/values/surfaces.h"
#include "mem/address_space.h"
#include "sim/finding.h"

namespace cyclorama::machine {

/// Outcome of an operation; nothing is written unless it is Done.
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
/// The surface up to a window's end: drivers give addresses inside of images with the images' own width, so that the
/// rest may be beyond them. A written surface with tile status stays whole, for its tiles are filled whole.
gpu::Surface upTo(gpu::Surface surface, uint64_t endX, uint64_t endY, bool written);
/// The images as far as the window reaches.
gpu::Surface sourceOf(const gpu::Resolve& operation);
gpu::Surface destinationOf(const gpu::Resolve& operation);
gpu::Surface destinationOf(const gpu::Fill& operation);
/// The surface; of a resolve in place, which goes by tiles and has no width, its contents.
MappedSurface surfaceOf(const gpu::ResolveTileStatus& operation, Surfaces& surfaces);

/// The ranges may overlap; bytes are then moved as by memmove().
ResolveResult copyMemory(const gpu::CopyMemory& operation, mem::AddressSpace& memory);

/// The finding for an operation that was not done; null where it was.
const sim::FindingKind* findingOf(ResolveResult result);

}  // namespace cyclorama::machine
