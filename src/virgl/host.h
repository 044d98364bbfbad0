// SPDX-License-Identifier: MIT
#pragma once
// The host of virgl guests: their resources and contexts, before a machine that draws.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "virgl/context.h"
#include "virgl/findings.h"
#include "virgl/renderer.h"

namespace cyclorama::virgl {

struct TransferRequest {
    uint32_t resource = 0;
    bool toHost = true;
    Region region{};
    /// From the start of the resource's memory, in bytes.
    uint64_t offset = 0;
    GuestRows rows{};
};

/// All but the functions that say otherwise are called by one thread.
class Host {
  public:
    explicit Host(std::unique_ptr<Renderer> renderer);

    /// By any thread.
    const Capabilities& capabilities() const { return renderer_->capabilities(); }

    /// Once, before the first call of those below.
    void attach(device::ExecutionContext& execution, Report report);
    bool attached() const { return attached_; }

    /// `number` is of no other resource that lives.
    void createResource(uint32_t number, const ResourceDescription& description, Backing backing);
    void execute(uint32_t context, std::span<const uint32_t> stream);
    void transfer(const TransferRequest& request);
    /// The resource is on the display; its memory then holds the picture.
    void present(uint32_t resource);

    /// By any thread: gives the numbers up, after all calls that were made before.
    void retireResource(uint32_t number);
    void retireContext(uint32_t number);

  private:
    template <typename Action>
    void guarded(std::string_view place, const Action& action);
    std::shared_ptr<Resource> resource(uint32_t number) const;
    void transferChecked(const TransferRequest& request);
    void forgetRetired();

    std::unique_ptr<Renderer> renderer_;
    Report report_;
    bool attached_ = false;
    uint64_t nextShader_ = 1;
    std::map<uint32_t, std::shared_ptr<Resource>> resources_;
    std::map<uint32_t, Context> contexts_;

    std::mutex mutex_;
    std::vector<uint32_t> retiredResources_;
    std::vector<uint32_t> retiredContexts_;
};

}  // namespace cyclorama::virgl
