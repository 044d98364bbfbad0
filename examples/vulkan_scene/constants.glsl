// Constants of all shaders of the scene.

layout(set = 0, binding = 0) uniform Frame {
    mat4 viewProjection;
    mat4 lampViewProjection;
    vec4 eye;
    vec4 toLamp;
} frame;

// surface: texels for each coordinate, shininess, reflected part of the sky, instances around the middle
layout(push_constant) uniform Object {
    mat4 model;
    vec4 tint;
    vec4 surface;
} object;
