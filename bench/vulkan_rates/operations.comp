// SPDX-License-Identifier: MIT
#version 450
// 256 instructions of one kind and 32 bits in each round, in four chains. Operands are none that a compiler knows.
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
    vec4 a = first + float(gl_LocalInvocationID.x);
    uvec4 i = floatBitsToUint(a);
    uvec4 k = floatBitsToUint(second);
    const uvec4 m = k.yzwx;
    for (uint round = 0; round < rounds; ++round) {
        switch (operation) {
            case 0: SIXTY_FOUR(a = fma(a, first, second);) break;
            case 1: SIXTY_FOUR(a = a + second;) break;
            case 2: SIXTY_FOUR(a = a * second;) break;
            case 3: SIXTY_FOUR(a = inversesqrt(a);) break;
            case 4: SIXTY_FOUR(a = sqrt(a);) break;
            case 5: SIXTY_FOUR(a = exp2(a);) break;
            case 6: THIRTY_TWO(i = i + k; k = k + i;) break;
            case 7: THIRTY_TWO(i = i * k; k = k * i;) break;
            case 8: THIRTY_TWO(i = i << k; k = k << i;) break;
            case 9: THIRTY_TWO(i = min(i, k.yzwx); k = max(k, i.zwxy);) break;
            case 10: SIXTY_FOUR(i = i * k + m;) break;
            // One chain in the place of four.
            default: SIXTY_FOUR(a.x = a.x * second.x;) SIXTY_FOUR(a.x = a.x * second.y;) SIXTY_FOUR(a.x = a.x * second.z;)
                SIXTY_FOUR(a.x = a.x * second.w;)
        }
    }
    results[gl_GlobalInvocationID.x] = a + vec4(i) + vec4(k);
}
