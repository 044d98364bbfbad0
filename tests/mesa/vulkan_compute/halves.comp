#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
// Numbers of 16 bits in registers; what is stored is exact in them.
layout(local_size_x = 64) in;
layout(binding = 0) buffer Output { uint words[]; };
void main() {
    const uint id = gl_GlobalInvocationID.x;
    const float16_t x = float16_t(id);
    const float16_t y = x * float16_t(0.5) + float16_t(3.0);
    const f16vec2 pair = f16vec2(max(y, x), fma(x, float16_t(2.0), float16_t(-1.0)));
    words[id * 4] = packHalf2x16(vec2(pair));
    const uint16_t a = uint16_t(id * 1001u);
    const int16_t b = int16_t(id) - int16_t(40);
    words[id * 4 + 1] = uint(a * uint16_t(77)) + (uint(uint16_t(b >> int16_t(1))) << 16);
    words[id * 4 + 2] = uint(int(b)) + uint(a & uint16_t(0xff));
    words[id * 4 + 3] = floatBitsToUint(float(y) + float(b));
}
