#version 450
// Triangles as they are, each colour in another place.
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
layout(location = 0) in vec4 shade[];
layout(location = 0) out vec4 split;
void main() {
    for (int i = 0; i < 3; ++i) {
        gl_Position = gl_in[i].gl_Position;
        split = shade[i].brga;
        EmitVertex();
    }
}
