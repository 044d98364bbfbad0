#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Output { uint words[]; };
layout(binding = 1, rgba8ui) uniform uimageBuffer stored;
layout(binding = 2) uniform usamplerBuffer fetched;
void main() {
    const int id = int(gl_GlobalInvocationID.x);
    const uvec4 texel = texelFetch(fetched, id);
    words[id] = texel.x + texel.y * 256 + texel.z * 65536 + texel.w * 16777216;
    imageStore(stored, id, uvec4(id, id + 1, id + 2, 7));
    words[256 + id] = uint(imageSize(stored)) + uint(textureSize(fetched));
}
