// SPDX-License-Identifier: MIT
#pragma once
// Preparation of a draw's state, the same for every machine.

#include <cstdint>
#include <optional>

#include "func/output/depth_stencil.h"
#include "func/raster/raster_state.h"
#include "gpu/dialect.h"
#include "gpu/draw_state.h"
#include "gpu/shared.h"
#include "sim/finding.h"

namespace cyclorama::machine {

/// The reason why nothing can be drawn with a state; null if something can.
const sim::FindingKind* drawProblem(const gpu::DrawState& state, const gpu::Dialect& dialect);

/// The vertex program loads no attribute and reads some that are not in the inputs that vertices bring. `byProgram`:
/// they bring their index alone, and programs load the attributes. Requires a vertex program.
bool leavesAttributesOut(const gpu::DrawState& state, bool byProgram);

/// Completes the states of draws by what does not depend on them alone: the chip's choices for the fixed functions, the
/// number of samples in all parts, the format of the depth buffer. The groups that it made for one draw serve the next
/// that has the same: a draw that changed nothing costs a few comparisons.
class DrawPreparation {
  public:
    explicit DrawPreparation(const gpu::Dialect& dialect) : dialect_(dialect) {}

    /// `earlyZ` stays set only for draws whose tests may come early. Requires a state without drawProblem().
    void complete(gpu::DrawState& state);

  private:
    /// Values that complete the groups, beside themselves and the dialect.
    struct Choices {
        uint32_t samples = 1;
        bool clipDepth = true;
        func::DepthStencilFormat depthFormat = func::DepthStencilFormat::Depth24Stencil8;
        bool operator==(const Choices&) const = default;
    };
    /// A group of state, as given by the front end and as completed from `choices`.
    template <typename Group>
    struct Completed {
        gpu::Shared<Group> given;
        gpu::Shared<Group> completed;
        std::optional<Choices> choices;
    };

    template <typename Group>
    void complete(gpu::Shared<Group>& group, const Choices& choices, Completed<Group>& last);
    void write(func::RasterState& raster, const Choices& choices) const;
    void write(func::DepthStencilState& tests, const Choices& choices) const;
    void write(gpu::ColorBuffer& color, const Choices& choices) const;

    gpu::Dialect dialect_;
    Completed<func::RasterState> raster_;
    Completed<func::DepthStencilState> depthStencil_;
    Completed<gpu::ColorBuffer> color_;
};

/// True if nothing but the depth and stencil tests can remove a fragment: frames are then the same with the tests
/// before the fragment program or after it, unless it writes to memory. Requires a fragment program.
bool testsCanComeFirst(const gpu::DrawState& state);

}  // namespace cyclorama::machine
