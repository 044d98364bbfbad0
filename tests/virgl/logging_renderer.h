// SPDX-License-Identifier: MIT
#pragma once
// A machine that draws nothing and keeps a list of what it is asked for.

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "virgl/protocol/refusal.h"
#include "virgl/renderer.h"

namespace cyclorama::virgl::test {

struct RendererLog {
    std::vector<std::string> calls;
    State drawn;
    /// Reason with which draws are refused; none are while it is empty.
    std::string refusal;
    bool beyondGpu = false;  ///< the refusal is for what the GPU cannot do
    uint64_t samplesPassed = 0;
};

class LoggingRenderer final : public Renderer {
  public:
    explicit LoggingRenderer(RendererLog& log) : log_(log) {}

    const Capabilities& capabilities() const override { return capabilities_; }
    void attach(device::JobContext&) override { log_.calls.emplace_back("attach"); }
    std::unique_ptr<Storage> makeStorage(const ResourceDescription& description) override {
        if (texelBlock(description).bytes == 0) throw Unsupported("textures of " + nameOf(description.format));
        return std::make_unique<Storage>();
    }
    void upload(Resource& resource, const Region& region, std::span<const std::byte> bytes,
                const GuestRows& rows) override {
        log_.calls.push_back(fmt::format("upload {} {}x{} at {},{} first {} stride {}", resource.id, region.box.width,
                                         region.box.height, region.box.x, region.box.y, std::to_integer<int>(bytes[0]),
                                         rows.stride));
    }
    void download(Resource& resource, const Region&, std::span<std::byte> bytes, const GuestRows&) override {
        log_.calls.push_back(fmt::format("download {}", resource.id));
        bytes[0] = std::byte{0x5a};
    }
    void clear(const State&, const ClearRequest& request) override {
        log_.calls.push_back(fmt::format("clear {} {} {}", request.buffers, request.color[1], request.depth));
    }
    void draw(const State& state, const DrawRequest& request) override {
        if (!log_.refusal.empty() && log_.beyondGpu) throw BeyondGpu(log_.refusal);
        if (!log_.refusal.empty()) throw Unsupported(log_.refusal);
        log_.drawn = state;
        log_.samplesPassed += request.count;
        log_.calls.push_back(fmt::format("draw {} from {}", request.count, request.start));
    }
    void copy(const CopyRequest&) override { log_.calls.emplace_back("copy"); }
    void blit(const BlitRequest& request) override { log_.calls.push_back(fmt::format("blit {}", request.from.width)); }
    void present(Resource& resource) override { log_.calls.push_back(fmt::format("present {}", resource.id)); }
    void finish() override {}
    uint64_t samplesPassed() override { return log_.samplesPassed; }

  private:
    RendererLog& log_;
    Capabilities capabilities_{.renderer = "a list", .sampled = {Format::Bgra8, Format::Rgbx8}};
};

}  // namespace cyclorama::virgl::test
