// SPDX-License-Identifier: MIT
#pragma once
// The registers of the a6xx, found by name at compile time and by offset at run time. Their names, places and fields
// stand in the tables under registers/ alone; state, translation and dumps come from them.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "families/adreno/registers/cp_registers.h"
#include "families/adreno/registers/gras_registers.h"
#include "families/adreno/registers/hlsq_registers.h"
#include "families/adreno/registers/pc_registers.h"
#include "families/adreno/registers/rb_registers.h"
#include "families/adreno/registers/rbbm_registers.h"
#include "families/adreno/registers/register_info.h"
#include "families/adreno/registers/sp_registers.h"
#include "families/adreno/registers/tpl1_registers.h"
#include "families/adreno/registers/vbif_registers.h"
#include "families/adreno/registers/vfd_registers.h"
#include "families/adreno/registers/vpc_registers.h"
#include "families/adreno/registers/vsc_uche_registers.h"

namespace cyclorama::adreno {

/// Registers that a packet of type 4 can name.
inline constexpr uint32_t kRegisterCount = 1u << 18;
/// Bits of a word that name one.
inline constexpr uint32_t kRegisterBits = kRegisterCount - 1;

inline constexpr std::array<std::span<const RegisterInfo>, 12> kRegisterTables = {
    kRbbmRegisters, kCpRegisters, kVscUcheRegisters, kVbifRegisters, kGrasRegisters, kRbRegisters,
    kVpcRegisters,  kPcRegisters, kVfdRegisters,     kSpRegisters,   kTpl1Registers, kHlsqRegisters};

/// A register of the tables, by its place.
struct Register {
    uint32_t offset = 0;
    uint32_t stride = 0;

    constexpr uint32_t word(uint32_t index = 0) const { return offset + index * stride; }
};

/// A field of a register.
struct Field {
    Register reg;
    ValueInfo value;

    /// In units of one, whatever the field's unit.
    constexpr uint64_t of(uint64_t word) const { return value.of(word) << value.shift; }
};

/// The row of a name, at compile time. Loops by pointers: compilers count steps, and lists of names look up many.
consteval const RegisterInfo* registerRow(std::string_view name) {
    for (const std::span<const RegisterInfo>& table : kRegisterTables)
        for (const RegisterInfo *info = table.data(), *end = info + table.size(); info != end; ++info)
            if (info->name.size() == name.size() && info->name == name) return info;
    throw "no register has this name";
}

inline namespace literals {

/// "RB_MRT[].PITCH"_reg: does not compile where the tables have no such register.
consteval Register operator""_reg(const char* text, size_t size) {
    const RegisterInfo* const info = registerRow({text, size});
    return {info->offset, info->array.stride};
}

/// "RB_DEPTH_CNTL/Z_TEST_ENABLE"_field.
consteval Field operator""_field(const char* text, size_t size) {
    const std::string_view name(text, size);
    const size_t slash = name.rfind('/');
    const RegisterInfo* const info = registerRow(name.substr(0, slash));
    for (const FieldInfo& field : info->fields)
        if (field.name == name.substr(slash + 1)) return {{info->offset, info->array.stride}, field.value};
    throw "no field has this name";
}

}  // namespace literals

/// A register, and the index that names it in its array.
struct RegisterPlace {
    const RegisterInfo* info = nullptr;
    uint32_t index = 0;
    /// Words after its first: 1 for the upper half of a register of 64 bits.
    uint32_t word = 0;
};

/// Registers that are numbered together.
class RegisterSpace {
  public:
    explicit RegisterSpace(std::span<const std::span<const RegisterInfo>> tables);

    /// The register at an offset; none where the tables have none.
    std::optional<RegisterPlace> find(uint32_t offset) const;
    /// "GRAS_CL_VPORT[0x1].XOFFSET", "RB_DEPTH_CNTL"; the number of a register that has no name.
    std::string name(uint32_t offset) const;

  private:
    /// For each offset up to the last that has a name.
    std::vector<RegisterPlace> places_;
};

/// Registers of the GPU, which packets write.
const RegisterSpace& gpuRegisters();
/// Registers of the power management unit beside the GPU.
const RegisterSpace& gmuRegisters();
/// Registers that the command processor's firmware keeps for itself.
const RegisterSpace& firmwareRegisters();
/// Registers of the fixed functions after that firmware.
const RegisterSpace& pipeRegisters();

}  // namespace cyclorama::adreno
