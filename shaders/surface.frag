#version 330 core
// PLAIN is defined in a second program, for surfaces without bands and marks: a software renderer computes both
// sides of a condition.
// Lighting: a key light with shadow and a soft highlight, a fill light from the viewer, light from the sky
// and back from the ground. Both sides are lit. Colours are squared to be nearly linear, and square-rooted at
// the end.

in vec3 worldNormal;
in vec3 towardsEye;
in vec3 shadowPlace;
#ifndef PLAIN
in float bandValue;
#endif

uniform sampler2DShadow shadowMap;
uniform vec3 keyLight; // unit, towards it
uniform vec3 color;
uniform float opacity;
#ifndef PLAIN
uniform float bandsEnd; // 0: no values
uniform bool marked;   // alternate octants about the mesh's middle, a little darker
uniform mat3 toLocal;   // for an affine model
uniform vec3 middle;    // the mesh's origin, relative to the eye
uniform vec3 bandColors[5];
uniform vec3 bandLine;
#endif

out vec4 fragment;

// Two samples, each the mean of four texels: soft enough, at half the price of four.
float getLit() {
    const vec3 reach = vec3(0.55, 0.9, 0.0) / 1024.0;
    return 0.5 * (texture(shadowMap, shadowPlace - reach) + texture(shadowMap, shadowPlace + reach));
}

#ifndef PLAIN
// The item's colour, or that of the value's band; lines between bands, about two pixels thick at any slope,
// faded where they would merge.
vec3 getColor() {
    if (bandsEnd <= 0.0) return color;
    float level = 5.0 * bandValue / bandsEnd, breadth = fwidth(level), nearest = clamp(floor(level + 0.5), 1.0, 5.0);
    vec3 band = level < 5.0 ? bandColors[int(clamp(level, 0.0, 4.0))] : color;
    float line = 1.0 - smoothstep(0.7 * breadth, 1.5 * breadth, abs(level - nearest));
    return mix(band, bandLine, 0.85 * line * (1.0 - smoothstep(0.25, 0.6, breadth)));
}

// Returns 1 in every other octant of the mesh's axes and 0 in the others, with borders a pixel wide: every
// rotation is visible.
float getMark() {
    vec3 place = toLocal * (-towardsEye - middle);
    vec3 side = clamp(place / max(0.7 * fwidth(place), vec3(1e-9)), -1.0, 1.0);
    return 0.5 + 0.5 * side.x * side.y * side.z;
}
#endif

void main() {
    vec3 v = normalize(towardsEye);
    vec3 n = normalize(worldNormal);
    float facing = dot(n, v);
    n = facing < 0.0 ? -n : n;
    facing = abs(facing);
    float key = max(dot(n, keyLight), 0.0);
    // At grazing light, facets facing away would show through the smooth shading: fade there.
    float lit = getLit() * smoothstep(0.0, 0.3, key);
    float shine = max(dot(n, normalize(keyLight + v)), 0.0);
    shine *= shine; shine *= shine; shine *= shine; shine *= shine; shine *= shine; // to the 32nd
    float sky = 0.5 + 0.5 * n.y;
    float rim = (1.0 - facing) * (1.0 - facing);
#ifdef PLAIN
    vec3 shown = color;
#else
    vec3 shown = getColor();
    if (marked) shown *= 1.0 - 0.22 * getMark();
#endif
    vec3 albedo = shown * shown;
    vec3 light = mix(vec3(0.17, 0.155, 0.15), vec3(0.30, 0.33, 0.38), sky) + vec3(0.16 * facing) +
                 vec3(0.94, 0.90, 0.82) * (key * lit);
    vec3 sum = albedo * light + vec3(0.16 * shine * lit) + vec3(0.05, 0.06, 0.07) * (rim * rim * sky);
    fragment = vec4(sqrt(sum), opacity + (1.0 - opacity) * 0.6 * rim * step(opacity, 0.999));
}
