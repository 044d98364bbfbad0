// SPDX-License-Identifier: MIT
#include <drm_fourcc.h>
#include <poll.h>

#include "device/display/display_properties.h"
#include "device/toy_fixture.h"

namespace cyclorama::device::test {
namespace {

class KmsTest : public ToyTest {
  protected:
    KmsTest() : file_(openDisplay()) {}

    /// A frame buffer of 32-bit pixels, all of one value; its number.
    uint32_t newFrameBuffer(uint32_t width, uint32_t height, uint32_t pixel) {
        drm_mode_create_dumb dumb{
            .height = height, .width = width, .bpp = 32, .flags = 0, .handle = 0, .pitch = 0, .size = 0};
        EXPECT_EQ(request(file_, DRM_IOCTL_MODE_CREATE_DUMB, dumb), 0);
        const std::vector<uint32_t> pixels(dumb.size / 4, pixel);
        const auto buffer = device_.core().files.node(file_.inode)->buffer(dumb.handle);
        EXPECT_EQ(pwrite(buffer->memory(), pixels.data(), dumb.size, 0), static_cast<ssize_t>(dumb.size));
        drm_mode_fb_cmd2 command{};
        command.width = width;
        command.height = height;
        command.pixel_format = DRM_FORMAT_XRGB8888;
        command.handles[0] = dumb.handle;
        command.pitches[0] = dumb.pitch;
        command.flags = DRM_MODE_FB_MODIFIERS;
        command.modifier[0] = DRM_FORMAT_MOD_LINEAR;
        EXPECT_EQ(request(file_, DRM_IOCTL_MODE_ADDFB2, command), 0);
        return command.fb_id;
    }

    drm_mode_modeinfo preferredMode() { return device_.core().display.modes().front(); }

    int setCrtc(uint32_t frameBuffer) {
        const uint32_t connector = object::kConnector;
        drm_mode_crtc crtc{};
        crtc.crtc_id = object::kCrtc;
        crtc.fb_id = frameBuffer;
        crtc.set_connectors_ptr = addressOf(&connector);
        crtc.count_connectors = 1;
        crtc.mode = preferredMode();
        crtc.mode_valid = 1;
        return request(file_, DRM_IOCTL_MODE_SETCRTC, crtc);
    }

    int flip(uint32_t frameBuffer, uint64_t userData) {
        drm_mode_crtc_page_flip argument{.crtc_id = object::kCrtc,
                                         .fb_id = frameBuffer,
                                         .flags = DRM_MODE_PAGE_FLIP_EVENT,
                                         .reserved = 0,
                                         .user_data = userData};
        return request(file_, DRM_IOCTL_MODE_PAGE_FLIP, argument);
    }

    /// The next event, as a program reads it.
    drm_event_vblank nextEvent() {
        pollfd polled{.fd = file_.program.get(), .events = POLLIN, .revents = 0};
        EXPECT_EQ(poll(&polled, 1, -1), 1);
        char bytes[1024];
        drm_event_vblank event{};
        EXPECT_EQ(read(file_.program.get(), bytes, sizeof bytes), static_cast<ssize_t>(sizeof event));
        std::memcpy(&event, bytes, sizeof event);
        return event;
    }

    struct Change {
        uint32_t object;
        Property property;
        uint64_t value;
    };
    int commit(const std::vector<Change>& changes, uint32_t flags, uint64_t userData = 0) {
        std::vector<uint32_t> objects, counts, properties;
        std::vector<uint64_t> values;
        for (const Change& change : changes) {
            objects.push_back(change.object);
            counts.push_back(1);
            properties.push_back(static_cast<uint32_t>(change.property));
            values.push_back(change.value);
        }
        drm_mode_atomic argument{.flags = flags,
                                 .count_objs = static_cast<uint32_t>(objects.size()),
                                 .objs_ptr = addressOf(objects.data()),
                                 .count_props_ptr = addressOf(counts.data()),
                                 .props_ptr = addressOf(properties.data()),
                                 .prop_values_ptr = addressOf(values.data()),
                                 .reserved = 0,
                                 .user_data = userData};
        return request(file_, DRM_IOCTL_MODE_ATOMIC, argument);
    }
    void becomeAtomic() {
        drm_set_client_cap capability{.capability = DRM_CLIENT_CAP_ATOMIC, .value = 1};
        ASSERT_EQ(request(file_, DRM_IOCTL_SET_CLIENT_CAP, capability), 0);
    }
    std::vector<Change> show(uint32_t frameBuffer) {
        const drm_mode_modeinfo mode = preferredMode();
        drm_mode_create_blob blob{.data = addressOf(&mode), .length = sizeof mode, .blob_id = 0};
        EXPECT_EQ(request(file_, DRM_IOCTL_MODE_CREATEPROPBLOB, blob), 0);
        return {{object::kConnector, Property::ConnectorCrtc, object::kCrtc},
                {object::kCrtc, Property::CrtcMode, blob.blob_id},
                {object::kCrtc, Property::CrtcActive, 1},
                {object::kPlane, Property::FrameBuffer, frameBuffer},
                {object::kPlane, Property::PlaneCrtc, object::kCrtc},
                {object::kPlane, Property::SourceWidth, uint64_t{mode.hdisplay} << 16},
                {object::kPlane, Property::SourceHeight, uint64_t{mode.vdisplay} << 16},
                {object::kPlane, Property::CrtcWidth, mode.hdisplay},
                {object::kPlane, Property::CrtcHeight, mode.vdisplay}};
    }

    File file_;
};

TEST_F(KmsTest, OneOfEachObjectIsListed) {
    uint32_t crtc = 0, connector = 0, encoder = 0;
    drm_mode_card_res resources{};
    ASSERT_EQ(request(file_, DRM_IOCTL_MODE_GETRESOURCES, resources), 0);
    EXPECT_EQ(resources.count_crtcs, 1u);
    EXPECT_EQ(resources.count_connectors, 1u);
    EXPECT_EQ(resources.count_encoders, 1u);
    resources.crtc_id_ptr = addressOf(&crtc);
    resources.connector_id_ptr = addressOf(&connector);
    resources.encoder_id_ptr = addressOf(&encoder);
    ASSERT_EQ(request(file_, DRM_IOCTL_MODE_GETRESOURCES, resources), 0);
    drm_mode_get_connector info{};
    info.connector_id = connector;
    ASSERT_EQ(request(file_, DRM_IOCTL_MODE_GETCONNECTOR, info), 0);
    EXPECT_EQ(info.connection, 1u);
    std::vector<drm_mode_modeinfo> modes(info.count_modes);
    info = {};
    info.connector_id = connector;
    info.count_modes = static_cast<uint32_t>(modes.size());
    info.modes_ptr = addressOf(modes.data());
    ASSERT_EQ(request(file_, DRM_IOCTL_MODE_GETCONNECTOR, info), 0);
    EXPECT_STREQ(modes[0].name, "800x600");
    EXPECT_NE(modes[0].type & DRM_MODE_TYPE_PREFERRED, 0u);
    for (const drm_mode_modeinfo& mode : modes) EXPECT_LE(mode.hdisplay, 800);
    EXPECT_STREQ(modes.back().name, "320x240");
    info.connector_id = crtc;
    EXPECT_EQ(request(file_, DRM_IOCTL_MODE_GETCONNECTOR, info), -ENOENT);
}

TEST_F(KmsTest, SettingAModePresentsTheFirstFrame) {
    ASSERT_EQ(setCrtc(newFrameBuffer(800, 600, 0x00204060)), 0);
    const auto frames = frames_.frames();
    ASSERT_EQ(frames.size(), 1u) << "the call waits for the picture";
    EXPECT_EQ(frames[0].index, 0u);
    EXPECT_EQ(frames[0].picture.width, 800u);
    EXPECT_EQ(frames[0].picture.height, 600u);
    const std::vector<uint8_t> first(frames[0].picture.rgba.begin(), frames[0].picture.rgba.begin() + 4);
    EXPECT_EQ(first, (std::vector<uint8_t>{0x20, 0x40, 0x60, 255}));
    drm_mode_crtc crtc{};
    crtc.crtc_id = object::kCrtc;
    ASSERT_EQ(request(file_, DRM_IOCTL_MODE_GETCRTC, crtc), 0);
    EXPECT_EQ(crtc.mode_valid, 1u);
    EXPECT_EQ(crtc.mode.hdisplay, 800);
}

TEST_F(KmsTest, AModeNeedsALargeEnoughPicture) {
    EXPECT_EQ(setCrtc(newFrameBuffer(640, 480, 0)), -ENOSPC);
    EXPECT_EQ(setCrtc(1234), -ENOENT);
    EXPECT_TRUE(frames_.frames().empty());
}

TEST_F(KmsTest, FlipsSendEvents) {
    const uint32_t first = newFrameBuffer(800, 600, 0);
    const uint32_t second = newFrameBuffer(800, 600, 0x00ffffff);
    EXPECT_EQ(flip(first, 1), -EBUSY) << "nothing is shown yet";
    ASSERT_EQ(setCrtc(first), 0);
    ASSERT_EQ(flip(second, 0x1122334455667788), 0);
    const drm_event_vblank event = nextEvent();
    EXPECT_EQ(event.base.type, static_cast<uint32_t>(DRM_EVENT_FLIP_COMPLETE));
    EXPECT_EQ(event.user_data, 0x1122334455667788u);
    EXPECT_EQ(event.crtc_id, object::kCrtc);
    ASSERT_EQ(flip(first, 2), 0) << "the one before is done";
    ASSERT_GE(frames_.frames().size(), 2u);
    EXPECT_EQ(frames_.frames()[1].picture.rgba[0], 255);
    EXPECT_EQ(nextEvent().sequence, event.sequence + 1);
}

// A program that polls for its flips, and leaves out a picture while one has not happened, would otherwise show more or
// fewer with the load of the host.
TEST_F(KmsTest, AFlipHasHappenedForTheProgramBeforeItsPictureIsDrawn) {
    const uint32_t first = newFrameBuffer(800, 600, 0);
    ASSERT_EQ(setCrtc(first), 0);
    log_.openGate(false);
    const File render = openRender();
    toy::Submit submit{.queue = newQueue(render), .buffer = newBuffer(render, 4096)};
    ASSERT_EQ(toyRequest(render, toy::Request::Submit, submit), 0);
    ASSERT_EQ(flip(first, 1), 0);
    pollfd polled{.fd = file_.program.get(), .events = POLLIN, .revents = 0};
    EXPECT_EQ(poll(&polled, 1, 0), 1);
    EXPECT_EQ(nextEvent().user_data, 1u);
    EXPECT_EQ(frames_.frames().size(), 1u) << "the picture is taken behind the job that draws it";

    useManualClock();
    clock_.whenBlocked([this] { log_.openGate(true); });
    ASSERT_EQ(flip(first, 2), 0) << "waits for the picture before, and is not refused";
    EXPECT_TRUE(clock_.eventsHappened());
    EXPECT_GE(frames_.frames().size(), 2u);
    drain();
    EXPECT_EQ(frames_.frames().size(), 3u);
}

TEST_F(KmsTest, AtomicFlipsWaitForThePictureBeforeToo) {
    becomeAtomic();
    const uint32_t frameBuffer = newFrameBuffer(800, 600, 0);
    ASSERT_EQ(commit(show(frameBuffer), DRM_MODE_ATOMIC_ALLOW_MODESET), 0);
    log_.openGate(false);
    const File render = openRender();
    toy::Submit submit{.queue = newQueue(render), .buffer = newBuffer(render, 4096)};
    ASSERT_EQ(toyRequest(render, toy::Request::Submit, submit), 0);
    const auto flipOnce = [&](uint64_t userData) {
        return commit({{object::kPlane, Property::FrameBuffer, frameBuffer}},
                      DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_PAGE_FLIP_EVENT, userData);
    };
    ASSERT_EQ(flipOnce(1), 0);
    EXPECT_EQ(nextEvent().user_data, 1u);
    EXPECT_EQ(frames_.frames().size(), 1u);
    EXPECT_EQ(commit(show(frameBuffer), DRM_MODE_ATOMIC_TEST_ONLY), 0)
        << "a test changes nothing and waits for nothing";
    useManualClock();
    clock_.whenBlocked([this] { log_.openGate(true); });
    ASSERT_EQ(flipOnce(2), 0);
    EXPECT_TRUE(clock_.eventsHappened());
    EXPECT_GE(frames_.frames().size(), 2u);
}

TEST_F(KmsTest, AtomicCommitsPresentFrames) {
    const uint32_t frameBuffer = newFrameBuffer(800, 600, 0x00ff0000);
    EXPECT_EQ(commit(show(frameBuffer), DRM_MODE_ATOMIC_ALLOW_MODESET), -EINVAL) << "before it asked for them";
    becomeAtomic();
    EXPECT_EQ(commit(show(frameBuffer), 0), -EINVAL) << "a mode is not set by the way";
    EXPECT_EQ(commit(show(frameBuffer), DRM_MODE_ATOMIC_ALLOW_MODESET | DRM_MODE_ATOMIC_TEST_ONLY), 0);
    EXPECT_TRUE(frames_.frames().empty());
    ASSERT_EQ(commit(show(frameBuffer), DRM_MODE_ATOMIC_ALLOW_MODESET), 0);
    ASSERT_EQ(frames_.frames().size(), 1u);
    EXPECT_EQ(frames_.frames()[0].picture.rgba[0], 255);

    const uint32_t next = newFrameBuffer(800, 600, 0x0000ff00);
    int32_t fence = -1;
    ASSERT_EQ(
        commit({{object::kPlane, Property::FrameBuffer, next}, {object::kCrtc, Property::OutFence, addressOf(&fence)}},
               DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_PAGE_FLIP_EVENT, 7),
        0);
    EXPECT_EQ(nextEvent().user_data, 7u);
    pollfd polled{.fd = fence, .events = POLLIN, .revents = 0};
    EXPECT_EQ(poll(&polled, 1, -1), 1);
    ASSERT_EQ(commit({{object::kPlane, Property::InFence, static_cast<uint64_t>(fence)},
                      {object::kPlane, Property::FrameBuffer, frameBuffer}},
                     0),
              0);
    EXPECT_EQ(frames_.frames().size(), 3u);
}

TEST_F(KmsTest, ImpossibleCommitsAreRefused) {
    becomeAtomic();
    const uint32_t frameBuffer = newFrameBuffer(800, 600, 0);
    const auto result = [&](size_t index, Change change) {
        std::vector<Change> changes = show(frameBuffer);
        changes[index] = change;
        return commit(changes, DRM_MODE_ATOMIC_ALLOW_MODESET | DRM_MODE_ATOMIC_TEST_ONLY);
    };
    EXPECT_EQ(result(3, {object::kPlane, Property::FrameBuffer, 0}), -EINVAL) << "a CRTC without a picture";
    EXPECT_EQ(result(1, {object::kCrtc, Property::CrtcMode, 9999}), -EINVAL);
    EXPECT_EQ(result(0, {object::kConnector, Property::ConnectorCrtc, 5}), -EINVAL);
    EXPECT_EQ(result(2, {object::kCrtc, Property::CrtcActive, 2}), -EINVAL);
    EXPECT_EQ(result(5, {object::kPlane, Property::SourceWidth, uint64_t{801} << 16}), -ENOSPC);
    EXPECT_EQ(result(7, {object::kPlane, Property::CrtcWidth, 400}), -ERANGE) << "no scaling";
    EXPECT_EQ(result(7, {object::kPlane, Property::PlaneType, 1}), -EINVAL) << "immutable";
    EXPECT_EQ(result(7, {object::kPlane, Property::CrtcActive, 1}), -ENOENT) << "not the plane's";
    EXPECT_EQ(result(7, {99, Property::CrtcActive, 1}), -ENOENT);
}

TEST_F(KmsTest, ClosingTheFileTakesThePictureAway) {
    ASSERT_EQ(setCrtc(newFrameBuffer(800, 600, 0)), 0);
    device_.close(file_.inode);
    EXPECT_FALSE(device_.core().display.scanout());
    EXPECT_EQ(device_.core().display.state().frameBuffer, nullptr);
}

TEST_F(KmsTest, FrameBuffersAreChecked) {
    drm_mode_create_dumb dumb{.height = 10, .width = 10, .bpp = 32, .flags = 0, .handle = 0, .pitch = 0, .size = 0};
    ASSERT_EQ(request(file_, DRM_IOCTL_MODE_CREATE_DUMB, dumb), 0);
    const auto result = [&](auto change) {
        drm_mode_fb_cmd2 command{};
        command.width = command.height = 10;
        command.pixel_format = DRM_FORMAT_RGB565;
        command.handles[0] = dumb.handle;
        command.pitches[0] = dumb.pitch;
        change(command);
        return request(file_, DRM_IOCTL_MODE_ADDFB2, command);
    };
    EXPECT_EQ(result([](drm_mode_fb_cmd2&) {}), 0);
    EXPECT_EQ(result([](drm_mode_fb_cmd2& c) { c.pixel_format = DRM_FORMAT_NV12; }), -EINVAL);
    EXPECT_EQ(result([](drm_mode_fb_cmd2& c) { c.pixel_format = DRM_FORMAT_XBGR8888; }), -EINVAL)
        << "other drivers have it, this one has not";
    EXPECT_EQ(result([](drm_mode_fb_cmd2& c) { c.handles[0] = 77; }), -ENOENT);
    EXPECT_EQ(result([](drm_mode_fb_cmd2& c) { c.pitches[0] = 19; }), -EINVAL);
    EXPECT_EQ(result([](drm_mode_fb_cmd2& c) { c.height = 1000; }), -EINVAL);
    EXPECT_EQ(result([](drm_mode_fb_cmd2& c) { c.offsets[0] = 4096; }), -EINVAL);
    EXPECT_EQ(result([](drm_mode_fb_cmd2& c) { c.width = 0; }), -EINVAL);
    EXPECT_EQ(result([](drm_mode_fb_cmd2& c) {
                  c.flags = DRM_MODE_FB_MODIFIERS;
                  c.modifier[0] = DRM_FORMAT_MOD_VIVANTE_TILED;
              }),
              -EINVAL);
}

TEST_F(KmsTest, PixelFormatsAreRead) {
    struct Case {
        uint32_t fourcc;
        uint32_t pixel;
        std::array<uint8_t, 3> rgb;
    };
    for (const Case& each :
         {Case{DRM_FORMAT_XRGB8888, 0x00112233, {0x11, 0x22, 0x33}},
          Case{DRM_FORMAT_XBGR8888, 0x00112233, {0x33, 0x22, 0x11}}, Case{DRM_FORMAT_RGB565, 0xf81f, {255, 0, 255}},
          Case{DRM_FORMAT_RGB565, 0x07e0, {0, 255, 0}}, Case{DRM_FORMAT_XRGB2101010, 0x3ff00000, {255, 0, 0}},
          Case{DRM_FORMAT_BGR565, 0xf81f, {255, 0, 255}}, Case{DRM_FORMAT_BGR565, 0xf800, {0, 0, 255}},
          Case{DRM_FORMAT_RGB888, 0x00112233, {0x11, 0x22, 0x33}},
          Case{DRM_FORMAT_BGR888, 0x00112233, {0x33, 0x22, 0x11}}, Case{DRM_FORMAT_BGRA5551, 0xf801, {0, 0, 255}},
          Case{DRM_FORMAT_RGBX4444, 0xf000, {255, 0, 0}}}) {
        BufferRegistry registry;
        const auto buffer = registry.create(4096);
        ASSERT_EQ(pwrite(buffer->memory(), &each.pixel, 4, 0), 4);
        const auto shown = std::make_shared<FrameBuffer>(FrameBuffer{
            .width = 1, .height = 1, .pitch = 64, .format = findScanoutFormat(each.fourcc), .buffer = buffer});
        const func::Picture picture =
            capture({.source = shown, .width = 1, .height = 1, .screenWidth = 2, .screenHeight = 1});
        EXPECT_EQ(std::vector<uint8_t>(picture.rgba.begin(), picture.rgba.begin() + 3),
                  std::vector<uint8_t>(each.rgb.begin(), each.rgb.end()));
        EXPECT_EQ(picture.rgba[4], 0) << "black beside the plane";
        EXPECT_EQ(picture.rgba[7], 255);
    }
}

TEST_F(KmsTest, PropertiesDescribeThemselves) {
    for (const PropertyInfo& info : properties()) {
        drm_mode_get_property argument{};
        argument.prop_id = static_cast<uint32_t>(info.id);
        ASSERT_EQ(request(file_, DRM_IOCTL_MODE_GETPROPERTY, argument), 0);
        EXPECT_EQ(std::string_view(argument.name), info.name);
    }
    drm_mode_get_property none{};
    none.prop_id = 999;
    EXPECT_EQ(request(file_, DRM_IOCTL_MODE_GETPROPERTY, none), -ENOENT);
    drm_mode_obj_get_properties plane{};
    plane.obj_id = object::kPlane;
    plane.obj_type = DRM_MODE_OBJECT_PLANE;
    ASSERT_EQ(request(file_, DRM_IOCTL_MODE_OBJ_GETPROPERTIES, plane), 0);
    EXPECT_EQ(plane.count_props, 2u) << "type and IN_FORMATS; the rest only for those who know atomic commits";
    EXPECT_EQ(request(file_, DRM_IOCTL_MODE_OBJ_GETPROPERTIES, plane), -EFAULT) << "room for two, but none given";
    becomeAtomic();
    plane.count_props = 0;
    ASSERT_EQ(request(file_, DRM_IOCTL_MODE_OBJ_GETPROPERTIES, plane), 0);
    EXPECT_EQ(plane.count_props, 13u);
}

TEST_F(KmsTest, LeasesAreRefusedAsByADriverWithoutThem) {
    drm_mode_create_lease lease{};
    EXPECT_EQ(request(file_, DRM_IOCTL_MODE_CREATE_LEASE, lease), -EOPNOTSUPP);
    drm_mode_list_lessees lessees{};
    EXPECT_EQ(request(file_, DRM_IOCTL_MODE_LIST_LESSEES, lessees), -EOPNOTSUPP);
    drm_mode_get_lease objects{};
    EXPECT_EQ(request(file_, DRM_IOCTL_MODE_GET_LEASE, objects), -EOPNOTSUPP);
    drm_mode_revoke_lease revoked{};
    EXPECT_EQ(request(file_, DRM_IOCTL_MODE_REVOKE_LEASE, revoked), -EOPNOTSUPP);
    EXPECT_TRUE(device_.core().findings.all().all().empty());
}

TEST_F(KmsTest, WaitingForAVblankTakesNoTime) {
    drm_wait_vblank wait{};
    wait.request.type = _DRM_VBLANK_RELATIVE;
    wait.request.sequence = 5;
    EXPECT_EQ(request(file_, DRM_IOCTL_WAIT_VBLANK, wait), -EINVAL) << "the CRTC is off";
    ASSERT_EQ(setCrtc(newFrameBuffer(800, 600, 0)), 0);
    wait.request.type = _DRM_VBLANK_RELATIVE;
    wait.request.sequence = 0;
    ASSERT_EQ(request(file_, DRM_IOCTL_WAIT_VBLANK, wait), 0);
    const uint32_t now = wait.reply.sequence;
    wait.request.type = static_cast<drm_vblank_seq_type>(_DRM_VBLANK_RELATIVE | _DRM_VBLANK_EVENT);
    wait.request.sequence = 5;
    wait.request.signal = 42;
    ASSERT_EQ(request(file_, DRM_IOCTL_WAIT_VBLANK, wait), 0);
    const drm_event_vblank event = nextEvent();
    EXPECT_EQ(event.base.type, static_cast<uint32_t>(DRM_EVENT_VBLANK));
    EXPECT_EQ(event.user_data, 42u);
    EXPECT_EQ(event.sequence, now + 5);
}

}  // namespace
}  // namespace cyclorama::device::test
