// SPDX-License-Identifier: MIT
#include "sim/error.h"

#include <string>
#include <utility>

namespace cyclorama::sim {
namespace {

std::string join(const std::string& file, const std::string& place, const std::string& reason) {
    std::string text = file;
    if (!place.empty()) text += text.empty() ? place : ":" + place;
    return text.empty() ? reason : text + ": " + reason;
}

}  // namespace

Error::Error(std::string file, std::string place, std::string reason)
    : std::runtime_error(join(file, place, reason)),
      file_(std::move(file)),
      place_(std::move(place)),
      reason_(std::move(reason)) {}

}  // namespace cyclorama::sim
