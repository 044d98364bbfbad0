// SPDX-License-Identifier: MIT
#include "rates.h"

#include <atomics_comp.h>
#include <chase_comp.h>
#include <copy_comp.h>
#include <half_operations_comp.h>
#include <local_comp.h>
#include <operations_comp.h>
#include <stream_comp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <utility>
#include <vector>

#include "dispatch.h"
#include "image_rates.h"

namespace vulkan_rates {
namespace {

using vulkan_scene::Buffer;
using vulkan_scene::Gpu;

constexpr uint32_t kVectorBytes = 16;
/// Workgroups that two, four, six or eight shader units share without a rest.
constexpr uint32_t kGroups = 96;

/// The numbers of operations in the programs of operations.
enum class Operation : uint32_t {
    MultiplyAdd,
    Add,
    Multiply,
    InverseRoot,
    Root,
    Power,
    AddInteger,
    MultiplyInteger,
    Shift,
    Least,
    MultiplyAddInteger,
    Dependent
};

struct Arguments {
    std::array<float, 4> first{1.5f, 0.75f, 1.25f, 0.5f};
    std::array<float, 4> second{0.25f, 0.5f, 0.125f, 1};
    uint32_t rounds = 0;
};

Prepared operations(const Gpu& gpu, std::span<const uint32_t> code, Operation operation, uint32_t threads,
                    uint32_t groups = kGroups, uint32_t rounds = 16) {
    constexpr uint32_t kOperationsOfRound = 256;
    const Arguments arguments{.rounds = rounds};
    std::vector<std::byte> bytes(sizeof(arguments));
    std::memcpy(bytes.data(), &arguments, bytes.size());
    return once(gpu,
                {.code = code,
                 .constants = {threads, static_cast<uint32_t>(operation)},
                 .arguments = std::move(bytes),
                 .buffers = buffersOf(gpu, {size_t{groups} * threads * kVectorBytes}),
                 .groups = {groups, 1, 1}},
                double{kOperationsOfRound} * rounds * threads * groups);
}

Rate rate32(const char* name, const char* sentence, Operation operation, uint32_t threads = 256) {
    return {name, "operations", sentence,
            [=](const Gpu& gpu) { return operations(gpu, operations_comp, operation, threads); }};
}

Rate rate16(const char* name, const char* sentence, Operation operation, uint32_t threads = 256) {
    return {name, "operations", sentence,
            [=](const Gpu& gpu) { return operations(gpu, half_operations_comp, operation, threads); }};
}

/// Pointers that visit every line of 64 bytes of a range once, in an order that no prefetcher knows.
std::vector<uint32_t> pointers(size_t bytes) {
    constexpr size_t kLineWords = 16;
    const size_t lines = bytes / (kLineWords * sizeof(uint32_t));
    std::vector<uint32_t> words(bytes / sizeof(uint32_t));
    // A generator of full period by Hull and Dobell: its factor less one is divisible by four, its addend odd.
    for (size_t line = 0; line < lines; ++line)
        words[line * kLineWords] = static_cast<uint32_t>((line * 1664525 + 1013904223) % lines * kLineWords);
    return words;
}

Rate chase(const char* name, const char* sentence, uint32_t bytes) {
    return {
        name, "loads", sentence, [=](const Gpu& gpu) {
            constexpr uint32_t kSteps = 4096;
            std::vector<Buffer> buffers = buffersOf(gpu, {kVectorBytes});
            buffers.push_back(gpu.makeBuffer(bytes, vk::BufferUsageFlagBits::eStorageBuffer, bytesOf(pointers(bytes))));
            return once(gpu,
                        {.code = chase_comp, .arguments = bytesOf(std::array{kSteps}), .buffers = std::move(buffers)},
                        kSteps);
        }};
}

Rate stream(const char* name, const char* sentence, uint32_t bytes) {
    return {name, "bytes", sentence, [=](const Gpu& gpu) {
                constexpr uint32_t kThreads = 256;
                constexpr uint32_t kReadsOfRound = 4;
                constexpr uint32_t kRounds = 4;
                // Some lines more than all threads read at once: a power of two would lead to the same sets of a cache.
                constexpr uint32_t kStride = kGroups * kThreads + 148;
                return once(gpu,
                            {.code = stream_comp,
                             .arguments = bytesOf(std::array{bytes / kVectorBytes - 1, kStride, kRounds}),
                             .buffers = buffersOf(gpu, {size_t{kThreads} * kVectorBytes, bytes}),
                             .groups = {kGroups, 1, 1}},
                            double{kGroups} * kThreads * kReadsOfRound * kRounds * kVectorBytes);
            }};
}

Prepared local(const Gpu& gpu) {
    constexpr uint32_t kThreads = 256;
    constexpr uint32_t kRounds = 16;
    constexpr uint32_t kReadsOfRound = 16;
    return once(gpu,
                {.code = local_comp,
                 .arguments = bytesOf(std::array{kRounds}),
                 .buffers = buffersOf(gpu, {size_t{kGroups} * kThreads * sizeof(float)}),
                 .groups = {kGroups, 1, 1}},
                double{kGroups} * kThreads * kRounds * kReadsOfRound * sizeof(float));
}

/// `vectors`: 16 bytes each, of a thread.
Rate copy(const char* name, const char* sentence, uint32_t vectors, uint32_t width, uint32_t height) {
    return {name, "bytes", sentence, [=](const Gpu& gpu) {
                constexpr uint32_t kRow = 4096;  // threads
                constexpr uint32_t kBytes = 16 << 20;
                const uint32_t rows = kBytes / (kRow * vectors * kVectorBytes);
                return once(gpu,
                            {.code = copy_comp,
                             .constants = {width, height, vectors},
                             .arguments = bytesOf(std::array{kRow}),
                             .buffers = buffersOf(gpu, {kBytes}),
                             .groups = {kRow / width, rows / height, 1}},
                            2.0 * kBytes);
            }};
}

Rate atomics(const char* name, const char* sentence, uint32_t mask) {
    return {name, "operations", sentence, [=](const Gpu& gpu) {
                constexpr uint32_t kThreads = 64;
                constexpr uint32_t kRounds = 16;
                return once(gpu,
                            {.code = atomics_comp,
                             .arguments = bytesOf(std::array{mask, kRounds}),
                             .buffers = buffersOf(gpu, {size_t{kGroups} * kThreads * sizeof(uint32_t)}),
                             .groups = {kGroups, 1, 1}},
                            double{kGroups} * kThreads * kRounds);
            }};
}

/// Sixteen dispatches that do nothing, each after the one before.
Prepared dispatches(const Gpu& gpu) {
    constexpr int kDispatches = 16;
    const Dispatch dispatch(gpu, {.code = chase_comp,
                                  .arguments = bytesOf(std::array{0u}),
                                  .buffers = buffersOf(gpu, {kVectorBytes, kVectorBytes})});
    return {.work = kDispatches, .repeat = [dispatch](const vk::raii::CommandBuffer& commands) {
                for (int i = 0; i < kDispatches; ++i) dispatch.record(commands);
            }};
}

std::vector<Rate> makeRates() {
    constexpr uint32_t kKibibyte = 1024;
    return {
        rate32("mad32", "multiply-adds of 32 bits, workgroups of 256", Operation::MultiplyAdd),
        rate32("mad32-64", "the same, workgroups of 64", Operation::MultiplyAdd, 64),
        rate16("mad16", "multiply-adds of 16 bits, workgroups of 256", Operation::MultiplyAdd),
        rate16("mad16-64", "the same, workgroups of 64", Operation::MultiplyAdd, 64),
        rate32("add32", "additions of 32 bits", Operation::Add),
        rate16("add16", "additions of 16 bits", Operation::Add),
        rate32("rsq32", "inverse roots of 32 bits", Operation::InverseRoot),
        rate32("sqrt32", "roots of 32 bits", Operation::Root),
        rate16("sqrt16", "roots of 16 bits", Operation::Root),
        rate32("exp32", "powers of two of 32 bits", Operation::Power),
        rate16("exp16", "powers of two of 16 bits", Operation::Power),
        rate32("iadd32", "additions of integers of 32 bits", Operation::AddInteger),
        rate16("iadd16", "additions of integers of 16 bits", Operation::AddInteger),
        rate32("imul32", "products of integers of 32 bits", Operation::MultiplyInteger),
        rate16("imul16", "products of integers of 16 bits", Operation::MultiplyInteger),
        rate32("imad32", "multiply-adds of integers of 32 bits", Operation::MultiplyAddInteger),
        rate16("imad16", "multiply-adds of integers of 16 bits", Operation::MultiplyAddInteger),
        rate32("shift32", "shifts by a variable, 32 bits", Operation::Shift),
        rate32("min32", "minima and maxima of integers of 32 bits", Operation::Least),
        rate16("min16", "minima and maxima of integers of 16 bits", Operation::Least),
        {"dependent", "operations", "products of 32 bits in one chain, one thread",
         [](const Gpu& gpu) { return operations(gpu, operations_comp, Operation::Dependent, 1, 1, 256); }},
        chase("chase-64k", "loads by pointers within 64 KiB, one thread", 64 * kKibibyte),
        chase("chase-8m", "loads by pointers within 8 MiB, one thread", 8192 * kKibibyte),
        stream("stream-64k", "loads of 16 bytes a thread within 64 KiB", 64 * kKibibyte),
        stream("stream-256k", "loads of 16 bytes a thread within 256 KiB", 256 * kKibibyte),
        stream("stream-1m", "loads of 16 bytes a thread within 1 MiB", 1024 * kKibibyte),
        stream("stream-8m", "loads of 16 bytes a thread within 8 MiB", 8192 * kKibibyte),
        {"local", "bytes", "loads of 4 bytes a thread of a workgroup's memory", local},
        copy("copy-16", "loads, and stores to the same place, 16 bytes a thread, workgroups of 64x1", 1, 64, 1),
        copy("copy-16-8x8", "the same, workgroups of 8x8", 1, 8, 8),
        copy("copy-16-16x16", "the same, workgroups of 16x16", 1, 16, 16),
        copy("copy-32", "the same, 32 bytes a thread, workgroups of 64x1", 2, 64, 1),
        copy("copy-32-8x8", "the same, workgroups of 8x8", 2, 8, 8),
        copy("copy-32-16x16", "the same, workgroups of 16x16", 2, 16, 16),
        copy("copy-64", "the same, 64 bytes a thread, workgroups of 64x1", 4, 64, 1),
        copy("copy-64-8x8", "the same, workgroups of 8x8", 4, 8, 8),
        copy("copy-64-16x16", "the same, workgroups of 16x16", 4, 16, 16),
        copy("copy-128", "the same, 128 bytes a thread, workgroups of 64x1", 8, 64, 1),
        copy("copy-128-8x8", "the same, workgroups of 8x8", 8, 8, 8),
        copy("copy-128-16x16", "the same, workgroups of 16x16", 8, 16, 16),
        atomics("atomic-one", "additions to one word of all threads", 0),
        atomics("atomic-own", "additions to a word of each thread", ~0u),
        {"dispatches", "dispatches", "empty dispatches, each after the one before", dispatches},
    };
}

}  // namespace

std::span<const Rate> rates() {
    static const std::vector<Rate> kRates = [] {
        std::vector<Rate> all = makeRates();
        std::ranges::copy(imageRates(), std::back_inserter(all));
        return all;
    }();
    return kRates;
}

}  // namespace vulkan_rates
