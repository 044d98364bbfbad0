// SPDX-License-Identifier: MIT
// A live run depends on its program alone: a program that polls for its flips, and drops a picture while one has not
// happened, presents the same frames, all of them, in the same cycles, whatever else the host does.

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "cli/run_program.h"
#include "mesa/mesa_is_there.h"

namespace cyclorama {
namespace {

/// Threads that leave a run no processor of its own.
class Load {
  public:
    Load() {
        for (unsigned i = 0; i < 2 * std::thread::hardware_concurrency(); ++i)
            threads_.emplace_back([this] {
                while (!stop_.load(std::memory_order_relaxed)) {
                }
            });
    }
    ~Load() {
        stop_ = true;
        for (std::thread& thread : threads_) thread.join();
    }
    Load(const Load&) = delete;
    Load& operator=(const Load&) = delete;

  private:
    std::atomic<bool> stop_{false};
    std::vector<std::thread> threads_;
};

class SameFrames : public cli::ProgramTest,
                   public testing::WithParamInterface<std::tuple<std::string, std::string, std::string>> {
  protected:
    static constexpr size_t kFrames = 4;

    static std::string mode() { return std::get<0>(GetParam()); }
    static std::string mesa() { return std::get<2>(GetParam()); }

    void SetUp() override {
        if (!mesaIsThere(mesa())) GTEST_SKIP() << "Mesa " << mesa() << " is not there; scripts/setup/mesa builds it";
        if (!installed("glmark2-es2-drm")) GTEST_SKIP() << "glmark2-es2-drm is not there (package of the same name)";
    }

    /// The bytes of the frames' pictures, and behind them the cycles.
    std::vector<std::string> outcome(const std::string& out) const {
        const cli::ProgramResult result = run({"exec",
                                               "--gpu",
                                               std::get<1>(GetParam()),
                                               "--mesa",
                                               mesa(),
                                               "--mode",
                                               mode(),
                                               "--display",
                                               "64x48",
                                               "--frame-time",
                                               "100",
                                               "--out",
                                               out,
                                               "--",
                                               "glmark2-es2-drm",
                                               "--size",
                                               "1x1",
                                               "--swap-mode",
                                               "immediate",
                                               "-b",
                                               "build:nframes=4",
                                               "-b",
                                               "buffer:columns=20:update-method=map:nframes=4",
                                               "-b",
                                               "desktop:effect=shadow:windows=4:nframes=4"});
        EXPECT_EQ(result.status, 0) << result.out << result.err;
        std::vector<std::string> all;
        char name[32];
        for (size_t i = 0; i < 3 * kFrames; ++i) {
            std::snprintf(name, sizeof name, "/frame%04zu.png", i);
            EXPECT_TRUE(std::filesystem::exists(file(out + name))) << "a frame is lost: " << out << name;
            all.push_back(content(out + name));
        }
        const auto summary = nlohmann::json::parse(content(out + "/summary.json"));
        EXPECT_EQ(summary.at("frames").size(), 3 * kFrames);
        if (mode() == "timing") all.push_back(summary.at("cycles").dump());
        return all;
    }
};

TEST_P(SameFrames, InAQuietHostAndBesideOtherLoad) {
    const std::vector<std::string> first = outcome("first");
    EXPECT_TRUE(outcome("second") == first);
    const Load load;
    EXPECT_TRUE(outcome("third") == first);
}

INSTANTIATE_TEST_SUITE_P(Machines, SameFrames,
                         testing::Combine(testing::Values("functional", "timing"), testing::Values("gc2000", "gc7000l"),
                                          testing::Values("22.3.6", "25.0.7")),
                         kNameOfSetting);

}  // namespace
}  // namespace cyclorama
