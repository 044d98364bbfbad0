// SPDX-License-Identifier: MIT
#pragma once
// The interface of a GPU's kernel driver: everything in which drivers differ, as programs and the GPU see it. The core,
// the display and the library in programs know no driver; a GPU family implements this interface.

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "device/objects/driver_traits.h"
#include "device/objects/executor.h"
#include "device/objects/program_stream.h"

namespace cyclorama::device {

class BufferObject;
class SocketAccess;
struct IoctlEntry;

/// Safe to call from several threads.
class DriverBackend {
  public:
    explicit DriverBackend(const DriverTraits& traits) : traits_(traits) {}
    virtual ~DriverBackend() = default;
    DriverBackend(const DriverBackend&) = delete;
    DriverBackend& operator=(const DriverBackend&) = delete;

    const DriverTraits& traits() const { return traits_; }
    /// The driver's own requests on nodes of the GPU, by their numbers from DRM_COMMAND_BASE on.
    virtual std::span<const IoctlEntry> ioctls() const = 0;
    /// The work that brings the picture that the GPU has drawn into a buffer's memory, where the driver keeps it
    /// elsewhere; empty where there is none. With the device's lock; the work is done on the queue's thread, without
    /// the lock, before the buffer is shown.
    virtual std::function<void()> pictureWork(const BufferObject&) const { return {}; }
    /// For a file that is just being opened; null where the driver keeps nothing.
    virtual std::unique_ptr<DriverFile> openFile() const { return nullptr; }
    /// Serves a program that came by the driver's socket, until it or the program ends the connection. Each program has
    /// a thread, which is the caller. Not called where the traits have no socket.
    virtual void serveSocket(const SocketAccess&, ProgramStream&) const {}
    /// Passes everything on to `executor`, which has to outlive the result, and writes it to a capture file. Throws
    /// sim::Error where that cannot be created, or the driver's jobs have no form in a file.
    virtual std::unique_ptr<Recorder> record(Executor& executor, const std::string& file) const;

  private:
    const DriverTraits traits_;
};

}  // namespace cyclorama::device
