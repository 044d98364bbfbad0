#version 450
// The buffer has 100 words.
layout(local_size_x = 64) in;
layout(binding = 0) buffer Output { uint words[]; };
layout(binding = 1) buffer Short { uint some[]; };
layout(binding = 2) uniform Table { uvec4 table[32]; };
layout(push_constant) uniform Push { uint far; };
void main() {
    const uint id = gl_GlobalInvocationID.x;
    words[id] = some[id];
    words[256 + id] = some[id + far];
    some[id + 64] = 9;
    some[id + far] = 8;
    words[512 + id] = uint(some.length());
    words[768 + id] = table[id & 31].y;
}
