#pragma once
// Where a quad's samples lie in surfaces of rows or tiles: pieces of at most a transaction's size, each within one line
// of a cache. In 4x4 tiles of 32 bits a quad is one piece, with four samples a pixel as well; in rows it is one for
// each row of samples.

#include <array>
#include <cstdint>

#include "func/layout/pixel_layout.h"
#include "gpu/draw_state.h"
#include "mem/cache_tags.h"
#include "mem/transaction.h"

namespace cyclorama::machine::timing {

struct QuadPiece {
    uint32_t target = 0;
    /// Of its first byte, rounded down to four.
    uint32_t address = 0;
    /// From there to behind its last byte.
    uint32_t bytes = 0;
    /// Which of the quad's samples, bit fragment * samples + sample.
    uint32_t samples = 0;
    mem::CacheSlot slot{};
};

/// Those of one quad in all its render targets.
class QuadPieces {
  public:
    void clear() { count_ = next_ = 0; }

    /// Appends the pieces of the quad at `offset` of a surface of that shape, `samples` in all, which starts at
    /// `surface`.
    void split(uint32_t target, const func::QuadShape& shape, uint32_t samples, uint32_t bytesPerSample,
               uint32_t surface, uint32_t offset);

    uint32_t count() const { return count_; }
    /// The piece whose turn it is. Requires a count other than 0.
    QuadPiece& current() { return pieces_[next_]; }
    bool atFirst() const { return next_ == 0; }
    /// On to the next piece; true where it was the last one, and it is the first one's turn again.
    bool advance() {
        if (++next_ < count_) return false;
        next_ = 0;
        return true;
    }

  private:
    /// Rows of samples, which may each begin in one line and end in the next.
    static constexpr uint32_t kMaxPieces = gpu::kRenderTargets * 8;

    std::array<QuadPiece, kMaxPieces> pieces_;
    uint32_t count_ = 0;
    uint32_t next_ = 0;
};

/// The bytes from the piece's address on that a write of some samples changes, one bit each, of which it changes
/// `sampleBytes` of each sample. `quad` is the address of the quad's first sample.
uint64_t writtenBytes(const QuadPiece& piece, const func::QuadShape& shape, uint32_t quad, uint32_t samples,
                      uint32_t sampleBytes);

}  // namespace cyclorama::machine::timing
