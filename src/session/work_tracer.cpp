// SPDX-License-Identifier: MIT
#include "session/work_tracer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

#include "sim/error.h"

namespace cyclorama::session {
namespace {

/// The pixel in the order of the rows in memory; none of a surface that it is outside of.
std::optional<gpu::TracedPixel> pixelIn(const machine::ObservedSurface& surface, const TraceSettings& settings) {
    const auto& pixel = settings.pixel;
    if (!pixel || pixel->x >= surface.width || pixel->y >= surface.height) return std::nullopt;
    const uint32_t row = surface.order == func::RowOrder::TopFirst ? pixel->y : surface.height - 1 - pixel->y;
    return gpu::TracedPixel{static_cast<int32_t>(pixel->x), static_cast<int32_t>(row)};
}

}  // namespace

/// Text about one draw, dispatch or copy, collected until the operation ends.
class WorkTracer::Operation final : public gpu::WorkTrace {
  public:
    Operation(std::string place, const machine::ObservedSurface& surface, const TraceSettings& settings)
        : WorkTrace(pixelIn(surface, settings), settings.vertex),
          heading_(
              fmt::format("{}; surface {:#010x}, {}x{}\n", place, surface.address, surface.width, surface.height)) {}

    void report(uint64_t triangle, std::string what) override {
        const std::lock_guard lock(mutex_);
        const auto [place, isNew] = underWay_.try_emplace(triangle, fragments_.size());
        if (isNew) fragments_.emplace_back();
        fragments_[place->second] += "    " + what + '\n';
    }
    void finish(uint64_t triangle) override {
        const std::lock_guard lock(mutex_);
        underWay_.erase(triangle);
    }
    void reportVertex(uint32_t instance, std::string what) override {
        const std::lock_guard lock(mutex_);
        vertices_[instance] += "    " + what + '\n';
    }

    /// Empty if nothing was recorded.
    std::string text(const TraceSettings& settings) const {
        std::string text;
        for (const auto& [instance, lines] : vertices_)
            text += fmt::format("  vertex {} of instance {}\n{}", *settings.vertex, instance, lines);
        for (size_t i = 0; i < fragments_.size(); ++i)
            text +=
                fmt::format("  fragment {} at ({}, {})\n{}", i, settings.pixel->x, settings.pixel->y, fragments_[i]);
        return text.empty() ? text : heading_ + text;
    }

  private:
    std::string heading_;
    std::mutex mutex_;
    /// By the number of the triangle: which fragment.
    std::map<uint64_t, size_t> underWay_;
    std::vector<std::string> fragments_;
    std::map<uint32_t, std::string> vertices_;
};

TraceSettings traceOf(const std::string& pixel, std::optional<uint32_t> vertex) {
    TraceSettings settings{.vertex = vertex};
    if (pixel.empty()) return settings;
    PixelPlace& place = settings.pixel.emplace();
    int end = 0;
    const int read = std::sscanf(pixel.c_str(), "%u,%u%n", &place.x, &place.y, &end);
    if (read != 2 || static_cast<size_t>(end) != pixel.size() || pixel.find('-') != std::string::npos)
        throw sim::Error("--trace-pixel", "", fmt::format("'{}' is not X,Y", pixel));
    return settings;
}

WorkTracer::WorkTracer(const TraceSettings& settings, const std::filesystem::path& file,
                       std::function<uint32_t()> frame)
    : settings_(settings), file_(file), frame_(std::move(frame)) {
    if (settings_.pixel)
        file_.stream() << fmt::format("Pixel ({}, {}) from the top left corner of each surface that is drawn into.\n",
                                      settings_.pixel->x, settings_.pixel->y);
    if (settings_.vertex) file_.stream() << fmt::format("Vertices of index {}.\n", *settings_.vertex);
}

WorkTracer::~WorkTracer() = default;

void WorkTracer::close() { file_.close(); }

void WorkTracer::started(uint32_t number, const machine::StartedOperation& operation) {
    const uint32_t frame = std::max(presents_, frame_());
    const std::string draw = operation.draw ? fmt::format(", draw {}", *operation.draw) : "";
    places_[number] =
        fmt::format("frame {}{}, command {}: {}", frame, draw, operation.position.ordinal, operation.title);
    if (operation.kind == gpu::WorkKind::Present) presents_ = std::max(presents_, frame_()) + 1;
}

gpu::WorkTrace* WorkTracer::trace(uint32_t operation, const machine::ObservedSurface& surface) {
    auto& traced = operations_[operation];
    if (!traced) traced = std::make_unique<Operation>(places_[operation], surface, settings_);
    return traced.get();
}

void WorkTracer::end(uint32_t operation, std::optional<uint64_t> /*cycle*/) {
    if (const auto found = operations_.find(operation); found != operations_.end()) {
        file_.stream() << found->second->text(settings_);
        operations_.erase(found);
    }
    places_.erase(operation);
}

}  // namespace cyclorama::session
