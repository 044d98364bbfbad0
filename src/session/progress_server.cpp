// SPDX-License-Identifier: MIT
#include "session/progress_server.h"

#include <fmt/format.h>
#include <httplib.h>
#include <sys/socket.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "results/png_writer.h"
#include "session/progress_page.h"
#include "sim/error.h"

namespace cyclorama::session {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kHost = "127.0.0.1";

}  // namespace

/// The HTTP server with its values, which the thread of the machine writes and those of the server read.
class ProgressServer::Page {
  public:
    explicit Page(Settings settings);
    ~Page() {
        server_.stop();
        thread_.join();
    }
    Page(const Page&) = delete;
    Page& operator=(const Page&) = delete;

    int port() const { return port_; }
    void present(const machine::PresentedFrame& frame, uint64_t findings);
    void advance(uint64_t cycles, uint64_t findings);

  private:
    struct Values {
        uint32_t frames = 0;
        std::optional<uint32_t> lastFrame;
        std::optional<uint64_t> lastFrameCycles;
        std::optional<uint64_t> cycles;
        uint64_t cyclesOfFrames = 0;
        uint64_t findings = 0;
        func::Picture picture;
    };

    void answer();
    std::string valuesAsJson();
    std::string picture();

    Settings settings_;
    Clock::time_point start_ = Clock::now();
    std::mutex mutex_;
    Values values_;
    httplib::Server server_;
    int port_ = 0;
    std::thread thread_;
};

ProgressServer::Page::Page(Settings settings) : settings_(std::move(settings)) {
    answer();
    // The library's own options let several servers share a port: the second page would be seen at random.
    server_.set_socket_options([](socket_t socket) {
        const int yes = 1;
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    port_ = settings_.port;
    if (settings_.port == 0)
        port_ = server_.bind_to_any_port(kHost);
    else if (!server_.bind_to_port(kHost, port_))
        port_ = -1;
    if (port_ < 0) throw sim::Error("--serve", "", fmt::format("port {} of {} is taken", settings_.port, kHost));
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    // A server that is stopped before it runs would run on.
    while (!server_.is_running()) std::this_thread::yield();
}

void ProgressServer::Page::answer() {
    server_.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
        const std::string host = request.get_header_value("Host");
        if (host == fmt::format("{}:{}", kHost, port_) || host == fmt::format("localhost:{}", port_))
            return httplib::Server::HandlerResponse::Unhandled;
        response.status = 403;
        return httplib::Server::HandlerResponse::Handled;
    });
    server_.set_default_headers({{"Cache-Control", "no-store"}, {"X-Content-Type-Options", "nosniff"}});
    server_.Get("/", [](const httplib::Request&, httplib::Response& response) {
        response.set_content(kProgressPage.data(), kProgressPage.size(), "text/html; charset=utf-8");
    });
    server_.Get("/progress.json", [this](const httplib::Request&, httplib::Response& response) {
        response.set_content(valuesAsJson(), "application/json");
    });
    server_.Get("/frame.png", [this](const httplib::Request&, httplib::Response& response) {
        const std::string bytes = picture();
        if (bytes.empty())
            response.status = 404;
        else
            response.set_content(bytes, "image/png");
    });
}

void ProgressServer::Page::present(const machine::PresentedFrame& frame, uint64_t findings) {
    const std::lock_guard lock(mutex_);
    ++values_.frames;
    values_.lastFrame = frame.index;
    values_.lastFrameCycles = frame.cycles;
    if (frame.cycles) {
        values_.cyclesOfFrames += *frame.cycles;
        values_.cycles = std::max(values_.cycles.value_or(0), values_.cyclesOfFrames);
    }
    values_.findings = findings;
    if (!frame.picture.rgba.empty()) values_.picture = frame.picture;
}

void ProgressServer::Page::advance(uint64_t cycles, uint64_t findings) {
    const std::lock_guard lock(mutex_);
    values_.cycles = cycles;
    values_.findings = findings;
}

std::string ProgressServer::Page::valuesAsJson() {
    const auto orNull = [](const auto& value) { return value ? nlohmann::ordered_json(*value) : nullptr; };
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    const std::lock_guard lock(mutex_);
    return nlohmann::ordered_json{{"workload", settings_.workload},
                                  {"mode", settings_.mode},
                                  {"frames_done", values_.frames},
                                  {"frames_expected", orNull(settings_.frames)},
                                  {"last_frame", orNull(values_.lastFrame)},
                                  {"last_frame_cycles", orNull(values_.lastFrameCycles)},
                                  {"cycles", orNull(values_.cycles)},
                                  {"seconds", seconds},
                                  {"findings", values_.findings}}
        .dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string ProgressServer::Page::picture() {
    std::unique_lock lock(mutex_);
    const func::Picture picture = values_.picture;
    lock.unlock();
    if (picture.rgba.empty()) return {};
    return results::encodePng({.width = picture.width, .height = picture.height, .rgba = picture.rgba});
}

ProgressServer::ProgressServer(Settings settings, const sim::Findings& findings, machine::FrameSink& next)
    : findings_(findings), next_(next), page_(std::make_unique<Page>(std::move(settings))) {}

ProgressServer::~ProgressServer() = default;

std::string ProgressServer::address() const { return fmt::format("http://{}:{}/", kHost, page_->port()); }

void ProgressServer::present(const machine::PresentedFrame& frame) {
    page_->present(frame, findings_.all().size());
    next_.present(frame);
}

void ProgressServer::advance(uint64_t cycles) {
    page_->advance(cycles, findings_.all().size());
    next_.advance(cycles);
}

}  // namespace cyclorama::session
