// SPDX-License-Identifier: MIT
// Category 5, and what fibers tell each other. Facts: Mesa, src/freedreno/isa/ir3-cat5.xml, ir3-cat6.xml (SHFL), and
// src/freedreno/ir3/ir3_compiler_nir.c, emit_tex() (the order of a texture's sources).

#include <algorithm>
#include <bit>
#include <cstdint>

#include "families/adreno/isa/interpreter.h"
#include "isa/word_conversions.h"

namespace cyclorama::adreno::ir3 {

namespace {

constexpr unsigned kQuad = 4;

bool isDerivative(Opcode opcode) {
    return isBetween(opcode, Opcode::DerivativeX, Opcode::DerivativeY) ||
           isBetween(opcode, Opcode::DerivativeFineX, Opcode::DerivativeFineY);
}

/// True where coordinates are texels' numbers or levels.
bool hasIntegerCoordinates(Opcode opcode) {
    return isBetween(opcode, Opcode::ImageSample, Opcode::ImageSampleMultisampled) ||
           isBetween(opcode, Opcode::GetSize, Opcode::GetInfo);
}

/// Lanes that an instruction samples for: all, or a pixel of each quad.
isa::WaveMask sampledLanes(Opcode opcode) {
    if (!isBetween(opcode, Opcode::SampleGradientPixel0, Opcode::SampleGradientPixel3)) {
        return isa::WaveMask::first(isa::kWaveLanes);
    }
    constexpr uint64_t kFirstPixels = 0x1111111111111111;
    const auto pixel = static_cast<unsigned>(opcode) - static_cast<unsigned>(Opcode::SampleGradientPixel0);
    return {kFirstPixels << pixel, kFirstPixels << pixel};
}

/// Words of the first vector.
unsigned coordinatesOf(const Instruction& in) {
    const TextureFields& fields = in.texture;
    const unsigned axes = fields.threeDimensional ? 3 : 2;
    if (isBetween(in.opcode, Opcode::SampleGradientPixel0, Opcode::SampleGradientPixel3) ||
        in.opcode == Opcode::SampleGradient) {
        return 4 + 2 * axes;
    }
    if (in.opcode == Opcode::ImageSample && fields.shadow) return 1;
    return axes + (fields.shadow ? 1 : 0) + (fields.array ? 1 : 0) + (fields.projected ? 1 : 0) +
           (in.opcode == Opcode::ImageSampleMultisampled ? 1 : 0);
}

/// Texels of integers in 16 bits: the nearest that there is, not the low bits, which a conversion by MOV and a load by
/// LDIB keep (Mesa: commit 4890745b19b of ir3_nir.c).
void clampToHalves(unsigned width, ValueType type, LaneWords& words) {
    if (type == ValueType::U16) {
        each(width, words, words, [](uint32_t x) { return std::min(x, uint32_t{kHalfMask}); });
    } else if (type == ValueType::S16) {
        each(width, words, words, [](uint32_t x) {
            return static_cast<uint32_t>(std::clamp(static_cast<int32_t>(x), INT16_MIN, INT16_MAX));
        });
    }
}

/// The lane whose value a lane gets; its own one where that is outside of the wave.
unsigned shuffledFrom(ShuffleMode mode, unsigned lane, uint32_t distance, unsigned width) {
    uint32_t from = lane;
    switch (mode) {
        case ShuffleMode::Xor:
            from = lane ^ distance;
            break;
        case ShuffleMode::Up:
            from = lane - distance;
            break;
        case ShuffleMode::Down:
            from = lane + distance;
            break;
        case ShuffleMode::RotateUp:
            return (lane - distance) % width;
        case ShuffleMode::RotateDown:
            return (lane + distance) % width;
        default:
            break;
    }
    return from < width ? from : lane;
}

}  // namespace

void Interpreter::texture(const Instruction& in, size_t index) {
    if (isDerivative(in.opcode)) return derivative(in);
    if (isBetween(in.opcode, Opcode::QuadBroadcast, Opcode::QuadDiagonal)) return quadShuffle(in);
    if (in.opcode == Opcode::BroadcastActive) return broadcast(in);
    if (in.opcode == Opcode::TextureCacheInvalidate) return;
    const isa::WaveMask executing = registers_.executing();
    registers_.setExecuting(executing & sampledLanes(in.opcode));
    sample(in, index);
    registers_.setExecuting(executing);
}

void Interpreter::sample(const Instruction& in, size_t index) {
    if (registers_.executing().none()) return;
    TextureInstructionRequest request;
    request.opcode = in.opcode;
    request.fields = in.texture;
    request.instruction = index;
    request.type = in.type;
    request.components = 4;
    request.executing = registers_.executing();
    request.lanes = request.executing;
    textureNumbers(in, request);
    textureVectors(in, request);
    const std::span<LaneWords> data = std::span(data_).first(4);
    for (LaneWords& words : data) std::fill_n(words.lane.begin(), registers_.width(), 0);
    units_->sample(request, data);
    if (!isBetween(in.opcode, Opcode::GetSize, Opcode::GetInfo)) {
        for (LaneWords& words : data) clampToHalves(registers_.width(), in.type, words);
    }
    storeData(in.destinations[0], in.type, data, true, in.texture.writeMask);
}

void Interpreter::textureNumbers(const Instruction& in, TextureInstructionRequest& request) {
    const TextureFields& fields = in.texture;
    const DescriptorSource mode = fields.mode;
    request.samplerBase = fields.base;
    const bool viaA1 = fields.indirect &&
                       (mode == DescriptorSource::BindlessA1Uniform || mode == DescriptorSource::BindlessA1Nonuniform ||
                        mode == DescriptorSource::BindlessA1Immediate);
    if (viaA1) request.samplerBase = static_cast<uint8_t>(wave_.address1 & 7);
    if (fields.indirect && mode < DescriptorSource::BindlessImmediate) {
        request.texture = &registers_.bits(in.sources[2], 0, scratch_[0]);
        request.sampler = &registers_.bits(in.sources[2], 1, scratch_[1]);
        return;
    }
    const bool textureInA1 = viaA1 && mode == DescriptorSource::BindlessA1Immediate;
    std::fill_n(scratch_[0].lane.begin(), registers_.width(),
                textureInA1 ? wave_.address1 >> 3 & 0xff : fields.texture);
    std::fill_n(scratch_[1].lane.begin(), registers_.width(), uint32_t{fields.sampler});
    request.texture = &scratch_[0];
    request.sampler = &scratch_[1];
}

void Interpreter::textureVectors(const Instruction& in, TextureInstructionRequest& request) {
    // Numbers of texels and levels, and offsets, are integers whatever the size of their registers.
    const OperandClass as = hasIntegerCoordinates(in.opcode) ? OperandClass::Signed : OperandClass::Float;
    const unsigned offsets = in.texture.offset ? (in.texture.threeDimensional ? 3 : 2) : 0;
    const auto word = [&](Operand operand, unsigned component, OperandClass type, LaneWords& scratch) {
        operand.value += static_cast<int32_t>(component);
        return &registers_.source(operand, 0, type, scratch);
    };
    if (in.texture.immediateOffset) request.elementOffset = in.sources[1].value;
    if (in.sources[0].kind == OperandKind::Register) {
        for (unsigned i = 0; i < coordinatesOf(in); ++i) {
            request.coordinate[i] = word(in.sources[0], i, as, vector_[i]);
        }
    }
    for (unsigned i = 0; i < request.parameter.size(); ++i) {
        if (in.sources[1].kind == OperandKind::Register) {
            const OperandClass type = i < offsets ? OperandClass::Signed : as;
            request.parameter[i] = word(in.sources[1], i, type, vector_[request.coordinate.size() + i]);
        }
    }
}

/// Coarse ones are those of the quad's first row or column.
void Interpreter::derivative(const Instruction& in) {
    const bool alongX = in.opcode == Opcode::DerivativeX || in.opcode == Opcode::DerivativeFineX;
    const bool fine = in.opcode >= Opcode::DerivativeFineX;
    const unsigned step = alongX ? 1 : 2;
    for (unsigned c = 0; c < kComponents; ++c) {
        if ((in.texture.writeMask >> c & 1) == 0) continue;
        Operand operand = in.sources[0];
        operand.value += static_cast<int32_t>(c);
        const LaneWords& from = registers_.source(operand, 0, OperandClass::Float, scratch_[0]);
        LaneWords& to = data_[c];
        for (unsigned lane = 0; lane < registers_.width(); ++lane) {
            const unsigned first = fine ? lane & ~step : lane & ~(kQuad - 1);
            to.lane[lane] = std::bit_cast<uint32_t>(std::bit_cast<float>(from.lane[first + step]) -
                                                    std::bit_cast<float>(from.lane[first]));
        }
    }
    const ValueType type = isHalf(in.type) ? ValueType::F16 : ValueType::F32;
    storeData(in.destinations[0], type, std::span(data_).first(4), true, in.texture.writeMask);
}

void Interpreter::quadShuffle(const Instruction& in) {
    const LaneWords& from = registers_.bits(in.sources[0], 0, scratch_[0]);
    const bool broadcasts = in.opcode == Opcode::QuadBroadcast;
    const LaneWords& number = registers_.bits(in.sources[broadcasts ? 1 : 0], 0, scratch_[1]);
    const auto flip = static_cast<unsigned>(in.opcode) - static_cast<unsigned>(Opcode::QuadBroadcast);
    for (unsigned lane = 0; lane < registers_.width(); ++lane) {
        const unsigned chosen = broadcasts ? (lane & ~(kQuad - 1)) + number.lane[lane] % kQuad : lane ^ flip;
        data_[0].lane[lane] = from.lane[chosen];
    }
    storeData(in.destinations[0], in.type, std::span(data_).first(1), false);
}

/// In each cluster the upper half gets the value of the last active fiber of the lower one.
void Interpreter::broadcast(const Instruction& in) {
    const LaneWords& from = registers_.bits(in.sources[0], 0, scratch_[0]);
    const unsigned size = 2u << in.texture.clusterBits;
    const isa::WaveMask executing = registers_.executing();
    isa::WaveMask receivers{};
    for (unsigned first = 0; first + size <= registers_.width(); first += size) {
        unsigned source = first + size / 2;
        while (source > first && !executing.test(source - 1)) --source;
        if (source == first) continue;
        for (unsigned lane = first + size / 2; lane < first + size; ++lane) {
            data_[0].lane[lane] = from.lane[source - 1];
            receivers |= isa::WaveMask::only(lane);
        }
    }
    registers_.setExecuting(executing & receivers);
    storeData(in.destinations[0], in.type, std::span(data_).first(1), false);
    registers_.setExecuting(executing);
}

void Interpreter::shuffle(const Instruction& in) {
    Operand source = in.sources[0];
    source.half = isHalf(in.type);
    const LaneWords& from = registers_.bits(source, 0, scratch_[0]);
    const LaneWords& distances = registers_.bits(in.sources[1], 0, scratch_[1]);
    const uint32_t distance = distances.lane[registers_.executing().lowest()];
    for (unsigned lane = 0; lane < registers_.width(); ++lane) {
        data_[0].lane[lane] = from.lane[shuffledFrom(in.memory.shuffle, lane, distance, registers_.width())];
    }
    storeData(in.destinations[0], in.type, std::span(data_).first(1), false);
}

}  // namespace cyclorama::adreno::ir3
