// SPDX-License-Identifier: MIT
#include "func/output/logic_operation.h"

#include <array>
#include <cstring>
#include <utility>

namespace cyclorama::func {
namespace {

constexpr size_t kOperations = static_cast<size_t>(LogicOperation::Set) + 1;

template <LogicOperation Operation>
void combine(std::span<std::byte> source, std::span<const std::byte> destination) {
    for (size_t i = 0; i + sizeof(uint64_t) <= source.size(); i += sizeof(uint64_t)) {
        uint64_t s;
        uint64_t d;
        std::memcpy(&s, source.data() + i, sizeof s);
        std::memcpy(&d, destination.data() + i, sizeof d);
        s = logicOperation(Operation, s, d);
        std::memcpy(source.data() + i, &s, sizeof s);
    }
}

template <size_t... Index>
constexpr std::array<LogicFunction, kOperations> makeTable(std::index_sequence<Index...>) {
    return {combine<static_cast<LogicOperation>(Index)>...};
}

constexpr auto kFunctions = makeTable(std::make_index_sequence<kOperations>());

}  // namespace

LogicFunction selectLogicFunction(LogicOperation operation) { return kFunctions[static_cast<size_t>(operation)]; }

}  // namespace cyclorama::func
