#pragma once
// What the kernel refuses in a command stream, where the chip's MMU does not keep programs apart (Linux:
// etnaviv_cmd_parser.c): packets that jump, and addresses that are not relocations.

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "families/vivante/device/etnaviv_uapi.h"

namespace cyclorama::vivante {

/// Why a stream is refused; nothing where it is not. The relocations are in the order of their offsets.
std::optional<std::string> refusedStream(std::span<const uint32_t> stream,
                                         std::span<const etnaviv::SubmitReloc> relocs);

}  // namespace cyclorama::vivante
