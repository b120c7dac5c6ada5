// Reads the packet of a world: a JSON header and arrays, see src/meadow/viewer/web/world.py.
import type { WorldHeader } from "../messages";
import type { Form } from "./place";

const MAGIC = "MEADOWW1";

export interface Packet {
  header: WorldHeader;
  forms: Form[];
  looks: Float64Array[];
  /** Rows of form, look, light, smooth, x, y, z, yaw. */
  placements: Float64Array;
  /** Placement of each slot at the beginning, -1 for none. */
  first: Int32Array;
  /** Rows of step, slot, placement. */
  changes: Int32Array;
  texels: Uint8Array;
  palettes: Uint8Array;
}

const KINDS = {
  f4: Float32Array, f8: Float64Array, u1: Uint8Array, u2: Uint16Array, u4: Uint32Array, i4: Int32Array,
} as const;

async function plain(data: ArrayBuffer): Promise<ArrayBuffer> {
  const head = new Uint8Array(data, 0, 2);
  if (head[0] !== 0x1f || head[1] !== 0x8b) return data; // a host that unpacked it on the way
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

export async function readPacket(compressed: ArrayBuffer): Promise<Packet> {
  const data = await plain(compressed);
  const text = new TextDecoder();
  if (text.decode(data.slice(0, 8)) !== MAGIC) throw new Error("this is not the packet of a world");
  const length = new DataView(data).getUint32(8, true);
  const header = JSON.parse(text.decode(data.slice(12, 12 + length))) as WorldHeader;
  const begin = 12 + length;
  const block = <T>(name: string): T => {
    const { type, shape, start } = header.blocks[name];
    const count = shape.reduce((product, side) => product * side, 1);
    return new KINDS[type as keyof typeof KINDS](data, begin + start, count) as T;
  };
  const vertices = block<Float32Array>("vertices"), quads = block<Uint16Array>("quads");
  const normals = block<Float32Array>("normals"), axes = block<Uint8Array>("axes"), part = block<Uint8Array>("part");
  const rows = block<Uint32Array>("forms"), forms: Form[] = [];
  for (let k = 0; k < rows.length; k += 5) {
    const [v, nv, n, f, nf] = rows.subarray(k, k + 5);
    forms.push({
      vertices: vertices.subarray(3 * v, 3 * (v + nv)),
      quads: quads.subarray(4 * f, 4 * (f + nf)),
      normals: normals.subarray(3 * n, 3 * (n + nf)),
      axes: axes.subarray(f, f + nf),
      part: part.subarray(f, f + nf),
    });
  }
  const all = block<Float64Array>("looks"), ends = block<Uint32Array>("look_first");
  const width = header.blocks.looks.shape[1];
  const looks = Array.from({ length: ends.length - 1 }, (_, k) => all.subarray(width * ends[k], width * ends[k + 1]));
  const palettes = block<Uint32Array>("palettes");
  return {
    header, forms, looks,
    placements: block("placements"), first: block("first"), changes: block("changes"), texels: block("texels"),
    palettes: new Uint8Array(palettes.buffer, palettes.byteOffset, palettes.byteLength),
  };
}
