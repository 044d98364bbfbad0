// SPDX-License-Identifier: MIT
#pragma once
// Follows images through the caches of colours and of depth (CCU). One image may be there in several places: a cache
// finds its lines by the target's number and layer, too, and the two caches do not know of each other (Mesa:
// vulkan/tu_cmd_buffer.h, TU_ACCESS_CCU_COLOR_INCOHERENT_*). The 2D engine's writes are as those of colour target 0,
// layer 0. Before an image is used in another place, its lines have to be written back where they are, and those that
// are out of date dropped where it is read.
//
// An image is known by the address of its first pixel, as each draw and blit names it; waits are not looked at.

#include <cstdint>
#include <map>
#include <vector>

#include "families/adreno/checks/issue.h"
#include "families/adreno/surface/image_use.h"

namespace cyclorama::adreno {

class TargetCaches {
  public:
    /// The kernel empties caches between submissions.
    void beginSubmission() { images_.clear(); }
    void event(uint32_t number);
    /// A draw or blit uses an image, of which it takes what was there before if it reads.
    OptionalIssue use(const ImageUse& image, const CachePlace& place, bool reads, bool writes);
    /// A draw may use layers after the first, `pitch` bytes apart, up to the end of the image.
    OptionalIssue useLayers(const ImageUse& image, const CachePlace& place, uint64_t pitch);

  private:
    /// Images that are followed; with more, all are forgotten.
    static constexpr size_t kMostImages = 1024;

    /// An image's lines in a place.
    struct Lines {
        CachePlace place;
        MemoryClient unit{};
        bool changed = false;  ///< and not written back
        bool stale = false;
    };
    /// The finding of a use that meets lines in other places, or stale ones in its own.
    static OptionalIssue conflict(const std::vector<Lines>& all, const ImageUse& image, const CachePlace& place,
                                  bool reads);

    std::map<uint64_t, std::vector<Lines>> images_;
};

}  // namespace cyclorama::adreno
