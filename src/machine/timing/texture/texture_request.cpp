// SPDX-License-Identifier: MIT
#include "machine/timing/texture/texture_request.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace cyclorama::machine::timing {

namespace {

constexpr std::array<std::string_view, 6> kTextureOperations = {"Sample",    "SampleBias",     "SampleProject",
                                                                "SampleLod", "SampleGradient", "LoadAttribute"};
static_assert(kTextureOperations.size() == static_cast<size_t>(func::TextureOperation::LoadAttribute) + 1);

}  // namespace

std::string describe(const TextureRequest& request) {
    return fmt::format("{} {}, thread {}{}", kTextureOperations.at(static_cast<size_t>(request.operation)),
                       request.unit, request.thread,
                       request.draw == nullptr ? "" : fmt::format(", draw {}", request.draw->number));
}

std::string describe(const TextureResult& result) { return fmt::format("thread {}", result.thread); }

std::string describe(const TextureTicket&) { return fmt::format("{} elements", kElementsOfTicket); }

}  // namespace cyclorama::machine::timing
