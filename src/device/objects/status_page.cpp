// SPDX-License-Identifier: MIT
#include "device/objects/status_page.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <new>
#include <string>
#include <system_error>

namespace cyclorama::device {

StatusPage::StatusPage() {
    const UniqueFd memory(memfd_create("cyclorama-status", MFD_CLOEXEC));
    void* mapped = MAP_FAILED;
    if (memory && ftruncate(memory.get(), sizeof(protocol::SharedStatus)) == 0) {
        mapped = mmap(nullptr, sizeof(protocol::SharedStatus), PROT_READ | PROT_WRITE, MAP_SHARED, memory.get(), 0);
        readable_ = UniqueFd(open(("/proc/self/fd/" + std::to_string(memory.get())).c_str(), O_RDONLY | O_CLOEXEC));
    }
    if (mapped == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "the status that programs see");
    status_ = new (mapped) protocol::SharedStatus;
}

StatusPage::~StatusPage() { munmap(status_, sizeof *status_); }

}  // namespace cyclorama::device
