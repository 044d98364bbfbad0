// SPDX-License-Identifier: MIT
#pragma once
// The attributes by which a vertex program hands its outputs to a fragment program.

#include <cstdint>
#include <optional>
#include <vector>

#include "virgl/tgsi/program.h"

namespace cyclorama::attila {

/// Attributes of a fragment: 0 is its position, 15 has its face in w, 1 and 2 its colours, 3 and 4 those of back faces;
/// the others are interpolated as they are, and so are 2 to 4 in programs that read no colours.
class ProgramLink {
  public:
    /// Gives each input of the fragment program an attribute. Throws virgl::Unsupported where there are not enough.
    explicit ProgramLink(const virgl::tgsi::TgsiProgram& fragment);

    /// The attribute of an output or input; nothing for one that the fragment program does not read.
    std::optional<uint32_t> attributeOf(virgl::tgsi::Semantic semantic, uint32_t index) const;

    /// The attribute with the w of clip coordinates in x, where the program reads the w of its place: 1/w, which the
    /// chip gives no fragment.
    std::optional<uint32_t> clipW() const;
    bool readsColors() const { return readsColors_; }

    /// The first attribute that no input has. Throws virgl::Unsupported where not `count` of them are left.
    uint32_t freeAttributes(uint32_t count) const;

    /// Bit i: attribute i has the value of the provoking vertex; colours do where `flatColors` says so.
    static uint32_t flatAttributes(const virgl::tgsi::TgsiProgram& fragment, bool flatColors);

  private:
    struct Entry {
        virgl::tgsi::Semantic semantic;
        uint32_t index;
        uint32_t attribute;
    };
    bool readsColors_;
    std::vector<Entry> entries_;
};

/// Component of an attribute.
struct AttributePlace {
    uint32_t attribute = 0;
    uint32_t component = 0;
};

/// Places of the distances to the enabled planes, from the lowest bit on. Throws virgl::Unsupported.
std::vector<AttributePlace> clipDistances(const ProgramLink& link, uint8_t planes);

/// The attribute with the place of a fragment of smooth points and lines, each component times the w of clip
/// coordinates, which is the fourth. Of points: x and y from the centre, and the radius and half a pixel. Of lines: the
/// distance across, that along from the middle, and half the length and half a pixel. Throws virgl::Unsupported.
uint32_t coverageAttribute(const ProgramLink& link);

/// The attribute with a vertex's edge flag in x, after those of the distances to planes. Throws virgl::Unsupported.
uint32_t edgeFlagAttribute(const ProgramLink& link, uint8_t planes);

}  // namespace cyclorama::attila
