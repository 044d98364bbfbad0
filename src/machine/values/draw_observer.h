// SPDX-License-Identifier: MIT
#pragma once
// Draws that are operations of a family, as they are reported to the observer of a run: their state, and the pixels
// that they leave in their targets. An observer that wants them is one of these, too.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "machine/values/image_part.h"
#include "machine/values/state_rows.h"

namespace cyclorama::machine {

/// An image that operations draw into. Draws with the same values draw into the same image, whatever its size.
struct ObservedTarget {
    /// "colour" or "depth".
    std::string_view aspect;
    /// In memory, also where a part of the image is drawn on the chip.
    uint64_t address = 0;
    /// Lives as long as the program.
    std::string_view format;
    /// The place of a colour buffer among the draw's; 0 for others.
    uint32_t number = 0;
};

/// Parts of a target, copied as they are stored, to be shown later.
struct ShownParts {
    /// y from the top of the picture.
    std::vector<ImagePart> places;
    /// Bytes that are held.
    size_t bytes = 0;
    /// Pixels of each place, row by row, the first at the top: 8 bits a component, RGBA; of depths one component, from
    /// 0 to 1. For any thread.
    std::function<std::vector<std::vector<uint8_t>>()> pixels;
};

class DrawObserver {
  public:
    virtual ~DrawObserver() = default;

    /// False: no draw needs to be reported.
    virtual bool watchesDraws() const = 0;
    /// The state of an operation that has started, in parts that draws share.
    virtual void state(uint32_t operation, std::span<const StateRows> parts) = 0;
    /// True if something other than a draw may have changed a part of a target since it was last shown: the draw that
    /// is about to change it shows it first.
    virtual bool wantsBefore(const ObservedTarget& target, const ImagePart& part) = 0;
    /// Parts of a target before an operation, or after it those that it may have changed.
    virtual void show(uint32_t operation, bool after, const ObservedTarget& target, ShownParts parts) = 0;
};

/// A draw that is observed; false if it is not.
struct ObservedDraw {
    DrawObserver* observer = nullptr;
    uint32_t operation = 0;
    explicit operator bool() const { return observer != nullptr; }
};

}  // namespace cyclorama::machine
