// SPDX-License-Identifier: MIT
#version 450
// A read of one texel for each thread of a square: in its place, in a larger image, or in blocks that are in another order.
layout(local_size_x = 16, local_size_y = 16) in;
layout(push_constant) uniform Arguments {
    float scale;      // texels of the image for each thread, each way
    uint blockShift;  // the side of a block as a power of two
    uint blocks;      // of a row, as a power of two; 0: all are in order
};
layout(binding = 0) buffer Output { vec4 results[]; };
layout(binding = 1) uniform sampler2D image;

// Another number below 2^bits, for each one.
uint moved(uint number, uint bits) {
    const uint mask = (1u << bits) - 1;
    for (int i = 0; i < 3; ++i) {
        number = number * 1664525u + 1013904223u & mask;
        number ^= number >> (bits + 1) / 2;
    }
    return number;
}

void main() {
    uvec2 place = gl_GlobalInvocationID.xy;
    if (blocks != 0) {
        const uvec2 block = place >> blockShift;
        const uint number = moved(block.y << blocks | block.x, 2 * blocks);
        place = place & (1u << blockShift) - 1 | uvec2(number & (1u << blocks) - 1, number >> blocks) << blockShift;
    }
    const vec4 texel = texelFetch(image, ivec2(vec2(place) * scale), 0);
    if (texel.x == 0.25) results[gl_LocalInvocationIndex] = texel;
}
