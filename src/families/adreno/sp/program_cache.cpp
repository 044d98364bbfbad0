// SPDX-License-Identifier: MIT
#include "families/adreno/sp/program_cache.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>

#include "families/adreno/isa/codec.h"
#include "families/adreno/isa/encoding.h"

namespace cyclorama::adreno {
namespace {

uint64_t contentHash(std::span<const std::byte> bytes) {
    return std::hash<std::string_view>{}({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

bool storesForOthers(ir3::Opcode opcode) {
    return ir3::isBetween(opcode, ir3::Opcode::StoreGlobal, ir3::Opcode::StoreGlobalIndexed) ||
           opcode == ir3::Opcode::StoreBuffer;
}

bool isSharedAtomic(ir3::Opcode opcode) {
    return ir3::isBetween(opcode, ir3::Opcode::GlobalAdd, ir3::Opcode::GlobalXor) ||
           ir3::isBetween(opcode, ir3::Opcode::BufferAdd, ir3::Opcode::BufferXor);
}

/// True where nothing but NOP comes before the first END.
bool endsAtOnce(const ir3::Ir3Program& program) {
    for (const ir3::Step& step : program.steps) {
        if (!step.known) return false;
        if (step.instruction.opcode == ir3::Opcode::End) return true;
        if (step.instruction.opcode != ir3::Opcode::Nop) return false;
    }
    return false;
}

std::shared_ptr<const CachedProgram> makeCached(std::span<const std::byte> bytes) {
    auto cached = std::make_shared<CachedProgram>();
    cached->words.resize(bytes.size() / sizeof(uint64_t));
    if (!bytes.empty()) std::memcpy(cached->words.data(), bytes.data(), bytes.size());
    cached->program = ir3::makeProgram(cached->words);
    cached->isEmpty = endsAtOnce(cached->program);
    const size_t length = ir3::programLength(cached->words);
    for (size_t i = 0; i < std::min(length, cached->program.steps.size()); ++i) {
        const ir3::Step& step = cached->program.steps[i];
        if (!step.known) continue;
        const ir3::Opcode opcode = step.instruction.opcode;
        if (opcode == ir3::Opcode::PreambleStart) cached->hasPreamble = true;
        if (opcode == ir3::Opcode::LoadPrivate || opcode == ir3::Opcode::StorePrivate) cached->hasPrivateMemory = true;
        if (isSharedAtomic(opcode)) cached->hasAtomics = true;
        if (isSharedAtomic(opcode) || storesForOthers(opcode)) cached->writesMemory = true;
        if (ir3::usesSampler(opcode)) cached->usesSamplers = true;
    }
    return cached;
}

}  // namespace

std::shared_ptr<const CachedProgram> ProgramCache::find(const GpuMemory& memory, uint64_t address,
                                                        size_t instructions) {
    const size_t size = instructions * sizeof(uint64_t);
    const std::byte* const place = memory.find(address, size, MemoryClient::Instructions);
    if (place == nullptr) return nullptr;
    const std::span<const std::byte> bytes(place, size);
    std::vector<std::shared_ptr<const CachedProgram>>& candidates = byHash_[contentHash(bytes)];
    for (const auto& candidate : candidates)
        if (std::ranges::equal(std::as_bytes(std::span(candidate->words)), bytes)) return candidate;
    auto cached = makeCached(bytes);
    candidates.push_back(cached);
    if (++count_ > kMostPrograms) {
        byHash_.clear();
        count_ = 0;
    }
    return cached;
}

std::vector<std::string> textsOf(const void* program) {
    const std::vector<uint64_t>& words = static_cast<const CachedProgram*>(program)->words;
    std::vector<std::string> texts;
    for (const uint64_t word : std::span(words).first(ir3::programLength(words)))
        texts.push_back(ir3::disassemble(word));
    texts.resize(words.size());
    return texts;
}

}  // namespace cyclorama::adreno
