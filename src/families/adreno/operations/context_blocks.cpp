// SPDX-License-Identifier: MIT
#include "families/adreno/operations/context_blocks.h"

#include <memory>
#include <utility>

#include "families/adreno/operations/recorded_work.h"

namespace cyclorama::adreno {

OperationOrigin ContextBlocks::origin(std::string place) const {
    return {
        .place = std::move(place), .gmem = gmemRangeOf(chip_), .reporter = reporter_, .accesses = listeners_.accesses};
}

TransferObserver ContextBlocks::observer() const {
    return {gmemRangeOf(chip_), listeners_.images, listeners_.transfers};
}

gpu::Operation ContextBlocks::draw(std::string place, const DrawOperands& operands) {
    const DrawBlocks blocks{
        .programs = programs_, .recentVertices = recentVertices_, .binning = binning_, .stateParts = stateParts_};
    const DrawListeners listeners{
        .work = listeners_.work, .programs = listeners_.programs, .images = listeners_.images, .lrz = listeners_.lrz};
    return std::make_shared<const DrawOperation>(origin(std::move(place)), operands, state_, state_.registers, chip_,
                                                 blocks, counters_, workers_, listeners);
}

gpu::Operation ContextBlocks::dispatch(std::string place, const Extent3& groups) {
    const DispatchListeners listeners{
        .work = listeners_.work, .programs = listeners_.programs, .images = listeners_.images};
    return std::make_shared<const Dispatch>(groups, origin(std::move(place)), state_, chip_, programs_, counters_,
                                            workers_, listeners);
}

gpu::Operation ContextBlocks::dispatchIndirectly(std::string place, uint64_t address, const Extent3& localSize) {
    const DispatchListeners listeners{
        .work = listeners_.work, .programs = listeners_.programs, .images = listeners_.images};
    return std::make_shared<const IndirectDispatch>(address, localSize, origin(std::move(place)), state_, chip_,
                                                    programs_, counters_, workers_, listeners);
}

gpu::Operation ContextBlocks::scaleBlit(std::string place) {
    return std::make_shared<const ScaleBlit>(origin(std::move(place)), state_.registers, chip_, workers_, observer(),
                                             listeners_.work);
}

gpu::Operation ContextBlocks::blitGmem(std::string place) {
    return std::make_shared<const GmemBlitOperation>(origin(std::move(place)), state_.registers, chip_, workers_,
                                                     observer(), listeners_.work);
}

gpu::Operation ContextBlocks::clearLrz(std::string place) {
    return std::make_shared<const LrzClear>(origin(std::move(place)), state_.registers, listeners_.work);
}

void ContextBlocks::beginBinning(std::string place) {
    reporter_.setPlace(std::move(place));
    const RecordedWork recorded(state_.registers, listeners_.work);
    binning_.begin(state_.registers);
}

gpu::Operation ContextBlocks::endBinning(std::string place) {
    return std::make_shared<const EndOfBinning>(origin(std::move(place)), state_.registers, state_.registers, binning_,
                                                listeners_.visibilityStreams, listeners_.work);
}

}  // namespace cyclorama::adreno
