// SPDX-License-Identifier: MIT
// Loads and stores by address, in private memory, and of uniform buffers.
#include "families/adreno/sp/stage_units.h"

#include <algorithm>
#include <cstring>

#include "families/adreno/sp/shading_findings.h"

namespace cyclorama::adreno {
namespace {

using ir3::LaneWords;

/// A wave that has every second address within this many bytes is looked up at once.
constexpr uint64_t kLookedUpAtOnce = uint64_t{1} << 20;

/// The bytes that a request's lanes access, where they are close together and are all mapped.
class LaneRange {
  public:
    LaneRange(const GpuMemory& memory, const ir3::GlobalRequest& request, uint64_t bytes) {
        uint64_t lowest = ~uint64_t{0};
        uint64_t highest = 0;
        isa::forLanes(request.lanes, [&](unsigned lane) {
            lowest = std::min(lowest, request.address[lane]);
            highest = std::max(highest, request.address[lane]);
        });
        if (lowest > highest || highest - lowest > kLookedUpAtOnce) return;
        first_ = lowest;
        place_ = memory.look(lowest, highest - lowest + bytes);
    }
    explicit operator bool() const { return place_ != nullptr; }
    std::byte* at(uint64_t address) const { return place_ + (address - first_); }

  private:
    std::byte* place_ = nullptr;
    uint64_t first_ = 0;
};

/// Calls use(lane, place) for each lane whose bytes are mapped; the others are findings.
template <typename Use>
void forMapped(const GpuMemory& memory, const ir3::GlobalRequest& request, MemoryClient client, Use use) {
    const uint64_t bytes = uint64_t{request.bytes} * request.components;
    if (const LaneRange range(memory, request, bytes); range) {
        isa::forLanes(request.lanes, [&](unsigned lane) { use(lane, range.at(request.address[lane])); });
        return;
    }
    isa::forLanes(request.lanes, [&](unsigned lane) {
        if (std::byte* const place = memory.find(request.address[lane], bytes, client)) use(lane, place);
    });
}

template <typename Word>
void loadWords(std::span<LaneWords> data, unsigned lane, const std::byte* place) {
    for (size_t c = 0; c < data.size(); ++c) {
        Word word;
        std::memcpy(&word, place + c * sizeof(Word), sizeof word);
        data[c].lane[lane] = word;
    }
}

template <typename Word>
void storeWords(std::span<const LaneWords> data, unsigned lane, std::byte* place) {
    for (size_t c = 0; c < data.size(); ++c) {
        const auto word = static_cast<Word>(data[c].lane[lane]);
        std::memcpy(place + c * sizeof(Word), &word, sizeof word);
    }
}

}  // namespace

ir3::GlobalRequest StageUnits::privatePlaces(const ir3::GlobalRequest& request, unsigned component) const {
    constexpr uint64_t kFibers = PrivateMemory::kWaveFibers;
    const PrivateMemory& memory = resources_.privateMemory;
    ir3::GlobalRequest places = request;
    places.components = 1;
    places.lanes = {};
    const uint64_t processor = memory.address + memory.bytesPerProcessor * slot_.processor;
    isa::forLanes(request.lanes, [&](unsigned lane) {
        const uint64_t offset = request.address[lane] + uint64_t{component} * request.bytes;
        if (offset + request.bytes > memory.bytesPerFiber) {
            resources_.reporter->report(findings::kPrivateMemory, name(resources_.stage));
            return;
        }
        places.lanes |= isa::WaveMask::only(lane);
        const unsigned fiberOfWave = slot_.firstFiber + lane;
        if (memory.perWave) {
            const uint64_t wave = slot_.wave * kFibers * memory.bytesPerFiber;
            places.address[lane] = processor + wave + (offset / 4 * kFibers + fiberOfWave) * 4 + offset % 4;
        } else {
            const uint64_t fiber = (uint64_t{fiberOfWave / 4} * memory.waves + slot_.wave) * 4 + fiberOfWave % 4;
            places.address[lane] = processor + fiber * memory.bytesPerFiber + offset;
        }
    });
    return places;
}

void StageUnits::load(const ir3::GlobalRequest& request, std::span<LaneWords> data) {
    if (request.isPrivate) {
        for (unsigned c = 0; c < data.size(); ++c) {
            ir3::GlobalRequest places = privatePlaces(request, c);
            places.isPrivate = false;
            loadFrom(places, MemoryClient::PrivateMemory, data.subspan(c, 1));
        }
        return;
    }
    loadFrom(request, MemoryClient::Program, data);
}

void StageUnits::store(const ir3::GlobalRequest& request, std::span<const LaneWords> data) {
    if (request.isPrivate) {
        for (unsigned c = 0; c < data.size(); ++c) {
            ir3::GlobalRequest places = privatePlaces(request, c);
            places.isPrivate = false;
            storeTo(places, MemoryClient::PrivateMemory, data.subspan(c, 1));
        }
        return;
    }
    storeTo(request, MemoryClient::Program, data);
}

void StageUnits::loadFrom(const ir3::GlobalRequest& request, MemoryClient client, std::span<LaneWords> data) {
    if (addresses_ != nullptr) reportLanes(request);
    forMapped(*resources_.memory, request, client, [&](unsigned lane, const std::byte* place) {
        if (request.bytes == 4) return loadWords<uint32_t>(data, lane, place);
        if (request.bytes == 2) return loadWords<uint16_t>(data, lane, place);
        loadWords<uint8_t>(data, lane, place);
    });
}

void StageUnits::storeTo(const ir3::GlobalRequest& request, MemoryClient client, std::span<const LaneWords> data) {
    if (addresses_ != nullptr) reportLanes(request);
    forMapped(*resources_.memory, request, client, [&](unsigned lane, std::byte* place) {
        if (request.bytes == 4) return storeWords<uint32_t>(data, lane, place);
        if (request.bytes == 2) return storeWords<uint16_t>(data, lane, place);
        storeWords<uint8_t>(data, lane, place);
    });
}

void StageUnits::atomic(const ir3::GlobalRequest& request, const ir3::AtomicRequest& atomic, LaneWords& data) {
    if (addresses_ != nullptr) reportLanes(request);
    forMapped(*resources_.memory, request, MemoryClient::Program,
              [&](unsigned lane, std::byte* place) { data.lane[lane] = atomic.step(lane).apply(place); });
}

void StageUnits::loadUniform(const ir3::BufferRequest& request, std::span<LaneWords> data) {
    constexpr uint64_t kVectorWords = 4;
    isa::forEqualLanes(request.lanes, request.number->lane, request.uniform, [&](isa::WaveMask lanes, uint32_t number) {
        const UniformBuffer buffer = uniformBuffer(resources_, baseOf(request), number);
        const uint64_t words = buffer.vectors * kVectorWords;
        if (addresses_ != nullptr) reportUniforms(request, lanes, buffer, static_cast<unsigned>(data.size()));
        // Reads beyond the buffer's end give zero, and are no fault.
        const std::byte* const all = resources_.memory->lookAtOnce(buffer.address, words * sizeof(uint32_t));
        isa::forLanes(lanes, [&](unsigned lane) {
            const uint64_t first = uint64_t{request.coordinate[0]->lane[lane]} * kVectorWords +
                                   static_cast<uint64_t>(int64_t{request.offset});
            for (size_t c = 0; c < data.size(); ++c) {
                if (first + c >= words) continue;
                const uint64_t place = (first + c) * sizeof(uint32_t);
                if (all != nullptr)
                    std::memcpy(&data[c].lane[lane], all + place, sizeof(uint32_t));
                else
                    data[c].lane[lane] =
                        resources_.memory->load<uint32_t>(buffer.address + place, MemoryClient::Uniforms);
            }
        });
    });
}

void StageUnits::locateDescriptor(const ir3::BufferRequest& request, std::span<LaneWords> data) {
    if (!request.bindless) return;
    isa::forLanes(request.lanes, [&](unsigned lane) {
        const uint64_t address = bindlessAddress(resources_, request.base, request.number->lane[lane]);
        data[0].lane[lane] = static_cast<uint32_t>(address);
        data[1].lane[lane] = static_cast<uint32_t>(address >> 32);
    });
}

}  // namespace cyclorama::adreno
