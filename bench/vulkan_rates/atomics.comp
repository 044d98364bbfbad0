// SPDX-License-Identifier: MIT
#version 450
// Each thread adds to a word, again and again: to one that all share, or to its own.
layout(local_size_x = 64) in;
layout(push_constant) uniform Arguments {
    uint mask;  // of a thread's number, which is the number of its word
    uint rounds;
};
layout(binding = 0) buffer Output { uint words[]; };

void main() {
    for (uint i = 0; i < rounds; ++i) atomicAdd(words[gl_GlobalInvocationID.x & mask], i);
}
