// SPDX-License-Identifier: MIT
#pragma once
// The tags of the streamer's output memory: a fully associative search that takes constant time.

#include <cstdint>
#include <optional>
#include <vector>

#include "machine/timing/draw/work.h"

namespace cyclorama::machine::timing {

class OutputTags {
  public:
    explicit OutputTags(uint32_t lines);

    uint32_t lines() const { return static_cast<uint32_t>(lines_.size()); }

    /// Every line is without a tag.
    void clear();
    /// Gives the line a new tag, and makes it valid.
    void set(uint32_t line, VertexName name);
    /// The line keeps its tag, whether it is valid or not.
    void setValid(uint32_t line, bool valid) { lines_[line].valid = valid; }

    /// The first valid line with the tag.
    std::optional<uint32_t> find(VertexName name) const;

  private:
    static constexpr uint32_t kNone = ~uint32_t{0};

    struct Line {
        VertexName name;
        uint32_t next = kNone;  // of the same bucket
        uint32_t previous = kNone;
        bool tagged = false;
        bool valid = false;
    };

    uint32_t bucketOf(VertexName name) const { return (name.index ^ name.instance * 0x9e3779b1u) & mask_; }
    void unlink(uint32_t line);

    uint32_t mask_;
    std::vector<Line> lines_;
    std::vector<uint32_t> first_;  // by bucket
};

}  // namespace cyclorama::machine::timing
