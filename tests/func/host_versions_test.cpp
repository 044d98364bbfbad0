// SPDX-License-Identifier: MIT
#include "func/lanes/host_versions.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <string_view>

namespace cyclorama::func {
namespace {

using Values = std::array<float, 16>;

[[gnu::always_inline]] inline void thirds(const Values& values, float offset, Values& result) {
    for (size_t i = 0; i < values.size(); ++i) result[i] = values[i] / 3.0f + offset;
}

class Scale {
  public:
    explicit Scale(float factor) : factor_(factor) {}
    float total(const Values& values) const { return runOnHost<&Scale::totalKernel>(*this, values); }
    float totalPlain(const Values& values) const { return HostVersions<&Scale::totalKernel>::plain(*this, values); }

  private:
    [[gnu::always_inline]] inline float totalKernel(const Values& values) const {
        float sum = 0.0f;
        for (const float value : values) sum += value * factor_;
        return sum;
    }
    float factor_;
};

Values someValues() {
    Values values{};
    for (size_t i = 0; i < values.size(); ++i) values[i] = 0.7f * static_cast<float>(i) - 3.0f;
    return values;
}

TEST(HostVersions, FunctionGivesTheBitsOfItsPlainVersion) {
    const Values values = someValues();
    Values expected{};
    Values chosen{};
    HostVersions<thirds>::plain(values, 0.1f, expected);
    runOnHost<thirds>(values, 0.1f, chosen);
    EXPECT_EQ(chosen, expected);
    if (!isWideHost()) return;
    Values wide{};
    HostVersions<thirds>::wide(values, 0.1f, wide);
    EXPECT_EQ(wide, expected);
}

TEST(HostVersions, MemberFunctionGivesTheBitsOfItsPlainVersion) {
    const Scale scale(0.3f);
    EXPECT_EQ(scale.total(someValues()), scale.totalPlain(someValues()));
}

// ctest runs this program with the variable set, too.
TEST(HostVersions, EnvironmentVariableChoosesOverTheProcessor) {
    const char* const wanted = std::getenv("CYCLORAMA_HOST_VECTORS");
#if defined(__x86_64__)
    const bool hasWideVectors = __builtin_cpu_supports("avx2") != 0;
#else
    const bool hasWideVectors = false;
#endif
    EXPECT_EQ(isWideHost(), wanted != nullptr ? std::string_view(wanted) == "wide" : hasWideVectors);
}

}  // namespace
}  // namespace cyclorama::func
