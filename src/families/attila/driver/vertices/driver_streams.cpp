// SPDX-License-Identifier: MIT
#include "families/attila/driver/vertices/driver_streams.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <vector>

#include "virgl/protocol/refusal.h"

namespace cyclorama::attila {

VertexStream DriverStreams::converted(uint32_t attribute, const VertexFormat& format, const VertexEntries& entries) {
    const uint64_t there = entries.stride == 0 ? 1 : (entries.bytes.size() + entries.stride - 1) / entries.stride;
    std::vector<func::Vec4> values(std::max<uint64_t>(std::min(there, entries.count), 1));
    for (size_t i = 0; i < values.size(); ++i)
        values[i] = vertexValue(format, entries.bytes.subspan(std::min(i * entries.stride, entries.bytes.size())));
    const auto bytes = std::as_bytes(std::span(values));
    converted_[attribute] = Allocation();
    converted_[attribute] = Allocation(driver_.memory, bytes.size());
    driver_.transactions.writeMemory(converted_[attribute].address(), bytes);
    return {.address = converted_[attribute].address(),
            .stride = entries.stride == 0 ? 0u : uint32_t{sizeof(func::Vec4)}};
}

VertexStream DriverStreams::instanceNumbers(uint32_t first, uint32_t end) {
    constexpr uint32_t kMostInstances = 1 << 20;
    constexpr uint32_t kFewestInstances = 64;
    if (end > kMostInstances) throw virgl::Unsupported("more than 2^20 instances with numbers");
    if (end > instanceCount_) {
        std::vector<float> numbers(std::max(std::bit_ceil(end), kFewestInstances));
        std::iota(numbers.begin(), numbers.end(), 0.0f);
        instances_ = Allocation(driver_.memory, numbers.size() * sizeof(float));
        driver_.transactions.writeMemory(instances_.address(), std::as_bytes(std::span(numbers)));
        instanceCount_ = static_cast<uint32_t>(numbers.size());
    }
    return {.address = instances_.address() + first * uint32_t{sizeof(float)},
            .stride = sizeof(float),
            .components = 1,
            .divisor = 1};
}

}  // namespace cyclorama::attila
