#version 330 core
// A vertex of a triangle whose edges are drawn.

layout(location = 0) in vec3 position;

uniform mat4 model;
uniform mat4 viewProjection;

void main() { gl_Position = viewProjection * (model * vec4(position, 1.0)); }
