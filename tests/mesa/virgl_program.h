// SPDX-License-Identifier: MIT
#pragma once
// Programs on the ATTILA GPU through Mesa's virgl driver: of Debian's own Mesa, with nothing built, and of
// scripts/setup/mesa's.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/run_program.h"
#include "mesa/mesa_is_there.h"

namespace cyclorama {

/// Mesas with the virgl driver, as `exec --mesa` has them.
inline const std::vector<std::string> kVirglMesas = {"system", "25.0.7"};

/// False as well for a build of an earlier scripts/setup/mesa, whose list of drivers has no virtio_gpu.
inline bool mesaHasVirgl(const std::string& mesa) {
    if (mesa == "system") return std::filesystem::exists("/usr/lib/x86_64-linux-gnu/dri/virtio_gpu_dri.so");
    std::ifstream drivers(mesaPrefix(mesa) / "drivers");
    for (std::string driver; drivers >> driver;)
        if (driver == "virtio_gpu") return mesaIsThere(mesa);
    return false;
}

class VirglProgramTest : public cli::ProgramTest {
  protected:
    /// `display`: the display's size, WxH.
    explicit VirglProgramTest(std::string display = "320x240") : display_(std::move(display)) {}

    void SetUp() override {
        for (const std::string& needed : {mesa(), std::string("system")})
            if (!mesaHasVirgl(needed))
                GTEST_SKIP() << "Mesa " << needed
                             << " has no virgl driver (package libgl1-mesa-dri, or scripts/setup/mesa)";
    }
    /// As `exec --mesa` has it.
    virtual const std::string& mesa() const = 0;

    cli::ProgramResult exec(const std::vector<std::string>& options, const std::vector<std::string>& command) const {
        return execWith(mesa(), options, command);
    }
    /// With llvmpipe, Mesa's driver that draws with the processor, which the system's Mesa alone has. `environment`:
    /// NAME=value, to set as well.
    cli::ProgramResult execInSoftware(const std::vector<std::string>& options, const std::vector<std::string>& command,
                                      const std::vector<std::string>& environment = {}) const {
        std::vector<std::string> words = {"env", "MESA_LOADER_DRIVER_OVERRIDE=kms_swrast", "GALLIUM_DRIVER=llvmpipe"};
        words.insert(words.end(), environment.begin(), environment.end());
        words.insert(words.end(), command.begin(), command.end());
        return execWith("system", options, words);
    }

  private:
    cli::ProgramResult execWith(const std::string& wish, const std::vector<std::string>& options,
                                const std::vector<std::string>& command) const {
        std::vector<std::string> arguments = {"exec", "--gpu", "attila", "--mesa", wish, "--display", display_};
        arguments.insert(arguments.end(), options.begin(), options.end());
        arguments.emplace_back("--");
        arguments.insert(arguments.end(), command.begin(), command.end());
        return run(arguments);
    }

    std::string display_;
};

}  // namespace cyclorama
