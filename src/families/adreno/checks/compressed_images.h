// SPDX-License-Identifier: MIT
#pragma once
// Follows which images were written compressed by UBWC, for readers that take them for something else. In the simulator
// all read the same bytes; on a chip a compressed image is garbage to whoever reads it without its flags, with those of
// another image, or as an image with other tiles, and so is a plain one that is read with flags.
//
// An image is known by the address of a layer's first pixel. A use of an address between says nothing. A write over a
// part of an image makes all of it unknown; one over its flags, too.

#include <cstdint>
#include <map>
#include <mutex>

#include "families/adreno/checks/issue.h"
#include "families/adreno/surface/image_use.h"

namespace cyclorama::adreno {

/// All functions may be called by any thread.
class CompressedImages {
  public:
    /// Forgets all images: programs may have written to them since the submission before, and memory may have got
    /// another use.
    void beginSubmission();
    void write(const ImageUse& use);
    /// The mixture with the last write, once for each.
    OptionalIssue read(const ImageUse& use);
    /// The same for those parts of an image, levels and layers, that were written: `partAt` has the part that begins
    /// at an address.
    using PartAt = ImageListener::PartAt;
    OptionalIssue read(uint64_t first, uint64_t end, const PartAt& partAt);

  private:
    /// Images that are followed; with more, all are forgotten.
    static constexpr size_t kMostImages = 1024;

    struct Image {
        ImageUse written;
        bool reported = false;
    };
    static OptionalIssue mixture(Image& image, const ImageUse& reader);
    void forget(uint64_t first, uint64_t end);

    std::mutex mutex_;
    /// By address; none overlaps another.
    std::map<uint64_t, Image> images_;
};

}  // namespace cyclorama::adreno
