#version 330 core
// Combines both eyes' pictures.
//
// Anaglyph: the matrices for red-cyan glasses by E. Dubois, "A projection method to generate anaglyph stereo
// images" (ICASSP 2001), which minimize the distance from both pictures seen through the filters, for linear
// light. They keep brightness, which distinguishes most things here, and lose most of red.

uniform sampler2D leftEye, rightEye;
uniform int kind; // gxStereoKind

out vec4 color;

const mat3 leftMatrix = mat3(0.4561, -0.0400822, -0.0152161, 0.500484, -0.0378246, -0.0205971, 0.176381, -0.0157589,
                             -0.00546856); // by columns
const mat3 rightMatrix = mat3(-0.0434706, 0.378476, -0.0721527, -0.0879388, 0.73364, -0.112961, -0.00155529, -0.0184503,
                              1.2264);

vec3 linearize(vec3 c) {
    return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), greaterThan(c, vec3(0.04045)));
}

vec3 encode(vec3 c) {
    return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, greaterThan(c, vec3(0.0031308)));
}

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy), size = textureSize(leftEye, 0);
    int halfWidth = size.x / 2;
    bool right = at.x >= halfWidth;
    ivec2 inHalf = ivec2(at.x - (right ? halfWidth : 0), at.y);
    if (kind == 0) {
        vec3 l = linearize(texelFetch(leftEye, at, 0).rgb), r = linearize(texelFetch(rightEye, at, 0).rgb);
        color = vec4(encode(clamp(leftMatrix * l + rightMatrix * r, 0.0, 1.0)), 1.0);
        return;
    }
    if (kind == 1) {
        color = right ? texelFetch(rightEye, inHalf, 0) : texelFetch(leftEye, inHalf, 0);
    } else {
        // Between two pixels of the wide picture: their mean.
        vec2 uv = (vec2(2 * inHalf.x, at.y) + vec2(1.0, 0.5)) / vec2(size);
        color = right ? texture(rightEye, uv) : texture(leftEye, uv);
    }
    color.a = 1.0;
}
