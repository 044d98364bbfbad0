// SPDX-License-Identifier: MIT
#pragma once
// The number of vertex elements that a chip fetches: the number that is written matters, by however many packets, and
// all are written again where one changes (Mesa: etna_emit_state; etna_viv: doc/kernel_interface.md).

#include <algorithm>
#include <bit>
#include <cstdint>

namespace cyclorama::vivante {

class VertexElements {
  public:
    static constexpr uint32_t kMost = 32;

    /// A write of the configuration of an element below kMost.
    void write(uint32_t element) {
        if (drawn_) {
            before_ = count();
            list_ = sinceDraw_ = 0;
            drawn_ = false;
        }
        const uint32_t bit = 1u << element;
        if ((list_ & bit) != 0) list_ = 0;
        list_ |= bit;
        sinceDraw_ |= bit;
    }
    /// A draw that uses the elements.
    void draw() { drawn_ = true; }

    /// Elements of the last list, which begins after a draw, or where one is written again. A list without the first
    /// element changes the one before it.
    uint32_t count() const { return countOf(list_); }
    /// True for the number of elements of the last list. Where one was written twice since the last draw, no source
    /// says whether a chip has counted all of them.
    bool areInputs(uint32_t inputs) const { return inputs == count() || inputs == countOf(sinceDraw_); }

  private:
    uint32_t countOf(uint32_t list) const {
        const auto written = static_cast<uint32_t>(std::bit_width(list));
        return (list & 1) != 0 ? written : std::max(before_, written);
    }

    // A bit for each element.
    uint32_t list_ = 0;
    uint32_t sinceDraw_ = 0;
    uint32_t before_ = 0;
    bool drawn_ = false;
};

}  // namespace cyclorama::vivante
