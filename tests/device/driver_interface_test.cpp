// SPDX-License-Identifier: MIT
// A driver behind the interface of drivers: the core gives it addresses, files of its own and an execution.

#include <filesystem>
#include <fstream>

#include "device/server/fake_tree.h"
#include "device/toy_fixture.h"
#include "sim/error.h"

namespace cyclorama::device::test {
namespace {

class DriverInterfaceTest : public ToyTest {
  protected:
    using ToyTest::ToyTest;

    int submit(const File& file, toy::Submit& argument) { return toyRequest(file, toy::Request::Submit, argument); }
};

class SharedAddressesTest : public DriverInterfaceTest {
  protected:
    SharedAddressesTest() : DriverInterfaceTest(false) {}
};

class OneDeviceTest : public DriverInterfaceTest {
  protected:
    OneDeviceTest() : DriverInterfaceTest(true, true) {}
};

/// A folder that is gone after the test, with the tree of a driver's devices.
class FakeTree {
  public:
    explicit FakeTree(const DriverBackend& driver)
        : folder_((std::filesystem::temp_directory_path() / "cyclorama-tree-XXXXXX").string()) {
        EXPECT_NE(mkdtemp(folder_.data()), nullptr);
        layOutFakeTree(folder_, driver.traits());
    }
    ~FakeTree() { std::filesystem::remove_all(folder_); }
    FakeTree(const FakeTree&) = delete;
    FakeTree& operator=(const FakeTree&) = delete;

    std::filesystem::path path(const std::string& inTree) const { return std::filesystem::path(folder_) / inTree; }
    std::string content(const std::string& inTree) const {
        std::ifstream in(path(inTree));
        return {std::istreambuf_iterator<char>(in), {}};
    }

  private:
    std::string folder_;
};

TEST_F(DriverInterfaceTest, JobsReadCommandsAt48BitAddresses) {
    const File file = openRender();
    toy::Submit job{.queue = newQueue(file), .buffer = newBuffer(file, 8192)};
    ASSERT_EQ(submit(file, job), 0);
    EXPECT_EQ(job.address, toy::kFirstAddress) << "the driver's choice";
    toy::Submit second{.queue = newQueue(file), .buffer = newBuffer(file, 4096), .address = 0x800012345000};
    ASSERT_EQ(submit(file, second), 0);
    drain();
    ASSERT_EQ(log_.maps.size(), 2u);
    EXPECT_EQ(log_.maps[1].address, 0x800012345000u);
    ASSERT_EQ(log_.places.size(), 2u);
    EXPECT_EQ(log_.places[0].address, toy::kFirstAddress);
    EXPECT_EQ(log_.places[0].bytes, 8192u);
    EXPECT_EQ(log_.places[1].address, 0x800012345000u);
    EXPECT_EQ(log_.engines, (std::vector<uint32_t>{1, 2})) << "the queues";
}

TEST_F(DriverInterfaceTest, AddressesForProgramsAreTheDrivers) {
    const File file = openRender();
    const uint32_t queue = newQueue(file);
    const auto result = [&](uint64_t address) {
        toy::Submit job{.queue = queue, .buffer = newBuffer(file, 8192), .address = address};
        return submit(file, job);
    };
    EXPECT_EQ(result(toy::kFirstAddress - 4096), -EINVAL);
    EXPECT_EQ(result(toy::kFirstAddress + 1), -EINVAL) << "no page";
    EXPECT_EQ(result(toy::kEndOfAddresses - 4096), -EINVAL);
    EXPECT_EQ(result(~uint64_t{4095}), -EINVAL);
    EXPECT_EQ(result(toy::kEndOfAddresses - 8192), 0);
}

TEST_F(DriverInterfaceTest, IdleBuffersGiveWayAndBusyOnesDoNot) {
    const File file = openRender();
    const uint32_t queue = newQueue(file);
    toy::Submit first{.queue = queue, .buffer = newBuffer(file, 8192), .address = toy::kFirstAddress};
    toy::Submit second{.queue = queue, .buffer = newBuffer(file, 4096), .address = toy::kFirstAddress + 4096};
    log_.openGate(false);
    ASSERT_EQ(submit(file, first), 0);
    EXPECT_EQ(submit(file, second), -ENOSPC);
    log_.openGate(true);
    drain();
    EXPECT_EQ(submit(file, second), 0);
    drain();
    ASSERT_EQ(log_.unmaps.size(), 1u);
    EXPECT_EQ(log_.unmaps[0].address, toy::kFirstAddress);
}

TEST_F(DriverInterfaceTest, EachFileHasQueuesAndAddressesOfItsOwn) {
    const File one = openRender();
    const File two = openRender();
    toy::Submit job{.queue = newQueue(one), .buffer = newBuffer(one, 4096)};
    ASSERT_EQ(submit(one, job), 0);
    toy::Submit other{.queue = job.queue, .buffer = newBuffer(two, 4096)};
    EXPECT_EQ(submit(two, other), -ENOENT) << "the other file's queue";
    other.queue = newQueue(two);
    ASSERT_EQ(submit(two, other), 0);
    EXPECT_EQ(other.address, job.address);
    drain();
    EXPECT_EQ(log_.contexts, 2);
}

TEST_F(SharedAddressesTest, FilesShareOneSpace) {
    const File one = openRender();
    const File two = openRender();
    toy::Submit job{.queue = newQueue(one), .buffer = newBuffer(one, 4096)};
    toy::Submit other{.queue = newQueue(two), .buffer = newBuffer(two, 4096)};
    ASSERT_EQ(submit(one, job), 0);
    ASSERT_EQ(submit(two, other), 0);
    EXPECT_EQ(other.address, job.address + 4096);
    drain();
    EXPECT_EQ(log_.contexts, 1);
}

TEST_F(DriverInterfaceTest, WithoutAFormInFilesJobsAreNotRecorded) {
    EXPECT_THROW((void)driver_->record(executor_, "/dev/null"), sim::Error);
}

TEST_F(DriverInterfaceTest, SysfsNamesTheDrivers) {
    const FakeTree tree(*driver_);
    const std::string gpu = tree.content("sys/class/drm/renderD128/device/uevent");
    EXPECT_NE(gpu.find("DRIVER=toygpu\n"), std::string::npos) << gpu;
    EXPECT_NE(gpu.find("OF_FULLNAME=/toy@0\n"), std::string::npos) << gpu;
    EXPECT_NE(gpu.find("OF_COMPATIBLE_0=toy,gpu\n"), std::string::npos) << gpu;
    const std::string display = tree.content("sys/class/drm/card0/device/uevent");
    EXPECT_NE(display.find("DRIVER=toyscreen\n"), std::string::npos) << display;
}

TEST_F(OneDeviceTest, BothNodesAreInItsFolder) {
    const FakeTree tree(*driver_);
    for (const std::string node : {"card0", "renderD128"}) {
        EXPECT_NE(tree.content("sys/class/drm/" + node + "/device/uevent").find("DRIVER=toygpu\n"), std::string::npos);
        for (const std::string other : {"card0", "renderD128"})
            EXPECT_TRUE(std::filesystem::exists(tree.path("sys/class/drm/" + node + "/device/drm/" + other + "/dev")));
    }
    EXPECT_EQ(tree.content("sys/class/drm/card0-HDMI-A-1/status"), "connected\n");
}

TEST_F(OneDeviceTest, BothNodesAreOfTheGpu) {
    for (const File& file : {openDisplay(), openRender()}) {
        char name[16] = {};
        drm_version version{};
        version.name = name;
        version.name_len = sizeof name;
        ASSERT_EQ(request(file, DRM_IOCTL_VERSION, version), 0);
        EXPECT_STREQ(name, "toygpu");
        toy::Submit job{.queue = newQueue(file), .buffer = newBuffer(file, 4096)};
        ASSERT_EQ(submit(file, job), 0);
        EXPECT_EQ(job.address, toy::kFirstAddress) << "a space for each file of either node";
        drm_get_cap capability{.capability = DRM_CAP_DUMB_BUFFER, .value = 0};
        EXPECT_EQ(request(file, DRM_IOCTL_GET_CAP, capability), 0);
        EXPECT_EQ(capability.value, 1u) << "a feature of the device, not of the node";
    }
    drm_mode_card_res resources{};
    EXPECT_EQ(request(openDisplay(), DRM_IOCTL_MODE_GETRESOURCES, resources), 0);
    EXPECT_EQ(request(openRender(), DRM_IOCTL_MODE_GETRESOURCES, resources), -EACCES);
}

}  // namespace
}  // namespace cyclorama::device::test
