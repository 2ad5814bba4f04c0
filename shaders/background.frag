#version 330 core
// A subtle gradient, lighter at the horizon of the usual view.

in float height;

uniform vec3 lower, upper;

out vec4 color;

void main() {
    color = vec4(mix(lower, upper, smoothstep(0.0, 1.0, height)), 1.0);
}
