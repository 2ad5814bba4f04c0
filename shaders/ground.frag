#version 330 core
// Grid lines of uniform thickness and the shadows, faded towards the rim and at grazing views.

in vec3 place;
in vec3 shadowPlace;

uniform sampler2DShadow shadowMap;
uniform vec3 center;
uniform vec3 eye;
uniform float radius;
uniform vec3 grid; // a crossing's x and z, spacing
uniform vec3 plate;
uniform vec3 lineColor;

out vec4 fragment;

// Coverage by lines one unit apart, `width` pixels thick, faded where they are dense.
float getLines(vec2 p, float width) {
    vec2 unit = fwidth(p);
    vec2 apart = abs(fract(p - 0.5) - 0.5) / max(unit, vec2(1e-9));
    vec2 line = clamp(width * 0.5 + 0.5 - apart, 0.0, 1.0) * clamp(1.6 - 4.0 * unit, 0.0, 1.0);
    return max(line.x, line.y);
}

// Outside the map's square everything is lit: its border is never in shadow.
float getLit() {
    const vec3 reach = vec3(0.8, 1.3, 0.0) / 1024.0, across = vec3(1.3, -0.8, 0.0) / 1024.0;
    vec3 p = shadowPlace;
    return 0.3333 * (texture(shadowMap, p - reach) + texture(shadowMap, p + reach) + texture(shadowMap, p + across));
}

void main() {
    float away = length(place.xz - center.xz) / radius;
    float fade = clamp(1.0 - away, 0.0, 1.0);
    fade *= fade;
    vec3 sight = normalize(eye - place);
    fade *= smoothstep(0.0, 0.12, abs(sight.y));
    if (fade < 0.004) discard;
    vec2 p = (place.xz - grid.xy) / grid.z;
    float lines = max(0.30 * getLines(p, 1.0), 0.62 * getLines(0.1 * p, 1.4));
    float shade = 0.62 * (1.0 - getLit());
    // The plate differs slightly from the background, lines more; shadows darken both.
    fragment = vec4(mix(plate, lineColor, lines) * (1.0 - shade), fade * max(0.75, shade));
}
