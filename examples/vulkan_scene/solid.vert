#version 450
#extension GL_GOOGLE_include_directive : require
// Positions to the clip space, the world and the lamp's clip space; normals to the world.

#include "constants.glsl"
#include "place.glsl"

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 coordinates;

layout(location = 0) out vec3 worldPosition;
layout(location = 1) out vec3 worldNormal;
layout(location = 2) out vec2 texel;
layout(location = 3) out vec4 lampPosition;
layout(location = 4) flat out vec4 tint;

void main() {
    vec4 world = placeOf(position, gl_InstanceIndex);
    worldPosition = world.xyz;
    worldNormal = turnOf(gl_InstanceIndex) * (mat3(object.model) * normal);
    texel = coordinates * object.surface.x;
    lampPosition = frame.lampViewProjection * world;
    // Every other one is darker.
    tint = object.tint * vec4(vec3(gl_InstanceIndex % 2 == 0 ? 1.0 : 0.7), 1.0);
    gl_Position = frame.viewProjection * world;
}
