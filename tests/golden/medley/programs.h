// SPDX-License-Identifier: MIT
#pragma once
// Shaders of the medley, in GLSL ES 1.00.

namespace medley {

inline constexpr const char* kVertex = R"(
attribute vec3 position;
attribute vec3 normal;
attribute vec2 coordinates;
uniform mat4 place;
varying vec2 texel;
varying vec3 direction;
void main() {
    texel = coordinates;
    direction = normal;
    gl_PointSize = 3.0;
    gl_Position = place * vec4(position, 1.0);
}
)";

/// A light, a texture and the cube map where the normal leads.
inline constexpr const char* kLitFragment = R"(
precision highp float;
uniform sampler2D image;
uniform samplerCube studio;
varying vec2 texel;
varying vec3 direction;
void main() {
    vec3 n = normalize(direction);
    float light = 0.2 + max(dot(n, vec3(0.36, 0.48, 0.8)), 0.0);
    vec3 mirrored = textureCube(studio, n).rgb;
    gl_FragColor = vec4(light * texture2D(image, texel * 2.0).rgb + pow(light, 8.0) * mirrored, 1.0);
}
)";

/// Nothing where the texture's alpha is small.
inline constexpr const char* kPlainFragment = R"(
precision mediump float;
uniform sampler2D image;
uniform vec4 color;
varying vec2 texel;
void main() {
    vec4 surface = texture2D(image, texel) * color;
    if (surface.a < 0.1) discard;
    gl_FragColor = surface;
}
)";

/// Branches and a loop whose length differs between pixels.
inline constexpr const char* kLoopingFragment = R"(
precision highp float;
uniform sampler2D image;
varying vec2 texel;
void main() {
    vec2 z = texel * 2.0 - 1.0;
    float steps = 0.0;
    for (int i = 0; i < 6; ++i) {
        if (dot(z, z) > 4.0) break;
        z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + vec2(-0.4, 0.6);
        steps += 1.0;
    }
    if (steps > 3.0)
        gl_FragColor = vec4(sin(steps), exp2(-steps), inversesqrt(steps), 1.0);
    else
        gl_FragColor = texture2D(image, z);
}
)";

}  // namespace medley
