// SPDX-License-Identifier: MIT
#pragma once
// Reads captures of Vivante chips.

#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "families/vivante/capture/vivante_capture.h"
#include "family/capture/capture_reader.h"

namespace cyclorama::vivante {

/// True for a file that begins as a capture of this family does. Throws sim::Error where it cannot be read.
inline bool isVivanteCapture(const std::string& path) {
    return workload::captureTag(path) == capture::kForm.schema.tag;
}

class VivanteCaptureReader final : public family::CaptureReader {
  public:
    explicit VivanteCaptureReader(const std::string& path) : CaptureReader(path, capture::kForm) { readChip(); }
    /// Reads from memory, which has to stay valid; `name` stands for the file in errors.
    VivanteCaptureReader(std::span<const std::byte> bytes, std::string name)
        : CaptureReader(bytes, std::move(name), capture::kForm) {
        readChip();
    }

    const Chip& chip() const { return chip_; }

  private:
    void readChip() {
        chip_.name = readName();
        capture::visitNumbers(
            chip_, [this](auto& number) { number = readNumber<std::remove_reference_t<decltype(number)>>(); });
        if (chip_.pixelPipes < 1 || chip_.pixelPipes > 2) fail("the chip has neither one nor two pixel pipes");
    }

    Chip chip_;
};

}  // namespace cyclorama::vivante
