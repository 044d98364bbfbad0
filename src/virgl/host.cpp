// SPDX-License-Identifier: MIT
#include "virgl/host.h"

#include <fmt/format.h>

#include <utility>

#include "virgl/protocol/refusal.h"

namespace cyclorama::virgl {
namespace {

std::string_view placeOf(const TransferRequest& request) {
    return request.toHost ? "TRANSFER_TO_HOST" : "TRANSFER_FROM_HOST";
}

}  // namespace

Host::Host(std::unique_ptr<Renderer> renderer, HostClock clock)
    : renderer_(std::move(renderer)), clock_(std::move(clock)) {}

void Host::attach(device::JobContext& execution, Report report) {
    report_ = std::move(report);
    renderer_->attach(execution);
    attached_ = true;
}

template <typename Action>
void Host::guarded(std::string_view place, const Action& action) {
    forgetRetired();
    try {
        action();
    } catch (const Malformed& refusal) {
        report_(findings::kRefused, place, refusal.what());
    } catch (const Unsupported& refusal) {
        report_(findingOf(refusal), place, refusal.what());
    }
}

void Host::createResource(const ResourceName& name, const ResourceDescription& description, Backing backing) {
    guarded("RESOURCE_CREATE", [&] {
        check(description);
        auto made = std::make_shared<Resource>();
        made->id = name.number;
        made->description = description;
        made->backing = std::move(backing);
        made->storage = renderer_->makeStorage(description);
        resources_[name] = std::move(made);
    });
}

void Host::destroyResource(const ResourceName& name) { resources_.erase(name); }

std::shared_ptr<Resource> Host::resource(const ResourceName& name) const {
    const auto found = resources_.find(name);
    if (found == resources_.end()) throw Malformed(fmt::format("there is no resource {}", name.number));
    return found->second;
}

void Host::execute(const Guest& guest, std::span<const uint32_t> stream) {
    guarded("EXECBUFFER", [&] {
        const auto found = contexts_.try_emplace(
            guest.context, *renderer_,
            [this, space = guest.space](uint32_t number) { return resource({.number = number, .space = space}); },
            report_, clock_, nextShader_);
        found.first->second.execute(stream);
        renderer_->finish();
    });
}

void Host::transfer(const TransferRequest& request) {
    guarded(placeOf(request), [&] {
        const auto target = resource(request.resource);
        transferChecked(request, *target, target->backing.bytes);
    });
}

void Host::transfer(const TransferRequest& request, std::span<std::byte> memory) {
    guarded(placeOf(request), [&] { transferChecked(request, *resource(request.resource), memory); });
}

void Host::transferChecked(const TransferRequest& request, Resource& target, std::span<std::byte> memory) {
    check(target.description, request.region);
    if (request.offset > memory.size()) throw Malformed("a transfer that leaves the program's memory");
    const std::span<std::byte> bytes = memory.subspan(request.offset);
    const GuestRows rows = guestRows(target.description, request.region, request.rows, bytes.size());
    if (request.toHost)
        renderer_->upload(target, request.region, bytes, rows);
    else
        renderer_->download(target, request.region, bytes, rows);
}

void Host::present(const ResourceName& name) {
    guarded("PRESENT", [&] {
        const auto shown = resource(name);
        renderer_->present(*shown);
        const auto size = shown->description.levelSize(0);
        transferChecked(
            {.resource = name, .toHost = false, .region = {.box = {.width = size[0], .height = size[1], .depth = 1}}},
            *shown, shown->backing.bytes);
    });
}

void Host::forget(const Guest& guest) {
    contexts_.erase(guest.context);
    if (guest.space == 0) return;
    std::erase_if(resources_, [&](const auto& entry) { return entry.first.space == guest.space; });
}

void Host::retireResource(uint32_t number) {
    const std::lock_guard lock(mutex_);
    retiredResources_.push_back(number);
}

void Host::retireContext(uint32_t number) {
    const std::lock_guard lock(mutex_);
    retiredContexts_.push_back(number);
}

void Host::forgetRetired() {
    std::vector<uint32_t> resources;
    std::vector<uint32_t> contexts;
    {
        const std::lock_guard lock(mutex_);
        resources.swap(retiredResources_);
        contexts.swap(retiredContexts_);
    }
    for (const uint32_t number : contexts) contexts_.erase(number);
    for (const uint32_t number : resources) resources_.erase({.number = number});
}

}  // namespace cyclorama::virgl
