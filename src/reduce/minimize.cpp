// SPDX-License-Identifier: MIT
#include "reduce/minimize.h"

#include <algorithm>
#include <numeric>

namespace cyclorama::reduce {
namespace {

class Minimizer {
  public:
    Minimizer(size_t units, const Holds& holds) : holds_(holds), flags_(units, true), left_(units) {
        std::iota(left_.begin(), left_.end(), size_t{0});
    }

    std::vector<bool> run() {
        for (size_t piece = left_.size(); piece > 0;) {
            const bool removed = pass(piece);
            // A unit may be needed by others alone that went after it was asked for.
            if (piece == 1 && !removed) break;
            piece = std::min(piece == 1 ? 1 : (piece + 1) / 2, left_.size());
        }
        return flags_;
    }

  private:
    /// Tries to leave out each run of `piece` units; true if at least one could be left out.
    bool pass(size_t piece) {
        bool removed = false;
        for (size_t end = left_.size(); end > 0;) {
            const size_t begin = end > piece ? end - piece : 0;
            mark(begin, end, false);
            if (holds_(flags_)) {
                left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(begin),
                            left_.begin() + static_cast<std::ptrdiff_t>(end));
                removed = true;
            } else {
                mark(begin, end, true);
            }
            end = begin;
        }
        return removed;
    }

    void mark(size_t begin, size_t end, bool kept) {
        for (size_t i = begin; i < end; ++i) flags_[left_[i]] = kept;
    }

    const Holds& holds_;
    std::vector<bool> flags_;
    /// Numbers of the units whose flags are set.
    std::vector<size_t> left_;
};

}  // namespace

std::vector<bool> minimize(size_t units, const Holds& holds) { return Minimizer(units, holds).run(); }

}  // namespace cyclorama::reduce
