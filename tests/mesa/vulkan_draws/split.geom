#version 450
// A triangle becomes three, one around each corner, in two invocations of half the size.
layout(triangles, invocations = 2) in;
layout(triangle_strip, max_vertices = 9) out;
layout(location = 0) in vec4 shade[];
layout(location = 0) out vec4 split;
void main() {
    float size = gl_InvocationID == 0 ? 0.4 : 0.2;
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            gl_Position = mix(gl_in[i].gl_Position, gl_in[(i + k) % 3].gl_Position, size);
            split = gl_InvocationID == 0 ? shade[i] : vec4(1.0) - shade[i] * vec4(1.0, 1.0, 1.0, 0.0);
            EmitVertex();
        }
        EndPrimitive();
    }
}
