// SPDX-License-Identifier: MIT
#pragma once
// The findings of the command processor (docs/reference/findings.md).

#include <array>

#include "sim/finding.h"

namespace cyclorama::adreno::findings {

inline constexpr sim::FindingKind kMalformedPacket{
    .identifier = "pm4-malformed",
    .severity = sim::Severity::Hang,
    .sentence = "a word of a command stream is no packet; the command processor stops there",
    .hint = "packets are of type 4 or 7 with odd parities, and end within their buffer"};

inline constexpr sim::FindingKind kUnknownPacket{
    .identifier = "pm4-unknown-opcode",
    .severity = sim::Severity::Hang,
    .sentence = "a packet has an opcode that the firmware does not know, or that only the kernel may use",
    .hint = "the chip's generation may have other packets"};

inline constexpr sim::FindingKind kStreamUnmapped{
    .identifier = "pm4-stream-not-mapped",
    .severity = sim::Severity::Hang,
    .sentence = "a command stream is at an address that nothing is mapped to",
    .hint = "each buffer of commands has to be in the submit's list of buffers"};

inline constexpr sim::FindingKind kNesting{
    .identifier = "pm4-nested-too-deep",
    .severity = sim::Severity::Hang,
    .sentence = "an indirect buffer calls another one where there is no level left for it",
    .hint = "below the kernel's ring there are two levels, and groups of draw state"};

inline constexpr sim::FindingKind kShortPacket{.identifier = "pm4-packet-too-short",
                                               .severity = sim::Severity::Corruption,
                                               .sentence = "a packet has fewer words than it needs; it was left out",
                                               .hint = "the count in the header is that of the words after it"};

inline constexpr sim::FindingKind kAccessUnmapped{
    .identifier = "pm4-memory-not-mapped",
    .severity = sim::Severity::Corruption,
    .sentence = "a packet reads or writes memory that nothing is mapped to",
    .hint = "each buffer that the GPU uses has to be in the submit's list of buffers"};

inline constexpr sim::FindingKind kNoRegister{.identifier = "pm4-no-such-register",
                                              .severity = sim::Severity::Corruption,
                                              .sentence = "a packet names a register beyond all that the chip has",
                                              .hint = "registers are numbered in words"};

inline constexpr sim::FindingKind kSkipOverEnd{.identifier = "pm4-skip-over-end",
                                               .severity = sim::Severity::Corruption,
                                               .sentence = "a condition skips more words than are left in its buffer",
                                               .hint = "what is skipped ends in the same buffer"};

inline constexpr sim::FindingKind kEndlessWait{
    .identifier = "pm4-wait-without-end",
    .severity = sim::Severity::Hang,
    .sentence = "the command processor waited for a value that did not come",
    .hint = "whatever writes the value has to come before, or from the processor in time"};

inline constexpr sim::FindingKind kEndlessStream{
    .identifier = "pm4-stream-without-end",
    .severity = sim::Severity::Hang,
    .sentence = "a job reads more words than the command processor does before its driver takes it for hung",
    .hint = "a buffer that chains to itself has no end"};

inline constexpr sim::FindingKind kInGroup{
    .identifier = "pm4-not-in-draw-state",
    .severity = sim::Severity::Hang,
    .sentence = "a group of draw state draws, or sets groups of draw state itself",
    .hint = "groups hold registers, constants and descriptors; draws and their groups belong into command buffers"};

inline constexpr sim::FindingKind kDrawSource{
    .identifier = "draw-malformed",
    .severity = sim::Severity::Corruption,
    .sentence = "a draw packet asks for something that no draw has; it was left out",
    .hint = "check the initiator's source and index size, the operation of an indirect draw, and strides"};

inline constexpr sim::FindingKind kEventNotExecuted{
    .identifier = "event-not-executed",
    .severity = sim::Severity::Corruption,
    .sentence = "this machine does not execute an event of the chip yet; it was left out",
    .hint = "nothing in the program; what the event counts or writes is missing"};

inline constexpr sim::FindingKind kPacketNotExecuted{
    .identifier = "packet-not-executed",
    .severity = sim::Severity::Corruption,
    .sentence = "this machine does not execute a packet of the chip yet; it was left out",
    .hint = "nothing in the program; whatever the packet does is missing"};

inline constexpr std::array kCommandProcessor{
    kMalformedPacket, kUnknownPacket, kStreamUnmapped, kNesting, kShortPacket, kAccessUnmapped,   kNoRegister,
    kSkipOverEnd,     kEndlessWait,   kEndlessStream,  kInGroup, kDrawSource,  kEventNotExecuted, kPacketNotExecuted};

}  // namespace cyclorama::adreno::findings
