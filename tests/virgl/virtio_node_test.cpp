// SPDX-License-Identifier: MIT
// The ioctls of virtio-gpu, and its documented findings.

#include <drm.h>
#include <drm_fourcc.h>
#include <drm_mode.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <sstream>

#include "device/device_fixture.h"
#include "device/display/display_properties.h"
#include "support/paths.h"
#include "virgl/logging_renderer.h"
#include "virgl/node/virtio_driver.h"
#include "virgl/node/virtio_uapi.h"

namespace cyclorama::virgl {
namespace {

using namespace virtio;
using device::test::addressOf;

/// Before the fixture, which the driver's renderer writes to it in.
struct Log {
    test::RendererLog renderer;
};

class VirtioTest : private Log, public device::test::DeviceTest {
  protected:
    VirtioTest() : DeviceTest(std::make_unique<VirtioDriver>(std::make_unique<test::LoggingRenderer>(Log::renderer))) {}

    test::RendererLog& list() { return Log::renderer; }
    template <typename T>
    int ask(const File& file, Request number, T& argument) {
        return request(file, DRM_IOWR(DRM_COMMAND_BASE + static_cast<uint32_t>(number), T), argument);
    }
    ResourceCreateArgument newTexture(const File& file) {
        ResourceCreateArgument argument{
            .target = 2, .format = 1, .width = 4, .height = 2, .depth = 1, .arraySize = 1, .size = 32};
        EXPECT_EQ(ask(file, Request::ResourceCreate, argument), 0);
        return argument;
    }
    std::vector<std::string> calls() {
        drain();
        return list().calls;
    }
};

TEST_F(VirtioTest, ListsItsFeatures) {
    const File file = openRender();
    uint32_t value = 7;
    GetParamArgument param{.param = Param::Features3d, .value = addressOf(&value)};
    EXPECT_EQ(ask(file, Request::GetParam, param), 0);
    EXPECT_EQ(value, 1u);
    param.param = Param::ResourceBlob;
    EXPECT_EQ(ask(file, Request::GetParam, param), 0);
    EXPECT_EQ(value, 0u);
    param.param = static_cast<Param>(99);
    EXPECT_EQ(ask(file, Request::GetParam, param), -EINVAL);
    param = {.param = Param::Features3d, .value = 16};
    EXPECT_EQ(ask(file, Request::GetParam, param), -EFAULT);

    std::array<uint32_t, 400> words{};
    GetCapabilitiesArgument capabilities{.set = 2, .address = addressOf(words.data()), .size = 1376};
    EXPECT_EQ(ask(file, Request::GetCapabilities, capabilities), 0);
    EXPECT_EQ(words[0], 2u);
    EXPECT_EQ(words[1], 1u << 1);  // of formats to sample: number 1
    EXPECT_EQ(words[1 + 134 / 32], 1u << 134 % 32);
    EXPECT_EQ(words[66], 120u);  // GLSL 1.20
    EXPECT_STREQ(reinterpret_cast<const char*>(&words[696 / 4]), "a list");
    capabilities.set = 3;
    EXPECT_EQ(ask(file, Request::GetCapabilities, capabilities), -EINVAL);
}

TEST_F(VirtioTest, MakesResourcesOfBuffers) {
    const File file = openRender();
    const ResourceCreateArgument made = newTexture(file);
    EXPECT_EQ(made.bufferHandle, 1u);
    ResourceInfoArgument info{.bufferHandle = made.bufferHandle};
    EXPECT_EQ(ask(file, Request::ResourceInfo, info), 0);
    EXPECT_EQ(info.resourceHandle, made.resourceHandle);
    EXPECT_EQ(info.size, 4096u);
    MapArgument map{.handle = made.bufferHandle};
    EXPECT_EQ(ask(file, Request::Map, map), 0);
    WaitArgument wait{.handle = made.bufferHandle};
    EXPECT_EQ(ask(file, Request::Wait, wait), 0);
    for (const uint32_t handle : {0u, 9u}) {
        info.bufferHandle = map.handle = wait.handle = handle;
        EXPECT_EQ(ask(file, Request::ResourceInfo, info), -ENOENT);
        EXPECT_EQ(ask(file, Request::Map, map), -ENOENT);
        EXPECT_EQ(ask(file, Request::Wait, wait), -ENOENT);
    }
    // Mesa gives surfaces of several samples no size: they get a page.
    ResourceCreateArgument empty = made;
    empty.size = 0;
    EXPECT_EQ(ask(file, Request::ResourceCreate, empty), 0);
    ResourceInfoArgument page{.bufferHandle = empty.bufferHandle};
    EXPECT_EQ(ask(file, Request::ResourceInfo, page), 0);
    EXPECT_EQ(page.size, 4096u);
    ResourceCreateArgument large = made;
    large.size = ~0u;
    EXPECT_EQ(ask(file, Request::ResourceCreate, large), -EINVAL);
    TransferArgument transfer{.bufferHandle = made.bufferHandle, .width = 4, .height = 1, .depth = 1};
    EXPECT_EQ(ask(file, Request::TransferToHost, transfer), 0);
    EXPECT_THAT(calls(), testing::ElementsAre("attach", "upload 1 4x1 at 0,0 first 0 stride 16"));
}

TEST_F(VirtioTest, ExecutesStreams) {
    const File file = openRender();
    const ResourceCreateArgument made = newTexture(file);
    std::array<uint32_t, 9> stream = {7 | 8 << 16, 4};
    uint32_t handle = made.bufferHandle;
    ExecBufferArgument submit{
        .size = sizeof stream, .command = addressOf(stream.data()), .handles = addressOf(&handle), .handleCount = 1};
    EXPECT_EQ(ask(file, Request::ExecBuffer, submit), 0);
    submit.flags = kFenceFdOut;
    EXPECT_EQ(ask(file, Request::ExecBuffer, submit), 0);
    EXPECT_GE(submit.fenceFd, 0);
    EXPECT_THAT(calls(), testing::ElementsAre("attach", "clear 4 0 0", "clear 4 0 0"));
    for (const auto& [change, expected] :
         std::vector<std::pair<ExecBufferArgument, int>>{{{.flags = 0x80}, -EINVAL},
                                                         {{.flags = kFenceFdIn, .fenceFd = -1}, -EINVAL},
                                                         {{.size = 6, .command = addressOf(stream.data())}, -EINVAL},
                                                         {{.size = 64u << 20}, -EINVAL},
                                                         {{.size = 8, .command = 64}, -EFAULT},
                                                         {{.handles = 64, .handleCount = 1}, -EFAULT}}) {
        ExecBufferArgument bad = change;
        EXPECT_EQ(ask(file, Request::ExecBuffer, bad), expected) << bad.flags << ' ' << bad.size;
    }
    handle = 77;
    submit.flags = 0;
    EXPECT_EQ(ask(file, Request::ExecBuffer, submit), -ENOENT);
}

TEST_F(VirtioTest, BringsTheGpusPictureBeforeAResourceIsShown) {
    const File file = openDisplay();
    const drm_mode_modeinfo mode = device_.core().display.modes().front();
    const uint32_t pitch = 4u * mode.hdisplay;
    ResourceCreateArgument texture{.target = 2,
                                   .format = 1,
                                   .width = mode.hdisplay,
                                   .height = mode.vdisplay,
                                   .depth = 1,
                                   .arraySize = 1,
                                   .size = pitch * mode.vdisplay};
    ASSERT_EQ(ask(file, Request::ResourceCreate, texture), 0);
    drm_mode_create_dumb plain{};
    plain.width = mode.hdisplay;
    plain.height = mode.vdisplay;
    plain.bpp = 32;
    ASSERT_EQ(request(file, DRM_IOCTL_MODE_CREATE_DUMB, plain), 0);
    // The processor alone draws in the plain buffer: its picture is there.
    for (const uint32_t handle : {texture.bufferHandle, plain.handle}) {
        drm_mode_fb_cmd added{};
        added.width = mode.hdisplay;
        added.height = mode.vdisplay;
        added.pitch = pitch;
        added.bpp = 32;
        added.depth = 24;
        added.handle = handle;
        ASSERT_EQ(request(file, DRM_IOCTL_MODE_ADDFB, added), 0);
        const uint32_t connector = device::object::kConnector;
        drm_mode_crtc crtc{};
        crtc.crtc_id = device::object::kCrtc;
        crtc.fb_id = added.fb_id;
        crtc.set_connectors_ptr = addressOf(&connector);
        crtc.count_connectors = 1;
        crtc.mode = mode;
        crtc.mode_valid = 1;
        ASSERT_EQ(request(file, DRM_IOCTL_MODE_SETCRTC, crtc), 0);
    }
    EXPECT_EQ(frames_.frames().size(), 2u);
    EXPECT_THAT(calls(), testing::ElementsAre("attach", "present 1", testing::StartsWith("download 1")));
}

class VirtioDisplayTest : public VirtioTest {
  protected:
    VirtioDisplayTest() : file_(openDisplay()), mode_(device_.core().display.modes().front()) {}

    int addFrameBuffer(uint32_t format, uint32_t flags, uint32_t& id) {
        drm_mode_create_dumb buffer{};
        buffer.width = mode_.hdisplay;
        buffer.height = mode_.vdisplay;
        buffer.bpp = 32;
        EXPECT_EQ(request(file_, DRM_IOCTL_MODE_CREATE_DUMB, buffer), 0);
        drm_mode_fb_cmd2 command{};
        command.width = mode_.hdisplay;
        command.height = mode_.vdisplay;
        command.pixel_format = format;
        command.flags = flags;
        command.handles[0] = buffer.handle;
        command.pitches[0] = buffer.pitch;
        command.modifier[0] = DRM_FORMAT_MOD_LINEAR;
        const int result = request(file_, DRM_IOCTL_MODE_ADDFB2, command);
        id = command.fb_id;
        return result;
    }

    const File file_;
    const drm_mode_modeinfo mode_;
};

// Linux 6.6: virtgpu_display.c, fb_modifiers_not_supported.
TEST_F(VirtioDisplayTest, HasNoModifiers) {
    drm_get_cap capability{.capability = DRM_CAP_ADDFB2_MODIFIERS, .value = 7};
    ASSERT_EQ(request(file_, DRM_IOCTL_GET_CAP, capability), 0);
    EXPECT_EQ(capability.value, 0u);
    drm_mode_obj_get_properties plane{};
    plane.obj_id = device::object::kPlane;
    plane.obj_type = DRM_MODE_OBJECT_PLANE;
    ASSERT_EQ(request(file_, DRM_IOCTL_MODE_OBJ_GETPROPERTIES, plane), 0);
    EXPECT_EQ(plane.count_props, 1u) << "the type, and no IN_FORMATS";
    drm_mode_get_blob blob{};
    blob.blob_id = device::object::kFormatsBlob;
    EXPECT_EQ(request(file_, DRM_IOCTL_MODE_GETPROPBLOB, blob), -ENOENT);
    uint32_t id = 0;
    EXPECT_EQ(addFrameBuffer(DRM_FORMAT_XRGB8888, DRM_MODE_FB_MODIFIERS, id), -EINVAL);
    ASSERT_EQ(addFrameBuffer(DRM_FORMAT_XRGB8888, 0, id), 0);
    drm_mode_fb_cmd2 added{};
    added.fb_id = id;
    ASSERT_EQ(request(file_, DRM_IOCTL_MODE_GETFB2, added), 0);
    EXPECT_EQ(added.flags, 0u);
}

// Linux 6.6: virtgpu_plane.c, virtgpu_display.c (virtio_gpu_user_framebuffer_create), virtgpu_gem.c.
TEST_F(VirtioDisplayTest, ShowsTwoFormats) {
    EXPECT_THAT(planeFormats(file_), testing::ElementsAre(DRM_FORMAT_XRGB8888, DRM_FORMAT_ARGB8888));
    uint32_t id = 0;
    EXPECT_EQ(addFrameBuffer(DRM_FORMAT_ARGB8888, 0, id), 0);
    for (const uint32_t format : {DRM_FORMAT_RGB565, DRM_FORMAT_XBGR8888, DRM_FORMAT_XRGB2101010})
        EXPECT_EQ(addFrameBuffer(format, 0, id), -ENOENT) << format;
    drm_mode_create_dumb dumb{};
    dumb.width = dumb.height = 16;
    dumb.bpp = 16;
    EXPECT_EQ(request(file_, DRM_IOCTL_MODE_CREATE_DUMB, dumb), -EINVAL);
    drm_mode_get_connector screen{};
    screen.connector_id = device::object::kConnector;
    ASSERT_EQ(request(file_, DRM_IOCTL_MODE_GETCONNECTOR, screen), 0);
    EXPECT_EQ(screen.connector_type, static_cast<uint32_t>(DRM_MODE_CONNECTOR_VIRTUAL));
}

TEST(VirglFindings, AreDocumented) {
    std::ifstream file(paths::source("docs/reference/findings.md"));
    std::stringstream text;
    text << file.rdbuf();
    for (const sim::FindingKind& kind :
         {findings::kRefused, findings::kNotDone, findings::kBeyondGpu, findings::kLeftOut, findings::kQuery,
          findings::kHostTime, findings::kSocketRefused}) {
        const std::string row =
            fmt::format("| `{}` | {} | {} | {} |", kind.identifier, sim::name(kind.severity), kind.sentence, kind.hint);
        EXPECT_NE(text.str().find(row), std::string::npos) << row;
    }
}

}  // namespace
}  // namespace cyclorama::virgl
