#version 330 core
// Coverage of a pixel by the stroke, from its distance to the stroke's outline.

flat in vec4 strokeColor;
flat in vec4 shape;
in vec2 place;

out vec4 color;

void main() {
    float along = clamp(place.x / max(shape.x, 1e-3), 0.0, 1.0);
    float radius = mix(shape.y, shape.z, along);
    float apart = length(place - vec2(along * shape.x, 0.0));
    float coverage = clamp(radius - apart + 0.5, 0.0, 1.0);
    // A tapered stroke is an arrow's head: flat at its broad end.
    if (shape.y > shape.z + 1.0 && place.x < 0.0) coverage = 0.0;
    if (shape.w > 0.0) coverage *= clamp(apart - shape.w * radius + 0.5, 0.0, 1.0);
    if (coverage * strokeColor.a < 0.004) discard;
    color = vec4(strokeColor.rgb, strokeColor.a * coverage);
}
