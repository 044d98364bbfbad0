#version 450
layout(local_size_x = 256) in;
layout(binding = 0) readonly buffer Input { uint words[]; };
layout(binding = 1) buffer Output { uint sums[]; };
shared uint partial[256];
void main() {
    const uint i = gl_LocalInvocationID.x;
    partial[i] = words[gl_GlobalInvocationID.x];
    barrier();
    for (uint step = 128; step > 0; step >>= 1) {
        if (i < step) partial[i] += partial[i + step];
        barrier();
    }
    if (i == 0) sums[gl_WorkGroupID.x] = partial[0];
}
