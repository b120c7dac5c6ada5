// The renderer's shading: an indexed texel of a mip level, its palette's colour, times the baked light.

export const VERTEX = /* glsl */ `
in vec2 texel;
in float light;
in float density;
in uvec3 look;
out vec3 eye;
out float height;
out vec2 at;
out float lit;
flat out float perMetre;
flat out uvec3 of;

void main() {
  vec4 place = modelMatrix * vec4(position, 1.0);
  eye = (viewMatrix * place).xyz;
  height = position.z;
  at = texel;
  lit = light;
  perMetre = density;
  of = look;
  gl_Position = projectionMatrix * vec4(eye, 1.0);
}
`;

export const FRAGMENT = /* glsl */ `
precision highp float;
precision highp int;
precision highp usampler2D;
uniform usampler2D texels;
uniform usampler2D palettes;
uniform float focal;
uniform float cut;
in vec3 eye;
in float height;
in vec2 at;
in float lit;
flat in float perMetre;
flat in uvec3 of;
out vec4 colour;

void main() {
  vec3 normal = normalize(cross(dFdx(eye), dFdy(eye)));
  float away = max(abs(dot(normal, eye)), 1e-5);
  bool uncut = (of.y & 64u) != 0u;
  if (height > cut && !uncut) discard;
  if (!gl_FrontFacing) {
    if (uncut) discard;
    colour = vec4(0.227, 0.243, 0.275, 1.0); // the inside of what was cut
    return;
  }
  float z = -eye.z;
  // Squared texels in a pixel: the mean of both axes of its footprint.
  float footprint = max(perMetre * z * z * z / (focal * focal * away), 0.5);
  int size = int(of.y & 63u);
  int level = clamp(((floatBitsToInt(footprint) >> 23) - 126) >> 1, 0, size);
  int bits = size - level;
  int mask = (1 << bits) - 1;
  ivec2 uv = ivec2(floor(at * exp2(-float(level)))) & mask;
  int all = 4 << (2 * size);
  int texel = int(of.x) + (all - (all >> (2 * level))) / 3 + ((uv.y << bits) | uv.x);
  int shade = int(of.z) + int(texelFetch(texels, ivec2(texel & 4095, texel >> 12), 0).r);
  uvec3 plain = texelFetch(palettes, ivec2(shade & 1023, shade >> 10), 0).rgb;
  uint bright = uint(clamp(lit, 0.0, 255.0));
  colour = vec4(vec3(min((plain * bright) >> 7u, uvec3(255u))) / 255.0, 1.0);
}
`;
