// SPDX-License-Identifier: MIT
#include "device/objects/open_files.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>

namespace cyclorama::device {
namespace {

std::shared_ptr<DeviceFile> fileOf(uint64_t inode) {
    auto file = std::make_shared<DeviceFile>();
    file->inode = inode;
    return file;
}

TEST(OpenFiles, FindsNodesByInode) {
    OpenFiles files;
    const auto file = fileOf(7);
    files.add(file);
    EXPECT_EQ(files.node(7), file);
    EXPECT_EQ(files.node(8), nullptr);
    EXPECT_FALSE(files.isSyncObject(7));
    EXPECT_EQ(files.remove(8), nullptr);
    EXPECT_EQ(files.remove(7), file);
    EXPECT_EQ(files.node(7), nullptr);
    EXPECT_TRUE(files.serverEnds().empty());
}

TEST(OpenFiles, SyncObjectIsFoundByItsDescriptorUntilRemoved) {
    OpenFiles files;
    const auto object = std::make_shared<SyncObject>();
    UniqueFd program;
    ASSERT_TRUE(files.addSyncObject(object, program));
    ASSERT_EQ(files.serverEnds().size(), 1u);
    const uint64_t inode = files.serverEnds().front().inode;
    struct stat status {};
    ASSERT_EQ(fstat(program.get(), &status), 0);
    EXPECT_EQ(status.st_ino, inode);
    EXPECT_TRUE(files.isSyncObject(inode));
    EXPECT_EQ(files.syncObjectOf(program), object);
    EXPECT_EQ(files.syncObjectOf(UniqueFd()), nullptr);
    EXPECT_EQ(files.remove(inode), nullptr) << "it is no node's file";
    EXPECT_FALSE(files.isSyncObject(inode));
    EXPECT_EQ(files.syncObjectOf(program), nullptr);
}

TEST(OpenFiles, ServerEndHangsUpWithTheProgramsLastDescriptor) {
    OpenFiles files;
    UniqueFd program;
    ASSERT_TRUE(files.addSyncObject(std::make_shared<SyncObject>(), program));
    const int server = files.serverEnds().front().descriptor;
    char byte = 0;
    EXPECT_EQ(recv(server, &byte, 1, MSG_DONTWAIT), -1) << "open";
    program = UniqueFd();
    EXPECT_EQ(recv(server, &byte, 1, 0), 0) << "hung up";
}

TEST(OpenFiles, MagicAuthenticatesOnce) {
    OpenFiles files;
    const auto first = fileOf(1);
    const auto second = fileOf(2);
    EXPECT_EQ(files.magicOf(first), 1u);
    EXPECT_EQ(files.magicOf(second), 2u);
    EXPECT_EQ(files.magicOf(first), 1u) << "always the same";
    EXPECT_FALSE(files.authenticate(3));
    EXPECT_TRUE(files.authenticate(2));
    EXPECT_TRUE(second->authenticated);
    EXPECT_FALSE(first->authenticated);
    EXPECT_FALSE(files.authenticate(2));
}

TEST(OpenFiles, MagicOfAClosedFileAuthenticatesNothing) {
    OpenFiles files;
    auto file = fileOf(1);
    files.add(file);
    const uint32_t magic = files.magicOf(file);
    file.reset();
    files.remove(1);
    EXPECT_FALSE(files.authenticate(magic));
}

}  // namespace
}  // namespace cyclorama::device
