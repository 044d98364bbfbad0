// SPDX-License-Identifier: MIT
// `cyclorama reduce`: ten mistakes of five kinds, each brought down to few draws and few bytes, and what it refuses.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <ostream>

#include "cli/run_program.h"
#include "cli/seeded_faults.h"
#include "families/adreno/packets/packets.h"
#include "support/expressions.h"
#include "support/paths.h"

namespace cyclorama::cli {
namespace {

using seeded::CaptureRecords;
using testing::HasSubstr;

const std::string kGles = "examples/gles_scene/gc2000.cyc";
const std::string kVulkan = "examples/vulkan_scene/a630.cyc";
const std::string kMedley = "tests/golden/captures/medley-gc2000.cyc";

/// Bytes of files that a run may make where a crash is sought, in blocks of 512: less than the buffer that is put in.
constexpr int kMostBlocks = 131072;
constexpr uint64_t kLargeBuffer = uint64_t{256} << 20;

struct Fault {
    std::string name;
    std::string keep;
    /// Writes the file that has the mistake.
    std::function<void(const std::filesystem::path& file)> write;
    bool timed = false;
    bool limitsFiles = false;
};

/// The last tries take away little of the pixels of whole scenes, and most of the time.
constexpr int kMostTries = 180;

void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

void copyOf(const std::string& workload, const std::filesystem::path& file) {
    std::filesystem::copy_file(paths::source(workload), file);
}

/// Three frames of the example, with a change before each of their transactions.
template <typename Change>
void writeScene(const std::filesystem::path& file, const Change& change) {
    const std::string whole = file.string() + ".whole";
    const std::string command = paths::attilaScene() + " '" + whole + "' --frames 3 --width 64 --height 48";
    if (std::system(command.c_str()) != 0) throw std::runtime_error("the example fails");
    seeded::changeTrace(whole, file, change);
}
void writePlainScene(const std::filesystem::path& file) {
    writeScene(file, [](const attila::TransactionRecord&, attila::AttilaTraceWriter&) {});
}

/// The draw of a frame in the middle writes where no memory is.
void writeSceneWithLostTarget(const std::filesystem::path& file) {
    size_t draws = 0;
    writeScene(file, [&](const attila::TransactionRecord& record, attila::AttilaTraceWriter& writer) {
        const auto* const command = std::get_if<attila::CommandWrite>(&record.transaction);
        if (command == nullptr || command->command != attila::ControlCommand::Draw || ++draws != 30) return;
        writer.writeRegister(attila::Register::BackBufferAddress, 0, attila::RegisterValue::fromUint(0x7fff0000));
    });
}

/// A draw of a primitive type that no chip has.
void writeGlesWithWrongPrimitive(const std::filesystem::path& file) {
    seeded::changeVivante(paths::source(kGles), file, [](CaptureRecords& records) {
        seeded::vivantePacket(records, vivante::Opcode::DrawIndexedPrimitives, 3)[1] = 12;
    });
}

/// A packet that the firmware does not know in place of the last draw of a job.
void writeRdWithUnknownPacket(const std::filesystem::path& file) {
    bool done = false;
    seeded::writeRd(paths::source(kVulkan), file, 1, [&done](std::vector<std::byte>& content) {
        const std::span words(reinterpret_cast<uint32_t*>(content.data()), content.size() / sizeof(uint32_t));
        for (uint32_t& word : words) {
            const adreno::PacketHeader header = adreno::decodeHeader(word);
            if (done || !header.is(adreno::Opcode::DrawIndexedOffset) || header.count != 7) continue;
            word = adreno::commandHeader(uint8_t{0x7e}, header.count);
            done = true;
        }
    });
    if (!done) throw std::runtime_error("the job has no draw");
}

const std::vector<Fault> kFaults{
    {"FindingOfACapture", "finding=access-not-16-byte-aligned",
     [](const std::filesystem::path& file) { copyOf(kGles, file); }},
    {"FindingOfATrace", "finding=render-target-invalid", writeSceneWithLostTarget},
    {"HangOfACapture", "hang", writeGlesWithWrongPrimitive},
    {"HangOfAStream", "finding=pm4-unknown-opcode", writeRdWithUnknownPacket},
    {"PixelOfACapture", "pixel=0,128,64,6a82acff", [](const std::filesystem::path& file) { copyOf(kGles, file); }},
    {"PixelOfATrace", "pixel=1,32,4,9d8e9bff", writePlainScene},
    {"CrashOfACapture", "crash",
     [](const std::filesystem::path& file) {
         seeded::changeVivante(paths::source(kGles), file,
                               [](CaptureRecords& records) { seeded::addLargeBuffer(records, 40, kLargeBuffer); });
     },
     false, true},
    {"CrashOfAJob", "crash",
     [](const std::filesystem::path& file) {
         seeded::changeAdreno(paths::source(kVulkan), file,
                              [](CaptureRecords& records) { seeded::addLargeBuffer(records, 3, kLargeBuffer); });
     },
     false, true},
    {"SlowDraw", "cycles=draw>20000", [](const std::filesystem::path& file) { copyOf(kMedley, file); }, true},
    {"SlowResolve", "cycles=resolve>2000", [](const std::filesystem::path& file) { copyOf(kMedley, file); }, true},
};

class ReduceCommand : public ProgramTest {
  protected:
    ProgramResult reduce(const Fault& fault, const std::string& out) const {
        std::vector<std::string> arguments{"reduce", "fault", "--keep",       fault.keep,
                                           "--out",  out,     "--most-tries", std::to_string(kMostTries)};
        if (fault.timed) arguments.insert(arguments.end(), {"--mode", "timing"});
        if (!fault.limitsFiles) return run(arguments);
        std::string command = fmt::format("ulimit -f {}; exec '{}'", kMostBlocks, paths::program());
        for (const std::string& argument : arguments) command += fmt::format(" '{}'", argument);
        return runProgram(folder(), {"-c", command}, {}, "/bin/sh");
    }
};

class ReducedFaults : public ReduceCommand, public testing::WithParamInterface<Fault> {};

TEST_P(ReducedFaults, HaveFewDrawsAndBytes) {
    const Fault& fault = GetParam();
    fault.write(file("fault"));
    const ProgramResult result = reduce(fault, "small");
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr("its run shows " + fault.keep));
    const ExpressionMatch bytes = Expression(R"(bytes \(([\d.]+) %\), uncompressed .*\(([\d.]+) %\))").find(result.out);
    ASSERT_FALSE(bytes.empty()) << result.out;
    EXPECT_LE(std::stod(bytes[1]), 2.0) << result.out;
    EXPECT_LE(std::stod(bytes[2]), 2.0) << result.out;
    const ExpressionMatch draws = Expression(R"(draws (\d+) of (\d+))").find(result.out);
    ASSERT_FALSE(draws.empty()) << result.out;
    EXPECT_LE(std::stoi(draws[1]), 3) << result.out;
    EXPECT_GT(std::stoi(draws[2]), 3) << "the capture is small as it is: the test shows nothing";
}

INSTANTIATE_TEST_SUITE_P(All, ReducedFaults, testing::ValuesIn(kFaults),
                         [](const testing::TestParamInfo<Fault>& tested) { return tested.param.name; });

TEST_F(ReduceCommand, ComesToTheSameFileWhereItWasStopped) {
    copyOf(kMedley, file("whole.cyc"));
    const std::vector<std::string> arguments{"reduce", "whole.cyc", "--keep", "finding=access-not-16-byte-aligned"};
    ASSERT_EQ(run(arguments).status, 0);
    const std::string once = content("whole.reduced.cyc");
    std::filesystem::remove(file("whole.reduced.cyc"));
    std::vector<std::string> some = arguments;
    some.insert(some.end(), {"--most-tries", "20"});
    size_t starts = 0;
    for (; starts < 100; ++starts) {
        const ProgramResult result = run(some);
        ASSERT_EQ(result.status, 0) << result.err;
        if (result.err.find("stopped after 20 tries") == std::string::npos) break;
        EXPECT_TRUE(std::filesystem::exists(file("whole.reduced.cyc.journal")));
        // What there is so far shows it, too.
        EXPECT_THAT(result.out, HasSubstr("its run shows"));
    }
    EXPECT_GT(starts, 1u) << "there are too few tries: the test shows nothing";
    EXPECT_TRUE(content("whole.reduced.cyc") == once);
    EXPECT_FALSE(std::filesystem::exists(file("whole.reduced.cyc.journal")));
}

TEST_F(ReduceCommand, RefusesWhatItCannotDo) {
    copyOf(kMedley, file("whole.cyc"));
    expectRefusal({"reduce", "whole.cyc", "--keep", "hung"}, "--keep:hung: is none of finding=IDENTIFIER");
    expectRefusal({"reduce", "whole.cyc", "--keep", "cycles=draw>5"}, "--keep:cycles=draw>5: needs --mode timing");
    expectRefusal({"reduce", "missing.cyc", "--keep", "hang"}, "missing.cyc: cannot be opened");
    expectRefusal(
        {"reduce", "whole.cyc", "--keep", "hang"},
        "whole.cyc: does not show hang as a whole: its run ends, with the findings access-not-16-byte-aligned");
    expectRefusal({"reduce", "whole.cyc", "--keep", "finding=no-such-finding"},
                  "does not show finding=no-such-finding");
    expectRefusal({"reduce", "whole.cyc", "--keep", "pixel=7,0,0,000000ff"}, "does not show pixel=7,0,0,000000ff");
    expectRefusal({"reduce", "whole.cyc", "--keep", "hang", "--out", "whole.cyc"}, "whole.cyc: is the workload itself");
    const std::string whole = content("whole.cyc");
    put("cut.cyc", std::string_view(whole).substr(0, whole.size() / 2));
    expectRefusal({"reduce", "cut.cyc", "--keep", "hang"}, "cut.cyc:");
    put("text.cyc", "no capture");
    expectRefusal({"reduce", "text.cyc", "--keep", "hang"}, "text.cyc");
    EXPECT_FALSE(std::filesystem::exists(file("whole.reduced.cyc")));
    EXPECT_FALSE(std::filesystem::exists(file("whole.reduced.cyc.journal")));
}

TEST_F(ReduceCommand, RefusesTheJournalOfAnother) {
    copyOf(kMedley, file("whole.cyc"));
    const auto arguments = [](const std::string& keep) {
        return std::vector<std::string>{"reduce", "whole.cyc", "--keep", keep, "--most-tries", "1"};
    };
    ASSERT_EQ(run(arguments("finding=access-not-16-byte-aligned")).status, 0);
    const std::string journal = content("whole.reduced.cyc.journal");
    const size_t program = journal.find("program ");
    put("whole.reduced.cyc.journal",
        journal.substr(0, program) + "program another" + journal.substr(journal.find('\n', program)));
    expectRefusal(arguments("finding=access-not-16-byte-aligned"),
                  "whole.reduced.cyc.journal:line 2: the journal is of another program (another)");
    put("whole.reduced.cyc.journal", "text");
    expectRefusal(arguments("finding=access-not-16-byte-aligned"), "whole.reduced.cyc.journal:line");
}

}  // namespace
}  // namespace cyclorama::cli
