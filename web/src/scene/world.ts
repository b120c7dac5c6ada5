// A home as one mesh that is drawn in one call; what moves in it is written over in place.
import {
  BufferAttribute, BufferGeometry, DataTexture, DoubleSide, FrontSide, GLSL3, Mesh, NearestFilter, RGBAIntegerFormat,
  RedIntegerFormat, ShaderMaterial, UnsignedByteType, type PixelFormat,
} from "three";
import type { Packet } from "./packet";
import { place, type Attributes } from "./place";
import { FRAGMENT, VERTEX } from "./shader";

const COLUMNS = 8;
/** A height that cuts nothing off, metres. */
export const WHOLE = 100;
/** Corners of the two triangles of a quad. */
const PICK = [0, 1, 2, 0, 2, 3];

interface Stretch {
  first: number;
  room: number;
  faces: number;
}

function integerTexture(data: Uint8Array, width: number, channels: number, format: PixelFormat): DataTexture {
  const rows = Math.max(1, Math.ceil(data.length / channels / width));
  const whole = new Uint8Array(rows * width * channels);
  whole.set(data);
  const texture = new DataTexture(whole, width, rows, format, UnsignedByteType);
  texture.internalFormat = channels === 1 ? "R8UI" : "RGBA8UI";
  texture.minFilter = texture.magFilter = NearestFilter;
  texture.unpackAlignment = 1;
  texture.needsUpdate = true;
  return texture;
}

export class World {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly uniforms: Record<"texels" | "palettes" | "focal" | "cut", { value: any }>;
  private readonly solid: ShaderMaterial;
  private readonly hollow: ShaderMaterial;
  private readonly stretches: Stretch[] = [];
  private attributes!: Attributes;
  private index!: Uint32Array;
  private end = 0;
  private capacity = 0;
  /** Placement that each slot shows. */
  private readonly shown: number[];
  /** Changes by step, as numbers of rows. */
  private readonly byStep: number[][] = [];
  private step = 0;

  constructor(readonly packet: Packet) {
    this.shown = new Array<number>(packet.first.length).fill(-1);
    for (let row = 0; row < packet.changes.length; row += 3) {
      (this.byStep[packet.changes[row]] ??= []).push(row);
    }
    this.uniforms = {
      texels: { value: integerTexture(packet.texels, 4096, 1, RedIntegerFormat) },
      palettes: { value: integerTexture(packet.palettes, 1024, 4, RGBAIntegerFormat) },
      focal: { value: 500 },
      cut: { value: WHOLE },
    };
    const shaders = { glslVersion: GLSL3, vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms: this.uniforms };
    this.solid = new ShaderMaterial({ ...shaders, side: FrontSide });
    this.hollow = new ShaderMaterial({ ...shaders, side: DoubleSide });
    this.mesh = new Mesh(new BufferGeometry(), this.solid);
    this.mesh.frustumCulled = false;
    let faces = 0;
    for (const number of packet.first) if (number >= 0) faces += packet.forms[packet.placements[COLUMNS * number]].quads.length / 4;
    this.grow(faces + 2048);
    packet.first.forEach((number, slot) => this.put(slot, number));
  }

  /** Cut everything off above a height; what is cut shows its inside as if it were solid. */
  cutAt(height: number): void {
    this.uniforms.cut.value = height;
    this.mesh.material = height < WHOLE ? this.hollow : this.solid;
  }

  /** Say how many pixels a picture has for each metre at a distance of one. */
  focusOn(focal: number): void {
    this.uniforms.focal.value = focal;
  }

  /** How many triangles are drawn. */
  get triangles(): number {
    return this.stretches.reduce((sum, stretch) => sum + 2 * (stretch?.faces ?? 0), 0);
  }

  /** The step that is shown. */
  get now(): number {
    return this.step;
  }

  /** Show the world after so many actions. */
  show(step: number): void {
    if (step === this.step) return;
    const { changes, first } = this.packet;
    const wanted = new Map<number, number>();
    if (step > this.step) {
      for (let s = this.step + 1; s <= step; s++) {
        for (const row of this.byStep[s] ?? []) wanted.set(changes[row + 1], changes[row + 2]);
      }
    } else {
      for (let s = step + 1; s <= this.step; s++) {
        for (const row of this.byStep[s] ?? []) wanted.set(changes[row + 1], first[changes[row + 1]]);
      }
      for (let s = 1; s <= step; s++) {
        for (const row of this.byStep[s] ?? []) {
          if (wanted.has(changes[row + 1])) wanted.set(changes[row + 1], changes[row + 2]);
        }
      }
    }
    this.step = step;
    for (const [slot, number] of wanted) this.put(slot, number);
  }

  /** Take in what a packet of changes says; slots that it marks with -2 stay as they are. */
  apply(changes: Packet): void {
    const mine = this.packet;
    if (changes.texels.length !== mine.texels.length || changes.palettes.length !== mine.palettes.length) this.paint(changes);
    mine.header = { ...mine.header, slots: changes.header.slots, lights: changes.header.lights };
    // Numbers of placements are those of the packet that they came with.
    Object.assign(mine, { forms: changes.forms, looks: changes.looks, placements: changes.placements, texels: changes.texels, palettes: changes.palettes });
    changes.first.forEach((number, slot) => {
      if (number === -2) return;
      this.shown[slot] = -3;
      this.put(slot, number);
    });
  }

  private paint({ texels, palettes }: Packet): void {
    this.uniforms.texels.value.dispose();
    this.uniforms.palettes.value.dispose();
    this.uniforms.texels.value = integerTexture(texels, 4096, 1, RedIntegerFormat);
    this.uniforms.palettes.value = integerTexture(palettes, 1024, 4, RGBAIntegerFormat);
  }

  /** Slot of the object or person of that name; -1 where there is none. */
  slotOf(name: string): number {
    return this.packet.header.slots.findIndex((slot) => slot.name === name);
  }

  /** Smallest and largest corner of what a slot shows; null for nothing. */
  box(slot: number): [number, number, number, number, number, number] | null {
    const stretch = this.stretches[slot];
    if (!stretch || !stretch.faces) return null;
    const box: [number, number, number, number, number, number] = [1e9, 1e9, 1e9, -1e9, -1e9, -1e9];
    const at = this.attributes.position;
    for (let k = 12 * stretch.first; k < 12 * (stretch.first + stretch.faces); k += 3) {
      for (let axis = 0; axis < 3; axis++) {
        box[axis] = Math.min(box[axis], at[k + axis]);
        box[3 + axis] = Math.max(box[3 + axis], at[k + axis]);
      }
    }
    return box;
  }

  /** The slot whose face a ray meets first, at or below a height; -1 for none. */
  pick(origin: readonly number[], ray: readonly number[], cut: number): number {
    let best = Infinity, found = -1;
    const at = this.attributes.position;
    this.stretches.forEach((stretch, slot) => {
      for (let face = stretch.first; face < stretch.first + stretch.faces; face++) {
        for (const half of [1, 2]) {
          const t = meets(at, 12 * face, 12 * face + 3 * half, 12 * face + 3 * half + 3, origin, ray);
          if (t > 0 && t < best && origin[2] + t * ray[2] <= cut) {
            best = t;
            found = slot;
          }
        }
      }
    });
    return found;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.uniforms.texels.value.dispose();
    this.uniforms.palettes.value.dispose();
    this.solid.dispose();
    this.hollow.dispose();
  }

  private grow(faces: number): void {
    const before = this.attributes as Attributes | undefined, capacity = faces;
    const make = {
      position: new Float32Array(12 * capacity), texel: new Float32Array(8 * capacity),
      light: new Float32Array(4 * capacity), density: new Float32Array(4 * capacity),
      look: new Uint32Array(12 * capacity),
    };
    const index = new Uint32Array(6 * capacity);
    if (before) {
      for (const name of Object.keys(make) as (keyof Attributes)[]) make[name].set(before[name] as never);
      index.set(this.index);
    }
    this.attributes = make;
    this.index = index;
    this.capacity = capacity;
    const geometry = new BufferGeometry();
    for (const [name, items] of [["position", 3], ["texel", 2], ["light", 1], ["density", 1], ["look", 3]] as const) {
      geometry.setAttribute(name, new BufferAttribute(make[name], items));
    }
    geometry.setIndex(new BufferAttribute(index, 1));
    this.mesh.geometry.dispose();
    this.mesh.geometry = geometry;
  }

  /** Show a placement in a slot, or nothing for -1. */
  private put(slot: number, number: number): void {
    if (this.shown[slot] === number) return;
    this.shown[slot] = number;
    const { packet } = this;
    const row = COLUMNS * number, form = number < 0 ? null : packet.forms[packet.placements[row]];
    const faces = form ? form.quads.length / 4 : 0;
    let stretch = this.stretches[slot];
    if (!stretch || faces > stretch.room) {
      if (stretch) this.clear(stretch, 0);
      if (this.end + faces > this.capacity) this.grow(2 * (this.end + faces));
      stretch = this.stretches[slot] = { first: this.end, room: faces, faces: 0 };
      this.end += faces;
    }
    if (form) {
      const [, look, light, smooth, x, y, z, yaw] = packet.placements.subarray(row, row + COLUMNS);
      place(form, packet.looks[look], { x, y, z, yaw }, packet.header.lights[light], packet.header.ambient, smooth > 0, this.isWhole(slot), stretch.first, this.attributes);
    }
    for (let i = 0; i < faces; i++) {
      for (let k = 0; k < 6; k++) this.index[6 * (stretch.first + i) + k] = 4 * (stretch.first + i) + PICK[k];
    }
    this.clear(stretch, faces);
    const { geometry } = this.mesh;
    for (const name of ["position", "texel", "light", "density", "look"]) {
      const attribute = geometry.getAttribute(name) as BufferAttribute, size = 4 * attribute.itemSize;
      attribute.addUpdateRange(size * stretch.first, size * faces);
      attribute.needsUpdate = true;
    }
    geometry.index!.addUpdateRange(6 * stretch.first, 6 * stretch.room);
    geometry.index!.needsUpdate = true;
  }

  /** People and the robot are not cut off with the walls. */
  private isWhole(slot: number): boolean {
    const { what } = this.packet.header.slots[slot];
    return what.startsWith("person (") || what === "robot";
  }

  /** Draw nothing of a stretch after its first faces. */
  private clear(stretch: Stretch, faces: number): void {
    this.index.fill(0, 6 * (stretch.first + faces), 6 * (stretch.first + stretch.room));
    stretch.faces = faces;
  }
}

/** How far along a ray a triangle is met, 0 for not at all; seen from its front only. */
function meets(at: Float32Array, a: number, b: number, c: number, o: readonly number[], d: readonly number[]): number {
  const e1 = [at[b] - at[a], at[b + 1] - at[a + 1], at[b + 2] - at[a + 2]];
  const e2 = [at[c] - at[a], at[c + 1] - at[a + 1], at[c + 2] - at[a + 2]];
  const p = [d[1] * e2[2] - d[2] * e2[1], d[2] * e2[0] - d[0] * e2[2], d[0] * e2[1] - d[1] * e2[0]];
  const det = e1[0] * p[0] + e1[1] * p[1] + e1[2] * p[2];
  if (det < 1e-9) return 0;
  const s = [o[0] - at[a], o[1] - at[a + 1], o[2] - at[a + 2]];
  const u = (s[0] * p[0] + s[1] * p[1] + s[2] * p[2]) / det;
  if (u < 0 || u > 1) return 0;
  const q = [s[1] * e1[2] - s[2] * e1[1], s[2] * e1[0] - s[0] * e1[2], s[0] * e1[1] - s[1] * e1[0]];
  const v = (d[0] * q[0] + d[1] * q[1] + d[2] * q[2]) / det;
  if (v < 0 || u + v > 1) return 0;
  return (e2[0] * q[0] + e2[1] * q[1] + e2[2] * q[2]) / det;
}
