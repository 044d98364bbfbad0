// SPDX-License-Identifier: MIT
#version 450
// Loads and stores vectors of 16 bytes in their place, as many for each thread as are asked for, one after the other in memory.
layout(local_size_x_id = 0, local_size_y_id = 1) in;
layout(constant_id = 2) const uint vectors = 1;
layout(push_constant) uniform Arguments { uint width; };  // threads of a row
layout(binding = 0) buffer Values { vec4 values[]; };

void main() {
    const uint place = (gl_GlobalInvocationID.y * width + gl_GlobalInvocationID.x) * vectors;
    vec4 changed[vectors];
    for (uint i = 0; i < vectors; ++i) changed[i] = values[place + i];
    for (uint i = 0; i < vectors; ++i) values[place + i] = changed[i] * changed[i] + 0.001;
}
