// SPDX-License-Identifier: MIT
#version 450
// Reads of four bytes a thread from the memory of its workgroup.
layout(local_size_x = 256) in;
layout(push_constant) uniform Arguments { uint rounds; };
layout(binding = 0) buffer Output { float results[]; };
shared float values[1024];

void main() {
    const uint id = gl_LocalInvocationID.x;
    for (uint i = 0; i < 4; ++i) values[id + 256 * i] = float(id);
    barrier();
    float sum = 0;
    for (uint i = 0; i < rounds; ++i)
        for (uint j = 0; j < 16; ++j) sum += values[id + i + 48 * j & 1023];
    results[gl_GlobalInvocationID.x] = sum;
}
