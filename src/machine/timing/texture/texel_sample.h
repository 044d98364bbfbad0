#pragma once
// The texels of one trilinear sample of a quad, in the order in which they are fetched and read: the first loop of all
// fragments, the second, and so on; each loop at most four texels of each fragment (ATTILA: TextureAccess::Trilinear).

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "func/texture_access.h"
#include "mem/cache_tags.h"

namespace cyclorama::machine::timing {

class TexelSample {
  public:
    static constexpr uint32_t kTexels = func::kQuadFragments * func::TrilinearPlan::kTexels;
    static constexpr uint32_t kLoops = 4;

    /// Takes over sample number `index` of a plan. `owner` is the quad's access.
    void start(uint32_t owner, const func::TextureAccessPlan& plan, uint32_t index);

    uint32_t access() const { return access_; }
    /// Loops of the fragment that has most of them.
    uint32_t loops() const { return loops_; }

    /// A loop that is fetched, and later read, texel by texel over as many cycles as that takes.
    struct Progress {
        uint32_t loop = 0;
        uint64_t done = 0;  // bit t: texel t
    };
    Progress fetching;
    Progress reading;

    uint32_t firstTexel(const Progress& progress) const { return progress.loop == 0 ? 0 : loopEnd_[progress.loop - 1]; }
    uint32_t endTexel(const Progress& progress) const { return loopEnd_[progress.loop]; }
    /// True at the end of the last one.
    bool finishLoop(Progress& progress) const { return ++progress.loop == loops_; }

    uint64_t address(uint32_t texel) const { return address_[texel]; }
    uint32_t bytes(uint32_t texel) const { return bytes_[texel]; }
    mem::CacheSlot& slot(uint32_t texel) { return slot_[texel]; }

    /// One of the sample's fetched lines is on its way; `slot` is the number of its place in the cache.
    void expect(uint32_t slot);
    /// It is there.
    void arrived(uint32_t slot) {
        if ((expectedFilter_ >> slot % 64 & 1) != 0) remove(slot);
    }
    bool complete() const { return expected_ == 0; }

  private:
    void remove(uint32_t slot);

    uint32_t access_ = 0;
    uint32_t loops_ = 0;
    uint32_t expected_ = 0;
    uint64_t expectedFilter_ = 0;  // bit slot % 64: such a slot is, or was, among the expected
    std::array<uint32_t, kLoops> loopEnd_{};
    // Only the first elements have meaning, as many as there are texels or lines.
    std::array<uint64_t, kTexels> address_;
    std::array<mem::CacheSlot, kTexels> slot_;
    std::array<uint32_t, kTexels> expectedSlot_;
    std::array<uint8_t, kTexels> bytes_;
};

/// Samples by number; numbers are reused, and addresses stay valid.
class TexelSamples {
  public:
    uint32_t acquire() {
        if (free_.empty()) {
            samples_.emplace_back();
            return static_cast<uint32_t>(samples_.size() - 1);
        }
        const uint32_t id = free_.back();
        free_.pop_back();
        return id;
    }
    void release(uint32_t id) { free_.push_back(id); }
    TexelSample& operator[](uint32_t id) { return samples_[id]; }

  private:
    std::deque<TexelSample> samples_;
    std::vector<uint32_t> free_;
};

}  // namespace cyclorama::machine::timing
