// SPDX-License-Identifier: MIT
#include "virgl/host.h"

#include <fmt/format.h>

#include <utility>

#include "virgl/refusal.h"

namespace cyclorama::virgl {

Host::Host(std::unique_ptr<Renderer> renderer) : renderer_(std::move(renderer)) {}

void Host::attach(device::ExecutionContext& execution, Report report) {
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
        report_(findings::kNotDone, place, refusal.what());
    }
}

void Host::createResource(uint32_t number, const ResourceDescription& description, Backing backing) {
    guarded("RESOURCE_CREATE", [&] {
        check(description);
        auto made = std::make_shared<Resource>();
        made->id = number;
        made->description = description;
        made->backing = std::move(backing);
        made->storage = renderer_->makeStorage(description);
        resources_[number] = std::move(made);
    });
}

std::shared_ptr<Resource> Host::resource(uint32_t number) const {
    const auto found = resources_.find(number);
    if (found == resources_.end()) throw Malformed(fmt::format("there is no resource {}", number));
    return found->second;
}

void Host::execute(uint32_t context, std::span<const uint32_t> stream) {
    guarded("EXECBUFFER", [&] {
        const auto found = contexts_.try_emplace(
            context, *renderer_, [this](uint32_t number) { return resource(number); }, report_, nextShader_);
        found.first->second.execute(stream);
        renderer_->finish();
    });
}

void Host::transfer(const TransferRequest& request) {
    guarded(request.toHost ? "TRANSFER_TO_HOST" : "TRANSFER_FROM_HOST", [&] { transferChecked(request); });
}

void Host::transferChecked(const TransferRequest& request) {
    const auto target = resource(request.resource);
    check(target->description, request.region);
    const std::span<std::byte> memory = target->backing.bytes;
    if (request.offset > memory.size()) throw Malformed("a transfer that leaves the program's memory");
    const std::span<std::byte> bytes = memory.subspan(request.offset);
    const GuestRows rows = guestRows(target->description, request.region, request.rows, bytes.size());
    if (request.toHost)
        renderer_->upload(*target, request.region, bytes, rows);
    else
        renderer_->download(*target, request.region, bytes, rows);
}

void Host::present(uint32_t number) {
    guarded("PRESENT", [&] {
        const auto shown = resource(number);
        renderer_->present(*shown);
        const auto size = shown->description.levelSize(0);
        transferChecked({.resource = number,
                         .toHost = false,
                         .region = {.box = {.width = size[0], .height = size[1], .depth = 1}}});
    });
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
    for (const uint32_t number : resources) resources_.erase(number);
}

}  // namespace cyclorama::virgl
