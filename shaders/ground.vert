#version 330 core
// The ground: a square that the fragment shader fades to a disc.

uniform mat4 viewProjection;
uniform mat4 shadowMatrix;
uniform vec3 center;
uniform float radius;

out vec3 place;
out vec3 shadowPlace;

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    place = center + vec3(corner.x * radius, 0.0, corner.y * radius);
    shadowPlace = (shadowMatrix * vec4(place, 1.0)).xyz;
    gl_Position = viewProjection * vec4(place, 1.0);
}
