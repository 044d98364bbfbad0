#version 450
#extension GL_GOOGLE_include_directive : require
// Depth as the lamp sees it.

#include "constants.glsl"
#include "place.glsl"

layout(location = 0) in vec3 position;

void main() { gl_Position = frame.lampViewProjection * placeOf(position, gl_InstanceIndex); }
