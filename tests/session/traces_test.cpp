// SPDX-License-Identifier: MIT
// What is followed through a run: the places that a user names, and files that cannot be made or stay empty.

#include <gtest/gtest.h>

#include <string>

#include "results/temporary_folder.h"
#include "session/waveform.h"
#include "session/work_tracer.h"
#include "sim/error.h"

namespace cyclorama::session {
namespace {

TEST(TracePlace, NothingNamedFollowsNothing) { EXPECT_FALSE(traceOf("", std::nullopt)); }

TEST(TracePlace, PixelAndVertexAreBothFollowed) {
    const TraceSettings settings = traceOf("0,4294967295", 3);
    ASSERT_TRUE(settings);
    EXPECT_EQ(settings.pixel->x, 0U);
    EXPECT_EQ(settings.pixel->y, 4294967295U);
    EXPECT_EQ(settings.vertex, 3U);
}

TEST(TracePlace, MalformedPixelsAreRefused) {
    for (const char* text : {"1", "1,", ",1", "1,2,3", "1,2 ", "-1,2", "1,-2", "x,y"})
        EXPECT_THROW(traceOf(text, std::nullopt), sim::Error) << text;
}

TEST(WorkTracerFile, FolderThatIsMissingIsRefused) {
    EXPECT_THROW(WorkTracer({.vertex = 1}, "/nonexistent/trace.txt", [] { return 0U; }), sim::Error);
}

class WaveformTest : public testing::Test {
  protected:
    /// A waveform of cycles 10 to 14 of one clock.
    Waveform waveform(std::vector<std::string> patterns = {}) const {
        return Waveform(
            {.file = folder_.path() / "w.fst", .patterns = std::move(patterns), .firstCycle = 10, .cycles = 5},
            nullptr);
    }
    static void begin(Waveform& waveform) {
        waveform.machine({.clocks = {{.name = "GPU", .periodPicoseconds = 1000}}});
    }
    /// Whether something was gathered of an object that arrives on a signal in a cycle.
    static bool gathers(Waveform& waveform, std::string_view signal, sim::Cycle arrives) {
        begin(waveform);
        bool described = false;
        waveform.written({.signal = signal, .written = arrives - 1, .arrives = arrives}, [&] {
            described = true;
            return std::string("1");
        });
        return described;
    }

    results::TemporaryFolder folder_;
};

TEST_F(WaveformTest, WindowHoldsItsFirstAndLastCycleAlone) {
    for (const sim::Cycle cycle : {9U, 15U}) {
        Waveform outside = waveform();
        EXPECT_FALSE(gathers(outside, "Unit.signal", cycle)) << cycle;
    }
    for (const sim::Cycle cycle : {10U, 14U}) {
        Waveform inside = waveform();
        EXPECT_TRUE(gathers(inside, "Unit.signal", cycle)) << cycle;
        EXPECT_NO_THROW(inside.write());
    }
}

TEST_F(WaveformTest, PatternsChooseSignals) {
    Waveform chosen = waveform({"Streamer*", "Unit?.in"});
    EXPECT_FALSE(gathers(chosen, "Unit1.out", 10));
    EXPECT_TRUE(gathers(chosen, "Unit1.in", 10));
    EXPECT_TRUE(gathers(chosen, "Streamer.commands", 10));
}

TEST_F(WaveformTest, EmptyWindowIsAnError) {
    Waveform empty = waveform();
    begin(empty);
    try {
        empty.write();
        FAIL() << "nothing was gathered";
    } catch (const sim::Error& error) {
        EXPECT_NE(std::string(error.what()).find("nothing arrived on these signals in 5 cycles from 10 on"),
                  std::string::npos)
            << error.what();
    }
}

}  // namespace
}  // namespace cyclorama::session
