// SPDX-License-Identifier: MIT
#version 450
// Reads of 16 bytes a thread, one after the other, within a range that is a power of two. Volatile, so that no driver reads
// them as a texture.
layout(local_size_x = 256) in;
layout(push_constant) uniform Arguments {
    uint mask;    // the range in vectors, less one
    uint stride;  // vectors from a thread's read to its next
    uint rounds;
};
layout(binding = 0) buffer Output { vec4 results[]; };
layout(binding = 1) volatile buffer Input { vec4 values[]; };

void main() {
    vec4 sum = vec4(0);
    uint place = gl_GlobalInvocationID.x;
    for (uint i = 0; i < rounds; ++i) {
        sum += values[place & mask] + values[place + stride & mask] + values[place + 2 * stride & mask] +
               values[place + 3 * stride & mask];
        place += 4 * stride;
    }
    if (sum.x == 1) results[gl_GlobalInvocationID.x & 255u] = sum;
}
