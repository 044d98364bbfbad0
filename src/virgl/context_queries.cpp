// SPDX-License-Identifier: MIT
// Queries of a context, and drawing that depends on their results.

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "virgl/context.h"

namespace cyclorama::virgl {
namespace {

/// The answer to a query in the program's memory (virgl_host_query_state).
struct QueryAnswer {
    uint32_t state = 1;  // done
    uint32_t bytes = sizeof(uint64_t);
    uint64_t result = 0;
};
/// Kinds of query (Mesa: virgl_query.c, VIRGL_QUERY_*).
constexpr uint32_t kSampleCount = 0;
constexpr uint32_t kSamplePassed = 1;
constexpr uint32_t kTimestamp = 2;
constexpr uint32_t kTimeElapsed = 4;
constexpr uint32_t kSampleMayHavePassed = 11;

}  // namespace

bool Context::Query::countsSamples() const {
    return type == kSampleCount || type == kSamplePassed || type == kSampleMayHavePassed;
}
bool Context::Query::isTime() const { return type == kTimestamp || type == kTimeElapsed; }

uint64_t Context::timeOfWorkDone() {
    renderer_.finish();
    return clock_();
}

Context::Query& Context::query(uint32_t handle) {
    const auto found = sub().objects.find(handle);
    auto* const query = found == sub().objects.end() ? nullptr : std::get_if<Query>(&found->second);
    if (query == nullptr) throw Malformed(fmt::format("{} is no query", handle));
    return *query;
}

void Context::beginQuery(uint32_t, Words& words) {
    Query& begun = query(words.next());
    if (begun.isTime()) begun.begin = timeOfWorkDone();
    if (!begun.countsSamples()) return;
    begun.begin = renderer_.samplesPassed();
    sub().state.countsSamples = true;
}

void Context::endQuery(uint32_t, Words& words) {
    Query& ended = query(words.next());
    ended.result = 0;
    if (ended.isTime()) {
        const uint64_t time = timeOfWorkDone();
        ended.result = ended.type == kTimestamp ? time : time - std::exchange(ended.begin, std::nullopt).value_or(time);
        report_(findings::kHostTime, "END_QUERY", ended.type == kTimestamp ? "a time" : "the time between two places");
    } else if (!ended.countsSamples()) {
        report_(findings::kQuery, "END_QUERY", fmt::format("queries of kind {}", ended.type));
    } else if (const auto begin = std::exchange(ended.begin, std::nullopt)) {
        const uint64_t samples = renderer_.samplesPassed() - *begin;
        ended.result = ended.type == kSampleCount ? samples : uint64_t{samples != 0};
        sub().state.countsSamples = std::ranges::any_of(sub().objects, [](const auto& entry) {
            const auto* const other = std::get_if<Query>(&entry.second);
            return other != nullptr && other->countsSamples() && other->begin;
        });
    }
    answer(ended);
}

void Context::getQueryResult(uint32_t, Words& words) { answer(query(words.next())); }

void Context::answer(const Query& query) const {
    const std::span<std::byte> memory = query.resource->backing.bytes;
    const QueryAnswer answer{.result = query.result};
    if (memory.size() < sizeof answer || query.offset > memory.size() - sizeof answer)
        throw Malformed("an answer to a query that leaves its buffer");
    std::memcpy(memory.data() + query.offset, &answer, sizeof answer);
}

void Context::setRenderCondition(uint32_t, Words& words) {
    const uint32_t handle = words.next();
    const bool skipped = words.next() != 0;
    sub().drawsNothing = handle != 0 && (query(handle).result != 0) == skipped;
}

}  // namespace cyclorama::virgl
