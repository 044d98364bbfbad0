// SPDX-License-Identifier: MIT
// A program that computes with Vulkan and holds each result against what it has to be: tests run it on a simulated GPU.
// Its argument says what to try. Exit status 0 where all is right, else 1 and the line of what is not.

#include <array>
#include <bit>
#include <chrono>
#include <cstring>
#include <string_view>

#include "addresses_comp.h"
#include "atomics_comp.h"
#include "compute_machine.h"
#include "endless_comp.h"
#include "fill_comp.h"
#include "flow_comp.h"
#include "halves_comp.h"
#include "images_comp.h"
#include "matrix_comp.h"
#include "reduction_comp.h"
#include "robustness_comp.h"
#include "scratch_comp.h"
#include "selection_comp.h"
#include "subgroups_comp.h"
#include "texels_comp.h"
#include "uniforms_comp.h"

namespace vulkan_compute {
namespace {

void fill() {
    ComputeMachine machine;
    const Buffer output = machine.makeBuffer(700 + 4);
    const std::array<uint32_t, 2> arguments = {3, 11};
    SUCCEED(machine.run(fill_comp, std::array{storage(0, output)}, arguments, 7));
    for (uint32_t i = 0; i < 700; ++i) EXPECT(output.words[i] == i * 3 + 11 + 7);
    for (uint32_t i = 700; i < 704; ++i) EXPECT(output.words[i] == 0xcdcdcdcd);
}

void indirect() {
    ComputeMachine machine;
    const Buffer counts = machine.makeBuffer(64);
    const std::array<uint32_t, 2> arguments = {5, 1};
    // Turnip copies the numbers where they are not at a multiple of 16 bytes.
    for (const uint32_t place : {0u, 4u, 9u}) {
        const Buffer output = machine.makeBuffer(1000);
        counts.words[place] = 9;
        counts.words[place + 1] = 1;
        counts.words[place + 2] = 1;
        SUCCEED(machine.runIndirect(fill_comp, std::array{storage(0, output)}, arguments, counts, place * 4));
        for (uint32_t i = 0; i < 900; ++i) EXPECT(output.words[i] == i * 5 + 1 + 9);
        for (uint32_t i = 900; i < 1000; ++i) EXPECT(output.words[i] == 0xcdcdcdcd);
    }
    const Buffer untouched = machine.makeBuffer(100);
    counts.words[0] = 0;
    SUCCEED(machine.runIndirect(fill_comp, std::array{storage(0, untouched)}, arguments, counts, 0));
    for (const uint32_t word : untouched.words) EXPECT(word == 0xcdcdcdcd);
}

/// Small integers as floats: all sums are exact. Prints the time of the product alone.
void matrix(uint32_t n) {
    ComputeMachine machine;
    const Buffer a = machine.makeBuffer(n * n);
    const Buffer b = machine.makeBuffer(n * n);
    const Buffer c = machine.makeBuffer(n * n);
    const auto valueA = [](uint32_t row, uint32_t column) { return static_cast<int>((row * 3 + column * 7) % 11) - 5; };
    const auto valueB = [](uint32_t row, uint32_t column) { return static_cast<int>((row * 5 + column) % 13) - 6; };
    for (uint32_t row = 0; row < n; ++row) {
        for (uint32_t column = 0; column < n; ++column) {
            a.words[row * n + column] = std::bit_cast<uint32_t>(static_cast<float>(valueA(row, column)));
            b.words[row * n + column] = std::bit_cast<uint32_t>(static_cast<float>(valueB(row, column)));
        }
    }
    const auto start = std::chrono::steady_clock::now();
    SUCCEED(machine.run(matrix_comp, std::array{storage(0, a), storage(1, b), storage(2, c)}, std::array{n}, n / 16,
                        n / 16));
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    std::printf("product of %ux%u: %.3f s\n", n, n, time.count());
    const uint32_t step = n > 128 ? 37 : 1;
    for (uint32_t row = 0; row < n; row += step) {
        for (uint32_t column = 0; column < n; column += step) {
            int sum = 0;
            for (uint32_t k = 0; k < n; ++k) sum += valueA(row, k) * valueB(k, column);
            EXPECT(std::bit_cast<float>(c.words[row * n + column]) == static_cast<float>(sum));
        }
    }
}

void reduction(uint32_t groups) {
    ComputeMachine machine;
    const Buffer input = machine.makeBuffer(groups * 256);
    const Buffer sums = machine.makeBuffer(groups);
    for (uint32_t i = 0; i < input.words.size(); ++i) input.words[i] = i * 2654435761u;
    const auto start = std::chrono::steady_clock::now();
    SUCCEED(machine.run(reduction_comp, std::array{storage(0, input), storage(1, sums)}, {}, groups));
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    std::printf("reduction of %u words: %.3f s\n", groups * 256, time.count());
    for (uint32_t group = 0; group < groups; ++group) {
        uint32_t sum = 0;
        for (uint32_t i = 0; i < 256; ++i) sum += input.words[group * 256 + i];
        EXPECT(sums.words[group] == sum);
    }
}

void subgroups() {
    ComputeMachine machine;
    const Buffer output = machine.makeBuffer(256 * 16);
    SUCCEED(machine.run(subgroups_comp, std::array{storage(0, output)}, {}, 1));
    const uint32_t size = output.words[0];
    EXPECT(size == 64 || size == 128);
    for (uint32_t id = 0; id < 256; ++id) {
        const auto word = [&](uint32_t index) { return output.words[id * 16 + index]; };
        const uint32_t first = id / size * size;
        const uint32_t lane = id % size;
        uint32_t sum = 0;
        uint32_t inclusive = 0;
        uint32_t most = 0;
        for (uint32_t i = first; i < first + size; ++i) {
            sum += i + 1;
            if (i <= id) inclusive += i;
            most = std::max(most, i ^ 0x55);
        }
        EXPECT(word(0) == size && word(1) == id / size && word(2) == lane);
        EXPECT(word(3) == sum);
        EXPECT(word(4) == inclusive && word(5) == inclusive - id);
        EXPECT(word(6) == most);
        EXPECT(word(7) == (id ^ 5));
        EXPECT(word(8) == first + (lane * 7 + 3) % size);
        EXPECT(word(9) == size / 4);
        EXPECT(word(10) == first * 2);
        EXPECT(word(11) == (first + 9 > 128 ? 1u : 0u));
        EXPECT(word(12) == (first + size <= 200 ? 1u : 0u));
        EXPECT(lane == 0 || word(13) == id - 1);
        EXPECT(word(14) == (lane == 0 ? 1u : 0u));
        EXPECT(word(15) == ((id & 1) != 0 ? size / 2 : first));
    }
}

void atomics() {
    ComputeMachine machine;
    const Buffer output = machine.makeBuffer(8 + 1024 + 16);
    std::memset(output.words.data(), 0, output.words.size_bytes());
    output.words[1] = ~0u;
    SUCCEED(machine.run(atomics_comp, std::array{storage(0, output)}, {}, 16));
    uint32_t flips = 0;
    for (uint32_t i = 0; i < 1024; ++i) flips ^= i;
    EXPECT(output.words[0] == 1023 * 1024 / 2);
    EXPECT(output.words[1] == 5);
    EXPECT(output.words[2] == 1023 * 3);
    EXPECT(static_cast<int32_t>(output.words[3]) == -100);
    EXPECT(output.words[4] == ~0u);
    EXPECT(output.words[5] == flips);
    EXPECT(output.words[6] == 1024);
    EXPECT(output.words[7] == 77);
    for (uint32_t i = 0; i < 1024; ++i) EXPECT(output.words[8 + i] == 1);
    for (uint32_t i = 0; i < 16; ++i) EXPECT(output.words[8 + 1024 + i] == 8 * 28);
}

void uniforms() {
    ComputeMachine machine;
    const Buffer output = machine.makeBuffer(256);
    const Buffer table = machine.makeBuffer(256);
    const Buffer small = machine.makeBuffer(4);
    for (uint32_t i = 0; i < 256; ++i) table.words[i] = i * i;
    small.words[0] = 1000;
    small.words[1] = std::bit_cast<uint32_t>(23.75f);
    const std::array<uint32_t, 8> arguments = {7, 2, 0, 0, 0, 0, 0, 500};
    SUCCEED(
        machine.run(uniforms_comp, std::array{storage(0, output), uniform(1, table), uniform(2, small)}, arguments, 4));
    for (uint32_t i = 0; i < 256; ++i) {
        const uint32_t index = i * 5 % 64 * 4 + i % 4;
        EXPECT(output.words[i] == index * index * 2 + 7 + 1000 + 23 + 500);
    }
}

/// 100 words of a buffer of 4096, and four vectors of a uniform buffer: loads beyond give zero, stores are lost.
void robustness() {
    ComputeMachine machine(true);
    const Buffer output = machine.makeBuffer(1024);
    const Buffer some = machine.makeBuffer(4096);
    const Buffer table = machine.makeBuffer(64);
    for (uint32_t i = 0; i < 4096; ++i) some.words[i] = i + 1;
    for (uint32_t i = 0; i < 64; ++i) table.words[i] = i + 1;
    SUCCEED(machine.run(robustness_comp, std::array{storage(0, output), storage(1, some, 400), uniform(2, table, 64)},
                        std::array{0x10000000u}, 1));
    for (uint32_t i = 0; i < 64; ++i) {
        EXPECT(output.words[i] == i + 1);
        EXPECT(output.words[256 + i] == 0);
        EXPECT(output.words[512 + i] == 100);
        EXPECT(output.words[768 + i] == (i % 32 < 4 ? i % 32 * 4 + 2 : 0));
    }
    for (uint32_t i = 0; i < 4096; ++i) EXPECT(some.words[i] == (i >= 64 && i < 100 ? 9 : i + 1));
}

void images() {
    ComputeMachine machine;
    const Buffer output = machine.makeBuffer(2049);
    const Image colors = machine.makeImage(VK_FORMAT_R8G8B8A8_UNORM, 40, 24);
    const Image numbers = machine.makeImage(VK_FORMAT_R32_UINT, 40, 24);
    const std::array bindings = {storage(0, output),
                                 Binding{.number = 1, .type = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, .image = colors.view},
                                 Binding{.number = 2, .type = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, .image = numbers.view}};
    SUCCEED(machine.run(images_comp, bindings, std::array{0u}, 5, 3));
    SUCCEED(machine.run(images_comp, bindings, std::array{1u}, 5, 3));
    for (uint32_t y = 0; y < 24; ++y) {
        for (uint32_t x = 0; x < 40; ++x) {
            const uint32_t from = 39 - x;
            EXPECT(output.words[y * 40 + x] == (from | y << 8 | (from + y) << 16 | (255 - from) << 24));
            if (x > 0) EXPECT(output.words[1024 + y * 40 + x] == (y * 40 + x) * 3);
        }
    }
    EXPECT(output.words[2048] == 40024);
}

void texels() {
    ComputeMachine machine;
    const Buffer output = machine.makeBuffer(512);
    const Buffer stored = machine.makeBuffer(128);
    const Buffer fetched = machine.makeBuffer(128);
    for (uint32_t i = 0; i < 128; ++i) fetched.words[i] = i * 0x01030507;
    const std::array bindings = {storage(0, output),
                                 Binding{.number = 1,
                                         .type = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER,
                                         .texels = machine.makeTexels(stored, VK_FORMAT_R8G8B8A8_UINT)},
                                 Binding{.number = 2,
                                         .type = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER,
                                         .texels = machine.makeTexels(fetched, VK_FORMAT_R8G8B8A8_UINT)}};
    SUCCEED(machine.run(texels_comp, bindings, {}, 2));
    for (uint32_t i = 0; i < 128; ++i) {
        EXPECT(output.words[i] == i * 0x01030507);
        EXPECT(stored.words[i] == ((i & 255) | (i + 1) << 8 | (i + 2) << 16 | 7u << 24));
        EXPECT(output.words[256 + i] == 256);
    }
}

void scratch() {
    ComputeMachine machine;
    const Buffer output = machine.makeBuffer(1024);
    SUCCEED(machine.run(scratch_comp, std::array{storage(0, output)}, std::array{7u}, 16));
    for (uint32_t id = 0; id < 1024; ++id) {
        std::array<uint32_t, 300> own{};
        for (uint32_t i = 0; i < 300; ++i) own[i * 7 % 300] = i + id;
        uint32_t sum = 0;
        for (uint32_t i = 0; i < 300; i += 7) sum += own[(i + id) % 300] * (i + 1);
        EXPECT(output.words[id] == sum);
    }
}

void flow() {
    ComputeMachine machine;
    const Buffer output = machine.makeBuffer(2048);
    SUCCEED(machine.run(flow_comp, std::array{storage(0, output)}, {}, 32));
    for (uint32_t id = 0; id < 2048; ++id) {
        uint32_t n = id + 1;
        uint32_t steps = 0;
        for (; n != 1 && steps < 500; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        EXPECT(output.words[id] == steps);
    }
}

void halves() {
    ComputeMachine machine;
    const Buffer output = machine.makeBuffer(256);
    SUCCEED(machine.run(halves_comp, std::array{storage(0, output)}, {}, 1));
    /// All integers, and those and a half, up to 2048.
    const auto half = [](float value) {
        const uint32_t bits = std::bit_cast<uint32_t>(value);
        return value == 0 ? 0 : (bits >> 16 & 0x8000) | (((bits >> 23 & 0xff) - 112) << 10) | (bits >> 13 & 0x3ff);
    };
    for (uint32_t id = 0; id < 64; ++id) {
        const float x = static_cast<float>(id);
        const float y = x * 0.5f + 3;
        const auto a = static_cast<uint16_t>(id * 1001);
        const auto b = static_cast<int16_t>(id - 40);
        const auto halved = static_cast<uint16_t>(b >> 1);
        EXPECT(output.words[id * 4] == (half(std::max(x, y)) | half(x * 2 - 1) << 16));
        EXPECT(output.words[id * 4 + 1] == static_cast<uint16_t>(a * 77u) + (uint32_t{halved} << 16));
        EXPECT(output.words[id * 4 + 2] == static_cast<uint32_t>(int32_t{b}) + (a & 0xffu));
        EXPECT(std::bit_cast<float>(output.words[id * 4 + 3]) == y + static_cast<float>(b));
    }
}

void addresses() {
    ComputeMachine machine;
    const Buffer output = machine.makeBuffer(128);
    const Buffer nodes = machine.makeBuffer(17 * 4);
    const VkDeviceAddress base = machine.addressOf(nodes);
    // Nodes lie in another order than they are listed.
    for (uint32_t i = 0; i < 17; ++i) {
        const VkDeviceAddress next = base + (i + 5) % 17 * 16;
        nodes.words[i * 4] = static_cast<uint32_t>(next);
        nodes.words[i * 4 + 1] = static_cast<uint32_t>(next >> 32);
        nodes.words[i * 4 + 2] = i * 100 + 1;
    }
    const std::array<uint32_t, 2> arguments = {static_cast<uint32_t>(base), static_cast<uint32_t>(base >> 32)};
    SUCCEED(machine.run(addresses_comp, std::array{storage(0, output)}, arguments, 2));
    for (uint32_t id = 0; id < 128; ++id) {
        uint32_t sum = 0;
        for (uint32_t i = 0; i <= id % 16; ++i) sum += i * 5 % 17 * 100 + 1;
        EXPECT(output.words[id] == sum);
    }
}

void selection() {
    ComputeMachine machine;
    const Buffer output = machine.makeBuffer(256);
    std::vector<Binding> bindings = {storage(0, output)};
    std::array<Buffer, 4> some;
    std::array<Buffer, 4> marked;
    for (uint32_t i = 0; i < 4; ++i) {
        some[i] = machine.makeBuffer(256);
        for (uint32_t word = 0; word < 256; ++word) some[i].words[word] = i * 1000 + word;
        bindings.push_back({.number = 1, .element = i, .buffer = some[i].handle});
    }
    for (uint32_t i = 0; i < 4; ++i) {
        marked[i] = machine.makeBuffer(256);
        bindings.push_back({.number = 2, .element = i, .buffer = marked[i].handle});
    }
    SUCCEED(machine.run(selection_comp, bindings, {}, 4));
    for (uint32_t id = 0; id < 256; ++id) {
        const uint32_t which = (id * 3 + id / 7) % 4;
        EXPECT(output.words[id] == which * 1000 + id);
        for (uint32_t i = 0; i < 4; ++i) EXPECT(marked[i].words[id] == (i == which ? id : 0xcdcdcdcd));
    }
}

/// A program that does not end: the device is lost, as on a board.
void endless() {
    ComputeMachine machine;
    const Buffer output = machine.makeBuffer(2);
    output.words[0] = 0;
    EXPECT(machine.run(endless_comp, std::array{storage(0, output)}, {}, 1) == VK_ERROR_DEVICE_LOST);
}

int tryOne(std::string_view what, uint32_t size) {
    struct Case {
        std::string_view name;
        void (*run)();
    };
    constexpr Case kCases[] = {{"fill", fill},           {"indirect", indirect}, {"subgroups", subgroups},
                               {"atomics", atomics},     {"uniforms", uniforms}, {"robustness", robustness},
                               {"images", images},       {"texels", texels},     {"scratch", scratch},
                               {"flow", flow},           {"halves", halves},     {"addresses", addresses},
                               {"selection", selection}, {"endless", endless}};
    if (what == "matrix") {
        matrix(size == 0 ? 48 : size);
        return 0;
    }
    if (what == "reduction") {
        reduction(size == 0 ? 20 : size);
        return 0;
    }
    for (const Case& one : kCases) {
        if (one.name != what) continue;
        one.run();
        return 0;
    }
    std::fprintf(stderr, "vulkan_compute: nothing is called '%s'\n", std::string(what).c_str());
    return 2;
}

}  // namespace
}  // namespace vulkan_compute

int main(int argc, char** argv) {
    return vulkan_compute::tryOne(argc > 1 ? argv[1] : "fill",
                                  argc > 2 ? static_cast<uint32_t>(std::atoi(argv[2])) : 0);
}
