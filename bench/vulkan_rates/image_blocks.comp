// SPDX-License-Identifier: MIT
#version 450
// A sample of an image for each thread of a square, between texels or not: in order, or in blocks of threads that are somewhere
// else each. Threads have the places that fragments have: quads, blocks of four by four threads, of eight by eight. Each
// writes four bytes.
layout(local_size_x = 256) in;
layout(push_constant) uniform Arguments {
    float texel;      // of the image's side
    float step;       // texels from a thread to the next one, each way
    uint blockShift;  // the side of a block as a power of two
    uint chance;      // 0: all are in order
};
layout(binding = 0) writeonly buffer Output { uint results[]; };
layout(binding = 1) uniform sampler2D image;

uint evenBits(uint number) {
    return number & 1 | number >> 1 & 2 | number >> 2 & 4 | number >> 3 & 8;
}

// Any number, by the rounds of a generator by Numerical Recipes.
uint mixed(uint number) {
    for (int i = 0; i < 3; ++i) {
        number = number * 1664525u + 1013904223u;
        number ^= number >> 15;
    }
    return number;
}

void main() {
    const uvec2 inGroup = uvec2(evenBits(gl_LocalInvocationIndex), evenBits(gl_LocalInvocationIndex >> 1));
    const uvec2 place = gl_WorkGroupID.xy * 16 + inGroup;
    vec2 where = (vec2(place) + 0.5) * step * texel;
    if (chance != 0) {
        const uvec2 block = place >> blockShift;
        const uint number = mixed(block.y << 16 | block.x);
        where += vec2(number & 0xffff, mixed(number) & 0xffff) / 65536.0;
    }
    const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    results[group * 256 + gl_LocalInvocationIndex] = packUnorm4x8(textureLod(image, where, 0));
}
