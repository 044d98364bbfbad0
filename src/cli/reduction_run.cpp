// SPDX-License-Identifier: MIT
#include "cli/reduction_run.h"

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "cli/program_files.h"
#include "device/protocol/unique_fd.h"
#include "families/registry.h"
#include "family/family.h"
#include "gpu/work_kind.h"
#include "sim/error.h"
#include "sim/fault.h"

namespace cyclorama::cli {
namespace {

using reduce::End;
using reduce::Outcome;

/// Reads the pixel that is asked for.
class AskedPixel final : public machine::FrameSink {
  public:
    explicit AskedPixel(const std::optional<reduce::Questions::Pixel>& asked) : asked_(asked) {}

    void present(const machine::PresentedFrame& frame) override {
        if (!asked_ || frame.index != asked_->frame) return;
        color_.reset();
        const func::Picture& picture = frame.picture;
        if (asked_->x >= picture.width || asked_->y >= picture.height) return;
        const size_t at = (size_t{asked_->y} * picture.width + asked_->x) * 4;
        uint32_t color = 0;
        for (size_t i = 0; i < 4; ++i) color = color << 8 | picture.rgba[at + i];
        color_ = color;
    }
    void dump(const std::string&, const func::Picture&) override {}
    bool wantsPictures() const override { return asked_.has_value(); }

    const std::optional<uint32_t>& color() const { return color_; }

  private:
    const std::optional<reduce::Questions::Pixel>& asked_;
    std::optional<uint32_t> color_;
};

/// Measures the operations that are asked for.
class AskedOperations final : public machine::RunObserver {
  public:
    explicit AskedOperations(const std::string& text) : text_(text) {}

    void end(uint32_t operation, std::optional<uint64_t> cycle) override {
        const auto found = starts_.find(operation);
        if (found == starts_.end()) return;
        if (cycle) most_ = std::max(most_.value_or(0), *cycle - found->second);
        starts_.erase(found);
    }
    const std::optional<uint64_t>& most() const { return most_; }

  protected:
    void started(uint32_t number, const machine::StartedOperation& operation) override {
        const std::string text = fmt::format("{} {}", gpu::nameOf(operation.kind), operation.title);
        if (operation.cycle && text.find(text_) != std::string::npos) starts_[number] = *operation.cycle;
    }

  private:
    const std::string& text_;
    std::map<uint32_t, uint64_t> starts_;
    std::optional<uint64_t> most_;
};

void execute(const ReductionRunSettings& settings, const std::string& path, Outcome& outcome) {
    AskedPixel pixel(settings.questions.pixel);
    std::optional<AskedOperations> operations;
    if (settings.questions.operation) operations.emplace(*settings.questions.operation);
    sim::Findings findings;
    const auto note = [&] {
        for (const sim::Finding& finding : findings.all())
            outcome.findings.push_back({.identifier = std::string(finding.kind.identifier),
                                        .hangs = finding.kind.severity == sim::Severity::Hang});
        outcome.pixel = pixel.color();
        if (operations) outcome.cycles = operations->most();
    };
    family::RunRequest request{
        .configuration = settings.configuration, .timing = std::nullopt, .frames = pixel, .findings = findings};
    if (operations) request.observer = &*operations;
    if (settings.timed) request.timing.emplace().detectStalls = settings.configuration.simulator.detectStalls;
    try {
        const std::unique_ptr<family::Workload> workload = family::openWorkload(families::all(), path);
        const std::unique_ptr<family::WorkloadRun> run = workload->start(request);
        run->advance();
        run->finish();
    } catch (...) {
        note();
        throw;
    }
    note();
}

Outcome outcomeOf(const ReductionRunSettings& settings, const std::string& path) {
    Outcome outcome;
    const auto end = [&](End how, const char* reason) {
        outcome.end = how;
        outcome.reason = reason;
    };
    try {
        execute(settings, path, outcome);
    } catch (const sim::Error& error) {
        end(End::Refused, error.what());
    } catch (const sim::Deadlock& error) {
        end(End::StoodStill, error.what());
    } catch (const std::exception& error) {
        end(End::Failed, error.what());
    }
    return outcome;
}

std::string textOf(const Outcome& outcome) {
    nlohmann::json json{{"end", static_cast<int>(outcome.end)}, {"reason", outcome.reason}};
    json["findings"] = nlohmann::json::array();
    for (const reduce::ShownFinding& finding : outcome.findings)
        json["findings"].push_back({finding.identifier, finding.hangs});
    if (outcome.pixel) json["pixel"] = *outcome.pixel;
    if (outcome.cycles) json["cycles"] = *outcome.cycles;
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Outcome outcomeOf(const std::string& text) {
    const nlohmann::json json = nlohmann::json::parse(text);
    Outcome outcome{.end = static_cast<End>(json.at("end").get<int>()), .reason = json.at("reason")};
    for (const nlohmann::json& finding : json.at("findings"))
        outcome.findings.push_back({.identifier = finding.at(0), .hangs = finding.at(1)});
    if (json.contains("pixel")) outcome.pixel = json["pixel"].get<uint32_t>();
    if (json.contains("cycles")) outcome.cycles = json["cycles"].get<uint64_t>();
    return outcome;
}

[[noreturn]] void failStart() {
    throw sim::Error("reduce", "", fmt::format("cannot start a run: {}", std::strerror(errno)));
}

/// A file in memory with the bytes of a workload, for readers of files.
device::UniqueFd fileOf(std::span<const std::byte> bytes) {
    device::UniqueFd file(memfd_create("workload", MFD_CLOEXEC));
    if (file.get() < 0) failStart();
    for (size_t done = 0; done < bytes.size();) {
        const ssize_t count = write(file.get(), bytes.data() + done, bytes.size() - done);
        if (count <= 0) failStart();
        done += static_cast<size_t>(count);
    }
    return file;
}

/// The child's part. What the run prints is lost, and a crash leaves no file.
[[noreturn]] void runAsChild(const ReductionRunSettings& settings, const std::string& path, int pipe) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const rlimit noCore{.rlim_cur = 0, .rlim_max = 0};
    setrlimit(RLIMIT_CORE, &noCore);
    if (freopen("/dev/null", "w", stderr) == nullptr) _exit(EXIT_FAILURE);
    const std::string text = textOf(outcomeOf(settings, path));
    for (size_t done = 0; done < text.size();) {
        const ssize_t count = write(pipe, text.data() + done, text.size() - done);
        if (count <= 0) _exit(EXIT_FAILURE);
        done += static_cast<size_t>(count);
    }
    _exit(EXIT_SUCCESS);
}

/// Text that the child has written when it ends; no value if it takes longer than `seconds`.
std::optional<std::string> readWithin(int pipe, uint32_t seconds) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end = Clock::now() + std::chrono::seconds(seconds);
    std::string text;
    for (;;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
        if (left <= 0) return std::nullopt;
        pollfd waited{.fd = pipe, .events = POLLIN, .revents = 0};
        if (poll(&waited, 1, static_cast<int>(std::min<int64_t>(left, 1000))) <= 0) continue;
        char piece[4096];
        const ssize_t count = read(pipe, piece, sizeof(piece));
        if (count <= 0) return text;
        text.append(piece, static_cast<size_t>(count));
    }
}

}  // namespace

reduce::Outcome runForReduction(const ReductionRunSettings& settings, std::span<const std::byte> workload) {
    const device::UniqueFd file = fileOf(workload);
    const std::string path = fmt::format("/proc/self/fd/{}", file.get());
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0) failStart();
    const device::UniqueFd readEnd(ends[0]);
    device::UniqueFd writeEnd(ends[1]);
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child < 0) failStart();
    if (child == 0) runAsChild(settings, path, writeEnd.get());
    writeEnd = device::UniqueFd();
    const std::optional<std::string> text = readWithin(readEnd.get(), settings.secondsAtMost);
    if (!text) kill(child, SIGKILL);
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) failStart();
    if (!text) return {.end = End::Late};
    if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS) return outcomeOf(*text);
    if (WIFEXITED(status))
        return {.end = End::Failed, .reason = fmt::format("the program ends with status {}", WEXITSTATUS(status))};
    const int signal = WTERMSIG(status);
    for (const int outside : {SIGINT, SIGTERM, SIGHUP, SIGKILL})
        if (signal == outside)
            throw sim::Error("reduce", "", fmt::format("a run was stopped from outside by signal {}", signal));
    return {.end = End::Killed, .signal = signal};
}

}  // namespace cyclorama::cli
