// SPDX-License-Identifier: MIT
#pragma once
// The fate of a frame's quads, as a picture of a pixel a quad. Parameters: SIMULATOR/GenerateFragmentMap and
// FragmentMapMode.
//
// Colour writes note every quad that leaves them with a fragment left and some component of render target 0 to be
// written. The last one of a place counts, but for overdraw, which counts all four fragments of each. A colour is what
// the quad's first fragment was to become, covered or not.
//
// Rows are in the order of the frame's.

#include <cstdint>
#include <vector>

#include "func/output/resolve.h"
#include "machine/configuration/parameters/simulator_parameters.h"
#include "machine/timing/draw/work.h"

namespace cyclorama::machine::timing {

class FragmentMap {
  public:
    explicit FragmentMap(FragmentMapMode mode) : mode_(mode) {}

    /// The size of the frames to come, in pixels. A change forgets what was noted.
    void resize(uint32_t width, uint32_t height);

    FragmentMapMode mode() const { return mode_; }

    /// A quad was written, and leaves in `cycle`.
    void note(const QuadInFlight& quad, sim::Cycle cycle);
    /// A quad's first fragment is to become a colour: red in the lowest byte, blue in the third. For
    /// FragmentMapMode::Color.
    void recordColor(const QuadInFlight& quad, uint32_t color);

    /// A frame of `width` by `height` pixels is complete. The picture is half as large, rounded up. Of each value, red
    /// shows the lowest byte, blue the third; black is where nothing was noted. The next frame starts without notes.
    func::Picture finishFrame(uint32_t width, uint32_t height, func::RowOrder rows);

  private:
    /// Null outside the frame.
    uint32_t* valueOf(const QuadInFlight& quad);

    FragmentMapMode mode_;
    uint32_t width_ = 0;   // quads
    uint32_t height_ = 0;  // quads
    std::vector<uint32_t> values_;
};

}  // namespace cyclorama::machine::timing
