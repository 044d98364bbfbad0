#version 450
#extension GL_EXT_multiview : require
layout(location = 0) in vec2 place;
layout(location = 1) in vec4 color;
layout(location = 2) in vec2 offset;
layout(location = 0) out vec4 shade;
void main() {
    gl_Position = vec4(place + vec2(0.3 * gl_ViewIndex, 0.0), 0.0, 1.0);
    shade = color * (1.0 - 0.5 * gl_ViewIndex);
}
