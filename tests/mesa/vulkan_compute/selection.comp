#version 450
#extension GL_EXT_nonuniform_qualifier : require
// Buffers by a number that differs from fiber to fiber.
layout(local_size_x = 64) in;
layout(binding = 0) buffer Output { uint words[]; };
layout(binding = 1) readonly buffer Some { uint some[]; } buffers[4];
layout(binding = 2) buffer Marked { uint marks[]; } marked[4];
void main() {
    const uint id = gl_GlobalInvocationID.x;
    const uint which = (id * 3 + id / 7) % 4;
    words[id] = buffers[nonuniformEXT(which)].some[id];
    marked[nonuniformEXT(which)].marks[id] = id;
}
