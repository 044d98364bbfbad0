// SPDX-License-Identifier: MIT
#pragma once
// Waveforms in the format FST, which GTKWave reads.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace cyclorama::results {

class FstFile {
  public:
    /// Times are picoseconds. Throws sim::Error where the file cannot be made, or where this build has no library for
    /// it.
    explicit FstFile(std::filesystem::path path);
    ~FstFile();
    FstFile(const FstFile&) = delete;
    FstFile& operator=(const FstFile&) = delete;

    /// A variable of 1 to 64 bits; its number. Full stops part the scopes that it is in. All variables come before the
    /// first time, those of a scope one after the other.
    uint32_t addBits(std::string_view name, uint32_t bits);
    /// A variable with a text.
    uint32_t addText(std::string_view name);

    /// Values from then on are of that time, which is not before the last one.
    void setTime(uint64_t picoseconds);
    void setBits(uint32_t variable, uint32_t bits, uint64_t value);
    void setText(uint32_t variable, std::string_view text);

    /// Ends the file. Throws sim::Error where it cannot be read back. Nothing can be written after it.
    void close();

  private:
    /// Opens and closes scopes; the name's last part.
    std::string enterScope(std::string_view name);

    std::filesystem::path path_;
    void* writer_ = nullptr;
    std::vector<std::string> scopes_;
    uint64_t time_ = 0;
};

}  // namespace cyclorama::results
