#version 330 core
// One triangle over the whole picture, behind everything.

out float height;

void main() {
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2) * 2.0 - 1.0;
    height = 0.5 + 0.5 * corner.y;
    gl_Position = vec4(corner, 1.0, 1.0);
}
