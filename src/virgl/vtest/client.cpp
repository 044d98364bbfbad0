// SPDX-License-Identifier: MIT
#include "virgl/vtest/client.h"

#include <drm_fourcc.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "virgl/capabilities.h"
#include "virgl/protocol/refusal.h"

namespace cyclorama::virgl::vtest {
namespace {

constexpr uint64_t kMostResourceBytes = uint64_t{1} << 30;

/// The display's name of a format; 0 for formats that it does not show.
uint32_t fourccOf(Format format) {
    switch (format) {
        case Format::Bgra8:
            return DRM_FORMAT_ARGB8888;
        case Format::Bgrx8:
            return DRM_FORMAT_XRGB8888;
        case Format::Rgba8:
            return DRM_FORMAT_ABGR8888;
        case Format::Rgbx8:
            return DRM_FORMAT_XBGR8888;
        default:
            return 0;
    }
}

/// Bytes of the first level: all that is shown, and the whole of a buffer.
uint64_t firstLevelBytes(const ResourceDescription& description) {
    if (description.isBuffer()) return description.width;
    const auto [width, height, depth] = description.levelSize(0);
    const TexelBlock block = texelBlock(description);
    return block.rowBytes(width) * block.along(height) * depth;
}

bool isWhole(const ResourceDescription& description, const Region& region) {
    const TexelBox& box = region.box;
    return region.level == 0 && box.x == 0 && box.y == 0 && box.z == 0 && box.width == description.width &&
           box.height == description.height && box.depth == 1;
}

template <typename T>
std::span<const std::byte> bytesOf(const T& value) {
    return std::as_bytes(std::span(&value, 1));
}

}  // namespace

Client::Client(const device::SocketAccess& access, DeviceHost& host, device::ProgramStream& program)
    : access_(access), host_(host), space_(access.openAddressSpace()), program_(program), decoder_(program) {
    const uint32_t number = host.newContext();
    guest_ = {.context = number, .space = number};
}

Client::~Client() {
    enqueue([guest = guest_](Host& host) { host.forget(guest); });
}

void Client::serve() {
    try {
        while (!ended_) {
            std::optional<Request> request = decoder_.next();
            if (!request) return;
            if (!created_ && !std::holds_alternative<CreateRenderer>(*request))
                throw Malformed("the request comes before CREATE_RENDERER");
            std::visit([this](auto& each) { answer(each); }, *request);
        }
    } catch (const Malformed& refusal) {
        access_.findings().report(findings::kSocketRefused, decoder_.place(), refusal.what());
    }
}

template <typename Work>
device::Fence Client::enqueue(Work work) {
    return access_.enqueue([&host = host_, space = space_, &findings = access_.findings(), work = std::move(work)] {
        work(host.attached(*space, findings));
    });
}

void Client::send(std::span<const std::byte> bytes, int descriptor) {
    if (!bytes.empty() && !program_.write(bytes, descriptor)) ended_ = true;
}

void Client::reply(Command command, uint32_t length, std::span<const std::byte> payload) {
    const std::array header = {length, static_cast<uint32_t>(command)};
    send(bytesOf(header));
    send(payload);
}

Client::HeldResource& Client::held(uint32_t handle) {
    const auto found = resources_.find(handle);
    if (found == resources_.end()) throw Malformed(fmt::format("there is no resource {}", handle));
    return found->second;
}

void Client::answer(const CreateRenderer&) {
    if (created_) throw Malformed("the renderer is there already");
    created_ = true;
}

void Client::answer(const GetCapabilities& request) {
    const std::vector<std::byte> bytes = encode(host_.shared()->capabilities(), request.set);
    // The answer's number is that of the set, and its length one more than its bytes.
    reply(static_cast<Command>(request.set), static_cast<uint32_t>(bytes.size() + 1), bytes);
}

void Client::answer(const PingVersion&) { reply(Command::PingVersion, 0, {}); }

void Client::answer(const ChooseVersion& request) {
    const uint32_t chosen = request.wished >= kNewestVersion ? kNewestVersion : 0;
    decoder_.setVersion(chosen);
    reply(Command::Version, 1, bytesOf(chosen));
}

void Client::answer(const CreateResource& request) {
    if (resources_.contains(request.handle))
        throw Malformed(fmt::format("a second resource with the handle {}", request.handle));
    check(request.description);
    const uint64_t bytes = std::max<uint64_t>(request.bytes, firstLevelBytes(request.description));
    if (bytes > kMostResourceBytes) throw Malformed(fmt::format("a resource of {} bytes", bytes));
    HeldResource made{.description = request.description};
    made.buffer = access_.createBuffer(std::max<uint64_t>(bytes, 1));
    std::shared_ptr<device::MappedView> view;
    if (made.buffer) view = std::make_shared<device::MappedView>(made.buffer->memory(), made.buffer->bytes());
    if (!view || view->bytes().empty()) throw Malformed(fmt::format("no memory for a resource of {} bytes", bytes));
    access_.waitForRoom();
    made.lastUse = enqueue([name = nameOf(request.handle), description = request.description, view](Host& host) {
        host.createResource(name, description, {.keep = view, .bytes = view->bytes()});
    });
    // One byte carries the descriptor.
    if (request.shared && request.bytes > 0) send(std::array{std::byte{}}, made.buffer->memory());
    resources_[request.handle] = std::move(made);
}

void Client::answer(const DestroyResource& request) {
    held(request.handle);
    resources_.erase(request.handle);
    enqueue([name = nameOf(request.handle)](Host& host) { host.destroyResource(name); });
}

void Client::answer(Transfer& request) {
    HeldResource& resource = held(request.handle);
    access_.waitForRoom();
    if (request.shared)
        transferShared(request, resource);
    else
        transferInSocket(request, resource);
}

void Client::transferShared(const Transfer& request, HeldResource& resource) {
    const TransferRequest transfer{.resource = nameOf(request.handle),
                                   .toHost = request.toHost,
                                   .region = request.region,
                                   .offset = request.offset};
    const auto frame = frameTaken(request, resource);
    resource.lastUse = enqueue([&display = access_.display(), transfer, frame](Host& host) {
        host.transfer(transfer);
        if (!frame) return;
        host.present(transfer.resource);
        display.finishFrame(*frame);
    });
}

void Client::transferInSocket(Transfer& request, HeldResource& resource) {
    const TexelBox& box = request.region.box;
    const TexelBlock block = texelBlock(resource.description);
    TransferRequest transfer{.resource = nameOf(request.handle), .toHost = request.toHost, .region = request.region};
    transfer.rows.stride = request.stride != 0 ? request.stride : block.rowBytes(box.width);
    transfer.rows.sliceStride =
        request.sliceStride != 0 ? request.sliceStride : transfer.rows.stride * block.along(box.height);
    if (!request.toHost) request.data.resize(request.bytes);
    const auto frame = frameTaken(request, resource);
    const auto data = std::make_shared<std::vector<std::byte>>(std::move(request.data));
    resource.lastUse = enqueue([&display = access_.display(), transfer, frame, data](Host& host) {
        host.transfer(transfer, *data);
        if (!frame) return;
        host.present(transfer.resource);
        display.finishFrame(*frame);
    });
    if (request.toHost) return;
    // A transfer that was stopped has no texels to send.
    if (access_.wait(resource.lastUse, device::patientDeadline()) == 0)
        send(*data);
    else
        ended_ = true;
}

std::optional<device::Scanout> Client::frameTaken(const Transfer& request, HeldResource& resource) const {
    const ResourceDescription& description = resource.description;
    if (request.toHost || (description.bind & kBindShown) == 0 || description.target != Target::Texture2D ||
        !isWhole(description, request.region))
        return std::nullopt;
    const device::ScanoutFormat* const format = device::findScanoutFormat(fourccOf(description.format));
    if (format == nullptr || resource.taken == submissions_) return std::nullopt;
    resource.taken = submissions_;
    auto source = std::make_shared<device::FrameBuffer>(
        device::FrameBuffer{.width = description.width,
                            .height = description.height,
                            .pitch = static_cast<uint32_t>(texelBlock(description).rowBytes(description.width)),
                            .format = format,
                            .buffer = resource.buffer});
    return device::Scanout{.source = std::move(source),
                           .width = description.width,
                           .height = description.height,
                           .screenWidth = description.width,
                           .screenHeight = description.height};
}

void Client::answer(Submit& request) {
    access_.waitForRoom();
    ++submissions_;
    lastSubmission_ =
        enqueue([guest = guest_, stream = std::move(request.stream)](Host& host) { host.execute(guest, stream); });
}

void Client::answer(const BusyWait& request) {
    // A submission does not say what it uses.
    const device::Fence fence = request.handle == 0 ? 0 : std::max(held(request.handle).lastUse, lastSubmission_);
    const int result = access_.wait(fence, request.wait ? device::Deadline(device::patientDeadline()) : std::nullopt);
    const uint32_t busy = result == -EBUSY ? 1 : 0;
    reply(Command::BusyWait, 1, bytesOf(busy));
}

}  // namespace cyclorama::virgl::vtest
