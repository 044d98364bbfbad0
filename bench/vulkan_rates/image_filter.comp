// SPDX-License-Identifier: MIT
#version 450
// Samples of an image that the first cache holds, by filters and between levels.
layout(local_size_x = 64) in;
layout(push_constant) uniform Arguments {
    float level;
    uint rounds;
};
layout(binding = 0) buffer Output { vec4 results[]; };
layout(binding = 1) uniform sampler2D image;

void main() {
    vec4 sum = vec4(0);
    // Quads of four texels in a square.
    const uint lane = gl_LocalInvocationID.x;
    vec2 place = vec2(lane & 1u, lane >> 1 & 1u) / 16.0;
    for (uint i = 0; i < rounds; ++i) {
        for (int j = 0; j < 8; ++j) sum += textureLod(image, place + vec2(j) / 16.0, level);
        place.x += 1.0 / 16.0;
    }
    if (sum.x == 1) results[lane] = sum;
}
