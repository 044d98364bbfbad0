// SPDX-License-Identifier: MIT
#include "families/adreno/tp/batch_sampler.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

#include "func/formats/srgb.h"
#include "isa/lane_math.h"

namespace cyclorama::adreno {

namespace {

constexpr uint32_t kColorBytes = 4;
/// Places in textures are computed in 32 bits.
constexpr uint64_t kMostBytes = uint64_t{1} << 31;
constexpr unsigned kAlphaComponent = 3;
constexpr unsigned kAllOfQuad = 0xf;

template <typename From, typename To>
void copyQuad(const From* from, To* to) {
    static_assert(sizeof(From) == sizeof(To));
    std::memcpy(to, from, kQuadLanes * sizeof(From));
}

/// Lists lanes, or with `inQuads` the quads that they are of. The last ones of the batch's width are the first ones
/// again.
void listLanes(const isa::WaveMask& wanted, bool inQuads, LaneBatch& batch) {
    unsigned count = 0;
    if (inQuads) {
        isa::forQuads(wanted, [&](unsigned first, unsigned) {
            for (unsigned f = 0; f < kQuadLanes; ++f) batch.lane[count + f] = static_cast<uint8_t>(first + f);
            count += kQuadLanes;
        });
    } else {
        isa::forLanes(wanted, [&](unsigned lane) { batch.lane[count++] = static_cast<uint8_t>(lane); });
    }
    constexpr unsigned kBlock = isa::kLaneBlock;
    batch.count = count;
    batch.width = (count + kBlock - 1) / kBlock * kBlock;
    batch.inOrder = batch.lane[count - 1] == count - 1;
    batch.inQuads = inQuads;
    batch.wanted = wanted;
    for (unsigned i = count; i < batch.width; ++i) batch.lane[i] = batch.lane[(i - count) % kQuadLanes % count];
}

/// Lanes of a batch with a result.
isa::WaveMask lanesWithResult(const LaneBatch& batch, const PerLane<uint32_t>& found) {
    uint32_t all = ~uint32_t{0};
    for (unsigned i = 0; i < batch.width; ++i) all &= found[i];
    if (all != 0) return batch.wanted;
    isa::WaveMask lanes{};
    for (unsigned i = 0; i < batch.count; ++i)
        if (found[i] != 0) lanes |= isa::WaveMask::only(batch.lane[i]);
    return lanes & batch.wanted;
}

/// Puts the values of the lanes in a mask where they are of the wave.
void scatter(const LaneBatch& batch, const isa::WaveMask& lanes, const PerLane<float>& values,
             std::array<uint32_t, isa::kWaveLanes>& to) {
    const auto one = [&](unsigned i) {
        if (lanes.test(batch.lane[i])) to[batch.lane[i]] = std::bit_cast<uint32_t>(values[i]);
    };
    if (batch.inOrder && lanes == isa::WaveMask::first(batch.count)) {
        std::memcpy(to.data(), values.data(), batch.count * sizeof(uint32_t));
        return;
    }
    for (unsigned i = 0; i < batch.count && !batch.inQuads; ++i) one(i);
    for (unsigned i = 0; i < batch.count && batch.inQuads; i += kQuadLanes) {
        const isa::WaveMask quad = isa::WaveMask::quad(batch.lane[i], kAllOfQuad);
        if ((lanes & quad) == quad) {
            copyQuad(&values[i], &to[batch.lane[i]]);
        } else {
            for (unsigned f = 0; f < kQuadLanes; ++f) one(i + f);
        }
    }
}

}  // namespace

BatchSampler::BatchSampler(const SampledTexture& sampled, const LaneGeometry& geometry, const LevelSelection& selection,
                           bool compares, unsigned wanted)
    : sampled_(sampled),
      texture_(sampled.texture),
      sampler_(sampled.sampler),
      geometry_(geometry),
      selection_(selection),
      bytes_(sampled.texture.bytes()),
      border_(sampled.border[0]),
      texelBytes_(texture_.packed().bytes),
      compares_(compares),
      usual_(hasUsualFilters() && (compares ? hasDepthTexels() : hasByteTexels())) {
    if (usual_) takeSources(wanted == 0 ? ~0u : wanted);
}

void BatchSampler::takeSources(unsigned wanted) {
    using enum func::ComponentSource;
    const func::PackedFormat& packed = texture_.packed();
    const auto byteOf = [&packed](size_t component) {
        return static_cast<uint8_t>(packed.component[component].low / 8);
    };
    for (size_t c = 0; c < results_.size(); ++c) {
        const func::ComponentSource from = texture_.descriptor().swizzle[c];
        const auto component = static_cast<size_t>(from);
        if ((wanted >> c & 1) == 0) {
            results_[c] = kNoResult;
        } else if (from > Alpha) {
            results_[c] = from == One ? kOneResult : kZeroResult;
        } else if (compares_) {
            results_[c] = from == Red ? 0 : from == Alpha ? kOneResult : kZeroResult;
        } else {
            results_[c] = packed.component[component].bits == 0 ? kOneResult : byteOf(component);
        }
    }
    for (const uint8_t source : results_) {
        if (source < kZeroResult) needed_[source] = true;
    }
    if (!packed.srgb || compares_) return;
    for (size_t c = 0; c < kAlphaComponent; ++c) tables_[byteOf(c)] = func::exactLinearBytes().data();
}

bool BatchSampler::hasUsualFilters() const {
    const auto isUsual = [](TextureFilter filter) {
        return filter == TextureFilter::Nearest || filter == TextureFilter::Linear;
    };
    return texture_.format()->codec == TexelCodec::Packed && geometry_.axes == 2 &&
           std::max<uint64_t>(texture_.extent(), bytes_.size()) <= kMostBytes && texture_.descriptor().samples == 1 &&
           sampler_.reduction == Reduction::Average && isUsual(sampler_.magnification) &&
           isUsual(sampler_.minification) && !sampler_.clampsResult;
}

bool BatchSampler::hasByteTexels() const {
    const func::PackedFormat& packed = texture_.packed();
    if (packed.bytes != kColorBytes || bytes_.size() < kColorBytes) return false;
    for (unsigned c = 0; c < 4; ++c) {
        const func::PackedComponent& component = packed.component[c];
        const bool lacking = c == kAlphaComponent && component.bits == 0;
        if (!lacking && (component.bits != 8 || component.kind != func::NumberKind::Unorm)) return false;
    }
    return true;
}

/// Floats, or fractions of 16 or 24 bits.
bool BatchSampler::hasDepthTexels() const {
    const func::PackedComponent& depth = texture_.packed().component[0];
    if (bytes_.size() < texelBytes_ || depth.low != 0) return false;
    if (depth.kind == func::NumberKind::Float) return depth.bits == 32 && texelBytes_ == 4;
    return depth.kind == func::NumberKind::Unorm && depth.bits <= 24 && depth.bits >= 16 &&
           texelBytes_ == (depth.bits == 16 ? 2 : 4);
}

struct BatchSampler::Gathered {
    std::array<PerLane<float>, 2> position;
    std::array<PerLane<int32_t>, 2> shift;
    PerLane<uint32_t> layer;
    PerLane<float> reference;
};

isa::WaveMask BatchSampler::sample(const isa::WaveMask& lanes, std::span<ir3::LaneWords> data) const {
    if (!usual_) return lanes;
    if (!selection_.depends()) return lanes & ~sampleLanes(lanes, selection_.levelsOf(0), nullptr, data);
    PerLane<SelectedLevels> selected;
    selectLevels(lanes, selected);
    isa::WaveMask sampled{};
    for (isa::WaveMask rest = lanes; rest.any();) {
        const SelectedLevels levels = selected[rest.lowest()];
        isa::WaveMask same{};
        if (selection_.isSharedByQuad()) {
            isa::forQuads(rest, [&](unsigned first, unsigned wanted) {
                if (selected[first].hasLevelsOf(levels)) same |= isa::WaveMask::quad(first, wanted);
            });
        } else {
            isa::forLanes(rest, [&](unsigned lane) {
                if (selected[lane].hasLevelsOf(levels)) same |= isa::WaveMask::only(lane);
            });
        }
        sampled |= sampleLanes(same, levels, &selected, data);
        rest &= ~same;
    }
    return lanes & ~sampled;
}

void BatchSampler::selectLevels(const isa::WaveMask& lanes, PerLane<SelectedLevels>& selected) const {
    if (!selection_.isSharedByQuad()) {
        isa::forLanes(lanes, [&](unsigned lane) { selected[lane] = selection_.levelsOf(lane); });
        return;
    }
    isa::forQuads(lanes, [&](unsigned first, unsigned wanted) {
        const auto lowest = static_cast<unsigned>(std::countr_zero(wanted));
        std::fill_n(&selected[first], kQuadLanes, selection_.levelsOf(first + lowest));
    });
}

void BatchSampler::gather(const isa::WaveMask& lanes, LaneBatch& batch, Gathered& gathered) const {
    listLanes(lanes, selection_.isSharedByQuad(), batch);
    const auto take = [&batch]<typename T>(const PerLane<T>& from, PerLane<T>& copy) {
        if (batch.inOrder && batch.width == batch.count) return &from;
        if (batch.inQuads) {
            for (unsigned i = 0; i < batch.width; i += kQuadLanes) copyQuad(&from[batch.lane[i]], &copy[i]);
        } else {
            for (unsigned i = 0; i < batch.width; ++i) copy[i] = from[batch.lane[i]];
        }
        return static_cast<const PerLane<T>*>(&copy);
    };
    for (size_t axis = 0; axis < 2; ++axis) {
        batch.position[axis] = take(geometry_.position[axis], gathered.position[axis]);
        if (geometry_.shifted) batch.shift[axis] = take(geometry_.offset[axis], gathered.shift[axis]);
    }
    if (geometry_.layered) batch.layer = take(geometry_.layer, gathered.layer);
    if (compares_) batch.reference = take(geometry_.reference, gathered.reference);
}

isa::WaveMask BatchSampler::sampleLanes(const isa::WaveMask& lanes, const SelectedLevels& levels,
                                        const PerLane<SelectedLevels>* selected, std::span<ir3::LaneWords> data) const {
    LaneBatch batch;
    Gathered gathered;
    gather(lanes, batch, gathered);
    return sampleBatch(batch, levels, selected, data);
}

isa::WaveMask BatchSampler::sampleBatch(const LaneBatch& batch, const SelectedLevels& levels,
                                        const PerLane<SelectedLevels>* selected, std::span<ir3::LaneWords> data) const {
    const bool linear = levels.filter == TextureFilter::Linear;
    Colors colors;
    for (size_t c = 0; c < colors.size(); ++c) {
        if (needed_[c]) std::fill_n(colors[c].begin(), batch.width, 0.0f);
    }
    PerLane<uint32_t> found;
    std::fill_n(found.begin(), batch.width, ~uint32_t{0});
    std::optional<TexelPlaces> places;
    if (sampled_.listener != nullptr) places.emplace();
    TexelPlaces* const noted = places ? &*places : nullptr;
    PerLane<float> weight;
    if (levels.share == 0) {
        std::fill_n(weight.begin(), batch.width, 1.0f);
        sampleLevel(batch, levels.first, linear, weight, colors, found, noted);
    } else {
        PerLane<float> share;
        const auto shareOf = [&](unsigned i) {
            const SelectedLevels& own = selected != nullptr ? (*selected)[batch.lane[i]] : levels;
            return static_cast<float>(own.share) * kShareStep;
        };
        const unsigned alike = batch.inQuads ? kQuadLanes : 1;
        for (unsigned i = 0; i < batch.width; i += alike) std::fill_n(&share[i], alike, shareOf(i));
        for (unsigned i = 0; i < batch.width; ++i) weight[i] = 1.0f - share[i];
        sampleLevel(batch, levels.first, linear, weight, colors, found, noted);
        sampleLevel(batch, levels.first + 1, linear, share, colors, found, noted);
    }
    const isa::WaveMask stored = store(batch, colors, found, data);
    if (places) {
        sampled_.listener->filtered(stored, filterKindOf(levels));
        places->report(texture_, std::span(batch.lane).first(batch.count), stored, *sampled_.listener);
    }
    return stored;
}

void BatchSampler::sampleLevel(const LaneBatch& batch, uint32_t number, bool linear, const PerLane<float>& weight,
                               Colors& sums, PerLane<uint32_t>& found, TexelPlaces* places) const {
    const TextureLevel& level = texture_.level(number);
    const unsigned width = batch.width;
    const auto select = [&](size_t axis, uint32_t size, func::AxisBatch& texels) {
        func::AxisRule rule;
        rule.wrap = sampled_.wrap(axis);
        rule.size = static_cast<int32_t>(size);
        rule.normalized = sampler_.normalized;
        rule.linear = linear;
        rule.pairs = linear || compares_;
        rule.bordered = compares_;
        rule.seamless = sampled_.seamless();
        func::selectTexels(rule, width, *batch.position[axis], batch.shift[axis], texels, found);
    };
    func::AxisBatch across;
    func::AxisBatch down;
    select(0, level.width, across);
    select(1, level.height, down);
    func::TexelWords words;
    if ((across.reachesBorder || down.reachesBorder) && func::areAllBeyond(width, across, down)) {
        for (PerLane<uint32_t>& texels : words) {
            std::fill_n(texels.begin(), width, border_);
            if (places != nullptr) places->addBorder(width);
        }
        return compareDepths(batch, words, across, down, weight, sums[0]);
    }
    PerLane<uint32_t> starts;
    startLayers(batch, level, starts, found);
    func::RowBatch top;
    PerLane<uint32_t> left;
    func::locateRows(level.layout, width, starts, down.first, top);
    func::locateColumns(level.layout, width, across.first, left);
    func::readWords(bytes_, texelBytes_, width, top, left, words[0], found);
    if (places != nullptr) places->add(top, left, width);
    if (!linear && !compares_) {
        for (unsigned c = 0; c < sums.size(); ++c) {
            if (needed_[c]) func::addNearestBytes(width, words[0], 8 * c, tables_[c], weight, sums[c]);
        }
        return;
    }
    func::RowBatch bottom;
    PerLane<uint32_t> right;
    func::locateRows(level.layout, width, starts, down.second, bottom);
    func::locateColumns(level.layout, width, across.second, right);
    func::readWords(bytes_, texelBytes_, width, top, right, words[1], found);
    func::readWords(bytes_, texelBytes_, width, bottom, left, words[2], found);
    func::readWords(bytes_, texelBytes_, width, bottom, right, words[3], found);
    if (places != nullptr) {
        places->add(top, right, width);
        places->add(bottom, left, width);
        places->add(bottom, right, width);
    }
    if (compares_) return compareDepths(batch, words, across, down, weight, sums[0]);
    func::TexelWeights weights;
    func::weighTexels(width, weight, across, down, weights);
    for (unsigned c = 0; c < sums.size(); ++c) {
        if (needed_[c]) func::addBytes(width, words, 8 * c, tables_[c], weights, sums[c]);
    }
}

void BatchSampler::compareDepths(const LaneBatch& batch, func::TexelWords& words, const func::AxisBatch& across,
                                 const func::AxisBatch& down, const PerLane<float>& weight, PerLane<float>& sum) const {
    const func::PackedComponent& depth = texture_.packed().component[0];
    const bool isFraction = depth.kind != func::NumberKind::Float;
    func::DepthRule rule{isFraction ? depth.bits : 0u, sampler_.compare, isFraction};
    if (across.reachesBorder || down.reachesBorder) {
        func::placeBorder(rule, batch.width, border_, across, down, words);
        rule.bits = 0;
    }
    func::TexelWeights weights;
    func::weighTexels(batch.width, weight, across, down, weights);
    func::addPassed(rule, batch.width, words, *batch.reference, weights, sum);
}

/// Places of the lanes' layers; those beyond the texture are not found.
void BatchSampler::startLayers(const LaneBatch& batch, const TextureLevel& level, PerLane<uint32_t>& starts,
                               PerLane<uint32_t>& found) const {
    const auto placeOf = [&](uint64_t layer) { return level.base + layer * level.layerPitch; };
    if (batch.layer == nullptr) {
        std::fill_n(starts.begin(), batch.width, static_cast<uint32_t>(placeOf(0)));
        return;
    }
    for (unsigned i = 0; i < batch.width; ++i) {
        const uint64_t start = placeOf((*batch.layer)[i]);
        const bool inside = start < bytes_.size();
        starts[i] = inside ? static_cast<uint32_t>(start) : 0;
        found[i] &= isa::flagOf(inside);
    }
}

isa::WaveMask BatchSampler::store(const LaneBatch& batch, const Colors& colors, const PerLane<uint32_t>& found,
                                  std::span<ir3::LaneWords> data) const {
    const isa::WaveMask stored = lanesWithResult(batch, found);
    for (size_t c = 0; c < results_.size(); ++c) {
        const uint8_t source = results_[c];
        if (source == kNoResult) continue;
        std::array<uint32_t, isa::kWaveLanes>& to = data[c].lane;
        if (source >= kZeroResult) {
            const uint32_t word = source == kOneResult ? std::bit_cast<uint32_t>(1.0f) : 0;
            isa::forLanes(stored, [&to, word](unsigned lane) { to[lane] = word; });
        } else {
            scatter(batch, stored, colors[source], to);
        }
    }
    return stored;
}

}  // namespace cyclorama::adreno
