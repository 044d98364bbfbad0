// SPDX-License-Identifier: MIT
#pragma once
// The operations of the command stream that Vivante chips alone have.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "families/vivante/engine2d/drawing.h"
#include "families/vivante/engine2d/filter_blit.h"
#include "gpu/command.h"
#include "machine/values/family_value.h"

namespace cyclorama::vivante {

/// State was written that no work follows; fetching it takes time all the same. The draw state already holds it.
struct TrailingState {};

/// Interleaves planes of luma and, at half its size each way, of chroma into one image of pixel pairs (the YUV tiler).
struct CombinePlanes {
    struct Plane {
        uint32_t address = 0;
        /// Bytes from row to row.
        uint32_t stride = 0;
    };
    Plane luma;
    /// The blue and red differences; the same plane where they are interleaved.
    Plane blue;
    Plane red;
    /// In an interleaved plane: the byte of a pair that holds the blue difference, 0 or 1.
    std::optional<uint32_t> blueByte;
    /// Format Yuyv.
    gpu::Surface destination;
    /// Pixels.
    uint32_t width = 0;
    uint32_t height = 0;
};

struct Operations {
    using Value = std::variant<TrailingState, CombinePlanes, engine2d::Drawing, engine2d::FilterBlit>;
    static std::string describe(const Value& value);
    static gpu::WorkKind kind(const Value& value);
    static gpu::FamilyOperation::WaitsFor waitsFor(const Value& value);
    static void apply(const Value& value, machine::OperationContext& context);
};
using Operation = machine::OperationOf<Operations>;

/// One of the operations above as one of the vocabulary.
inline gpu::Operation operation(const Operations::Value& value) { return std::make_shared<const Operation>(value); }

/// The value of such an operation; null for every other.
template <typename T>
const T* getIf(const gpu::Operation& operation) {
    return machine::getIf<Operation, T>(operation);
}

}  // namespace cyclorama::vivante
