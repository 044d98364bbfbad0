// SPDX-License-Identifier: MIT
// Messages of commands on traces of calls before anything is played.

#include <gtest/gtest.h>

#include "cli/run_program.h"

namespace cyclorama::cli {
namespace {

class GlTraceCommand : public ProgramTest {
  protected:
    GlTraceCommand() {
        put("calls.txt", "GLI0.t\nglViewport(0,0,64,64)\nwglSwapBuffers(1)=1\n");
        put("sizeless.txt", "GLI0.t\nwglSwapBuffers(1)=1\n");
        put("direct3d.PIXRun", std::string_view("\x14\0\0\0\xe8\x03\0\0\x68\0\0\0\x01\0\0\0", 16));
        put("other.txt", "glEnd()\n");
    }
};

TEST_F(GlTraceCommand, RefusesPixRunTracesByName) {
    const std::string refusal =
        "direct3d.PIXRun: a PIXRun trace: Direct3D 9 is not played, only OpenGL (GLInterceptor)";
    expectRefusal({"run", "direct3d.PIXRun"}, refusal);
    expectRefusal({"dump", "direct3d.PIXRun"}, refusal);
    expectRefusal({"cut", "direct3d.PIXRun", "0", "1", "out"}, refusal);
    put("config.ini", "[SIMULATOR]\nInputFile=direct3d.PIXRun\n");
    expectRefusal({"run", "--config", "config.ini"}, refusal);
}

TEST_F(GlTraceCommand, TakesTracesOfCallsForRunAlone) {
    expectRefusal({"dump", "calls.txt"}, "calls.txt: a trace of OpenGL calls, which `run` plays");
    expectRefusal({"cut", "calls.txt", "0", "1", "out"}, "calls.txt: a trace of OpenGL calls, which `run` plays");
}

TEST_F(GlTraceCommand, RefusesOptionsOfOtherWorkloads) {
    const std::string reason = "does not go with calls.txt, a trace of OpenGL calls";
    expectRefusal({"run", "calls.txt", "--serve", "0"}, "--serve: " + reason);
    expectRefusal({"run", "calls.txt", "--buffers"}, "--buffers: " + reason);
    expectRefusal({"run", "calls.txt", "--mode", "timing", "--waveform", "w.fst"}, "--waveform: " + reason);
    expectRefusal({"run", "calls.txt", "--mode", "timing", "--no-sleep"}, "--no-sleep: " + reason);
    expectRefusal({"run", "sizeless.txt"}, "sizeless.txt: says nothing of the size of its pictures");
}

TEST_F(GlTraceCommand, RefusesItsOptionsForOtherWorkloads) {
    const std::string capture = paths::source("examples/gles_scene/gc2000.cyc");
    expectRefusal({"run", capture, "--mesa", "system"}, "--mesa: is for traces of OpenGL calls, which");
    expectRefusal({"run", capture, "--record", "x.cyc"}, "--record: is for traces of OpenGL calls, which");
    expectRefusal({"run", "other.txt"}, "no workload that is known");
}

}  // namespace
}  // namespace cyclorama::cli
