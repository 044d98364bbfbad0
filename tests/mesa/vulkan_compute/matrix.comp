#version 450
// A product of square matrices, tile by tile.
layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 0) readonly buffer A { float a[]; };
layout(binding = 1) readonly buffer B { float b[]; };
layout(binding = 2) writeonly buffer C { float c[]; };
layout(push_constant) uniform Push { uint n; };
shared float tileA[16][16];
shared float tileB[16][16];
void main() {
    const uint x = gl_LocalInvocationID.x;
    const uint y = gl_LocalInvocationID.y;
    const uint row = gl_GlobalInvocationID.y;
    const uint column = gl_GlobalInvocationID.x;
    float sum = 0.0;
    for (uint tile = 0; tile < n; tile += 16) {
        tileA[y][x] = a[row * n + tile + x];
        tileB[y][x] = b[(tile + y) * n + column];
        barrier();
        for (uint k = 0; k < 16; ++k) sum += tileA[y][k] * tileB[k][x];
        barrier();
    }
    c[row * n + column] = sum;
}
