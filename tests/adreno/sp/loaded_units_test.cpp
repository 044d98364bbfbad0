// SPDX-License-Identifier: MIT
// What CP_LOAD_STATE6 fills, and what its snapshots keep.

#include "families/adreno/sp/loaded_units.h"

#include <gtest/gtest.h>

namespace cyclorama::adreno {
namespace {

TEST(LoadedUnits, SnapshotKeepsConstantsAfterLaterLoads) {
    LoadedUnits loaded;
    loaded.of(ShaderStage::Vertex).constants.edit()[4] = 1;
    const LoadedUnits snapshot = loaded;
    loaded.of(ShaderStage::Vertex).constants.edit()[4] = 2;
    EXPECT_EQ(snapshot.of(ShaderStage::Vertex).constants->at(4), 1u);
    EXPECT_EQ(loaded.of(ShaderStage::Vertex).constants->at(4), 2u);
}

TEST(LoadedUnits, SnapshotKeepsDescriptorsThatAreDroppedLater) {
    LoadedUnits loaded;
    loaded.of(ShaderStage::Fragment).samplers.edit().set(3, {7, 0, 0, 0});
    const LoadedUnits snapshot = loaded;
    loaded.invalidate(~0u);
    EXPECT_EQ(loaded.of(ShaderStage::Fragment).samplers->find(3), nullptr);
    ASSERT_NE(snapshot.of(ShaderStage::Fragment).samplers->find(3), nullptr);
    EXPECT_EQ(snapshot.of(ShaderStage::Fragment).samplers->find(3)->at(0), 7u);
}

TEST(LoadedUnits, SnapshotSharesWhatDoesNotChange) {
    LoadedUnits loaded;
    const LoadedUnits snapshot = loaded;
    loaded.of(ShaderStage::Vertex).constants.edit()[0] = 1;
    EXPECT_TRUE(loaded.of(ShaderStage::Hull).constants.same(snapshot.of(ShaderStage::Hull).constants));
    EXPECT_FALSE(loaded.of(ShaderStage::Vertex).constants.same(snapshot.of(ShaderStage::Vertex).constants));
}

}  // namespace
}  // namespace cyclorama::adreno
