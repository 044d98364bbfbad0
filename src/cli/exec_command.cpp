// SPDX-License-Identifier: MIT
#include "cli/exec_command.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "cli/child_process.h"
#include "cli/driver_modes.h"
#include "cli/driver_sanitizer.h"
#include "cli/interrupt.h"
#include "cli/mesa_location.h"
#include "cli/program_files.h"
#include "cli/program_socket.h"
#include "cli/shown_frames.h"
#include "device/execution/simulated_executor.h"
#include "device/protocol/protocol.h"
#include "device/server/device.h"
#include "device/server/server.h"
#include "families/registry.h"
#include "machine/configuration/configuration.h"
#include "machine/values/frame_sink.h"
#include "report/schema.h"
#include "session/session.h"
#include "sim/error.h"

namespace cyclorama::cli {
namespace {

constexpr int kSimulationFailed = 1;

/// Frames with other numbers: the first one has a number that is given.
class RenumberedFrames final : public machine::FrameSink {
  public:
    /// `next` has to outlive this.
    RenumberedFrames(machine::FrameSink& next, uint32_t first) : next_(next), first_(first) {}

    void present(const machine::PresentedFrame& frame) override {
        if (first_ == 0) return next_.present(frame);
        machine::PresentedFrame renumbered = frame;
        renumbered.index += first_;
        next_.present(renumbered);
    }
    void advance(uint64_t cycles) override { next_.advance(cycles); }
    bool wantsPictures() const override { return next_.wantsPictures(); }
    void dump(const std::string& name, const func::Picture& picture) override { next_.dump(name, picture); }
    void program(const std::string& name, std::span<const std::byte> code) override { next_.program(name, code); }

  private:
    machine::FrameSink& next_;
    uint32_t first_;
};

device::DisplaySettings displaySettings(const std::string& text) {
    device::DisplaySettings settings;
    if (text.empty()) return settings;
    int end = 0;
    const int read = std::sscanf(text.c_str(), "%ux%u%n", &settings.width, &settings.height, &end);
    if (read != 2 || static_cast<size_t>(end) != text.size())
        throw sim::Error("--display", "", fmt::format("'{}' is not WIDTHxHEIGHT", text));
    if (settings.width < 16 || settings.height < 16 || settings.width > device::kMaximumDisplaySize ||
        settings.height > device::kMaximumDisplaySize)
        throw sim::Error("--display", "", fmt::format("a display has 16 to {} pixels", device::kMaximumDisplaySize));
    return settings;
}

/// `first` and `last`: libraries before and after that of exec.
std::string preloadVariable(const std::vector<std::string>& first, const std::vector<std::string>& last) {
    const char* const present = std::getenv("LD_PRELOAD");
    std::string list = "LD_PRELOAD=";
    for (const std::string& library : first) list += library + ":";
    list += preloadLibrary().string();
    for (const std::string& library : last) list += ":" + library;
    return list + (present == nullptr || *present == '\0' ? "" : std::string(":") + present);
}

/// The workload's name, or the command in one line; "vtest" without one.
std::string workloadName(const ExecOptions& options) {
    if (!options.workload.empty()) return options.workload;
    if (options.command.empty()) return "vtest";
    std::string text;
    for (const std::string& word : options.command) text += (text.empty() ? "" : " ") + word;
    return text;
}

/// The place of the report of a single frame: within the output folder, or else a new folder named after the program.
std::filesystem::path frameReportFolder(const ExecOptions& options, uint32_t frame) {
    const std::string name = fmt::format("frame{:04}", frame);
    if (!options.outputFolder.empty()) return std::filesystem::path(options.outputFolder) / name;
    const std::string program = options.command.empty() ? workloadName(options) : options.command.front();
    const std::string stem = std::filesystem::path(program).filename().string() + "-" + name;
    std::filesystem::path folder = stem;
    for (int number = 2; std::filesystem::exists(folder); ++number) folder = fmt::format("{}-{}", stem, number);
    return folder;
}

session::SessionOptions sessionOptions(const ExecOptions& options, const std::optional<std::string>& folder,
                                       const session::TraceSettings& trace) {
    session::SessionOptions settings{
        .workload = workloadName(options),
        .mode = options.mode,
        .configuration = options.configuration,
        .folder = folder,
        .pictures = !options.discardFrames,
        .report = options.report,
        .trace = trace,
        .stop = session::stopPlaceOf(options.stopAt, options.mode == session::RunMode::Timing)};
    if (options.show && !options.report)
        settings.frameReportFolder = [&options](uint32_t frame) { return frameReportFolder(options, frame); };
    return settings;
}

/// One line for the user: what was drawn, by the simulated GPU or without it, and where it is.
std::string outcomeText(const ExecOptions& options, const results::RunSummary& summary, bool byGpu) {
    std::string text = fmt::format("{} frames", summary.frames.size());
    if (!byGpu && !summary.frames.empty())
        text += ", none of which the simulated GPU drew: the program, or its Mesa, drew with the processor";
    if (summary.cycles) text += fmt::format(", {} cycles", *summary.cycles);
    if (options.outputFolder.empty()) return text + "; --out DIR keeps their pictures and a summary";
    return text + (options.discardFrames ? " discarded; the summary is in " : " in ") + options.outputFolder;
}

void checkWaysIn(const ExecOptions& options) {
    if (options.command.empty() && options.vtestSocket.empty())
        throw sim::Error("exec", "", "names no program; --vtest-socket PATH serves those that are started elsewhere");
    if ((options.vtest || !options.vtestSocket.empty()) && options.frameTime > 0)
        throw sim::Error("--frame-time", "",
                         "does not go with --vtest: by a socket, a program's clock does not learn of its frames");
}

/// The socket that the options ask for, if they do; by default it is in the server's folder.
std::unique_ptr<ProgramSocket> openSocket(const ExecOptions& options, const device::Server& server,
                                          const device::DriverBackend& driver, const device::SocketAccess& access) {
    if (options.vtestSocket.empty() && !options.vtest) return nullptr;
    const std::filesystem::path path =
        options.vtestSocket.empty() ? server.folder() / "vtest" : std::filesystem::path(options.vtestSocket);
    return std::make_unique<ProgramSocket>(driver, access, path);
}

std::vector<std::string> environmentOf(const ExecOptions& options, const device::Server& server,
                                       const MesaLocation& mesa, const ProgramSocket* socket) {
    std::vector<std::string> variables = server.environment();
    const auto append = [&](const std::vector<std::string>& more) {
        variables.insert(variables.end(), more.begin(), more.end());
    };
    const DriverSanitizer sanitizer = mesa.prefix.empty() ? DriverSanitizer{} : driverSanitizer(mesa.prefix);
    variables.push_back(preloadVariable(sanitizer.preload, options.preload));
    append(sanitizer.variables);
    if (options.frameTime > 0)
        variables.push_back(
            fmt::format("{}={}", device::protocol::kFrameTimeVariable, std::llround(options.frameTime * 1e6)));
    append(mesa.environment());
    if (socket) append(socket->environment());
    return variables;
}

/// Serves programs that are started elsewhere, until the user ends that.
int servePrograms(const ProgramSocket& socket, const Interrupt& interrupt) {
    fmt::print(stderr, "cyclorama: until an interrupt, programs draw with {}\n", socket.instructions());
    interrupt.wait();
    return 0;
}

/// Runs the command to its end.
int runCommand(const ExecOptions& options, const std::vector<std::string>& variables) {
    ChildProcess child(options.command, variables);
    const ChildProcess::End end = child.wait();
    // In which library, the one in the program says (device/client/exit_report.cpp).
    if (end.signal != 0)
        fmt::print(stderr, "cyclorama: signal {} ({}) ended {}\n", end.signal, strsignal(end.signal),
                   options.command.front());
    return end.status;
}

void printAndGoOn(const device::SimulatedExecutor& executor, session::Stop& stop) {
    fmt::print(stderr, "{}", stop.describe(executor.describe(), executor.counted()));
    stop.resume();
}

/// Runs the command, with `more` variables, or serves others, and waits for what was submitted last. `shown` is null
/// where there is no window.
int serve(const ExecOptions& options, const device::DriverBackend& driver, device::Device& device, ShownFrames* shown,
          const std::vector<std::string>& more) {
    // Whoever finds the socket may interrupt.
    std::optional<Interrupt> interrupt;
    if (options.command.empty()) interrupt.emplace();
    const device::Server server(device);
    std::unique_ptr<ProgramSocket> socket = openSocket(options, server, driver, device::SocketAccess(device.core()));
    if (shown != nullptr) shown->count(device.core().findings);
    int status = 0;
    if (interrupt) {
        status = servePrograms(*socket, *interrupt);
    } else {
        const MesaLocation mesa = findMesa(options.mesa, driver.traits().render.name);
        std::vector<std::string> variables = environmentOf(options, server, mesa, socket.get());
        variables.insert(variables.end(), more.begin(), more.end());
        status = runCommand(options, variables);
    }
    if (shown != nullptr) shown->endPauses();
    // First takes in what programs have sent.
    socket.reset();
    device.core().queue.drain();
    return status;
}
}  // namespace

ExecOutcome runProgram(const ExecOptions& options, const std::vector<std::string>& variables) {
    const family::Target target = family::makeTarget(families::all(), options.configuration);
    const device::DisplaySettings display = displaySettings(options.display);
    const std::optional<std::string> folder =
        options.outputFolder.empty() ? std::nullopt : std::optional(options.outputFolder);
    if (options.report && !folder)
        throw sim::Error("--report", "", "needs --out DIR, the folder that it is written to");
    const session::TraceSettings trace = session::traceOf(options.tracePixel, options.traceVertex);
    if (trace && !folder)
        throw sim::Error("--trace-pixel and --trace-vertex", "", "need --out DIR, the folder that they are written to");
    session::Session session(sessionOptions(options, folder, trace));
    const family::RunRequest request = session.request();
    std::optional<ShownFrames> shown;
    if (options.show)
        shown.emplace(
            request.frames, request.findings,
            DisplayWindow::Settings{.name = workloadName(options), .width = display.width, .height = display.height},
            session.frameReports(), (std::filesystem::path(options.outputFolder) / report::kReportFile).string());
    RenumberedFrames frames(shown ? *shown : request.frames, options.firstFrame);
    device::SimulatedExecutor executor(
        *target.chip, request.configuration, request.findings, request.timing,
        [&frames](uint64_t cycles) { frames.advance(cycles); }, request.observer, request.pause);
    if (session::Stop* const stop = session.stop())
        executor.onPause([&executor, stop] { printAndGoOn(executor, *stop); });
    std::unique_ptr<device::Recorder> recorder;
    if (!options.record.empty()) recorder = target.driver->record(executor, options.record);
    session::Session::Outcome outcome;
    int status = 0;
    {
        device::Device device(*target.driver, display, recorder ? static_cast<device::Executor&>(*recorder) : executor,
                              frames);
        status = serve(options, *target.driver, device, shown ? &*shown : nullptr, variables);
        outcome.error = device.core().queue.failure();
        outcome.findings = device.core().findings.all().all();
    }
    if (recorder) recorder->close();
    if (const session::Stop* const stop = session.stop(); stop != nullptr && !stop->reached())
        fmt::print(stderr, "the program ended before {}\n", stop->place().text);
    outcome.cycles = executor.finish();
    const results::RunSummary& summary = session.finish(std::move(outcome));
    fmt::print(stderr, "{}\n", outcomeText(options, summary, executor.hasExecuted()));
    if (summary.error) {
        fmt::print(stderr, "cyclorama: {}\n", *summary.error);
        status = kSimulationFailed;
    }
    return {.status = status, .summary = summary};
}

int execCommand(const ExecOptions& options) {
    checkWaysIn(options);
    return options.driverModes.empty() ? runProgram(options, {}).status : runDriverModes(options);
}

}  // namespace cyclorama::cli
