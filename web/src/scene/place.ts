// Puts a template at a pose into the arrays of a mesh: corners, texel coordinates and baked light.
// A port of the renderer's own `place` (src/meadow/sim/render/place.py): both must stay alike.

/** Columns of a part's look. */
const TEXEL = 0, BITS = 1, PALETTE = 2, DENSITY = 3, GLOSS = 4, GLOW = 5, PRINT_TEXEL = 6, PRINT_BITS = 7,
  PRINT_PALETTE = 8;
export const PART = 9;
const ACROSS_X = 0, ACROSS_Y = 1, ACROSS_Z = 2, UPRIGHT = 3, PRINTED = 4;
/** The light value that shows a colour as it is. */
const ONE = 128;
/** Marks faces that are drawn whole where others are cut off; the shader knows it too. */
const UNCUT = 64;

export type Lamps = readonly (readonly [number, number, number, number])[];

/** A template as the packet holds it. */
export interface Form {
  vertices: Float32Array;
  quads: Uint16Array;
  normals: Float32Array;
  axes: Uint8Array;
  part: Uint8Array;
}

export interface Pose3 {
  x: number;
  y: number;
  z: number;
  yaw: number;
}

/** Attributes of a mesh, four vertices for each face. */
export interface Attributes {
  position: Float32Array;
  texel: Float32Array;
  light: Float32Array;
  density: Float32Array;
  look: Uint32Array;
}

function brightness(
  x: number, y: number, z: number, nx: number, ny: number, nz: number, lamps: Lamps, ambient: number,
  gloss: number,
): number {
  let value = ambient * (0.86 + 0.06 * nz + 0.11 * nx - 0.06 * ny);
  for (const lamp of lamps) {
    const dx = lamp[0] - x, dy = lamp[1] - y, dz = lamp[2] - z;
    const square = dx * dx + dy * dy + dz * dz + 0.05;
    const lit = 0.35 + (0.65 * (dx * nx + dy * ny + dz * nz)) / Math.sqrt(square);
    if (lit > 0) value += (lamp[3] * lit * lit) / (1 + square / 5);
  }
  if (gloss > 0) {
    const sky = 0.45 * nx - 0.4 * ny + 0.8 * nz;
    if (sky > 0) value += gloss * sky ** 6;
    const edge = 0.8 * ny + 0.55 * nz - 0.2 * nx;
    if (edge > 0) value += 0.6 * gloss * edge ** 10;
    value -= 0.12 * gloss * (1 - Math.abs(nz));
  }
  return value;
}

const corner = new Float64Array(12);
const u = new Float64Array(4);
const v = new Float64Array(4);
const shade = new Float64Array(4);
/** Squared texels for a metre along u, of the face that was placed last. */
let density = 0;

/** Texel coordinate of a print that grows from corner a to b and is constant along a-d. */
function printAxis(out: Float64Array, a: number, b: number, d: number, size: number): void {
  const ux = corner[3 * b] - corner[3 * a], uy = corner[3 * b + 1] - corner[3 * a + 1];
  const uz = corner[3 * b + 2] - corner[3 * a + 2];
  const wx = corner[3 * d] - corner[3 * a], wy = corner[3 * d + 1] - corner[3 * a + 1];
  const wz = corner[3 * d + 2] - corner[3 * a + 2];
  const uu = ux * ux + uy * uy + uz * uz, uw = ux * wx + uy * wy + uz * wz, ww = wx * wx + wy * wy + wz * wz;
  const area = uu * ww - uw * uw;
  if (area <= 0) {
    out.fill(0);
    density = 0;
    return;
  }
  const scale = (size - 1) / area;
  const gx = (ux * ww - wx * uw) * scale, gy = (uy * ww - wy * uw) * scale, gz = (uz * ww - wz * uw) * scale;
  const constant = 0.5 - (gx * corner[3 * a] + gy * corner[3 * a + 1] + gz * corner[3 * a + 2]);
  for (let k = 0; k < 4; k++) {
    out[k] = gx * corner[3 * k] + gy * corner[3 * k + 1] + gz * corner[3 * k + 2] + constant;
  }
  density = gx * gx + gy * gy + gz * gz;
}

function tileAxes(
  axis: number, nx: number, ny: number, own: Float32Array, face: number, pose: Pose3, cos: number, sin: number,
  perMetre: number,
): void {
  let ux = 0, uy = 0, wx = 0, wy = 0, wz = -1;
  if (axis === UPRIGHT) {
    const flat = Math.sqrt(nx * nx + ny * ny);
    if (flat > 0.5) {
      ux = -ny / flat;
      uy = nx / flat;
    } else {
      ux = 1;
      wy = -1;
      wz = 0;
    }
  } else {
    let box = axis;
    if (axis === PRINTED) {
      box = Math.abs(own[3 * face + 2]) > 0.7 ? ACROSS_Z : Math.abs(own[3 * face]) > 0.7 ? ACROSS_X : ACROSS_Y;
    }
    if (box === ACROSS_X) {
      ux = -sin;
      uy = cos;
    } else {
      ux = cos;
      uy = sin;
      if (box === ACROSS_Z) {
        wx = sin;
        wy = -cos;
        wz = 0;
      }
    }
  }
  const upright = axis === UPRIGHT;
  const ox = upright ? 0 : pose.x, oy = upright ? 0 : pose.y, oz = upright ? 0 : pose.z;
  for (let k = 0; k < 4; k++) {
    const x = corner[3 * k] - ox, y = corner[3 * k + 1] - oy, z = corner[3 * k + 2] - oz;
    u[k] = (ux * x + uy * y) * perMetre;
    v[k] = (wx * x + wy * y + wz * z) * perMetre;
  }
  density = (ux * ux + uy * uy) * perMetre * perMetre;
}

/** Fit light = g . p + constant to the light at a face's corners. */
function gradient(triangle: boolean): void {
  const [la, lb, lc, ld] = shade;
  const ux = corner[3] - corner[0], uy = corner[4] - corner[1], uz = corner[5] - corner[2];
  const wx = corner[9] - corner[0], wy = corner[10] - corner[1], wz = corner[11] - corner[2];
  const across = triangle ? lb - la : 0.5 * (lb - la + lc - ld);
  const up = triangle ? lc - la : 0.5 * (ld - la + lc - lb);
  const count = triangle ? 3 : 4;
  let mean = 0, mx = 0, my = 0, mz = 0;
  for (let k = 0; k < count; k++) {
    mean += shade[k] / count;
    mx += corner[3 * k] / count;
    my += corner[3 * k + 1] / count;
    mz += corner[3 * k + 2] / count;
  }
  const uu = ux * ux + uy * uy + uz * uz, ww = wx * wx + wy * wy + wz * wz, uw = ux * wx + uy * wy + uz * wz;
  const area = uu * ww - uw * uw;
  let gx = 0, gy = 0, gz = 0;
  if (area > 1e-12) {
    const p = (across * ww - up * uw) / area, q = (up * uu - across * uw) / area;
    gx = p * ux + q * wx;
    gy = p * uy + q * wy;
    gz = p * uz + q * wz;
  }
  for (let k = 0; k < 4; k++) {
    shade[k] = mean + gx * (corner[3 * k] - mx) + gy * (corner[3 * k + 1] - my) + gz * (corner[3 * k + 2] - mz);
  }
}

/** Write a form at a pose into the attributes, from a face on. */
export function place(
  form: Form, looks: Float64Array, pose: Pose3, lamps: Lamps, ambient: number, smooth: boolean, whole: boolean,
  first: number, out: Attributes,
): void {
  const cos = Math.cos(pose.yaw), sin = Math.sin(pose.yaw);
  const faces = form.quads.length / 4;
  for (let i = 0; i < faces; i++) {
    for (let k = 0; k < 4; k++) {
      const at = 3 * form.quads[4 * i + k];
      const x = form.vertices[at], y = form.vertices[at + 1];
      corner[3 * k] = pose.x + cos * x - sin * y;
      corner[3 * k + 1] = pose.y + sin * x + cos * y;
      corner[3 * k + 2] = pose.z + form.vertices[at + 2];
    }
    const px = form.normals[3 * i], py = form.normals[3 * i + 1], nz = form.normals[3 * i + 2];
    const nx = cos * px - sin * py, ny = sin * px + cos * py;
    const row = PART * form.part[i];
    const axis = form.axes[i];
    const printed = axis === PRINTED && looks[row + PRINT_TEXEL] >= 0;
    if (printed) {
      const size = 2 ** looks[row + PRINT_BITS];
      printAxis(v, 3, 0, 2, size); // v runs down the picture, from corner 3 to corner 0
      printAxis(u, 0, 1, 3, size);
    } else {
      tileAxes(axis, nx, ny, form.normals, i, pose, cos, sin, looks[row + DENSITY]);
    }
    const glow = looks[row + GLOW], gloss = looks[row + GLOSS];
    if (glow > 0) {
      shade.fill(glow);
    } else if (smooth) {
      for (let k = 0; k < 4; k++) {
        shade[k] = brightness(corner[3 * k], corner[3 * k + 1], corner[3 * k + 2], nx, ny, nz, lamps, ambient, gloss);
      }
      gradient(form.quads[4 * i + 2] === form.quads[4 * i + 3]);
    } else {
      const mx = 0.25 * (corner[0] + corner[3] + corner[6] + corner[9]);
      const my = 0.25 * (corner[1] + corner[4] + corner[7] + corner[10]);
      const mz = 0.25 * (corner[2] + corner[5] + corner[8] + corner[11]);
      shade.fill(brightness(mx, my, mz, nx, ny, nz, lamps, ambient, gloss));
    }
    const texel = looks[row + (printed ? PRINT_TEXEL : TEXEL)];
    const bits = looks[row + (printed ? PRINT_BITS : BITS)];
    const palette = looks[row + (printed ? PRINT_PALETTE : PALETTE)];
    for (let k = 0; k < 4; k++) {
      const at = 4 * (first + i) + k;
      out.position[3 * at] = corner[3 * k];
      out.position[3 * at + 1] = corner[3 * k + 1];
      out.position[3 * at + 2] = corner[3 * k + 2];
      out.texel[2 * at] = u[k];
      out.texel[2 * at + 1] = v[k];
      out.light[at] = ONE * shade[k];
      out.density[at] = density;
      out.look[3 * at] = texel;
      out.look[3 * at + 1] = whole ? bits | UNCUT : bits;
      out.look[3 * at + 2] = palette;
    }
  }
}
