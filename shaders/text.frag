#version 330 core
// A letter and its rim, both from the distance to the letter's outline (0.5 on it, 1/8 a pixel).

in vec2 uv;
in vec4 textColor;

uniform sampler2D atlas;
uniform vec3 rimColor;

out vec4 color;

void main() {
    float pixels = (texture(atlas, uv).r - 0.5) * 8.0;
    float letter = clamp(pixels + 0.5, 0.0, 1.0);
    float rim = 0.75 * clamp((pixels + 3.0) / 2.2, 0.0, 1.0);
    float alpha = letter + rim * (1.0 - letter);
    if (alpha < 0.01) discard;
    color = vec4(mix(rimColor, textColor.rgb, letter / alpha), alpha * textColor.a);
}
