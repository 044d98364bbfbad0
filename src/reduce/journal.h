// SPDX-License-Identifier: MIT
#pragma once
// The tries that a reduction has made, in a file, so that one that was stopped continues. Text:
//
//   cyclorama reduce 1
//   program TEXT          what the tries depend on; a journal of another one is refused
//   ...
//   tries
//   HASH kept|lost        a line for each try, written when it has ended

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace cyclorama::reduce {

/// Something that the results of tries depend on.
struct JournalBinding {
    /// A word: "program".
    std::string name;
    /// A line of text.
    std::string value;
};

class Journal {
  public:
    /// Opens a journal, or begins one if there is none. Throws sim::Error with the line where it is bound to anything
    /// else or damaged, or where it cannot be read or written. A last line without its end was being written when the
    /// program was stopped, and is taken away.
    Journal(std::filesystem::path path, const std::vector<JournalBinding>& bindings);

    /// Answer of the try with this hash; no value if it has not been run yet.
    std::optional<bool> find(const std::string& hash) const;
    /// Notes a try. Throws sim::Error where it cannot be written.
    void add(const std::string& hash, bool kept);

    size_t tries() const { return tries_.size(); }
    /// Removes the file.
    void remove();

  private:
    struct Closer {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    void read(const std::vector<JournalBinding>& bindings);
    void readTry(const std::string& line, size_t number);
    void write(const std::string& text);

    std::filesystem::path path_;
    std::unordered_map<std::string, bool> tries_;
    std::unique_ptr<std::FILE, Closer> file_;
};

/// The hash that stands for a workload in a journal: XXH3, 128 bits, as hexadecimal digits.
std::string hashOf(std::span<const std::byte> bytes);

}  // namespace cyclorama::reduce
