// SPDX-License-Identifier: MIT
#version 450
// One thread follows the texels of an image of one row: each has the number of the next.
layout(local_size_x = 1) in;
layout(push_constant) uniform Arguments { uint steps; };
layout(binding = 0) buffer Output { uint last; };
layout(binding = 1) uniform usampler2D image;

void main() {
    uint place = 0;
    for (uint i = 0; i < steps; ++i) place = texelFetch(image, ivec2(place, 0), 0).x;
    last = place;
}
