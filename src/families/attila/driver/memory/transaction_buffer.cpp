// SPDX-License-Identifier: MIT
#include "families/attila/driver/memory/transaction_buffer.h"

#include <algorithm>
#include <utility>

namespace cyclorama::attila {
namespace {

/// A job that is longer is executed: what it holds takes memory of the host.
constexpr size_t kMostBytes = size_t{16} << 20;
/// The most that one transaction brings: ATTILA's driver divides larger ones, too.
constexpr size_t kMostWrittenAtOnce = size_t{1} << 20;

}  // namespace

TransactionBuffer::TransactionBuffer(const AttilaTraceParameters& parameters) : parameters_(parameters) { begin(); }

void TransactionBuffer::begin() {
    output_.bytes.clear();
    writer_.emplace(output_, parameters_);
}

std::optional<RegisterValue>& TransactionBuffer::held(Register reg, uint32_t index) {
    const auto number = static_cast<size_t>(reg);
    if (number >= held_.size()) held_.resize(number + 1);
    if (held_[number].empty()) held_[number].resize(registerInfo(reg).indices);
    return held_[number][index];
}

void TransactionBuffer::write(Register reg, uint32_t index, const RegisterValue& value) {
    std::optional<RegisterValue>& before = held(reg, index);
    if (before == value) return;
    before = value;
    writer_->writeRegister(reg, index, value);
}

void TransactionBuffer::writeMemory(uint32_t address, std::span<const std::byte> data, WriteOrder order) {
    const bool waits = order == WriteOrder::AfterDraws;
    if (waits) ++drains_;
    while (!data.empty()) {
        const auto part = data.first(std::min(data.size(), kMostWrittenAtOnce));
        writer_->write(MemoryWrite{.address = address, .locked = waits, .data = part});
        address += static_cast<uint32_t>(part.size());
        data = data.subspan(part.size());
        if (output_.bytes.size() > kMostBytes) finish();
    }
}

void TransactionBuffer::swapBuffers() {
    writer_->event(Event::EndOfFrame, "Frame rendered.");
    writer_->command(ControlCommand::SwapBuffers);
    ++drains_;
    std::swap(held(Register::FrontBufferAddress, 0), held(Register::BackBufferAddress, 0));
    // The back buffer is render target 0.
    held(Register::RenderTargetAddress, 0).reset();
}

void TransactionBuffer::finish() {
    if (output_.bytes.size() == attila_trace::kHeaderBytes) return;
    const device::CommandStream stream{.address = 0, .bytes = output_.bytes.size(), .copy = output_.bytes};
    execution_->execute({.streams = std::span(&stream, 1)});
    begin();
}

uint64_t TransactionBuffer::samplesPassed() {
    finish();
    return execution_->samplesPassed();
}

}  // namespace cyclorama::attila
