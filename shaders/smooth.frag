#version 330 core
// Four diagonal neighbours give the direction of an edge; the pixel becomes the mean of two samples along it.
// Without contrast between the neighbours the pixel is unchanged.

uniform sampler2D picture;
uniform vec2 texel;
uniform ivec2 corner; // of the picture in the window, pixels

out vec4 color;

void main() {
    const vec3 weights = vec3(0.299, 0.587, 0.114);
    ivec2 at = ivec2(gl_FragCoord.xy) - corner, last = textureSize(picture, 0) - 1;
    ivec2 low = max(at - 1, ivec2(0)), high = min(at + 1, last);
    vec3 middle = texelFetch(picture, at, 0).rgb;
    float nw = dot(texelFetch(picture, ivec2(low.x, high.y), 0).rgb, weights);
    float ne = dot(texelFetch(picture, high, 0).rgb, weights);
    float sw = dot(texelFetch(picture, low, 0).rgb, weights);
    float se = dot(texelFetch(picture, ivec2(high.x, low.y), 0).rgb, weights);
    float m = dot(middle, weights);
    float least = min(m, min(min(nw, ne), min(sw, se))), most = max(m, max(max(nw, ne), max(sw, se)));

    vec2 along = vec2((sw + se) - (nw + ne), (nw + sw) - (ne + se));
    float damping = max((nw + ne + sw + se) * 0.03125, 0.0078125);
    along *= 1.0 / (min(abs(along.x), abs(along.y)) + damping);
    along = clamp(along, vec2(-3.0), vec2(3.0)) * 0.4 * texel;

    vec2 uv = (vec2(at) + 0.5) * texel;
    vec3 smoothed = 0.5 * (texture(picture, uv - along).rgb + texture(picture, uv + along).rgb);
    color = vec4(most - least < 0.03 ? middle : smoothed, 1.0);
}
