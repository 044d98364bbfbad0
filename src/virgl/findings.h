// SPDX-License-Identifier: MIT
#pragma once
// Findings about what a virgl guest asks for (docs/reference/findings.md).

#include <functional>
#include <string_view>

#include "sim/finding.h"
#include "virgl/protocol/refusal.h"

namespace cyclorama::virgl::findings {

inline constexpr sim::FindingKind kRefused{
    .identifier = "virgl-stream-refused",
    .severity = sim::Severity::Corruption,
    .sentence = "a virgl command is malformed; it and the rest of its submission were not executed",
    .hint = "the detail names the command and its word in the stream; a guest driver never sends such a one"};

inline constexpr sim::FindingKind kNotDone{
    .identifier = "virgl-command-not-done",
    .severity = sim::Severity::Corruption,
    .sentence = "the driver of this GPU cannot do what a virgl command asks for; the command was left out",
    .hint =
        "docs/guide/running_programs.md says what this GPU draws; the picture lacks what the command would have drawn"};

inline constexpr sim::FindingKind kBeyondGpu{
    .identifier = "virgl-beyond-gpu",
    .severity = sim::Severity::Corruption,
    .sentence = "the GPU itself cannot do what a virgl command asks for; the command was left out",
    .hint = "the detail says what the GPU lacks; choose another GPU, or an option of the program that does without"};

inline constexpr sim::FindingKind kLeftOut{
    .identifier = "virgl-detail-left-out",
    .severity = sim::Severity::Corruption,
    .sentence = "a virgl command was executed without a detail that the driver of this GPU cannot do",
    .hint = "the detail is named; the picture differs in it from what the command asks for"};

inline constexpr sim::FindingKind kQuery{
    .identifier = "virgl-query-not-counted",
    .severity = sim::Severity::Corruption,
    .sentence = "a program asks for a count or a time that this GPU does not keep; the answer is zero",
    .hint =
        "the detail has the kind of query (pipe_query_type); choose a program, or an option of it, that does without"};

inline constexpr sim::FindingKind kHostTime{
    .identifier = "virgl-time-of-host",
    .severity = sim::Severity::Note,
    .sentence =
        "a program asks how long the GPU takes; the answer is what the simulation takes, by the clock of the host",
    .hint = "the statistics of --mode timing have the GPU's own time, in cycles"};

inline constexpr sim::FindingKind kSocketRefused{
    .identifier = "vtest-stream-refused",
    .severity = sim::Severity::Corruption,
    .sentence = "a request on the vtest socket is malformed; it was refused, and the connection to the program ended",
    .hint = "the detail names the request and its first byte in the stream; Mesa never sends such a one"};

}  // namespace cyclorama::virgl::findings

namespace cyclorama::virgl {

/// Kind of finding that reports a refusal.
inline const sim::FindingKind& findingOf(const Unsupported& refusal) {
    return dynamic_cast<const BeyondGpu*>(&refusal) ? findings::kBeyondGpu : findings::kNotDone;
}

/// Takes a finding: its kind, its place and a detail.
using Report = std::function<void(const sim::FindingKind&, std::string_view place, std::string_view detail)>;

}  // namespace cyclorama::virgl
