#version 450
// More private words than registers, indexed by what is not known ahead.
layout(local_size_x = 64) in;
layout(binding = 0) buffer Output { uint words[]; };
layout(push_constant) uniform Push { uint step; };
void main() {
    const uint id = gl_GlobalInvocationID.x;
    uint own[300];
    for (uint i = 0; i < 300; ++i) own[(i * step) % 300] = i + id;
    uint sum = 0;
    for (uint i = 0; i < 300; i += 7) sum += own[(i + id) % 300] * (i + 1);
    words[id] = sum;
}
