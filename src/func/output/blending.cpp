// SPDX-License-Identifier: MIT
#include "func/output/blending.h"

#include <array>
#include <utility>

namespace cyclorama::func {
namespace {

constexpr size_t kFactors = static_cast<size_t>(BlendFactor::OneMinusSecondAlpha) + 1;

/// One component's weight in lane i.
template <BlendFactor Factor>
float factorOf(const BlendComponent& in, uint32_t i) {
    switch (Factor) {
        case BlendFactor::Zero:
            return 0.0f;
        case BlendFactor::One:
            return 1.0f;
        case BlendFactor::SourceColor:
            return in.source[i];
        case BlendFactor::OneMinusSourceColor:
            return 1.0f - in.source[i];
        case BlendFactor::DestinationColor:
            return in.destination[i];
        case BlendFactor::OneMinusDestinationColor:
            return 1.0f - in.destination[i];
        case BlendFactor::SourceAlpha:
            return in.sourceAlpha[i];
        case BlendFactor::OneMinusSourceAlpha:
            return 1.0f - in.sourceAlpha[i];
        case BlendFactor::DestinationAlpha:
            return in.destinationAlpha[i];
        case BlendFactor::OneMinusDestinationAlpha:
            return 1.0f - in.destinationAlpha[i];
        case BlendFactor::ConstantColor:
            return in.constant;
        case BlendFactor::OneMinusConstantColor:
            return 1.0f - in.constant;
        case BlendFactor::ConstantAlpha:
            return in.constantAlpha;
        case BlendFactor::OneMinusConstantAlpha:
            return 1.0f - in.constantAlpha;
        case BlendFactor::SourceAlphaSaturate: {
            const float room = 1.0f - in.destinationAlpha[i];
            return in.sourceAlpha[i] < room ? in.sourceAlpha[i] : room;
        }
        case BlendFactor::SecondColor:
            return in.second[i];
        case BlendFactor::OneMinusSecondColor:
            return 1.0f - in.second[i];
        case BlendFactor::SecondAlpha:
            return in.secondAlpha[i];
        case BlendFactor::OneMinusSecondAlpha:
            return 1.0f - in.secondAlpha[i];
    }
}

template <BlendEquation Equation>
float combine(float source, float sourceFactor, float destination, float destinationFactor) {
    switch (Equation) {
        case BlendEquation::Add:
            return unifyNan(source * sourceFactor + destination * destinationFactor);
        case BlendEquation::Subtract:
            return unifyNan(source * sourceFactor - destination * destinationFactor);
        case BlendEquation::ReverseSubtract:
            return unifyNan(-source * sourceFactor + destination * destinationFactor);
        case BlendEquation::Min:
            return source < destination ? source : destination;
        case BlendEquation::Max:
            return source > destination ? source : destination;
    }
}

template <BlendFactor Factor>
void computeFactor(const BlendComponent& in, uint32_t lanes, float* factor) {
    for (uint32_t i = 0; i < lanes; ++i) factor[i] = factorOf<Factor>(in, i);
}

/// The factor of the alpha component: of a colour its alpha, which the component pointers give by themselves, and One
/// in place of the saturated alpha.
constexpr BlendFactor alphaFactor(BlendFactor factor) {
    return factor == BlendFactor::SourceAlphaSaturate ? BlendFactor::One : factor;
}

struct FactorPair {
    BlendEquation equation;
    BlendFactor source;
    BlendFactor destination;
};

/// Common factors: blended in one pass, without a stored factor.
constexpr std::array kFused = {
    FactorPair{BlendEquation::Add, BlendFactor::SourceAlpha, BlendFactor::OneMinusSourceAlpha},
    FactorPair{BlendEquation::Add, BlendFactor::One, BlendFactor::OneMinusSourceAlpha},
    FactorPair{BlendEquation::Add, BlendFactor::One, BlendFactor::One},
    FactorPair{BlendEquation::Add, BlendFactor::SourceAlpha, BlendFactor::One},
    FactorPair{BlendEquation::Add, BlendFactor::DestinationColor, BlendFactor::Zero},
    FactorPair{BlendEquation::Add, BlendFactor::Zero, BlendFactor::SourceColor},
    FactorPair{BlendEquation::Add, BlendFactor::One, BlendFactor::Zero},
};

}  // namespace

struct Blender::Tables {
    using RunFunction = void (*)(const Operation& self, const BlendComponent& in, uint32_t lanes);

    template <BlendEquation Equation>
    static void runGeneral(const Operation& self, const BlendComponent& in, uint32_t lanes) {
        alignas(64) std::array<float, kColorLanes> sourceFactor;
        alignas(64) std::array<float, kColorLanes> destinationFactor;
        self.sourceFactor(in, lanes, sourceFactor.data());
        self.destinationFactor(in, lanes, destinationFactor.data());
        for (uint32_t i = 0; i < lanes; ++i) {
            in.source[i] = combine<Equation>(in.source[i], sourceFactor[i], in.destination[i], destinationFactor[i]);
        }
    }

    template <BlendEquation Equation>
    static void runWithoutFactors(const Operation&, const BlendComponent& in, uint32_t lanes) {
        for (uint32_t i = 0; i < lanes; ++i) {
            in.source[i] = combine<Equation>(in.source[i], 1.0f, in.destination[i], 1.0f);
        }
    }

    template <BlendEquation Equation, BlendFactor Source, BlendFactor Destination>
    static void runFused(const Operation&, const BlendComponent& in, uint32_t lanes) {
        for (uint32_t i = 0; i < lanes; ++i) {
            in.source[i] = combine<Equation>(in.source[i], factorOf<Source>(in, i), in.destination[i],
                                             factorOf<Destination>(in, i));
        }
    }

    template <size_t... Index>
    static constexpr std::array<FactorFunction, kFactors> makeFactors(std::index_sequence<Index...>) {
        return {computeFactor<static_cast<BlendFactor>(Index)>...};
    }

    template <size_t... Index>
    static constexpr std::array<RunFunction, kFused.size()> makeFused(std::index_sequence<Index...>) {
        return {runFused<kFused[Index].equation, kFused[Index].source, kFused[Index].destination>...};
    }

    static Operation select(BlendEquation equation, BlendFactor source, BlendFactor destination) {
        static constexpr auto kFactorFunctions = makeFactors(std::make_index_sequence<kFactors>());
        static constexpr auto kFusedFunctions = makeFused(std::make_index_sequence<kFused.size()>());
        static constexpr std::array<RunFunction, 5> kEquations = {
            runGeneral<BlendEquation::Add>, runGeneral<BlendEquation::Subtract>,
            runGeneral<BlendEquation::ReverseSubtract>, runWithoutFactors<BlendEquation::Min>,
            runWithoutFactors<BlendEquation::Max>};
        for (size_t i = 0; i < kFused.size(); ++i) {
            if (kFused[i].equation == equation && kFused[i].source == source && kFused[i].destination == destination) {
                return {.run = kFusedFunctions[i]};
            }
        }
        return {.run = kEquations[static_cast<size_t>(equation)],
                .sourceFactor = kFactorFunctions[static_cast<size_t>(source)],
                .destinationFactor = kFactorFunctions[static_cast<size_t>(destination)]};
    }
};

Blender::Blender(const BlendState& state) : constant_(state.constant) {
    if (!state.enabled) return;
    color_ = Tables::select(state.colorEquation, state.sourceColor, state.destinationColor);
    alpha_ = Tables::select(state.alphaEquation, alphaFactor(state.sourceAlpha), alphaFactor(state.destinationAlpha));
}

void Blender::blend(ColorLanes& source, const ColorLanes& destination, uint32_t lanes) const {
    blend(source, source, destination, lanes);
}

void Blender::blend(ColorLanes& source, const ColorLanes& second, const ColorLanes& destination, uint32_t lanes) const {
    if (!enabled()) return;
    // Alpha comes last: the colours still need the one that the shader wrote.
    for (uint32_t c = 0; c < 4; ++c) {
        const Operation& operation = c == 3 ? alpha_ : color_;
        operation.run(operation,
                      {.source = source.component[c].data(),
                       .destination = destination.component[c].data(),
                       .sourceAlpha = source.component[3].data(),
                       .destinationAlpha = destination.component[3].data(),
                       .second = second.component[c].data(),
                       .secondAlpha = second.component[3].data(),
                       .constant = constant_[c],
                       .constantAlpha = constant_[3]},
                      lanes);
    }
}

}  // namespace cyclorama::func
