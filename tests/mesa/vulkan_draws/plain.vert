#version 450
// A vertex with its colour.
layout(location = 0) in vec2 place;
layout(location = 1) in vec4 color;
layout(location = 2) in vec2 offset;
layout(location = 0) out vec4 shade;
void main() {
    gl_Position = vec4(place + offset, 0.0, 1.0);
    gl_PointSize = 8.0;
    shade = color;
}
