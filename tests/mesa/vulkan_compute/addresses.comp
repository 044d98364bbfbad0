#version 450
#extension GL_EXT_buffer_reference : require
// A list in memory, followed by its addresses; each fiber as far as its number.
layout(local_size_x = 64) in;
layout(buffer_reference) buffer Node;
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Node { Node next; uint value; };
layout(binding = 0) buffer Output { uint words[]; };
layout(push_constant) uniform Push { Node first; };
void main() {
    Node node = first;
    uint sum = 0;
    for (uint i = 0; i <= gl_GlobalInvocationID.x % 16; ++i) {
        sum += node.value;
        node = node.next;
    }
    words[gl_GlobalInvocationID.x] = sum;
}
