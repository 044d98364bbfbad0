// SPDX-License-Identifier: MIT
#pragma once
// The kernel's check of a command stream for a chip whose MMU does not keep programs apart (Linux:
// etnaviv_cmd_parser.c): it refuses packets that jump, and addresses that are not relocations.

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "families/vivante/uapi/etnaviv_uapi.h"

namespace cyclorama::vivante {

/// The reason of a refusal, if any. The relocations are in the order of their offsets.
std::optional<std::string> refusedStream(std::span<const uint32_t> stream,
                                         std::span<const etnaviv::SubmitReloc> relocs);

}  // namespace cyclorama::vivante
