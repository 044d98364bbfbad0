// The place of an instance: all stand in a circle around the middle.

mat3 turnOf(int instance) {
    float angle = 6.2831853 * float(instance) / max(object.surface.w, 1.0);
    return mat3(cos(angle), 0.0, -sin(angle), 0.0, 1.0, 0.0, sin(angle), 0.0, cos(angle));
}

vec4 placeOf(vec3 position, int instance) {
    return vec4(turnOf(instance) * (object.model * vec4(position, 1.0)).xyz, 1.0);
}
