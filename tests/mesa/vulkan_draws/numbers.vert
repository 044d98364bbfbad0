#version 450
// Places made of the numbers of the vertex, the instance and the draw.
#extension GL_ARB_shader_draw_parameters : require
layout(location = 0) out vec4 shade;
void main() {
    int corner = gl_VertexIndex % 3;
    vec2 place = vec2(corner == 1 ? 0.2 : 0.0, corner == 2 ? 0.2 : 0.0);
    vec2 cell = vec2(gl_InstanceIndex, gl_VertexIndex / 3) * 0.25 - 0.9;
    gl_Position = vec4(place + cell, 0.0, 1.0);
    shade = vec4(gl_DrawIDARB * 0.25 + 0.25, gl_BaseVertexARB * 0.1, gl_BaseInstanceARB * 0.2, 1.0);
}
