// SPDX-License-Identifier: MIT
#pragma once
// The host of virgl guests: their resources and contexts, before a machine that draws.

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "virgl/context.h"
#include "virgl/findings.h"
#include "virgl/host_clock.h"
#include "virgl/renderer.h"

namespace cyclorama::virgl {

/// A resource by its number. The guests of the node share one space of numbers, 0; a guest that numbers its resources
/// itself has a space of its own.
struct ResourceName {
    uint32_t number = 0;
    uint32_t space = 0;
    auto operator<=>(const ResourceName&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// A guest: its context, and the space of the resources that its streams name.
struct Guest {
    uint32_t context = 0;
    uint32_t space = 0;
};

struct TransferRequest {
    ResourceName resource{};
    bool toHost = true;
    Region region{};
    /// From the start of the resource's memory, in bytes.
    uint64_t offset = 0;
    GuestRows rows{};
};

/// All but the functions that say otherwise are called by one thread.
class Host {
  public:
    /// Queries of time are answered by `clock`.
    explicit Host(std::unique_ptr<Renderer> renderer, HostClock clock = monotonicTime);

    /// By any thread.
    const Capabilities& capabilities() const { return renderer_->capabilities(); }

    /// Once, before the first call of those below.
    void attach(device::JobContext& execution, Report report);
    bool attached() const { return attached_; }

    /// `name` is of no other resource that lives.
    void createResource(const ResourceName& name, const ResourceDescription& description, Backing backing);
    void destroyResource(const ResourceName& name);
    /// Every call for a context gives the same space.
    void execute(const Guest& guest, std::span<const uint32_t> stream);
    /// From the resource's memory, or into it; or else from other memory, or into that.
    void transfer(const TransferRequest& request);
    void transfer(const TransferRequest& request, std::span<std::byte> memory);
    /// The resource is on the display; its memory then holds the picture.
    void present(const ResourceName& name);
    /// Ends a guest's context, and all resources of its own space.
    void forget(const Guest& guest);

    /// By any thread: gives numbers of the node's guests up, after all calls that were made before.
    void retireResource(uint32_t number);
    void retireContext(uint32_t number);

  private:
    template <typename Action>
    void guarded(std::string_view place, const Action& action);
    std::shared_ptr<Resource> resource(const ResourceName& name) const;
    void transferChecked(const TransferRequest& request, Resource& target, std::span<std::byte> memory);
    void forgetRetired();

    std::unique_ptr<Renderer> renderer_;
    const HostClock clock_;
    Report report_;
    bool attached_ = false;
    uint64_t nextShader_ = 1;
    std::map<ResourceName, std::shared_ptr<Resource>> resources_;
    std::map<uint32_t, Context> contexts_;

    std::mutex mutex_;
    std::vector<uint32_t> retiredResources_;
    std::vector<uint32_t> retiredContexts_;
};

}  // namespace cyclorama::virgl
