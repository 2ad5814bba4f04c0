#version 330 core
// A vertex of a lit surface.

layout(location = 0) in vec3 position;
layout(location = 1) in vec4 normal;
layout(location = 2) in float value; // if the mesh has values

uniform mat4 model;
uniform mat3 normalMatrix; // of an affine model: its cofactors
uniform mat4 viewProjection;
uniform mat4 shadowMatrix;
uniform vec3 eye;
uniform vec3 keyLight;    // unit, towards it
uniform float shadowReach; // a length, about a texel of the shadow map

out vec3 worldNormal;
out vec3 towardsEye;
out vec3 shadowPlace;
#ifndef PLAIN
out float bandValue;
#endif

void main() {
    vec4 world = model * vec4(position, 1.0);
    worldNormal = normalMatrix * normal.xyz;
    towardsEye = eye - world.xyz;
    // Sampled slightly off the surface, on its lit side, so that it does not shadow itself.
    vec3 side = normalize(worldNormal) * sign(dot(worldNormal, keyLight));
    shadowPlace = (shadowMatrix * vec4(world.xyz + shadowReach * side, 1.0)).xyz;
#ifndef PLAIN
    bandValue = value;
#endif
    gl_Position = viewProjection * world;
}
