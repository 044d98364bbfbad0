// SPDX-License-Identifier: MIT
#pragma once
// A page that shows how far a run is, served to this computer alone while the run lasts: what is done, how fast it
// goes, what was found, and the last picture. Paths:
//   /               the page, which asks for the rest once a second
//   /progress.json  the values of the page (docs/guide/watching_a_run.md)
//   /frame.png      the last picture; 404 before the first
// Requests whose Host is not this computer's own name are refused: another site's page must not read them through a
// browser.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "machine/values/frame_sink.h"
#include "sim/finding.h"

namespace cyclorama::session {

/// Passes everything on to the next sink.
class ProgressServer final : public machine::FrameSink {
  public:
    struct Settings {
        std::string workload;
        /// "functional" or "timing".
        std::string mode;
        /// TCP port of the loopback interface; 0 for one that is free.
        uint16_t port = 0;
        /// Frames that the run is to have; none if only its end shows them.
        std::optional<uint32_t> frames;
    };

    /// Listens at once. `findings` is read in the thread of the machine alone; it and `next` must outlive the server.
    /// Throws sim::Error where the port is taken.
    ProgressServer(Settings settings, const sim::Findings& findings, machine::FrameSink& next);
    ~ProgressServer() override;

    /// Address of the page, as http://127.0.0.1:PORT/.
    std::string address() const;

    void present(const machine::PresentedFrame& frame) override;
    void advance(uint64_t cycles) override;
    void dump(const std::string& name, const func::Picture& picture) override { next_.dump(name, picture); }
    bool wantsPictures() const override { return true; }
    void program(const std::string& name, std::span<const std::byte> code) override { next_.program(name, code); }

  private:
    class Page;

    const sim::Findings& findings_;
    machine::FrameSink& next_;
    std::unique_ptr<Page> page_;
};

}  // namespace cyclorama::session
