// SPDX-License-Identifier: MIT
#include "cli/display_window.h"

#include <utility>

#include "sim/error.h"

#ifdef CYCLORAMA_SDL

#include <chrono>
#include <cstdlib>

#include "cli/sdl_library.h"

namespace cyclorama::cli {
namespace {

/// SDL's own drivers for a bare console are left out: they would take the host's display and its keyboard.
constexpr const char* kWindowSystems = "x11,wayland";

/// Between two looks at the keys. SDL could wait for them and be woken by another thread, and does that by a message to
/// the window; one that comes when the window has just closed ends the whole process.
constexpr auto kBetweenLooks = std::chrono::milliseconds(15);

bool isSet(const char* variable) {
    const char* const value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

sim::Error cannotOpen(const std::string& reason) {
    if (!isSet("DISPLAY") && !isSet("WAYLAND_DISPLAY") && !isSet(SDL_HINT_VIDEODRIVER))
        return {"--show", "", "there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set"};
    return {"--show", "", "the window cannot be opened: " + reason};
}

void setHints(const SdlLibrary& sdl) {
    // Signals are the program's that runs.
    sdl.setHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    sdl.setHint(SDL_HINT_VIDEODRIVER, kWindowSystems);
    // A window like others: the host keeps its screen saver and its compositor.
    sdl.setHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
    sdl.setHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    // Pictures are copied, without a driver of the host's GPU.
    sdl.setHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    sdl.setHint(SDL_HINT_APP_NAME, "Cyclorama");
}

std::string wordFor(Pause::State state) {
    if (state == Pause::State::Runs) return "";
    return state == Pause::State::Steps ? "stepping, " : "paused, ";
}

/// Does what a key stands for. False where it closes the window.
bool press(const SDL_KeyboardEvent& key, Pause& pause, ReportRequest& report) {
    switch (key.keysym.sym) {
        case SDLK_SPACE:
            if (key.repeat == 0) pause.toggle();
            return true;
        case SDLK_RIGHT:
        case SDLK_n:
            pause.step();
            return true;
        case SDLK_r:
            if (key.repeat == 0) report.request();
            return true;
        case SDLK_ESCAPE:
        case SDLK_q:
            return false;
        default:
            return true;
    }
}

}  // namespace

/// SDL's objects. On one thread from the first to the last.
class DisplayWindow::Screen {
  public:
    Screen(const SdlLibrary& sdl, const Settings& settings) : sdl_(sdl) {
        setHints(sdl_);
        if (open(settings)) return;
        const sim::Error error = cannotOpen(sdl_.getError());
        end();
        throw error;
    }
    ~Screen() { end(); }
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    void setTitle(std::string title) {
        if (title == title_) return;
        title_ = std::move(title);
        sdl_.setWindowTitle(window_, title_.c_str());
    }

    void setPicture(const func::Picture& picture) {
        const int width = static_cast<int>(picture.width);
        const int height = static_cast<int>(picture.height);
        if (width != width_ || height != height_) {
            if (texture_ != nullptr) sdl_.destroyTexture(texture_);
            texture_ =
                sdl_.createTexture(renderer_, SDL_PIXELFORMAT_RGBA32, SDL_TEXTUREACCESS_STREAMING, width, height);
            sdl_.setLogicalSize(renderer_, width, height);
            width_ = width;
            height_ = height;
        }
        if (texture_ != nullptr) sdl_.updateTexture(texture_, nullptr, picture.rgba.data(), 4 * width);
    }

    void draw() {
        sdl_.renderClear(renderer_);
        if (texture_ != nullptr) sdl_.renderCopy(renderer_, texture_, nullptr, nullptr);
        sdl_.renderPresent(renderer_);
    }

  private:
    bool open(const Settings& settings) {
        if (sdl_.init(SDL_INIT_VIDEO) != 0) return false;
        // Keys are commands: no input method looks at them.
        sdl_.stopTextInput();
        window_ = sdl_.createWindow(settings.name.c_str(), SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED,
                                    static_cast<int>(settings.width), static_cast<int>(settings.height),
                                    SDL_WINDOW_RESIZABLE);
        if (window_ != nullptr) renderer_ = sdl_.createRenderer(window_, -1, SDL_RENDERER_SOFTWARE);
        return renderer_ != nullptr;
    }

    void end() {
        if (texture_ != nullptr) sdl_.destroyTexture(texture_);
        if (renderer_ != nullptr) sdl_.destroyRenderer(renderer_);
        if (window_ != nullptr) sdl_.destroyWindow(window_);
        sdl_.quit();
    }

    const SdlLibrary& sdl_;
    SDL_Window* window_ = nullptr;
    SDL_Renderer* renderer_ = nullptr;
    SDL_Texture* texture_ = nullptr;
    std::string title_;
    int width_ = 0;
    int height_ = 0;
};

DisplayWindow::DisplayWindow(Settings settings, Pause& pause, ReportRequest& report)
    : settings_(std::move(settings)), pause_(pause), report_(report), sdl_(std::make_shared<SdlLibrary>()) {
    std::promise<void> promise;
    std::future<void> opened = promise.get_future();
    thread_ = std::thread([this](std::promise<void> toKeep) { serve(std::move(toKeep)); }, std::move(promise));
    try {
        opened.get();
    } catch (...) {
        thread_.join();
        throw;
    }
}

DisplayWindow::~DisplayWindow() {
    {
        const std::lock_guard lock(mutex_);
        open_ = false;
        changed_ = true;
    }
    change_.notify_all();
    thread_.join();
}

bool DisplayWindow::isOpen() const {
    const std::lock_guard lock(mutex_);
    return open_;
}

void DisplayWindow::show(func::Picture picture, std::string status) {
    const std::lock_guard lock(mutex_);
    if (!open_) return;
    picture_ = std::move(picture);
    status_ = std::move(status);
    changed_ = true;
    change_.notify_all();
}

void DisplayWindow::show(std::string status) {
    const std::lock_guard lock(mutex_);
    if (!open_) return;
    status_ = std::move(status);
    changed_ = true;
    change_.notify_all();
}

void DisplayWindow::serve(std::promise<void> opened) {
    std::optional<Screen> screen;
    try {
        screen.emplace(*sdl_, settings_);
        open_ = true;
        opened.set_value();
    } catch (...) {
        opened.set_exception(std::current_exception());
        return;
    }
    while (!takeEvents(*screen) && renew(*screen)) {
        std::unique_lock lock(mutex_);
        change_.wait_for(lock, kBetweenLooks, [this] { return changed_; });
    }
    {
        const std::lock_guard lock(mutex_);
        open_ = false;
    }
    pause_.end();
}

bool DisplayWindow::takeEvents(Screen& screen) {
    for (SDL_Event event{}; sdl_->pollEvent(&event) == 1;) {
        if (event.type == SDL_WINDOWEVENT) screen.draw();
        if (event.type == SDL_QUIT || (event.type == SDL_KEYDOWN && !press(event.key, pause_, report_))) return true;
    }
    return false;
}

bool DisplayWindow::renew(Screen& screen) {
    std::optional<func::Picture> picture;
    std::string status;
    {
        const std::lock_guard lock(mutex_);
        if (!open_) return false;
        changed_ = false;
        picture = std::exchange(picture_, std::nullopt);
        status = status_;
    }
    if (picture) {
        screen.setPicture(*picture);
        screen.draw();
    }
    // After the picture, so that whoever sees the title of a frame sees the frame, too.
    screen.setTitle(wordFor(pause_.state()) + status + report_.statusText() + " - " + settings_.name);
    return true;
}

}  // namespace cyclorama::cli

#else

namespace cyclorama::cli {

DisplayWindow::DisplayWindow(Settings settings, Pause& pause, ReportRequest& report)
    : settings_(std::move(settings)), pause_(pause), report_(report) {
    throw sim::Error("--show", "", "this build has no window: install Debian's package libsdl2-dev, and build again");
}
DisplayWindow::~DisplayWindow() = default;
bool DisplayWindow::isOpen() const { return open_; }
void DisplayWindow::show(func::Picture /*picture*/, std::string /*status*/) {}
void DisplayWindow::show(std::string /*status*/) {}

}  // namespace cyclorama::cli

#endif
