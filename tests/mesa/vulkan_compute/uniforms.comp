#version 450
// Uniform buffers with a constant and with a computed index, and arguments that stages share.
layout(local_size_x = 64) in;
layout(binding = 0) buffer Output { uint words[]; };
layout(binding = 1) uniform Table { uvec4 table[64]; };
layout(binding = 2) uniform Small { uint first; float second; };
layout(push_constant) uniform Push { uint offset; uint scale; uint more[6]; };
void main() {
    const uint id = gl_GlobalInvocationID.x;
    words[id] = table[(id * 5) % 64][id & 3] * scale + offset + first + uint(second) + more[5];
}
