// SPDX-License-Identifier: MIT
#include "cli/report_command.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/file_content.h"
#include "cli/page_data.h"
#include "cli/program_files.h"
#include "cli/report_tables.h"
#include "cli/report_trace.h"
#include "report/schema.h"
#include "results/output_file.h"
#include "sim/error.h"

namespace cyclorama::cli {
namespace {

/// Stands in the page for the runs.
constexpr std::string_view kPlace = "<!--runs-->";

/// Bytes that a page may show as a PNG picture. Throws sim::Error for others.
std::string pictureOf(const std::filesystem::path& path) {
    std::string content = contentOf(path);
    if (!content.starts_with("\x89PNG\r\n\x1a\n")) throw sim::Error(path.string(), "", "no PNG picture");
    return content;
}

/// The folder's name as text, whatever its bytes.
nlohmann::json nameOf(const std::filesystem::path& folder) {
    const auto replace = nlohmann::json::error_handler_t::replace;
    return nlohmann::json::parse(
        nlohmann::json(std::filesystem::canonical(folder).filename().string()).dump(-1, ' ', false, replace));
}

/// A run as elements of the page: its tables and pictures.
std::string runElements(const std::filesystem::path& folder, size_t number) {
    ReportTables tables = readReportTables(folder / report::kReportFile);
    nlohmann::json pictures = nlohmann::json::object();
    for (const std::string& name : tables.pictures) {
        const std::string content = pictureOf(folder / name);
        pictures[name] = {tables.blobs.size(), content.size()};
        tables.blobs.insert(tables.blobs.end(), content.begin(), content.end());
    }
    const auto replace = nlohmann::json::error_handler_t::replace;
    const std::string json = fmt::format(R"({{"format":1,"name":{},"pictures":{},"tables":{}}})", nameOf(folder).dump(),
                                         pictures.dump(-1, ' ', false, replace), tables.json);
    return dataElement(fmt::format("run-{}", number), compressed(json)) +
           dataElement(fmt::format("blobs-{}", number), tables.blobs);
}

void sayWritten(const std::filesystem::path& file, double bytes) {
    fmt::print(stderr, "{}: {:.1f} MB\n", file.string(), bytes / 1e6);
}

void writePage(const ReportOptions& options) {
    const std::filesystem::path first = options.folders.front();
    const std::filesystem::path output =
        options.output.empty() ? first / "report.html" : std::filesystem::path(options.output);
    std::string page = contentOf(reportPage());
    const size_t place = page.find(kPlace);
    if (place == std::string::npos) throw sim::Error(reportPage().string(), "", "no page of this program");
    std::string runs;
    for (size_t number = 0; number < options.folders.size(); ++number)
        runs += runElements(options.folders[number], number);
    page.replace(place, kPlace.size(), runs);
    results::writeFile(output, page);
    sayWritten(output, static_cast<double>(page.size()));
}

void writeTrace(const ReportOptions& options) {
    results::PerfettoTrace trace;
    for (const std::filesystem::path folder : options.folders) {
        const std::filesystem::path file = folder / report::kReportFile;
        const auto tables = nlohmann::json::parse(readReportTables(file).json);
        addReport(trace, {.name = nameOf(folder).get<std::string>(), .file = file.string(), .tables = tables});
    }
    const std::string bytes = trace.bytes();
    results::writeFile(options.perfetto, bytes);
    sayWritten(options.perfetto, static_cast<double>(bytes.size()));
}

}  // namespace

void reportCommand(const ReportOptions& options) {
    if (options.perfetto.empty())
        writePage(options);
    else
        writeTrace(options);
}

}  // namespace cyclorama::cli
