#version 450
layout(local_size_x = 100) in;
layout(binding = 0) buffer Output { uint words[]; };
layout(push_constant) uniform Push { uint factor; uint term; };
void main() { words[gl_GlobalInvocationID.x] = gl_GlobalInvocationID.x * factor + term + gl_NumWorkGroups.x; }
