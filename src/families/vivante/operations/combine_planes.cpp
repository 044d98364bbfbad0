// SPDX-License-Identifier: MIT
#include "families/vivante/operations/combine_planes.h"

#include <algorithm>
#include <cstring>
#include <span>

namespace cyclorama::vivante {

std::array<uint32_t, 3> planeAddresses(const CombinePlanes& operation, uint32_t x, uint32_t y) {
    const uint32_t luma = operation.luma.address + y * operation.luma.stride + x;
    const uint32_t blue = operation.blue.address + y / 2 * operation.blue.stride;
    const uint32_t red = operation.red.address + y / 2 * operation.red.stride;
    if (!operation.blueByte) return {luma, blue + x / 2, red + x / 2};
    const uint32_t pair = x / 2 * 2;
    return {luma, blue + pair + (*operation.blueByte & 1), red + pair + (~*operation.blueByte & 1)};
}

machine::ResolveResult combinePlanes(const CombinePlanes& operation, machine::Surfaces& surfaces,
                                     mem::AddressSpace& memory) {
    using machine::ResolveResult;
    constexpr uint32_t kBytes = 2;
    if (operation.destination.format != func::Format::Yuyv) return ResolveResult::Unsupported;
    if (operation.width == 0 || operation.height == 0) return ResolveResult::Done;
    const uint32_t columns = std::min(operation.width, operation.destination.width);
    const uint32_t rows = std::min(operation.height, operation.destination.height);
    const machine::MappedSurface destination =
        surfaces.image(machine::upTo(operation.destination, operation.width, operation.height, true));
    const auto inMemory = [&memory](const CombinePlanes::Plane& plane, uint32_t bytes, uint32_t lines) {
        return lines == 0 || memory.contains(plane.address, uint64_t{plane.stride} * (lines - 1) + bytes);
    };
    const uint32_t chromaBytes = (columns + 1) / 2 * (operation.blueByte ? 2 : 1);
    if (!destination.valid || !inMemory(operation.luma, columns, rows) ||
        !inMemory(operation.blue, chromaBytes, (rows + 1) / 2) || !inMemory(operation.red, chromaBytes, (rows + 1) / 2))
        return ResolveResult::OutOfMemory;
    for (uint32_t y = 0; y < rows; ++y)
        for (uint32_t x = 0; x < columns; ++x) {
            const auto [luma, blue, red] = planeAddresses(operation, x, y);
            std::array<std::byte, kBytes> pixel{};
            memory.read(luma, std::span(pixel).first(1));
            memory.read(x % 2 == 0 ? blue : red, std::span(pixel).last(1));
            const uint32_t offset = destination.layout->offset(x, y);
            if (destination.status.enabled()) destination.status.open(destination.bytes, offset, kBytes);
            std::memcpy(destination.bytes.data() + offset, pixel.data(), kBytes);
        }
    return ResolveResult::Done;
}

}  // namespace cyclorama::vivante
