// SPDX-License-Identifier: MIT
#pragma once
// Files and folders that a run writes. Nothing that could not be written goes unnoticed: every failure is a sim::Error
// with the file and the system's reason.

#include <filesystem>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>

namespace cyclorama::results {

/// The folder of a run's results, which exists and can be written to.
class OutputFolder {
  public:
    /// Makes the folder and those above it where they do not exist. Throws sim::Error where it cannot, or where no file
    /// can be made in it.
    explicit OutputFolder(std::filesystem::path path);

    const std::filesystem::path& path() const { return path_; }

    /// A file in the folder.
    std::filesystem::path file(std::string_view name) const { return path_ / name; }

  private:
    std::filesystem::path path_;
};

/// A file to write to as a stream: statistics tables, traces, text. One whose name ends in .gz is compressed by gzip.
class OutputFile {
  public:
    /// Makes the file, or empties it where it exists. Throws sim::Error where it cannot.
    explicit OutputFile(std::filesystem::path path);

    /// Closes the file; a failure that close() would have thrown is lost here.
    ~OutputFile();
    OutputFile(OutputFile&&) noexcept;
    OutputFile& operator=(OutputFile&&) noexcept;

    /// Bytes that could not be written put the stream into its failed state, in which it ignores what follows.
    std::ostream& stream();

    const std::filesystem::path& path() const { return path_; }

    /// Writes what is buffered. Throws sim::Error where anything written so far, or now, failed.
    void flush();

    /// Like flush, and closes the file. Nothing can be written after it.
    void close();

  private:
    class Buffer;

    std::filesystem::path path_;
    std::unique_ptr<Buffer> buffer_;
    std::unique_ptr<std::ostream> stream_;
};

/// Writes a whole file. Where that fails the file is removed, so that no part of it is taken for the whole, and
/// sim::Error is thrown.
void writeFile(const std::filesystem::path& path, std::string_view content);

}  // namespace cyclorama::results
