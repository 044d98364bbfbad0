// SPDX-License-Identifier: MIT
#version 450
// Reads of the texels of an image of one row, side by side, within a range that is a power of two.
layout(local_size_x = 64) in;
layout(push_constant) uniform Arguments {
    uint mask;  // the range in texels, less one
    uint rounds;
};
layout(binding = 0) buffer Output { vec4 results[]; };
layout(binding = 1) uniform sampler2D image;

void main() {
    vec4 sum = vec4(0);
    // Some texels more for each workgroup, so that they do not read the same ones at once.
    uint place = gl_WorkGroupID.x * 192 + gl_LocalInvocationID.x;
    for (uint i = 0; i < rounds; ++i) {
        sum += texelFetch(image, ivec2(place & mask, 0), 0) + texelFetch(image, ivec2(place + 64 & mask, 0), 0) +
               texelFetch(image, ivec2(place + 128 & mask, 0), 0) + texelFetch(image, ivec2(place + 192 & mask, 0), 0);
        place += 256;
    }
    if (sum.x == 1) results[gl_LocalInvocationID.x] = sum;
}
