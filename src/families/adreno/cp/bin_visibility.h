// SPDX-License-Identifier: MIT
#pragma once
// The command processor's view of the bin that it draws: the draws that reach it, in the order of the binning pass.
//
// A draw that uses visibility looks once it is known not to be left out otherwise, and before groups of draw state run;
// a draw that reaches nothing is left out, and none of its groups runs. done() comes with the draw's end, whatever
// became of it.

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "families/adreno/vsc/visibility_stream.h"

namespace cyclorama::adreno {

class BinVisibility {
  public:
    /// Draws come whole, and streams are not read (CP_SET_VISIBILITY_OVERRIDE).
    void setOverride(bool all) { all_ = all; }
    /// The streams of a bin's pipe, and the bin's place in the pipe.
    void setBin(std::vector<uint32_t> draws, std::vector<uint32_t> primitives, uint32_t bins, uint32_t bin) {
        streams_ = std::make_unique<PipeDecoder>(std::move(draws), std::move(primitives), bins, bin);
        looked_.reset();
    }

    /// True if draws that use visibility have to look.
    bool applies() const { return !all_ && streams_ != nullptr; }
    /// The next draw's; the same again until done().
    const DrawVisibility& look() {
        if (!looked_) looked_ = streams_->next();
        return *looked_;
    }
    void done() { looked_.reset(); }

  private:
    bool all_ = true;
    std::unique_ptr<PipeDecoder> streams_;
    std::optional<DrawVisibility> looked_;
};

}  // namespace cyclorama::adreno
