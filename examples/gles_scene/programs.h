// SPDX-License-Identifier: MIT
#pragma once
// The scene's shaders, in GLSL ES 1.00.

namespace gles_scene {

/// Lit things: positions to the clip space and to the world; normals to the world.
inline constexpr const char* kSolidVertex = R"(
attribute vec3 position;
attribute vec3 normal;
attribute vec2 coordinates;
uniform mat4 model;
uniform mat4 viewProjection;
varying vec3 worldPosition;
varying vec3 worldNormal;
varying vec2 texel;
void main() {
    vec4 world = model * vec4(position, 1.0);
    worldPosition = world.xyz;
    worldNormal = mat3(model) * normal;
    texel = coordinates;
    gl_Position = viewProjection * world;
}
)";

/// A texture, a key light, a fill light and the studio's reflection. Where the texture is transparent, nothing.
inline constexpr const char* kSolidFragment = R"(
precision highp float;
uniform vec3 eye;
uniform vec3 tint;
uniform float shininess;
uniform float reflectivity;
uniform float opacity;
uniform sampler2D image;
uniform samplerCube studio;
varying vec3 worldPosition;
varying vec3 worldNormal;
varying vec2 texel;
void main() {
    vec4 surface = texture2D(image, texel);
    if (surface.a < 0.5) discard;
    vec3 n = normalize(worldNormal);
    if (!gl_FrontFacing) n = -n;
    vec3 toEye = normalize(eye - worldPosition);
    vec3 toKey = normalize(vec3(4.0, 7.0, 5.0) - worldPosition);
    vec3 toFill = normalize(vec3(-6.0, 3.0, 4.0) - worldPosition);
    vec3 halfway = normalize(toKey + toEye);
    float key = max(dot(n, toKey), 0.0);
    float fill = max(dot(n, toFill), 0.0);
    vec3 diffuse = surface.rgb * tint * (vec3(1.0, 0.95, 0.86) * key + vec3(0.22, 0.3, 0.45) * fill + vec3(0.12));
    float highlight = pow(max(dot(n, halfway), 0.0), shininess) * key;
    float grazing = 1.0 - max(dot(n, toEye), 0.0);
    float fresnel = reflectivity + (1.0 - reflectivity) * grazing * grazing * grazing * grazing * reflectivity;
    vec3 mirrored = textureCube(studio, reflect(-toEye, n)).rgb;
    gl_FragColor = vec4(mix(diffuse, mirrored, fresnel) + vec3(highlight), opacity);
}
)";

/// The backdrop: two pools of light that overlap.
inline constexpr const char* kBackdropFragment = R"(
precision highp float;
uniform vec3 eye;
varying vec3 worldPosition;
varying vec3 worldNormal;
varying vec2 texel;
void main() {
    vec3 toKey = vec3(4.0, 7.0, 5.0) - worldPosition;
    float facing = max(dot(normalize(worldNormal), normalize(toKey)), 0.0);
    vec2 warm = (worldPosition.xy - vec2(2.0, 3.0)) / 7.0;
    vec2 cold = (worldPosition.xy - vec2(-5.0, 4.0)) / 8.0;
    vec3 color = vec3(0.08, 0.09, 0.12) + vec3(0.62, 0.46, 0.34) * exp(-dot(warm, warm)) * (0.35 + 0.65 * facing)
        + vec3(0.12, 0.26, 0.44) * exp(-dot(cold, cold));
    gl_FragColor = vec4(color, 1.0);
}
)";

/// A texture as it is, times a colour: shadows and the screen.
inline constexpr const char* kPlainFragment = R"(
precision mediump float;
uniform vec4 color;
uniform sampler2D image;
varying vec2 texel;
void main() { gl_FragColor = color * texture2D(image, texel); }
)";

/// Dust in the light, as round points whose size falls with the distance.
inline constexpr const char* kDustVertex = R"(
attribute vec3 position;
uniform mat4 viewProjection;
uniform float pointScale;
varying float brightness;
void main() {
    gl_Position = viewProjection * vec4(position, 1.0);
    gl_PointSize = clamp(pointScale / gl_Position.w, 1.0, 32.0);
    brightness = fract(dot(position, vec3(3.7, 5.1, 7.3)));
}
)";

inline constexpr const char* kDustFragment = R"(
precision mediump float;
varying float brightness;
void main() {
    vec2 offset = 2.0 * gl_PointCoord - 1.0;
    float glow = max(1.0 - dot(offset, offset), 0.0);
    gl_FragColor = vec4(vec3(1.0, 0.86, 0.66) * glow * glow * (0.1 + 0.35 * brightness), 0.0);
}
)";

}  // namespace gles_scene
