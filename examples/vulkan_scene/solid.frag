#version 450
#extension GL_GOOGLE_include_directive : require
// A texture in the light of a lamp, with the shadows that the lamp casts, and of the sky.

#include "constants.glsl"

layout(set = 0, binding = 1) uniform sampler2DShadow shadow;
layout(set = 0, binding = 2) uniform sampler2D stone;

layout(location = 0) in vec3 worldPosition;
layout(location = 1) in vec3 worldNormal;
layout(location = 2) in vec2 texel;
layout(location = 3) in vec4 lampPosition;
layout(location = 4) flat in vec4 tint;

layout(location = 0) out vec4 color;

float litPart() {
    vec3 place = lampPosition.xyz / lampPosition.w;
    vec2 step = 1.0 / vec2(textureSize(shadow, 0));
    float lit = 0.0;
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x)
            lit += texture(shadow, vec3(place.xy * 0.5 + 0.5 + vec2(x, y) * step, place.z));
    return lit / 9.0;
}

void main() {
    vec3 n = normalize(worldNormal);
    vec3 toEye = normalize(frame.eye.xyz - worldPosition);
    vec3 toLamp = normalize(frame.toLamp.xyz);
    float facing = max(dot(n, toLamp), 0.0);
    float lit = facing > 0.0 ? facing * litPart() : 0.0;
    vec3 base = texture(stone, texel).rgb * tint.rgb;
    vec3 sky = mix(vec3(0.05, 0.04, 0.035), vec3(0.14, 0.18, 0.26), 0.5 + 0.5 * n.y);
    vec3 halfway = normalize(toLamp + toEye);
    float highlight = pow(max(dot(n, halfway), 0.0), object.surface.y) * lit;
    float grazing = 1.0 - max(dot(n, toEye), 0.0);
    vec3 mirrored = mix(vec3(0.2, 0.17, 0.13), vec3(0.2, 0.33, 0.6), 0.5 + 0.5 * reflect(-toEye, n).y);
    vec3 shaded = base * (sky + vec3(1.0, 0.86, 0.66) * lit);
    vec3 light = mix(shaded, mirrored, object.surface.z * grazing * grazing) + vec3(highlight) * 0.35;
    // For a screen: samples are averaged, and glass is blended, as the picture is stored.
    color = vec4(pow(light, vec3(1.0 / 2.2)), tint.a);
}
