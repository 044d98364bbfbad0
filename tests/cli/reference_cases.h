// SPDX-License-Identifier: MIT
#pragma once
// ATTILA's reference cases, which are found through the environment variable CYCLORAMA_ATTILA_CASES.

#include <gtest/gtest.h>
#include <png.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "machine/values/frame_sink.h"

namespace cyclorama::machine {

/// Frames as they are drawn, and nothing else.
struct Frames final : FrameSink {
    void present(const PresentedFrame& frame) override { pictures.push_back(frame.picture); }
    void dump(const std::string&, const func::Picture&) override {}
    std::vector<func::Picture> pictures;
};

inline func::Picture readPng(const std::string& path) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    func::Picture picture;
    if (png_image_begin_read_from_file(&image, path.c_str()) == 0) {
        ADD_FAILURE() << path << ": " << image.message;
        return picture;
    }
    image.format = PNG_FORMAT_RGBA;
    picture.width = image.width;
    picture.height = image.height;
    picture.rgba.resize(PNG_IMAGE_SIZE(image));
    if (png_image_finish_read(&image, nullptr, picture.rgba.data(), 0, nullptr) == 0)
        ADD_FAILURE() << path << ": " << image.message;
    return picture;
}

struct Case {
    std::string scene;
    std::string configuration;
    std::string trace;
    std::string frame;
    /// ATTILA's, of the whole run.
    uint64_t cycles = 0;
};

inline std::vector<Case> readCases(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::vector<Case> cases;
    std::string line;
    std::getline(file, line);
    EXPECT_TRUE(line.starts_with("scene,config,trace,frame,stats,cycles")) << path;
    while (std::getline(file, line)) {
        std::istringstream columns(line);
        Case& read = cases.emplace_back();
        for (std::string* column : {&read.scene, &read.configuration, &read.trace, &read.frame})
            std::getline(columns, *column, ',');
        std::string statistics;
        std::getline(columns, statistics, ',');
        columns >> read.cycles;
    }
    return cases;
}

}  // namespace cyclorama::machine
