// SPDX-License-Identifier: MIT
#pragma once
// Events that empty caches, by their numbers (Mesa: adreno_pm4.xml, vgt_event_type).

#include <cstdint>

namespace cyclorama::adreno::cache_events {

inline constexpr uint32_t kUcheFlush = 4;         // CACHE_FLUSH_TS
inline constexpr uint32_t kDepthInvalidate = 24;  // PC_CCU_INVALIDATE_DEPTH
inline constexpr uint32_t kColorInvalidate = 25;  // PC_CCU_INVALIDATE_COLOR
inline constexpr uint32_t kDepthFlush = 28;       // PC_CCU_FLUSH_DEPTH_TS
inline constexpr uint32_t kColorFlush = 29;       // PC_CCU_FLUSH_COLOR_TS
inline constexpr uint32_t kUcheInvalidate = 49;   // CACHE_INVALIDATE

}  // namespace cyclorama::adreno::cache_events
