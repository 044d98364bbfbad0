// SPDX-License-Identifier: MIT
#include "device/server/fake_tree.h"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include "device/protocol/protocol.h"

namespace cyclorama::device {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, std::string_view content) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
}

void link(const fs::path& path, const std::string& target) {
    fs::create_directories(path.parent_path());
    fs::create_symlink(target, path);
}

/// A DRM node as its folder and its device number say.
struct DrmNode {
    std::string_view name;
    uint32_t minor = 0;
};

constexpr DrmNode kDisplayNode{.name = "card0", .minor = protocol::kDisplayMinor};
constexpr DrmNode kRenderNode{.name = "renderD128", .minor = protocol::kRenderMinor};

/// `device` is the folder of its platform device.
void layOutNode(const fs::path& root, std::string_view device, const DrmNode& node) {
    const std::string number = fmt::format("{}:{}", protocol::kDrmMajor, node.minor);
    const fs::path folder = root / "sys/devices/platform" / device / "drm" / node.name;
    write(folder / "dev", number + "\n");
    write(folder / "uevent", fmt::format("MAJOR={}\nMINOR={}\nDEVNAME=dri/{}\nDEVTYPE=drm_minor\n", protocol::kDrmMajor,
                                         node.minor, node.name));
    link(folder / "device", fmt::format("../../../{}", device));
    link(folder / "subsystem", "../../../../../class/drm");

    const std::string fromClass = fmt::format("../../devices/platform/{}/drm/{}", device, node.name);
    link(root / "sys/class/drm" / node.name, fromClass);
    link(root / "sys/dev/char" / number, fromClass);
    // The record that udev keeps of a device after it has set it up.
    write(root / "run/udev/data" / fmt::format("c{}", number), "I:1\nE:ID_SEAT=seat0\nG:seat\nG:master-of-seat\n");
    write(root / "dev/dri" / node.name, "");
}

/// A platform device with its DRM nodes, as the kernel shows it in /sys/devices/platform.
void layOutDevice(const fs::path& root, std::string_view name, const NodeIdentity& identity,
                  std::span<const DrmNode> nodes) {
    const fs::path folder = root / "sys/devices/platform" / name;
    write(folder / "uevent", fmt::format("DRIVER={}\nOF_NAME={}\nOF_FULLNAME={}\nOF_COMPATIBLE_0={}\n"
                                         "OF_COMPATIBLE_N=1\nMODALIAS=of:N{}T(null)C{}\n",
                                         identity.platformName.empty() ? identity.name : identity.platformName, name,
                                         identity.treePath, identity.compatible, name, identity.compatible));
    write(folder / "of_node/compatible", std::string(identity.compatible) + '\0');
    link(folder / "subsystem", "../../../bus/platform");
    for (const DrmNode& node : nodes) layOutNode(root, name, node);
}

void layOutConnector(const fs::path& root, std::string_view folder, std::string_view connectorName) {
    const std::string name = fmt::format("card0-{}", connectorName);
    const fs::path connector = root / "sys/devices/platform" / folder / "drm/card0" / name;
    write(connector / "status", "connected\n");
    write(connector / "enabled", "enabled\n");
    write(connector / "dpms", "On\n");
    write(connector / "uevent", "DEVTYPE=drm_connector\n");
    link(connector / "device", "../../card0");
    link(connector / "subsystem", "../../../../../../class/drm");
    link(root / "sys/class/drm" / name, fmt::format("../../devices/platform/{}/drm/card0/{}", folder, name));
}

/// Whoever lists the classes is to see that of DRM, and the machine's own.
void mirrorClasses(const fs::path& root) {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator("/sys/class", ignored)) {
        const fs::path shown = root / "sys/class" / entry.path().filename();
        if (!fs::exists(fs::symlink_status(shown))) fs::create_symlink(entry.path(), shown, ignored);
    }
}

}  // namespace

void layOutFakeTree(const fs::path& root, const DriverTraits& traits) {
    constexpr std::string_view kDisplay = "cyclorama-display";
    constexpr std::string_view kGpu = "cyclorama-gpu";
    fs::create_directories(root / "sys/bus/platform");
    if (traits.display) {
        layOutDevice(root, kDisplay, *traits.display, std::array{kDisplayNode});
        layOutDevice(root, kGpu, traits.render, std::array{kRenderNode});
    } else {
        layOutDevice(root, kDisplay, traits.render, std::array{kDisplayNode, kRenderNode});
    }
    layOutConnector(root, kDisplay, traits.screen.connectorName);
    write(root / "sys/class/drm/version", "drm 1.1.0 20060810\n");
    mirrorClasses(root);
}

}  // namespace cyclorama::device
