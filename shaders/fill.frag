#version 330 core
// One colour; hatched where hidden.

uniform float opacity;
uniform float hatched; // 1: hidden by a surface

flat in vec4 fillColor;

out vec4 fragment;

const float spacing = 7.0; // pixels between lines

void main() {
    float across = abs(fract((gl_FragCoord.x + gl_FragCoord.y) * 0.70711 / spacing) - 0.5) * spacing;
    float line = clamp(1.6 - across, 0.0, 1.0);
    fragment = vec4(fillColor.rgb, fillColor.a * opacity * mix(1.0, 0.2 + 0.8 * line, hatched));
}
