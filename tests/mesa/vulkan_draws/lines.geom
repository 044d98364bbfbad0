#version 450
// The middle of a line with neighbours, and a line to each neighbour; nothing for lines on the left.
layout(lines_adjacency) in;
layout(line_strip, max_vertices = 4) out;
layout(location = 0) in vec4 shade[];
layout(location = 0) out vec4 split;
void main() {
    if (gl_in[1].gl_Position.x < -0.5) return;
    for (int i = 0; i < 4; ++i) {
        gl_Position = gl_in[i].gl_Position;
        split = shade[i];
        EmitVertex();
        if (i == 1) EndPrimitive();
    }
}
