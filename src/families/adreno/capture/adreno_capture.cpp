// SPDX-License-Identifier: MIT
#include "families/adreno/capture/adreno_capture.h"

#include <type_traits>

#include "families/adreno/chip/generation.h"

namespace cyclorama::adreno {
namespace {

constexpr uint32_t kLargestGmem = 1 << 24;
constexpr uint32_t kMostProcessors = 64;

template <typename T>
void append(std::vector<std::byte>& bytes, T number) {
    for (size_t i = 0; i < sizeof(T); ++i) bytes.push_back(static_cast<std::byte>(number >> (8 * i)));
}

/// Takes numbers off the front; empty if too few bytes are left.
class Numbers {
  public:
    explicit Numbers(std::span<const std::byte> bytes) : bytes_(bytes) {}

    template <typename T>
    std::optional<T> take() {
        if (bytes_.size() < sizeof(T)) return std::nullopt;
        T number = 0;
        for (size_t i = 0; i < sizeof(T); ++i) number |= static_cast<T>(static_cast<T>(bytes_[i]) << (8 * i));
        bytes_ = bytes_.subspan(sizeof(T));
        return number;
    }
    bool empty() const { return bytes_.empty(); }

  private:
    std::span<const std::byte> bytes_;
};

}  // namespace

bool isAdrenoCapture(const std::string& path) { return workload::captureTag(path) == kCaptureForm.schema.tag; }

AdrenoCaptureWriter::AdrenoCaptureWriter(workload::ByteOutput& output, const Chip& chip)
    : CaptureWriter(output, kCaptureForm) {
    writeName(chip.name);
    Chip numbers = chip;
    visitNumbers(numbers, [this](const auto& number) { writeNumber(number); });
}

void AdrenoCaptureReader::readChip() {
    chip_.name = readName();
    visitNumbers(chip_, [this](auto& number) { number = readNumber<std::remove_reference_t<decltype(number)>>(); });
    const std::optional<GpuGeneration> generation = generationOf(chip_.chipId);
    if (!generation) fail("the chip is not of the sixth generation");
    chip_.generation = *generation;
    if (chip_.gmemBytes > kLargestGmem || chip_.shaderProcessors == 0 || chip_.shaderProcessors > kMostProcessors)
        fail("there is no chip of such sizes");
}

std::vector<std::byte> CapturedJob::bytes() const {
    std::vector<std::byte> bytes;
    append(bytes, static_cast<uint32_t>(streams.size()));
    for (const device::CommandStream& stream : streams) {
        append(bytes, stream.address);
        append(bytes, stream.bytes);
    }
    append(bytes, static_cast<uint32_t>(counterValues.size()));
    for (const uint64_t value : counterValues) append(bytes, value);
    return bytes;
}

std::optional<CapturedJob> CapturedJob::decode(std::span<const std::byte> bytes) {
    Numbers numbers(bytes);
    CapturedJob job;
    const auto streams = numbers.take<uint32_t>();
    for (uint32_t i = 0; streams && i < *streams; ++i) {
        const auto address = numbers.take<uint64_t>();
        const auto size = numbers.take<uint64_t>();
        if (!address || !size) return std::nullopt;
        job.streams.push_back({.address = *address, .bytes = *size});
    }
    const auto values = numbers.take<uint32_t>();
    for (uint32_t i = 0; values && i < *values; ++i) {
        const auto value = numbers.take<uint64_t>();
        if (!value) return std::nullopt;
        job.counterValues.push_back(*value);
    }
    return values && numbers.empty() ? std::optional(std::move(job)) : std::nullopt;
}

}  // namespace cyclorama::adreno
