// SPDX-License-Identifier: MIT
#pragma once
// A window of the host that shows pictures, with the keys of a person who watches. It has a thread of its own.

#include <condition_variable>
#include <cstdint>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "cli/pause.h"
#include "cli/report_request.h"
#include "func/output/resolve.h"

namespace cyclorama::cli {

class SdlLibrary;

class DisplayWindow {
  public:
    struct Settings {
        /// End of the title.
        std::string name;
        /// Pixels of the window at first; pictures fill it, in their own proportions.
        uint32_t width = 0;
        uint32_t height = 0;
    };
    /// Opens the window; its keys act on `pause` and `report`, which must outlive it. Throws sim::Error where there is
    /// no display, and where the program was built without SDL.
    DisplayWindow(Settings settings, Pause& pause, ReportRequest& report);
    ~DisplayWindow();
    DisplayWindow(const DisplayWindow&) = delete;
    DisplayWindow& operator=(const DisplayWindow&) = delete;

    /// False once the user has closed it.
    bool isOpen() const;
    /// Shows a picture as soon as the one before it is drawn, and a line of text in the title. Does not wait.
    void show(func::Picture picture, std::string status);
    /// Changes the status text only.
    void show(std::string status);

  private:
    class Screen;

    /// The thread: opens the window and does what it is asked for until it closes.
    void serve(std::promise<void> opened);
    /// Brings the picture and the title up to date. False where the program closes the window.
    bool renew(Screen& screen);
    /// True where an event of the host closes the window.
    bool takeEvents(Screen& screen);

    const Settings settings_;
    Pause& pause_;
    ReportRequest& report_;
    mutable std::mutex mutex_;
    std::optional<func::Picture> picture_;  // the next one to draw
    std::string status_;
    bool open_ = false;     // false as soon as the window closes, or is to close
    bool changed_ = false;  // a picture or text waits for the thread
    std::condition_variable change_;
    std::shared_ptr<const SdlLibrary> sdl_;
    std::thread thread_;
};

}  // namespace cyclorama::cli
