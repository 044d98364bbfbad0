// SPDX-License-Identifier: MIT
#include "families/adreno/operations/pipeline.h"

#include <algorithm>
#include <thread>

namespace cyclorama::adreno {
namespace {

uint32_t workerCount(uint32_t threads) {
    constexpr uint32_t kMostWorkers = 16;
    return std::clamp(threads != 0 ? threads : std::thread::hardware_concurrency(), 1u, kMostWorkers);
}

}  // namespace

Pipeline::Pipeline(const Chip& itsChip, sim::Findings& findings, uint32_t threads)
    : chip(itsChip), reporter(findings), checks(chip, reporter), workers(workerCount(threads)) {}

}  // namespace cyclorama::adreno
