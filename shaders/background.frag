#version 330 core
// A quiet gradient, lighter at the horizon of the usual view.

in float height;

out vec4 color;

void main() {
    vec3 lower = vec3(0.125, 0.137, 0.158), upper = vec3(0.205, 0.228, 0.262);
    color = vec4(mix(lower, upper, smoothstep(0.0, 1.0, height)), 1.0);
}
