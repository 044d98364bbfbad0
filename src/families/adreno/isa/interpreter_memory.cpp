// SPDX-License-Identifier: MIT
// Category 6. Facts: Mesa, src/freedreno/isa/ir3-cat6.xml, src/freedreno/ir3/ir3_a6xx.c and ir3_compiler_nir.c (units
// of offsets, order of the operands of atomic operations).

#include <algorithm>
#include <bit>
#include <cstring>

#include "families/adreno/isa/interpreter.h"
#include "isa/atomic_operation.h"
#include "isa/half_lanes.h"
#include "isa/word_conversions.h"

namespace cyclorama::adreno::ir3 {

namespace {

using isa::AtomicOperation;

unsigned bytesOf(ValueType type) {
    if (type == ValueType::U8 || type == ValueType::U8In32) return 1;
    return isHalf(type) ? 2 : 4;
}

/// An atomic opcode as what it does to memory: the first of its group, the operation, and an operand if it has its own.
struct AtomicForm {
    AtomicOperation operation = AtomicOperation::Add;
    bool subtracts = false;
    uint32_t step = 0;  ///< added in place of an operand
};

AtomicForm atomicForm(Opcode opcode, Opcode add) {
    switch (static_cast<unsigned>(opcode) - static_cast<unsigned>(add)) {
        case 1:
            return {.subtracts = true};
        case 2:
            return {.operation = AtomicOperation::Exchange};
        case 3:
            return {.step = 1};
        case 4:
            return {.step = ~uint32_t{0}};
        case 5:
            return {.operation = AtomicOperation::CompareExchange};
        case 6:
            return {.operation = AtomicOperation::Min};
        case 7:
            return {.operation = AtomicOperation::Max};
        case 8:
            return {.operation = AtomicOperation::And};
        case 9:
            return {.operation = AtomicOperation::Or};
        case 10:
            return {.operation = AtomicOperation::Xor};
        default:
            return {};
    }
}

/// The same for those by descriptor, which have no increment and no decrement.
AtomicForm bufferAtomicForm(Opcode opcode) {
    const auto distance = static_cast<unsigned>(opcode) - static_cast<unsigned>(Opcode::BufferAdd);
    const unsigned skipped = distance >= 3 ? 2 : 0;
    return atomicForm(static_cast<Opcode>(static_cast<unsigned>(Opcode::LocalAdd) + distance + skipped),
                      Opcode::LocalAdd);
}

/// Gives an operand its sign, or the step that stands in its place.
void prepareOperand(unsigned width, const AtomicForm& form, const LaneWords& from, LaneWords& to) {
    const uint32_t step = form.step;
    if (step != 0) {
        to.lane.fill(step);
    } else if (form.subtracts) {
        each(width, to, from, [](uint32_t x) { return uint32_t{0} - x; });
    } else {
        to = from;
    }
}

/// Words in a workgroup's or a stage's memory. Beyond its end a workgroup's is the first, a stage's wraps around.
class WordPlaces {
  public:
    WordPlaces(std::span<std::byte> memory, unsigned bytes, bool wraps)
        : memory_(memory.data()), size_(memory.size()), bytes_(bytes), wraps_(wraps) {}

    /// False for a memory without a word.
    bool any() const { return size_ >= bytes_; }
    unsigned bytes() const { return bytes_; }

    void store(uint32_t wanted, uint32_t value) const { std::memcpy(memory_ + placeOf(wanted), &value, bytes_); }
    /// The words of all lanes, those that do not execute among them.
    void load(unsigned width, const LaneWords& offset, uint32_t start, LaneWords& words) const {
        if (wraps_ || bytes_ != sizeof(uint32_t)) {
            for (unsigned lane = 0; lane < width; ++lane) {
                uint32_t word = 0;
                std::memcpy(&word, memory_ + placeOf(offset.lane[lane] + start), bytes_);
                words.lane[lane] = word;
            }
            return;
        }
        const std::byte* const memory = memory_;
        const uint64_t last = size_ - sizeof(uint32_t);
        for (unsigned lane = 0; lane < width; ++lane) {
            const uint32_t wanted = offset.lane[lane] + start;
            std::memcpy(&words.lane[lane], memory + (wanted <= last ? wanted : 0), sizeof(uint32_t));
        }
    }

  private:
    uint64_t placeOf(uint32_t wanted) const {
        const uint64_t place = wraps_ ? wanted % size_ : wanted;
        return place + bytes_ <= size_ ? place : 0;
    }

    std::byte* memory_;
    uint64_t size_;
    unsigned bytes_;
    bool wraps_;
};

bool isSignedType(ValueType type) { return type == ValueType::S32 || type == ValueType::S16; }

}  // namespace

void Interpreter::memory(const Instruction& in, size_t index) {
    const Opcode opcode = in.opcode;
    if (opcode <= Opcode::LoadGlobalIndexed || isBetween(opcode, Opcode::StoreGlobal, Opcode::StoreGlobalIndexed)) {
        global(in, index);
    } else if (opcode == Opcode::LoadGlobalConstants) {
        loadGlobalConstants(in, index);
    } else if (opcode == Opcode::LoadPrivate || opcode == Opcode::StorePrivate) {
        privateMemory(in, index);
    } else if (opcode == Opcode::LoadVarying) {
        loadVaryings(in, index);
    } else if (opcode == Opcode::StoreConstants) {
        storeConstants(in);
    } else if (opcode <= Opcode::StoreStage) {
        localMemory(in);
    } else if (isBetween(opcode, Opcode::LocalAdd, Opcode::LocalXor)) {
        localAtomic(in);
    } else if (isBetween(opcode, Opcode::GlobalAdd, Opcode::GlobalXor)) {
        globalAtomic(in, index);
    } else if (isBetween(opcode, Opcode::LoadUniformConstants, Opcode::LoadUniform)) {
        uniform(in, index);
    } else if (isBetween(opcode, Opcode::GetProcessorId, Opcode::GetFiberId)) {
        systemValue(in);
    } else if (opcode == Opcode::Shuffle) {
        shuffle(in);
    } else if (opcode >= Opcode::BufferInfo) {
        buffer(in, index);
    }
}

void Interpreter::storeData(const Operand& to, ValueType type, std::span<LaneWords> data, bool converts, uint8_t mask) {
    Operand sized = to;
    sized.half = isHalf(type);
    for (unsigned c = 0; c < data.size(); ++c) {
        if ((mask >> c & 1) == 0) continue;
        if (type == ValueType::F16 && converts) {
            isa::nearestHalves(registers_.width(), data[c].lane.data(), data[c].lane.data());
            // Denormals are there as bits alone: arithmetic takes zeros for them.
            if (isa::hasDenormalHalves(registers_.width(), data[c].lane.data())) {
                isa::narrowFloats(registers_.width(), data[c].lane.data(), data[c].lane.data());
                registers_.store(sized, c, data[c]);
            } else {
                registers_.storeHalves(sized, c, data[c]);
            }
            continue;
        }
        if (sized.half) {
            each(registers_.width(), data[c], data[c], [](uint32_t x) { return x & kHalfMask; });
        }
        registers_.store(sized, c, data[c]);
    }
}

void Interpreter::loadData(const Operand& from, ValueType type, std::span<LaneWords> data, bool converts) {
    Operand sized = from;
    sized.half = isHalf(type);
    for (unsigned c = 0; c < data.size(); ++c) {
        const LaneWords& bits = registers_.bits(sized, c, scratch_[2]);
        if (type == ValueType::F16 && converts) {
            isa::widenHalves(registers_.width(), data[c].lane.data(), bits.lane.data(), 0);
        } else if (type == ValueType::S16 && converts) {
            each(registers_.width(), data[c], bits,
                 [](uint32_t x) { return static_cast<uint32_t>(int32_t{static_cast<int16_t>(x)}); });
        } else {
            data[c] = bits;
        }
    }
}

void Interpreter::addresses(const Operand& operand, GlobalRequest& request) {
    const LaneWords& low = registers_.bits(operand, 0, scratch_[0]);
    const LaneWords& high = registers_.bits(operand, 1, scratch_[1]);
    for (unsigned i = 0; i < registers_.width(); ++i) {
        request.address[i] = static_cast<uint64_t>(high.lane[i]) << 32 | low.lane[i];
    }
}

void Interpreter::global(const Instruction& in, size_t index) {
    const MemoryFields& fields = in.memory;
    GlobalRequest request;
    request.instruction = index;
    request.type = in.type;
    request.bytes = bytesOf(in.type);
    request.components = fields.size;
    addresses(in.sources[0], request);
    const bool indexed = in.opcode == Opcode::LoadGlobalIndexed || in.opcode == Opcode::StoreGlobalIndexed;
    if (indexed) {
        const LaneWords& number = registers_.bits(in.sources[1], 0, scratch_[2]);
        for (unsigned i = 0; i < registers_.width(); ++i) {
            const int64_t distance = int64_t{static_cast<int32_t>(number.lane[i])} * (int64_t{4} << fields.shift);
            request.address[i] += static_cast<uint64_t>(distance + int64_t{fields.offset} * 4);
        }
    } else {
        for (unsigned i = 0; i < registers_.width(); ++i) {
            request.address[i] += static_cast<uint64_t>(int64_t{fields.offset});
        }
    }
    const std::span<LaneWords> data = std::span(data_).first(std::min<size_t>(fields.size, kMostComponents));
    if (in.opcode == Opcode::StoreGlobal || in.opcode == Opcode::StoreGlobalIndexed) {
        request.lanes = storing();
        loadData(in.sources[2], in.type, data, false);
        if (request.lanes.any()) units_->store(request, data);
    } else {
        request.lanes = registers_.executing();
        for (LaneWords& words : data) words = {};
        units_->load(request, data);
        storeData(in.destinations[0], in.type, data, false);
    }
}

void Interpreter::globalAtomic(const Instruction& in, size_t index) {
    const AtomicForm form = atomicForm(in.opcode, Opcode::GlobalAdd);
    GlobalRequest request;
    request.instruction = index;
    request.type = in.type;
    request.lanes = storing();
    addresses(in.sources[0], request);
    prepareOperand(registers_.width(), form, registers_.bits(in.sources[1], 0, scratch_[0]), data_[1]);
    const AtomicRequest atomic{.operation = form.operation,
                               .isSigned = isSignedType(in.type),
                               .operand = &data_[1],
                               .comparand = &registers_.bits(in.sources[1], 1, scratch_[1])};
    data_[0] = {};
    if (request.lanes.any()) units_->atomic(request, atomic, data_[0]);
    storeData(in.destinations[0], ValueType::U32, std::span(data_).first(1), false);
}

void Interpreter::privateMemory(const Instruction& in, size_t index) {
    const bool stores = in.opcode == Opcode::StorePrivate;
    GlobalRequest request;
    request.instruction = index;
    request.type = in.type;
    request.bytes = bytesOf(in.type);
    request.isPrivate = true;
    request.components = static_cast<unsigned>(std::min<size_t>(in.memory.size, kMostComponents));
    request.lanes = registers_.executing();
    const LaneWords& offset = registers_.bits(in.sources[0], 0, scratch_[0]);
    for (unsigned i = 0; i < registers_.width(); ++i) {
        request.address[i] = offset.lane[i] + static_cast<uint32_t>(in.memory.offset);
    }
    const std::span<LaneWords> data = std::span(data_).first(request.components);
    if (stores) {
        loadData(in.sources[1], in.type, data, false);
        units_->store(request, data);
    } else {
        for (LaneWords& words : data) words = {};
        units_->load(request, data);
        storeData(in.destinations[0], in.type, data, false);
    }
}

void Interpreter::localMemory(const Instruction& in) {
    const bool stores = in.opcode == Opcode::StoreLocal || in.opcode == Opcode::StoreStage;
    const bool stage = in.opcode == Opcode::LoadStage || in.opcode == Opcode::StoreStage;
    const WordPlaces places(stage ? context_.stage : context_.local, bytesOf(in.type), stage);
    const std::span<LaneWords> data = std::span(data_).first(std::min<size_t>(in.memory.size, kMostComponents));
    const LaneWords& offset = registers_.bits(in.sources[0], 0, scratch_[0]);
    if (stores) {
        loadData(in.sources[1], in.type, data, false);
        if (!places.any()) return;
        for (unsigned c = 0; c < data.size(); ++c) {
            const uint32_t start = static_cast<uint32_t>(in.memory.offset) + c * places.bytes();
            isa::forLanes(storing(),
                          [&](unsigned lane) { places.store(offset.lane[lane] + start, data[c].lane[lane]); });
        }
        return;
    }
    for (unsigned c = 0; c < data.size(); ++c) {
        const uint32_t start = static_cast<uint32_t>(in.memory.offset) + c * places.bytes();
        if (places.any())
            places.load(registers_.width(), offset, start, data[c]);
        else
            data[c] = {};
    }
    storeData(in.destinations[0], in.type, data, false);
}

void Interpreter::localAtomic(const Instruction& in) {
    const AtomicForm form = atomicForm(in.opcode, Opcode::LocalAdd);
    const LaneWords& offset = registers_.bits(in.sources[0], 0, scratch_[0]);
    prepareOperand(registers_.width(), form, registers_.bits(in.sources[1], 0, scratch_[1]), data_[1]);
    const LaneWords& comparand = registers_.bits(in.sources[1], 1, scratch_[2]);
    const std::span<std::byte> memory = context_.local;
    data_[0] = {};
    if (memory.size() >= sizeof(uint32_t)) {
        isa::forLanes(storing(), [&](unsigned lane) {
            const size_t wanted = offset.lane[lane];
            const size_t place = wanted + sizeof(uint32_t) <= memory.size() ? wanted : 0;
            uint32_t value = 0;
            std::memcpy(&value, &memory[place], sizeof value);
            data_[0].lane[lane] = value;
            value = isa::AtomicStep{.operation = form.operation,
                                    .operand = data_[1].lane[lane],
                                    .comparand = comparand.lane[lane],
                                    .isSigned = isSignedType(in.type)}(value);
            std::memcpy(&memory[place], &value, sizeof value);
        });
    }
    storeData(in.destinations[0], ValueType::U32, std::span(data_).first(1), false);
}

void Interpreter::loadVaryings(const Instruction& in, size_t index) {
    VaryingRequest request;
    request.instruction = index;
    request.lanes = registers_.executing();
    request.type = in.type;
    const std::span<LaneWords> data = std::span(data_).first(std::min<size_t>(in.memory.size, kMostComponents));
    for (unsigned c = 0; c < data.size(); ++c) {
        data[c] = {};
        request.location = static_cast<unsigned>(in.memory.offset) + c;
        units_->interpolate(request, data.subspan(c, 1));
    }
    storeData(in.destinations[0], in.type, data, false);
}

void Interpreter::storeConstants(const Instruction& in) {
    const isa::WaveMask lanes = registers_.executing();
    size_t number = static_cast<size_t>(in.destinations[0].value) + (in.memory.viaA1 ? wave_.address1 : 0);
    const std::span<LaneWords> data = std::span(data_).first(std::min<size_t>(in.memory.size, kMostComponents));
    loadData(in.sources[1], in.type, data, false);
    const unsigned lane = lanes.lowest();
    if (!isHalf(in.type)) {
        for (const LaneWords& words : data) registers_.storeConstant(number++, words.lane[lane]);
        return;
    }
    // Halves are consecutive.
    for (size_t c = 0; c < data.size(); c += 2) {
        const uint32_t before = registers_.constant(static_cast<int64_t>(number)) & ~kHalfMask;
        const uint32_t high = c + 1 < data.size() ? data[c + 1].lane[lane] << 16 : before;
        registers_.storeConstant(number++, high | data[c].lane[lane]);
    }
}

void Interpreter::loadGlobalConstants(const Instruction& in, size_t index) {
    GlobalRequest request;
    request.instruction = index;
    request.type = ValueType::U32;
    request.components = kComponents;
    request.lanes = isa::WaveMask::only(registers_.executing().lowest());
    addresses(in.sources[0], request);
    const unsigned lane = request.lanes.lowest();
    request.address[lane] += static_cast<uint64_t>(int64_t{in.memory.offset});
    size_t number = static_cast<size_t>(in.destinations[0].value) + (in.memory.viaA1 ? wave_.address1 : 0);
    const std::span<LaneWords> data = std::span(data_).first(kComponents);
    for (unsigned vector = 0; vector < in.memory.size; ++vector) {
        for (LaneWords& words : data) words = {};
        units_->load(request, data);
        for (const LaneWords& words : data) registers_.storeConstant(number++, words.lane[lane]);
        request.address[lane] += kComponents * sizeof(uint32_t);
    }
}

BufferRequest Interpreter::bufferRequest(const Instruction& in, size_t index) {
    const MemoryFields& fields = in.memory;
    BufferRequest request;
    request.instruction = index;
    request.lanes = registers_.executing();
    request.type = in.type;
    request.components = fields.elements + 1u;
    request.bindless = fields.bindless;
    request.base = fields.base;
    request.uniform = fields.mode != BufferMode::Nonuniform;
    request.number = &registers_.bits(in.sources[0], 0, vector_[0]);
    request.typed = fields.typed;
    request.offset = fields.offset;
    return request;
}

void Interpreter::uniform(const Instruction& in, size_t index) {
    BufferRequest request = bufferRequest(in, index);
    request.type = ValueType::U32;
    request.coordinates = 1;
    request.coordinate[0] = &registers_.bits(in.sources[1], 0, vector_[1]);
    const std::span<LaneWords> data = std::span(data_).first(kComponents);
    if (in.opcode == Opcode::LoadUniform) {
        const std::span<LaneWords> wanted = data.first(request.components);
        for (LaneWords& words : wanted) words = {};
        units_->loadUniform(request, wanted);
        return storeData(in.destinations[0], ValueType::U32, wanted, false);
    }
    request.components = kComponents;
    request.offset = 0;
    request.lanes = isa::WaveMask::only(registers_.executing().lowest());
    const unsigned lane = request.lanes.lowest();
    size_t number = wave_.address1;
    LaneWords place = *request.coordinate[0];
    request.coordinate[0] = &place;
    for (unsigned vector = 0; vector < in.memory.size; ++vector, ++place.lane[lane]) {
        for (LaneWords& words : data) words = {};
        units_->loadUniform(request, data);
        for (const LaneWords& words : data) registers_.storeConstant(number++, words.lane[lane]);
    }
}

void Interpreter::buffer(const Instruction& in, size_t index) {
    BufferRequest request = bufferRequest(in, index);
    const bool describes = isBetween(in.opcode, Opcode::BufferInfo, Opcode::BufferBase);
    if (!describes) {
        request.coordinates = in.memory.dimensions + 1u;
        for (unsigned i = 0; i < request.coordinates; ++i) {
            request.coordinate[i] = &registers_.bits(in.sources[1], i, vector_[1 + i]);
        }
    }
    std::span<LaneWords> data = std::span(data_).first(describes ? 3 : request.components);
    if (in.opcode == Opcode::StoreBuffer) {
        request.lanes = storing();
        loadData(in.sources[2], in.type, data, request.typed);
        if (request.lanes.any()) units_->storeBuffer(request, data);
        return;
    }
    for (LaneWords& words : data) words = {};
    if (in.opcode == Opcode::BufferInfo) {
        units_->describeBuffer(request, data);
    } else if (in.opcode == Opcode::BufferBase) {
        data = data.first(2);
        units_->locateDescriptor(request, data);
    } else if (in.opcode == Opcode::LoadBuffer) {
        units_->loadBuffer(request, data);
        return storeData(in.destinations[0], in.type, data, request.typed);
    } else {
        // The operand, and after it the comparand, follow the result's register.
        const AtomicForm form = bufferAtomicForm(in.opcode);
        request.lanes = storing();
        data = data.first(1);
        prepareOperand(registers_.width(), form, registers_.bits(in.destinations[0], 1, scratch_[0]), data_[1]);
        const AtomicRequest atomic{.operation = form.operation,
                                   .isSigned = isSignedType(in.type),
                                   .operand = &data_[1],
                                   .comparand = &registers_.bits(in.destinations[0], 2, scratch_[1])};
        if (request.lanes.any()) units_->atomicBuffer(request, atomic, data[0]);
    }
    storeData(in.destinations[0], ValueType::U32, data, false);
}

void Interpreter::systemValue(const Instruction& in) {
    LaneWords& value = data_[0];
    if (in.opcode == Opcode::GetFiberId) {
        for (unsigned i = 0; i < registers_.width(); ++i) value.lane[i] = i;
    } else {
        value.lane.fill(in.opcode == Opcode::GetWaveId ? context_.waveId : context_.processorId);
    }
    storeData(in.destinations[0], in.type, std::span(data_).first(1), false);
}

}  // namespace cyclorama::adreno::ir3
