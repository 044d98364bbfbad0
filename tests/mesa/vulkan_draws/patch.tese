#version 450
// A patch whose colours and places do not depend on how it is cut.
layout(quads, equal_spacing, ccw) in;
layout(location = 0) in vec4 corner[];
layout(location = 1) patch in float darker;
layout(location = 0) out vec4 shade;
void main() {
    vec2 at = gl_TessCoord.xy;
    gl_Position = gl_in[0].gl_Position + at.x * (gl_in[1].gl_Position - gl_in[0].gl_Position) +
                  at.y * (gl_in[3].gl_Position - gl_in[0].gl_Position);
    shade = corner[0] + at.x * (corner[1] - corner[0]) + at.y * (corner[3] - corner[0]) - vec4(vec3(darker), 0.0);
}
