// SPDX-License-Identifier: MIT
#pragma once
// Records what a program makes a Vivante chip do.

#include <cstddef>
#include <cstdint>
#include <span>

#include "families/vivante/capture/vivante_capture.h"
#include "family/capture/capture_writer.h"

namespace cyclorama::vivante {

class VivanteCaptureWriter final : public family::CaptureWriter {
  public:
    /// `output` has to outlive the writer.
    VivanteCaptureWriter(workload::ByteOutput& output, const Chip& chip) : CaptureWriter(output, capture::kForm) {
        writeName(chip.name);
        Chip numbers = chip;
        capture::visitNumbers(numbers, [this](const auto& number) { writeNumber(number); });
    }

    /// A command stream is about to be executed, at `address` of the context.
    void submit(uint32_t context, uint32_t address, bool pipe2d, std::span<const std::byte> stream) {
        writeChanges();
        write(capture::Submit{.context = context,
                              .address = address,
                              .engine = static_cast<uint8_t>(pipe2d),
                              .stream = {stream.begin(), stream.end()}});
    }
};

}  // namespace cyclorama::vivante
