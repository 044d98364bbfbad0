#version 450
// Words that a transform feedback keeps: two outputs in two buffers.
layout(location = 0) in vec2 place;
layout(location = 1) in vec4 color;
layout(location = 2) in vec2 offset;
layout(xfb_buffer = 0, xfb_stride = 24) out;
layout(xfb_buffer = 1, xfb_stride = 16) out;
layout(xfb_buffer = 0, xfb_offset = 0) out gl_PerVertex { vec4 gl_Position; };
layout(location = 0, xfb_buffer = 1, xfb_offset = 0) out vec4 shade;
layout(location = 1, xfb_buffer = 0, xfb_offset = 16) out vec2 moved;
void main() {
    gl_Position = vec4(place, 0.0, 1.0);
    shade = color;
    moved = place + offset;
}
