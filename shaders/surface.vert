#version 330 core
// A lit surface's corner.

layout(location = 0) in vec3 position;
layout(location = 1) in vec4 normal;

uniform mat4 model;
uniform mat4 viewProjection;
uniform mat4 shadowMatrix;
uniform vec3 eye;

out vec3 worldNormal;
out vec3 towardsEye;
out vec3 shadowPlace;

void main() {
    vec4 world = model * vec4(position, 1.0);
    worldNormal = mat3(model) * normal.xyz;
    towardsEye = eye - world.xyz;
    shadowPlace = (shadowMatrix * world).xyz;
    gl_Position = viewProjection * world;
}
