#version 450
layout(vertices = 4) out;
layout(location = 0) in vec4 shade[];
layout(location = 0) out vec4 corner[];
layout(location = 1) patch out float darker;
void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    corner[gl_InvocationID] = shade[gl_InvocationID];
    if (gl_InvocationID == 0) {
        darker = 0.25 * float(gl_PrimitiveID);
        gl_TessLevelOuter[0] = 3.0;
        gl_TessLevelOuter[1] = 2.0;
        gl_TessLevelOuter[2] = 4.0;
        gl_TessLevelOuter[3] = 5.0;
        gl_TessLevelInner[0] = 4.0;
        gl_TessLevelInner[1] = 3.0;
    }
}
