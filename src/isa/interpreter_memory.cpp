// SPDX-License-Identifier: MIT
// Texture samples and accesses to memory.

#include <algorithm>
#include <bit>

#include "isa/interpreter.h"
#include "isa/typed_lanes.h"

namespace cyclorama::isa {

namespace {

func::TextureOperation textureOperationOf(Operation operation) {
    switch (operation) {
        case Operation::SampleLod:
            return func::TextureOperation::SampleLod;
        case Operation::SampleGradient:
            return func::TextureOperation::SampleGradient;
        default:
            return func::TextureOperation::SampleBias;
    }
}

AtomicOperation atomicOperationOf(Operation operation) {
    switch (operation) {
        case Operation::AtomicExchange:
            return AtomicOperation::Exchange;
        case Operation::AtomicCompareExchange:
            return AtomicOperation::CompareExchange;
        case Operation::AtomicMin:
            return AtomicOperation::Min;
        case Operation::AtomicMax:
            return AtomicOperation::Max;
        case Operation::AtomicOr:
            return AtomicOperation::Or;
        case Operation::AtomicAnd:
            return AtomicOperation::And;
        case Operation::AtomicXor:
            return AtomicOperation::Xor;
        default:
            return AtomicOperation::Add;
    }
}

}  // namespace

void Interpreter::sample(const Instruction& instruction, size_t index) {
    const auto sourceOf = [&](unsigned s) {
        if (instruction.sources[s].bank != RegisterBank::None) return reader_.read(instruction, s);
        Operand zero;
        zero.fill(kZeroLanes.lane.data());
        return zero;
    };
    const Operand second = sourceOf(1);
    const Operand third = sourceOf(2);
    SampleRequest request{.operation = textureOperationOf(instruction.operation),
                          .sampler = instruction.unit,
                          .lanes = group_.lanes(),
                          .quads = context_.quads,
                          .executing = executing_,
                          .active = executing_ & context_.active,
                          .instruction = index,
                          .coordinate = sourceOf(0),
                          .parameter = second[0],
                          .result = {}};
    VectorRegister projected;
    if (instruction.operation == Operation::SampleProjected) {
        const Operand source = request.coordinate;
        for (unsigned c = 0; c < 3; ++c) {
            float* out = projected[c].lane.data();
            mapLanes(
                width_, out, [](float x, float w) { return x / w; }, source[c], source[3]);
            request.coordinate[c] = out;
        }
    }
    if (instruction.operation == Operation::SampleGradient) {
        request.gradientX = second;
        request.gradientY = third;
    } else if (instruction.sources[2].bank != RegisterBank::None) {
        request.reference = third[0];
    }
    for (unsigned c = 0; c < kComponents; ++c) {
        request.result[c] = scratch_[c].lane.data();
        std::fill_n(request.result[c], width_, 0.0f);
    }
    if (context_.sampler != nullptr) {
        if (instruction.samplerIndexing == Indexing::None) {
            context_.sampler->sample(request);
        } else {
            sampleIndexed(instruction.samplerIndexing, request);
        }
    }
    Result texel;
    for (unsigned c = 0; c < kComponents; ++c) texel[c] = request.result[instruction.texelSwizzle[c]];
    commit(instruction, texel, true);
}

void Interpreter::sampleIndexed(Indexing indexing, const SampleRequest& request) {
    VectorRegister texels;
    for (LaneMask rest = executing_; rest != 0;) {
        const int32_t offset = addressOf(indexing, std::countr_zero(rest));
        LaneMask same = 0;
        for (LaneMask lanes = rest; lanes != 0; lanes &= lanes - 1) {
            const int lane = std::countr_zero(lanes);
            if (addressOf(indexing, lane) == offset) same |= LaneMask{1} << lane;
        }
        rest &= ~same;
        SampleRequest part = request;
        part.sampler = static_cast<unsigned>(static_cast<int64_t>(request.sampler) + offset);
        part.executing = same;
        part.active &= same;
        for (unsigned c = 0; c < kComponents; ++c) {
            part.result[c] = texels[c].lane.data();
            std::fill_n(part.result[c], width_, 0.0f);
        }
        context_.sampler->sample(part);
        for (unsigned c = 0; c < kComponents; ++c) {
            for (LaneMask lanes = same; lanes != 0; lanes &= lanes - 1) {
                const int lane = std::countr_zero(lanes);
                request.result[c][lane] = part.result[c][lane];
            }
        }
    }
}

void Interpreter::memory(const Instruction& instruction) {
    const Operand base = reader_.read(instruction, 0);
    const Operand offset = reader_.read(instruction, 1);
    std::array<uint32_t, kMaxLanes> addresses;
    for (int i = 0; i < width_; ++i) {
        addresses[static_cast<size_t>(i)] = bitsOfLane(base[0][i]) + (bitsOfLane(offset[0][i]) << instruction.shift);
    }
    if (context_.memory != nullptr) {
        const bool loads = instruction.operation == Operation::Load;
        const bool whole = loads || instruction.operation == Operation::Store;
        const auto components = static_cast<unsigned>(std::popcount(instruction.destination.writeMask));
        context_.memory->begin({.lanes = group_.lanes(),
                                .executing = loads ? executing_ : executing_ & context_.active,
                                .address = addresses.data(),
                                .bytes = whole ? components * bitsOf(instruction.type) / 8 : 4});
    }
    switch (instruction.operation) {
        case Operation::Load:
            return loadMemory(instruction, addresses.data());
        case Operation::Store:
            return storeMemory(instruction, addresses.data());
        default:
            return atomicMemory(instruction, addresses.data());
    }
}

void Interpreter::loadMemory(const Instruction& instruction, const uint32_t* addresses) {
    const unsigned bytes = bitsOf(instruction.type) / 8;
    for (LaneValues& component : scratch_) component.lane.fill(0.0f);
    if (context_.memory != nullptr) {
        for (LaneMask rest = executing_; rest != 0; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            uint32_t address = addresses[lane];
            for (unsigned c = 0; c < kComponents; ++c) {
                if ((instruction.destination.writeMask >> c & 1) == 0) continue;
                const uint32_t value = narrowed(context_.memory->load(address, bytes), instruction.type);
                scratch_[c].lane[static_cast<size_t>(lane)] = std::bit_cast<float>(value);
                address += bytes;
            }
        }
    }
    commit(instruction, scratchResult(), false);
}

void Interpreter::storeMemory(const Instruction& instruction, const uint32_t* addresses) {
    if (context_.memory == nullptr) return;
    const Operand value = reader_.read(instruction, 2);
    const unsigned bytes = bitsOf(instruction.type) / 8;
    for (LaneMask rest = executing_ & context_.active; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        uint32_t address = addresses[lane];
        for (unsigned c = 0; c < kComponents; ++c) {
            if ((instruction.destination.writeMask >> c & 1) == 0) continue;
            context_.memory->store(address, bytes, bitsOfLane(value[c][lane]));
            address += bytes;
        }
    }
}

void Interpreter::atomicMemory(const Instruction& instruction, const uint32_t* addresses) {
    const Operand value = reader_.read(instruction, 2);
    const bool exchanges = instruction.operation == Operation::AtomicCompareExchange;
    scalar_.lane.fill(0.0f);
    if (context_.memory != nullptr) {
        for (LaneMask rest = executing_ & context_.active; rest != 0; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            const uint32_t operand = bitsOfLane(value[exchanges ? 1 : 0][lane]);
            const uint32_t old =
                context_.memory->atomic(atomicOperationOf(instruction.operation), addresses[lane], operand,
                                        bitsOfLane(value[0][lane]), isSigned(instruction.type));
            scalar_.lane[static_cast<size_t>(lane)] = std::bit_cast<float>(old);
        }
    }
    float* values = scalar_.lane.data();
    commit(instruction, {values, values, values, values}, false);
}

}  // namespace cyclorama::isa
