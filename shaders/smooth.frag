#version 330 core
// Four diagonal neighbours tell the direction of an edge; the pixel becomes the mean along it, unless that mean
// leaves the range of the neighbours.

in vec2 uv;

uniform sampler2D picture;
uniform vec2 texel;

out vec4 color;

void main() {
    const vec3 weights = vec3(0.299, 0.587, 0.114);
    vec3 middle = texture(picture, uv).rgb;
    float nw = dot(textureOffset(picture, uv, ivec2(-1, 1)).rgb, weights);
    float ne = dot(textureOffset(picture, uv, ivec2(1, 1)).rgb, weights);
    float sw = dot(textureOffset(picture, uv, ivec2(-1, -1)).rgb, weights);
    float se = dot(textureOffset(picture, uv, ivec2(1, -1)).rgb, weights);
    float m = dot(middle, weights);
    float least = min(m, min(min(nw, ne), min(sw, se))), most = max(m, max(max(nw, ne), max(sw, se)));

    vec2 along = vec2((sw + se) - (nw + ne), (nw + sw) - (ne + se));
    float damping = max((nw + ne + sw + se) * 0.03125, 0.0078125);
    float scale = 1.0 / (min(abs(along.x), abs(along.y)) + damping);
    along = clamp(along * scale, vec2(-6.0), vec2(6.0)) * texel;

    vec3 near = 0.5 * (texture(picture, uv - along / 6.0).rgb + texture(picture, uv + along / 6.0).rgb);
    vec3 far = 0.5 * near + 0.25 * (texture(picture, uv - 0.5 * along).rgb + texture(picture, uv + 0.5 * along).rgb);
    float f = dot(far, weights);
    vec3 smoothed = f < least || f > most ? near : far;
    color = vec4(most - least < 0.03 ? middle : smoothed, 1.0);
}
