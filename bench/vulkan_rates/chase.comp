// SPDX-License-Identifier: MIT
#version 450
// One thread follows pointers: each word is the number of the next. Volatile, so that no driver reads it as a texture.
layout(local_size_x = 1) in;
layout(push_constant) uniform Arguments { uint steps; };
layout(binding = 0) buffer Output { uint last; };
layout(binding = 1) volatile buffer Pointers { uint next[]; };

void main() {
    uint place = 0;
    for (uint i = 0; i < steps; ++i) place = next[place];
    last = place;
}
