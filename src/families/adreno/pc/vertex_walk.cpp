// SPDX-License-Identifier: MIT
#include "families/adreno/pc/vertex_walk.h"

#include <algorithm>
#include <vector>

namespace cyclorama::adreno {

const InputBatch* VertexWalk::next() {
    batch_.clear();
    while (instance_ < operands_.instances && !reporter_.hung()) {
        if (!assembler_) beginInstance();
        if (fill() || endInstance()) return &batch_;
    }
    return batch_.empty() || reporter_.hung() ? nullptr : &batch_;
}

void VertexWalk::beginInstance() {
    assembler_.emplace(shape_, control_.provokingLast);
    position_ = vertices_ = primitives_ = 0;
    block_ = {};
    batch_.beginInstance(instance_);
}

bool VertexWalk::fill() {
    for (;;) {
        while (!block_.empty()) {
            const uint32_t index = block_.front();
            block_ = block_.subspan(1);
            ++taken_;
            take(index);
            if (batch_.full()) return true;
        }
        if (position_ >= operands_.count || reporter_.hung()) return false;
        block_ = indices_.read(position_);
        position_ += static_cast<uint32_t>(block_.size());
    }
}

void VertexWalk::take(uint32_t index) {
    const auto use = [this](std::span<const uint32_t> corners) { add(corners); };
    if (index == control_.restartIndex) return assembler_->finish(use);
    ++vertices_;
    assembler_->add(index, use);
}

bool VertexWalk::endInstance() {
    assembler_->finish([this](std::span<const uint32_t> corners) { add(corners); });
    assembler_.reset();
    counters_.count(PipelineStatistic::InputVertices, vertices_);
    counters_.count(PipelineStatistic::InputPrimitives, primitives_);
    ++instance_;
    return batch_.full();
}

void VertexWalk::add(std::span<const uint32_t> corners) {
    const uint32_t id = primitives_++;
    if (isSeen())
        batch_.add(corners, id);
    else
        ++skipped_;
}

bool VertexWalk::isSeen() {
    if (operands_.seen == nullptr) return true;
    const uint32_t number = nextPrimitive_++;
    const std::vector<PrimitiveRun>& runs = *operands_.seen;
    while (nextRun_ < runs.size() && number >= runs[nextRun_].first + runs[nextRun_].count) ++nextRun_;
    return nextRun_ < runs.size() && number >= runs[nextRun_].first;
}

std::optional<InputPart> InputParts::next(size_t most) {
    part_.first += part_.count;
    while (part_.batch == nullptr || part_.first >= part_.batch->ids().size()) {
        part_ = {.batch = walk_.next()};
        if (part_.batch == nullptr) return std::nullopt;
    }
    part_.count = std::min(most, part_.batch->ids().size() - part_.first);
    return part_;
}

}  // namespace cyclorama::adreno
