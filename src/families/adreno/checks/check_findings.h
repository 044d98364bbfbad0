// SPDX-License-Identifier: MIT
#pragma once
// The findings of checks that no result shows: what a chip does otherwise than the simulator, or needlessly
// (docs/reference/findings.md).

#include <array>

#include "sim/finding.h"

namespace cyclorama::adreno::findings {

inline constexpr sim::FindingKind kResultEarly{
    .identifier = "shader-result-early",
    .severity = sim::Severity::Corruption,
    .sentence = "a program uses a result of its arithmetic before it is there; a chip takes the register's old value",
    .hint = "put (nop) between: 3 cycles to arithmetic, 6 to other instructions and between half and full registers"};

inline constexpr sim::FindingKind kResultNotAwaited{
    .identifier = "shader-result-not-awaited",
    .severity = sim::Severity::Corruption,
    .sentence =
        "a program uses a register that a special function, a load or a texture has still to write or to read, "
        "without waiting for it",
    .hint = "set (ss) for special functions, local memory and shared registers, (sy) for textures and other loads"};

inline constexpr sim::FindingKind kInputsNotEnded{
    .identifier = "shader-inputs-not-ended",
    .severity = sim::Severity::Hang,
    .sentence = "a fragment program never releases the storage of its varyings, or after fibers may have ended",
    .hint = "set (ei) on the last bary.f or flat.b, before any kill; after ldlv add a bary.f with (ss) and (ei)"};

inline constexpr sim::FindingKind kInputsEndedEarly{
    .identifier = "shader-inputs-ended-early",
    .severity = sim::Severity::Corruption,
    .sentence = "a fragment program reads varyings after it has released their storage",
    .hint = "set (ei) on the last bary.f or flat.b alone, with (ss) where ldlv may still load"};

inline constexpr sim::FindingKind kProtectedRegister{
    .identifier = "register-protected",
    .severity = sim::Severity::Corruption,
    .sentence = "a command stream writes a register that the kernel protects; the write is lost",
    .hint = "only the kernel writes it; check the register's number"};

inline constexpr sim::FindingKind kUnbankedWrite{
    .identifier = "register-write-without-wait",
    .severity = sim::Severity::Corruption,
    .sentence = "a register that the chip has once changes while work before it may still use it",
    .hint = "send CP_WAIT_FOR_IDLE before the write"};

inline constexpr sim::FindingKind kStaleRegister{
    .identifier = "register-stale",
    .severity = sim::Severity::Corruption,
    .sentence = "work depends on a register that its submission has not written; it has what another process left",
    .hint = "write all state that draws and dispatches use at the start of each submission"};

inline constexpr sim::FindingKind kDisagreeingCopies{
    .identifier = "register-copies-disagree",
    .severity = sim::Severity::Corruption,
    .sentence =
        "two blocks of the chip have different values of a setting that both keep; the simulator uses one of them",
    .hint = "write the registers of all blocks alike wherever the setting changes"};

inline constexpr sim::FindingKind kUnmodelledSetting{
    .identifier = "setting-not-modelled",
    .severity = sim::Severity::Corruption,
    .sentence = "a draw turns something on that this machine does not model; it is drawn without it",
    .hint = "nothing in the program; what the setting does is missing"};

inline constexpr sim::FindingKind kReadBeforeWrite{
    .identifier = "pm4-read-before-write",
    .severity = sim::Severity::Corruption,
    .sentence = "the command processor reads memory that it has written, and may see what was there before",
    .hint = "send CP_WAIT_MEM_WRITES, and CP_WAIT_FOR_ME for packets that read ahead, between write and read"};

inline constexpr sim::FindingKind kNotFlushed{
    .identifier = "cache-not-flushed",
    .severity = sim::Severity::Corruption,
    .sentence = "a block reads memory whose new content is still in another block's cache",
    .hint = "send the event that flushes the writer's cache, and CP_WAIT_FOR_IDLE, between write and read"};

inline constexpr sim::FindingKind kNotInvalidated{
    .identifier = "cache-not-invalidated",
    .severity = sim::Severity::Corruption,
    .sentence = "a block reads memory that another one has written, and may have its old content in its cache",
    .hint = "send the event that invalidates the reader's cache, and CP_WAIT_FOR_IDLE, between write and read"};

inline constexpr sim::FindingKind kReadAhead{
    .identifier = "pm4-read-ahead",
    .severity = sim::Severity::Corruption,
    .sentence = "the command processor may read memory ahead of the wait for what writes it",
    .hint =
        "send CP_WAIT_FOR_ME after CP_WAIT_FOR_IDLE before bins are set and, on chips before the a650, before "
        "draws with numbers from memory"};

inline constexpr sim::FindingKind kNeedlessLoad{
    .identifier = "gmem-load-needless",
    .severity = sim::Severity::Slow,
    .sentence = "an image is loaded into GMEM, and cleared or loaded anew before anything is drawn",
    .hint = "leave the load out where the image is cleared or undefined"};

inline constexpr sim::FindingKind kNeedlessStore{
    .identifier = "gmem-store-needless",
    .severity = sim::Severity::Slow,
    .sentence = "an image is loaded into GMEM and stored again though nothing was drawn between",
    .hint = "leave out passes that draw nothing, or load and store only where something is drawn"};

inline constexpr sim::FindingKind kVisibleRejected{
    .identifier = "lrz-rejects-visible",
    .severity = sim::Severity::Corruption,
    .sentence = "low resolution depth rejects a fragment that is in front of all that is drawn at its place",
    .hint =
        "draw without LRZ where the depth test's direction changes or fragments may be dropped, and clear both "
        "depths alike"};

inline constexpr sim::FindingKind kMixedCompression{
    .identifier = "image-compression-mixed",
    .severity = sim::Severity::Corruption,
    .sentence =
        "a block reads an image as compressed by UBWC that was written otherwise, or the other way round; the chip "
        "takes flags or pixels for what they are not",
    .hint = "give all descriptors and registers of an image the same flags and tiles, or copy it between such uses"};

inline constexpr sim::FindingKind kTargetChanged{
    .identifier = "cache-target-changed",
    .severity = sim::Severity::Corruption,
    .sentence =
        "an image is used as another target, or by another block, while a cache of targets still holds it from the use "
        "before; a chip may write either one's pixels back last",
    .hint =
        "between, send the events that flush the cache it was written through and invalidate the one it is read by"};

inline constexpr std::array kChecks{
    kInputsNotEnded, kInputsEndedEarly,  kResultEarly,       kResultNotAwaited, kProtectedRegister, kUnbankedWrite,
    kStaleRegister,  kDisagreeingCopies, kUnmodelledSetting, kReadBeforeWrite,  kNotFlushed,        kNotInvalidated,
    kNeedlessLoad,   kNeedlessStore,     kVisibleRejected,   kReadAhead,        kMixedCompression,  kTargetChanged};

}  // namespace cyclorama::adreno::findings
