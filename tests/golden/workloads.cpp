// SPDX-License-Identifier: MIT
#include "golden/workloads.h"

#include <fmt/format.h>
#include <png.h>
#include <xxhash.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/run_program.h"
#include "families/attila/trace/attila_trace_writer.h"
#include "golden/attila_scenes.h"
#include "support/paths.h"

namespace cyclorama::golden {
namespace {

std::vector<std::string> settings(const std::vector<std::string>& values) {
    std::vector<std::string> options;
    for (const std::string& value : values) options.insert(options.end(), {"--set", value});
    return options;
}

Workload traced(const std::string& name, const AttilaScene& scene, const std::vector<std::string>& values = {},
                bool alsoAwake = false) {
    return {
        .name = name, .trace = [scene] { return traceOf(scene); }, .options = settings(values), .alsoAwake = alsoAwake};
}

Workload captured(const std::string& name, const std::string& file, uint64_t windowCycles, bool alsoAwake = false,
                  const std::vector<std::string>& values = {}) {
    return {.name = name,
            .capture = paths::source(file),
            .options = settings(values),
            .windowCycles = windowCycles,
            .alsoAwake = alsoAwake};
}

/// Caches of a sixth of a frame's depth and colour, so that blocks are evicted, compressed and fetched again, and of a
/// part of its Hierarchical Z, since a cached line sees no update.
std::vector<std::string> withSmallCaches(std::vector<std::string> values = {}) {
    for (const char* const value :
         {"ZSTENCILTEST.ZCacheWays=2", "ZSTENCILTEST.ZCacheLines=2", "COLORWRITE.ColorCacheWays=2",
          "COLORWRITE.ColorCacheLines=2", "RASTERIZER.HZCacheLines=2", "RASTERIZER.HZCacheLineSize=4"})
        values.emplace_back(value);
    return values;
}

std::vector<Workload> makeWorkloads() {
    constexpr const char* kScalarShader = "FRAGMENTSHADER.VectorShader=FALSE";
    constexpr const char* kSimpleMemory = "MEMORYCONTROLLER.MemoryControllerV2=FALSE";
    return {
        traced("layers", layers()),
        traced("layers-half-float", layers(true)),
        traced("walls", walls(), withSmallCaches()),
        traced("walls-uncompressed", walls(),
               withSmallCaches({"RASTERIZER.DisableHZ=TRUE", "ZSTENCILTEST.DisableCompression=TRUE",
                                "COLORWRITE.DisableCompression=TRUE"})),
        traced("walls-scan-line", walls(), withSmallCaches({"RASTERIZER.RecursiveMode=FALSE"})),
        traced("meshes", meshes()),
        traced("meshes-scalar-shader", meshes(), {kScalarShader}, true),
        traced("meshes-attribute-loads", loadedMeshes(), {"FRAGMENTSHADER.VertexAttributeLoadFromShader=TRUE"}),
        traced("textures", textures(), {}, true),
        traced("textures-one-cache", textures(),
               {"FRAGMENTSHADER.TwoLevelTextureCache=FALSE", "FRAGMENTSHADER.TextureCacheLineSize=256"}),
        traced("textures-simple-memory", textures(), {kSimpleMemory}, true),
        traced("stencil", stencil(1)),
        traced("stencil-multisampled", stencil(4), withSmallCaches()),
        traced("copies", copies(),
               withSmallCaches({"ZSTENCILTEST.BlockStateMemorySize=2048", "COLORWRITE.BlockStateMemorySize=2048"})),
        traced("batches-small-gpu", batches(),
               {"GPU.NumFragmentShaders=1", "GPU.NumStampPipes=1", "MEMORYCONTROLLER.V2MemoryChannels=2",
                "MEMORYCONTROLLER.V2ChannelInterleavingMask=8", "RASTERIZER.StampsPerCycle=1"}),
        traced("batches-clocks", batches(), {"GPU.ShaderClock=1000", "GPU.MemoryClock=700"}, true),
        traced("shading", shading()),
        traced("shading-scalar-shader", shading(), {kScalarShader, kSimpleMemory}),
        // One pixel pipe and two with RS, two with BLT, one with RS and the newest instruction set.
        captured("medley-gc880", "tests/golden/captures/medley-gc880.cyc", 2048),
        captured("medley-gc2000", "tests/golden/captures/medley-gc2000.cyc", 2048, true),
        captured("medley-gc7000l", "tests/golden/captures/medley-gc7000l.cyc", 2048, true),
        captured("medley-gc7000nanoultra", "tests/golden/captures/medley-gc7000nanoultra.cyc", 2048),
        captured("medley-multisampled-gc2000", "tests/golden/captures/medley-multisampled-gc2000.cyc", 2048),
        captured("medley-multisampled-gc7000l", "tests/golden/captures/medley-multisampled-gc7000l.cyc", 2048),
        captured("gles-scene-gc2000", "examples/gles_scene/gc2000.cyc", 65536),
        captured("vulkan-scene-a630", "examples/vulkan_scene/a630.cyc", 65536),
        // Four bins with four samples a pixel; no bins; LRZ; and work that shows no frame: what it wrote is compared.
        captured("medley-bins-a630", "tests/golden/captures/medley-bins-a630.cyc", 4096, true),
        captured("medley-bins-small-a630", "tests/golden/captures/medley-bins-a630.cyc", 16384, true,
                 {"ADRENO.ShaderUnits=1", "ADRENO.UcheSize=4", "ADRENO.GmemBytesPerCycle=16", "ADRENO.ResolveParts=1",
                  "ADRENO.VscBinsPerCycle=1", "ADRENO.SkippedPerCycle=1", "ADRENO.DrawsInFlight=1"}),
        captured("medley-sysmem-a630", "tests/golden/captures/medley-sysmem-a630.cyc", 4096, true),
        captured("medley-sysmem-small-a630", "tests/golden/captures/medley-sysmem-a630.cyc", 16384, true,
                 {"ADRENO.ShaderUnits=1", "ADRENO.UcheSize=4", "ADRENO.CcuSize=4", "ADRENO.VaryingStorage=1",
                  "ADRENO.DrawsInFlight=1", "ADRENO.FragmentWaveQueue=1", "ADRENO.TriangleQueue=1"}),
        captured("medley-lrz-a630", "tests/golden/captures/medley-lrz-a630.cyc", 4096, true),
        captured("compute-a630", "tests/golden/captures/compute-a630.cyc", 4096, true),
        captured("compute-small-a630", "tests/golden/captures/compute-a630.cyc", 16384, true,
                 {"ADRENO.ShaderUnits=1", "ADRENO.UcheSize=4", "ADRENO.UcheMisses=2", "ADRENO.UcheBankQueue=1",
                  "ADRENO.AccessQueue=2", "ADRENO.DispatchesInFlight=1"}),
        captured("blits-a630", "tests/golden/captures/blits-a630.cyc", 2048, true),
        captured("blits-small-a630", "tests/golden/captures/blits-a630.cyc", 4096, true,
                 {"ADRENO.CcuSize=1", "ADRENO.CcuMisses=1", "ADRENO.CcuWritebacks=1", "ADRENO.UcheSize=4",
                  "ADRENO.UcheMisses=2", "ADRENO.A2dParts=2"}),
        captured("tessellation-a630", "tests/golden/captures/tessellation-a630.cyc", 4096, true),
        captured("tessellation-small-a630", "tests/golden/captures/tessellation-a630.cyc", 16384, true,
                 {"ADRENO.ShaderUnits=1", "ADRENO.UcheSize=4", "ADRENO.VaryingStorage=1", "ADRENO.VertexFetchWaves=1",
                  "ADRENO.DrawsInFlight=1", "ADRENO.StreamoutBytesPerCycle=1", "ADRENO.GeometryVerticesPerCycle=1"}),
    };
}

std::string hashOf(const void* data, size_t bytes) { return fmt::format("{:016x}", XXH3_64bits(data, bytes)); }

/// Size and hash of the pixels: those stay the same whoever compressed them.
std::string pictureOf(const std::filesystem::path& path) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_file(&image, path.c_str()) == 0) throw std::runtime_error(image.message);
    image.format = PNG_FORMAT_RGBA;
    std::vector<uint8_t> pixels(PNG_IMAGE_SIZE(image));
    if (png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr) == 0) throw std::runtime_error(image.message);
    return fmt::format("{}x{} {}", image.width, image.height, hashOf(pixels.data(), pixels.size()));
}

/// The workload's file and its hash.
std::pair<std::string, std::string> provide(const Workload& workload, const std::filesystem::path& folder) {
    if (!workload.trace) {
        const std::string content = results::contentOf(workload.capture);
        return {workload.capture, hashOf(content.data(), content.size())};
    }
    const std::vector<std::byte> trace = workload.trace();
    const std::string path = folder / "trace.agp.gz";
    workload::GzipFileOutput file(path);
    file.write(trace);
    file.close();
    return {path, hashOf(trace.data(), trace.size())};
}

/// A frame as the summary has it.
GoldenFrame frameOf(const nlohmann::json& frame, const std::filesystem::path& folder, bool timed) {
    GoldenFrame golden{.picture = pictureOf(folder / frame.at("image").get<std::string>())};
    if (timed) {
        frame.at("cycles").get_to(golden.cycles);
        frame.at("activities").get_to(golden.activities);
    }
    return golden;
}

GoldenWindow windowOf(const CounterRow& row) {
    GoldenWindow window{.cycles = row.label};
    for (const auto& [name, counted] : row.units)
        if (!counted.values.empty()) window.units[name] = counted.hash.substr(0, 4);
    return window;
}

}  // namespace

const std::vector<Workload>& workloads() {
    static const std::vector<Workload> all = makeWorkloads();
    return all;
}

GoldenRun runWorkload(const Workload& workload, Mode mode, const std::filesystem::path& folder) {
    const bool timed = mode != Mode::Functional;
    const auto [file, hash] = provide(workload, folder);
    const std::filesystem::path out = folder / "results";
    std::filesystem::remove_all(out);
    std::vector<std::string> arguments{"run", file, "--mode", timed ? "timing" : "functional", "--out", out};
    arguments.insert(arguments.end(), workload.options.begin(), workload.options.end());
    const std::vector<std::string> windows = settings(
        {"SIMULATOR.PerCycleStatistics=TRUE", fmt::format("SIMULATOR.StatisticsRate={}", workload.windowCycles)});
    arguments.insert(arguments.end(), windows.begin(), windows.end());
    if (mode == Mode::TimingAwake) arguments.emplace_back("--no-sleep");
    const cli::ProgramResult result = cli::runProgram(folder, arguments);
    if (result.status != 0) throw std::runtime_error(fmt::format("{}: {}", workload.name, result.err));

    GoldenRun run{.workload = hash};
    const auto summary = nlohmann::json::parse(results::contentOf(out / "summary.json"));
    if (timed) summary.at("cycles").get_to(run.cycles);
    for (const auto& finding : summary.at("findings"))
        finding.at("count").get_to(run.findings[finding.at("identifier")]);
    for (const auto& frame : summary.at("frames")) run.frames.push_back(frameOf(frame, out, timed));
    if (!timed) return run;
    std::vector<CounterRow> counters = countersOf(results::contentOf(out / "stats.frames.csv"));
    if (counters.size() != run.frames.size())
        throw std::runtime_error(
            fmt::format("{}: {} frames, but counters of {}", workload.name, run.frames.size(), counters.size()));
    for (size_t i = 0; i < counters.size(); ++i) run.frames[i].units = std::move(counters[i].units);
    for (const CounterRow& row : countersOf(results::contentOf(out / "stats.cycles.csv")))
        run.windows.push_back(windowOf(row));
    return run;
}

std::filesystem::path goldenFile(const Workload& workload) {
    return paths::source("tests/golden/runs/" + workload.name + ".txt");
}

}  // namespace cyclorama::golden
