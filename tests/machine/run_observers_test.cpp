// SPDX-License-Identifier: MIT
#include "machine/values/run_observers.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cyclorama::machine {
namespace {

/// Notes what it is told; gives the counts that it is made with.
class Noting final : public RunObserver {
  public:
    explicit Noting(gpu::PixelCounts* counts = nullptr, bool watchesAll = false)
        : counts_(counts), watchesAll_(watchesAll) {}

    gpu::PixelCounts* pixels(uint32_t /*operation*/, const ObservedSurface& /*surface*/) override { return counts_; }
    void end(uint32_t operation, std::optional<uint64_t> /*cycle*/) override {
        notes.push_back("end " + std::to_string(operation));
    }
    uint64_t nextSample() const override { return watchesAll_ ? 7 : RunObserver::nextSample(); }
    bool watchesState() const override { return watchesAll_; }
    bool watchesTargets() const override { return watchesAll_; }
    bool watchesUnits() const override { return watchesAll_; }
    std::vector<ImagePart> wantedParts(uint32_t /*operation*/, bool /*after*/,
                                       const ObservedTarget& /*target*/) override {
        return {{.x = 1, .y = 2, .width = 3, .height = 4}};
    }

    std::vector<std::string> notes;

  protected:
    void started(uint32_t operation, const StartedOperation& started) override {
        notes.push_back(started.title + ' ' + std::to_string(operation));
    }

  private:
    gpu::PixelCounts* counts_;
    bool watchesAll_;
};

TEST(RunObservers, NoneAndOneAreNotJoined) {
    RunObservers observers;
    EXPECT_EQ(observers.joined(), nullptr);
    observers.add(nullptr);
    EXPECT_EQ(observers.joined(), nullptr);
    Noting one;
    observers.add(&one);
    EXPECT_EQ(observers.joined(), &one);
}

TEST(RunObservers, AllGetTheSameNumbers) {
    Noting first, second;
    RunObservers observers;
    observers.add(&first);
    observers.add(&second);
    RunObserver* const joined = observers.joined();
    ASSERT_EQ(joined, &observers);
    EXPECT_EQ(joined->start({.title = "draw"}), 0u);
    EXPECT_EQ(joined->start({.title = "copy"}), 1u);
    joined->end(0, std::nullopt);
    const std::vector<std::string> expected{"draw 0", "copy 1", "end 0"};
    EXPECT_EQ(first.notes, expected);
    EXPECT_EQ(second.notes, expected);
}

TEST(RunObservers, CountsAreOfTheFirstThatGivesAny) {
    gpu::PixelCounts some(8, 8), others(8, 8);
    Noting none, giving(&some), late(&others);
    RunObservers observers;
    observers.add(&none);
    observers.add(&giving);
    observers.add(&late);
    EXPECT_EQ(observers.pixels(0, {}), &some);
}

TEST(RunObservers, WatchWhatAnyWatches) {
    Noting none, all(nullptr, true);
    RunObservers observers;
    observers.add(&none);
    EXPECT_FALSE(observers.watchesState() || observers.watchesTargets() || observers.watchesUnits());
    EXPECT_EQ(observers.nextSample(), none.nextSample());
    observers.add(&all);
    EXPECT_TRUE(observers.watchesState() && observers.watchesTargets() && observers.watchesUnits());
    EXPECT_EQ(observers.nextSample(), 7u);
    EXPECT_EQ(observers.wantedParts(0, true, {}), all.wantedParts(0, true, {}));
}

}  // namespace
}  // namespace cyclorama::machine
