#version 330 core
// A character's quad, in pixels from the top left.

layout(location = 0) in vec4 corner; // x, y, u, v
layout(location = 1) in vec4 color;

uniform vec2 viewport; // pixels

out vec2 uv;
out vec4 textColor;

void main() {
    uv = corner.zw;
    textColor = color;
    gl_Position = vec4(2.0 * corner.x / viewport.x - 1.0, 1.0 - 2.0 * corner.y / viewport.y, 0.0, 1.0);
}
