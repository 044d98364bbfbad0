#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 1, rgba8) uniform image2D colors;
layout(binding = 2, r32ui) uniform uimage2D numbers;
layout(push_constant) uniform Push { uint phase; };
layout(binding = 0) buffer Output { uint words[]; };
void main() {
    const ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    const uint place = gl_GlobalInvocationID.y * 40 + gl_GlobalInvocationID.x;
    if (at.x >= 40 || at.y >= 24) return;
    if (phase == 0) {
        imageStore(colors, at, vec4(at.x, at.y, at.x + at.y, 255 - at.x) / 255.0);
        // Other workgroups may come first with their atomic operations, to a texel that is not stored.
        if (at.x > 0) imageStore(numbers, at, uvec4(place * 3));
        imageAtomicAdd(numbers, ivec2(0, at.y), 1);
    } else {
        words[place] = packUnorm4x8(imageLoad(colors, ivec2(39 - at.x, at.y)));
        words[1024 + place] = imageLoad(numbers, at).x;
        words[2048] = uint(imageSize(colors).x * 1000 + imageSize(colors).y);
    }
}
