// SPDX-License-Identifier: MIT
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require
// 256 instructions of one kind and 16 bits in each round, in four chains. Operands are none that a compiler knows.
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint operation = 0;
layout(push_constant) uniform Arguments {
    vec4 first;
    vec4 second;
    uint rounds;
};
layout(binding = 0) buffer Output { vec4 results[]; };

#define FOUR(steps) steps steps steps steps
#define SIXTY_FOUR(step) FOUR(FOUR(FOUR(step)))
#define THIRTY_TWO(steps) FOUR(FOUR(steps steps))

void main() {
    const f16vec4 b = f16vec4(first);
    const f16vec4 c = f16vec4(second);
    f16vec4 a = b + float16_t(gl_LocalInvocationID.x);
    u16vec4 i = u16vec4(floatBitsToUint(first)) + uint16_t(gl_LocalInvocationID.x);
    u16vec4 k = u16vec4(floatBitsToUint(second));
    const u16vec4 m = k.yzwx;
    for (uint round = 0; round < rounds; ++round) {
        switch (operation) {
            case 0: SIXTY_FOUR(a = fma(a, b, c);) break;
            case 1: SIXTY_FOUR(a = a + c;) break;
            case 4: SIXTY_FOUR(a = sqrt(a);) break;
            case 5: SIXTY_FOUR(a = exp2(a);) break;
            case 6: THIRTY_TWO(i = i + k; k = k + i;) break;
            case 7: THIRTY_TWO(i = i * k; k = k * i;) break;
            case 9: THIRTY_TWO(i = min(i, k.yzwx); k = max(k, i.zwxy);) break;
            case 10: SIXTY_FOUR(i = i * k + m;) break;
            default: break;
        }
    }
    results[gl_GlobalInvocationID.x] = vec4(a) + vec4(i) + vec4(k);
}
