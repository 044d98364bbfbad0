// SPDX-License-Identifier: MIT
#pragma once
// The registers of the state space: 256 KiB of 32-bit words, found by name at compile time and by offset at run time.
// Their names, places and fields stand in the tables under registers/ alone; decoding, masking, the translation to the
// vocabulary and the dumps come from them.

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "families/vivante/frontend/registers/blit_registers.h"
#include "families/vivante/frontend/registers/drawing_registers.h"
#include "families/vivante/frontend/registers/fetch_registers.h"
#include "families/vivante/frontend/registers/other_registers.h"
#include "families/vivante/frontend/registers/pixel_registers.h"
#include "families/vivante/frontend/registers/raster_registers.h"
#include "families/vivante/frontend/registers/register_info.h"
#include "families/vivante/frontend/registers/resolve_registers.h"
#include "families/vivante/frontend/registers/shader_registers.h"
#include "families/vivante/frontend/registers/texture_registers.h"

namespace cyclorama::vivante {

/// Words of the state space.
inline constexpr uint32_t kStateWords = 65536;

inline constexpr std::array<std::span<const RegisterInfo>, 9> kRegisterTables = {
    kFetchRegisters,   kShaderRegisters,  kRasterRegisters,  kPixelRegisters, kBlitRegisters,
    kResolveRegisters, kTextureRegisters, kDrawingRegisters, kOtherRegisters};

/// A register of the tables, by its place.
struct Register {
    uint32_t offset = 0;
    uint32_t stride = 0;
    uint32_t innerStride = 0;

    /// Word of the state space.
    constexpr uint32_t word(uint32_t index = 0, uint32_t inner = 0) const {
        return (offset + index * stride + inner * innerStride) / 4;
    }
};

/// A field of a register.
struct Field {
    Register reg;
    uint8_t low = 0;
    uint8_t bits = 32;

    constexpr uint32_t of(uint32_t value) const { return bits == 32 ? value : (value >> low) & ((1u << bits) - 1u); }
};

inline namespace literals {

/// "PE.COLOR_STRIDE"_reg: does not compile where the tables have no such register.
consteval Register operator""_reg(const char* text, size_t size) {
    const std::string_view name(text, size);
    for (const std::span<const RegisterInfo> table : kRegisterTables)
        for (const RegisterInfo& info : table)
            if (info.name == name) return {info.offset, info.array.stride, info.inner.stride};
    throw "no register has this name";
}

/// "PE.DEPTH_CONFIG.DEPTH_MODE"_field.
consteval Field operator""_field(const char* text, size_t size) {
    const std::string_view name(text, size);
    const size_t dot = name.rfind('.');
    for (const std::span<const RegisterInfo> table : kRegisterTables)
        for (const RegisterInfo& info : table)
            if (info.name == name.substr(0, dot))
                for (const FieldInfo& field : info.fields)
                    if (field.name == name.substr(dot + 1))
                        return {{info.offset, info.array.stride, info.inner.stride}, field.low, field.bits};
    throw "no field has this name";
}

}  // namespace literals

/// A register and the indices that name it in its arrays.
struct RegisterPlace {
    const RegisterInfo* info = nullptr;
    uint32_t index = 0;
    uint32_t inner = 0;
    /// Some of its fields have mask bits: what is written goes through maskedValue().
    bool masked = false;
};

/// The register at a word of the state space; none where the tables have none.
std::optional<RegisterPlace> findRegister(uint32_t word);

/// "NTE.SAMPLER_ADDR_LOD[2][0]".
std::string registerName(const RegisterPlace& place);

/// The value as people read it: "DEPTH_MODE=Z, DEPTH_FUNC=LESS, WRITE_ENABLE", "0.5", "0x00001000".
std::string describeValue(const RegisterInfo& info, uint32_t value);

/// The register's content after `value` is written to it: fields whose mask bit is set keep their previous value.
uint32_t maskedValue(const RegisterInfo& info, uint32_t previous, uint32_t value);

}  // namespace cyclorama::vivante
