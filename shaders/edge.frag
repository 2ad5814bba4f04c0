#version 330 core
// An edge in one colour.

uniform vec4 color;

out vec4 fragment;

void main() { fragment = color; }
