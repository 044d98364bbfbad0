// SPDX-License-Identifier: MIT
#pragma once
// Captures of Adreno chips: the form of the file, the chip in its header, and jobs. The commands of a job are in
// buffers; its record has, as its stream, little-endian:
//
//   bytes  meaning
//   4      streams; then for each
//   8        address
//   8        bytes
//   4      values that the command processor read from the always-on counter; then for each
//   8        value

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "device/objects/executor.h"
#include "families/adreno/chip/chip.h"
#include "family/capture/capture_reader.h"
#include "family/capture/capture_writer.h"

namespace cyclorama::adreno {

inline constexpr family::capture::FileForm kCaptureForm{.schema = {.tag = "Adr", .version = 1}, .addressBits = 64};

/// True for a file that begins as a capture of this family does. Throws sim::Error where it cannot be read.
bool isAdrenoCapture(const std::string& path);

/// The numbers of a chip, in the order of the file.
template <typename Visitor>
void visitNumbers(Chip& chip, Visitor&& visit) {
    for (uint32_t* const number :
         {&chip.chipId, &chip.gpuId, &chip.gmemBytes, &chip.highestBankBit, &chip.ubwcSwizzle, &chip.macrotileMode,
          &chip.shaderProcessors, &chip.registerVectors, &chip.fibersPerProcessor, &chip.instructionCacheUnits})
        visit(*number);
    for (uint64_t* const number : {&chip.gmemBase, &chip.addressSpaceBytes, &chip.maxFrequency}) visit(*number);
}

class AdrenoCaptureWriter final : public family::CaptureWriter {
  public:
    /// `output` has to outlive the writer.
    AdrenoCaptureWriter(workload::ByteOutput& output, const Chip& chip);
};

class AdrenoCaptureReader final : public family::CaptureReader {
  public:
    explicit AdrenoCaptureReader(const std::string& path) : CaptureReader(path, kCaptureForm) { readChip(); }
    /// Reads from memory, which has to stay valid; `name` stands for the file in errors.
    AdrenoCaptureReader(std::span<const std::byte> bytes, std::string name)
        : CaptureReader(bytes, std::move(name), kCaptureForm) {
        readChip();
    }

    const Chip& chip() const { return chip_; }

  private:
    void readChip();

    Chip chip_;
};

/// A job as a capture has it.
struct CapturedJob {
    std::vector<device::CommandStream> streams;
    std::vector<uint64_t> counterValues;

    std::vector<std::byte> bytes() const;
    /// Empty if the bytes are no job.
    static std::optional<CapturedJob> decode(std::span<const std::byte> bytes);
};

}  // namespace cyclorama::adreno
