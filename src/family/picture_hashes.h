// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "machine/values/frame_sink.h"

namespace cyclorama::family {

/// Hashes of the pictures that are presented, in their order.
class PictureHashes final : public machine::FrameSink {
  public:
    void present(const machine::PresentedFrame& frame) override {
        const auto* const bytes = reinterpret_cast<const char*>(frame.picture.rgba.data());
        hashes.push_back(std::hash<std::string_view>{}({bytes, frame.picture.rgba.size()}));
    }
    void dump(const std::string&, const func::Picture&) override {}

    std::vector<size_t> hashes;
};

}  // namespace cyclorama::family
