#version 330 core
// A vertex of an area marked on a surface.

layout(location = 0) in vec3 position;
layout(location = 1) in vec4 color;

uniform mat4 viewProjection;

flat out vec4 fillColor;

void main() {
    gl_Position = viewProjection * vec4(position, 1.0);
    fillColor = color;
}
