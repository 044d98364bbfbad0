#version 450
// Loops and branches that fibers leave at different times.
layout(local_size_x = 64) in;
layout(binding = 0) buffer Output { uint words[]; };
void main() {
    uint n = gl_GlobalInvocationID.x + 1;
    uint steps = 0;
    while (n != 1 && steps < 500) {
        if ((n & 1) == 0)
            n >>= 1;
        else
            n = 3 * n + 1;
        ++steps;
    }
    words[gl_GlobalInvocationID.x] = steps;
}
