// SPDX-License-Identifier: MIT
#include "families/vivante/frontend/state_file.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace cyclorama::vivante {
namespace {

struct WordRange {
    uint32_t first = 0;
    uint32_t count = 0;

    constexpr bool contains(uint32_t word) const { return word - first < count; }
};

struct GroupRange {
    WordRange words;
    StateGroup group;
};

constexpr GroupRange kStateGroups[] = {
    {{"VS.INST_MEM"_reg.word(), 1024}, StateGroup::Instructions},
    {{"PS.INST_MEM"_reg.word(), 1024}, StateGroup::Instructions},
    {{"SH.INST_MEM"_reg.word(), 4096}, StateGroup::Instructions},
    {{"SH.UNK20000"_reg.word(), 8192}, StateGroup::Instructions},
    {{"VS.UNIFORMS"_reg.word(), 1024}, StateGroup::VertexUniforms},
    {{"PS.UNIFORMS"_reg.word(), 1024}, StateGroup::PixelUniforms},
    {{"SH.UNIFORMS"_reg.word(), 2048}, StateGroup::SharedUniforms},
    {{"SH.HALTI5_UNIFORMS"_reg.word(), 2048}, StateGroup::SharedUniforms},
    {{"TE.SAMPLER_CONFIG0"_reg.word(), 0x1000 / 4}, StateGroup::Textures},
    {{"NTE.SAMPLER_CONFIG0"_reg.word(), 0x1400 / 4}, StateGroup::Textures},
    {{"NTE.DESCRIPTOR_CONTROL"_reg.word(), 3}, StateGroup::Textures},
    {{"NTE.DESCRIPTOR_ADDR"_reg.word(), 0x1a00 / 4}, StateGroup::Textures},
    {{"TS.SAMPLER_CONFIG"_reg.word(), 32}, StateGroup::Textures},
    {{"TS.SAMPLER_SURFACE_BASE"_reg.word(), 8}, StateGroup::Textures},
    {{"FE.VERTEX_ELEMENT_CONFIG"_reg.word(), 0x200 / 4}, StateGroup::VertexStreams},
    {{"NFE.VERTEX_STREAMS_BASE_ADDR"_reg.word(), 0x100 / 4}, StateGroup::VertexStreams},
};

StateGroup groupOf(uint32_t word) {
    // By word; the first range that has it counts.
    static const std::vector<StateGroup> groups = [] {
        std::vector<StateGroup> all(kStateWords, StateGroup::Other);
        std::for_each(std::rbegin(kStateGroups), std::rend(kStateGroups), [&all](const GroupRange& range) {
            std::fill_n(all.begin() + range.words.first, range.words.count, range.group);
        });
        return all;
    }();
    return groups[word];
}

/// The pixel stage sees the same instructions, the vertex stage the same uniforms, at addresses of their own.
struct Mirror {
    WordRange words;
    uint32_t target = 0;
};

constexpr Mirror kMirrors[] = {
    {{"SH.INST_MEM_MIRROR"_reg.word(), 4096}, "SH.INST_MEM"_reg.word()},
    {{"SH.HALTI5_UNIFORMS_MIRROR"_reg.word(), 2048}, "SH.HALTI5_UNIFORMS"_reg.word()},
    {{"NTE.DESCRIPTOR_ADDR_MIRROR"_reg.word(), 256}, "NTE.DESCRIPTOR_ADDR"_reg.word()},
    {{"NTE.DESCRIPTOR_SAMP_CTRL0_MIRROR"_reg.word(), 640}, "NTE.DESCRIPTOR_SAMP_CTRL0"_reg.word()},
};

}  // namespace

StateFile::StateFile() : words_(kStateWords), written_(kStateWords) {
    for (const std::span<const RegisterInfo> table : kRegisterTables)
        for (const RegisterInfo& info : table)
            for (uint32_t i = 0; info.reset != 0 && i < info.array.count; ++i)
                for (uint32_t j = 0; j < info.inner.count; ++j)
                    words_[(info.offset + i * info.array.stride + j * info.inner.stride) / 4] = info.reset;
}

void StateFile::write(uint32_t word, uint32_t value) {
    store(word, value);
    for (const Mirror& mirror : kMirrors)
        if (mirror.words.contains(word)) store(mirror.target + (word - mirror.words.first), value);
}

uint32_t StateFile::afterWrite(uint32_t word, uint32_t value) const {
    const std::optional<RegisterPlace> place = findRegister(word);
    return place && place->masked ? maskedValue(*place->info, words_[word], value) : value;
}

void StateFile::store(uint32_t word, uint32_t value) {
    const uint32_t stored = afterWrite(word, value);
    if (!written_[word] || words_[word] != stored) ++generations_[static_cast<size_t>(groupOf(word))];
    written_[word] = true;
    words_[word] = stored;
}

}  // namespace cyclorama::vivante
