// SPDX-License-Identifier: MIT
#pragma once
// Pieces of a quad in its render targets, each within one line of a cache, and the steps in which they are read and
// written. In layouts that keep a quad's samples together it is one piece for each target, with a step for every four
// samples. In others pieces are at most a transaction's size and take one step: in 4x4 tiles of 32 bits a quad is one
// piece, with four samples a pixel as well; in rows it is one for each row of samples.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "func/layout/pixel_layout.h"
#include "func/memory/address.h"
#include "mem/cache_tags.h"

namespace cyclorama::machine::timing {

struct QuadPiece {
    uint32_t target = 0;
    /// Address of its first byte; of scattered pieces aligned down to 4.
    func::Address address{};
    /// Bytes of a step.
    uint32_t bytes = 0;
    /// Steps, one after the other in memory.
    uint32_t steps = 1;
    /// Samples of the quad in a scattered piece: bit fragment * samples + sample.
    uint32_t samples = 0;
    mem::CacheSlot slot{};
};

/// The pieces of one quad in all its render targets, and the one whose turn it is.
class QuadPieces {
  public:
    void clear() {
        pieces_.clear();
        next_ = step_ = 0;
    }

    /// Appends a quad whose samples are consecutive from `address` on, with a step of `bytes` for every four samples.
    void addContiguous(uint32_t target, func::Address address, uint32_t bytes, uint32_t steps) {
        pieces_.push_back({.target = target, .address = address, .bytes = bytes, .steps = steps});
    }
    /// Appends the pieces of the quad at `offset` of a surface of that shape, `samples` in all, which starts at
    /// `surface`.
    void addScattered(uint32_t target, const func::QuadShape& shape, uint32_t samples, uint32_t bytesPerSample,
                      func::Address surface, uint32_t offset);

    size_t count() const { return pieces_.size(); }
    /// The piece whose turn it is. Requires a count other than 0.
    QuadPiece& current() { return pieces_[next_]; }
    const QuadPiece& current() const { return pieces_[next_]; }
    /// Step of the current piece.
    uint32_t step() const { return step_; }
    bool atStart() const { return next_ == 0 && step_ == 0; }
    /// Advances to the next piece; after the last one to the first, and returns true.
    bool advance() {
        step_ = 0;
        if (pieces_.begin() + ++next_ != pieces_.end()) return false;
        next_ = 0;
        return true;
    }
    /// The same by one step.
    bool advanceStep() { return ++step_ >= current().steps && advance(); }

  private:
    std::vector<QuadPiece> pieces_;
    uint32_t next_ = 0;
    uint32_t step_ = 0;
};

/// The bytes from a scattered piece's address on that a write of some samples changes, one bit each, of which it
/// changes `sampleBytes` of each sample. `quad` is the address of the quad's first sample.
uint64_t writtenBytes(const QuadPiece& piece, const func::QuadShape& shape, func::Address quad, uint32_t samples,
                      uint32_t sampleBytes);

}  // namespace cyclorama::machine::timing
