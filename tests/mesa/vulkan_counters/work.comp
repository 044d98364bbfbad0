// SPDX-License-Identifier: MIT
#version 450
// Each of 64 invocations of a workgroup stores its number, doubled.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Numbers { uint numbers[]; };

void main() { numbers[gl_GlobalInvocationID.x] = 2 * gl_GlobalInvocationID.x; }
