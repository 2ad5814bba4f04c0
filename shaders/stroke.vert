#version 330 core
// A stroke from a to b as a quad that covers it on the screen, in pixels.

layout(location = 0) in vec3 a;
layout(location = 1) in vec3 b;
layout(location = 2) in vec2 widths; // pixels
layout(location = 3) in vec4 color;
layout(location = 4) in float hole;

uniform mat4 viewProjection;
uniform vec2 viewport; // pixels
uniform float opacity;

flat out vec4 strokeColor;
flat out vec4 shape; // length, radius at a, radius at b, hole
out vec2 place;      // along and across the stroke, pixels from a

// Clips the end behind the eye to just in front of it, along the line.
vec4 clipNear(vec4 end, vec4 other) {
    float limit = 1e-4 * max(abs(end.w), abs(other.w));
    return end.w < limit && other.w > limit ? mix(end, other, (limit - end.w) / (other.w - end.w)) : end;
}

void main() {
    vec4 clipA = viewProjection * vec4(a, 1.0), clipB = viewProjection * vec4(b, 1.0);
    vec4 endA = clipNear(clipA, clipB), endB = clipNear(clipB, clipA);
    vec2 pixelA = 0.5 * viewport * endA.xy / endA.w, pixelB = 0.5 * viewport * endB.xy / endB.w;
    vec2 along = pixelB - pixelA;
    float len = length(along);
    vec2 direction = len > 1e-3 ? along / len : vec2(1.0, 0.0);
    vec2 radii = 0.5 * widths;
    float reach = max(radii.x, radii.y) + 1.0;
    bool atB = (gl_VertexID & 1) != 0;
    float side = (gl_VertexID & 2) != 0 ? reach : -reach;
    float at = atB ? len + reach : -reach;
    place = vec2(at, side);
    vec2 pixel = pixelA + at * direction + side * vec2(-direction.y, direction.x);
    vec4 end = atB ? endB : endA;
    gl_Position = vec4(pixel / (0.5 * viewport) * end.w, end.z, end.w);
    strokeColor = vec4(color.rgb, color.a * opacity);
    shape = vec4(len, radii, hole);
}
