// Reads what the server, or the files of an exported page, hold.
import type { EpisodeView, Glimpse, HomeView, Index, Refusal, RunTable } from "./messages";
import { readPacket, type Packet } from "./scene/packet";

async function get(path: string): Promise<Response> {
  const response = await fetch(`data/${path}`);
  if (!response.ok) {
    let reason = `${response.status} ${response.statusText}`;
    try {
      reason = ((await response.json()) as Refusal).error || reason;
    } catch {
      // the status says enough
    }
    throw new Error(reason);
  }
  return response;
}

const json = async <T>(path: string): Promise<T> => (await get(path)).json() as Promise<T>;
const inPath = encodeURIComponent;

export const readIndex = (): Promise<Index> => json("index.json");
export const readTable = (run: string): Promise<RunTable> => json(`runs/${inPath(run)}/rows.json`);
export const readEpisode = (run: string, key: string): Promise<EpisodeView> =>
  json(`runs/${inPath(run)}/episodes/${inPath(key)}/episode.json`);
export const readGlimpse = (run: string, key: string, step: number): Promise<Glimpse> =>
  json(`runs/${inPath(run)}/episodes/${inPath(key)}/glimpses/${step}.json`);
export const readHome = (key: string): Promise<HomeView> => json(`homes/${inPath(key)}/home.json`);

export async function readWorld(place: string): Promise<Packet> {
  return readPacket(await (await get(`${place}/world.bin`)).arrayBuffer());
}
export const worldOfEpisode = (run: string, key: string): Promise<Packet> =>
  readWorld(`runs/${inPath(run)}/episodes/${inPath(key)}`);
export const worldOfHome = (key: string): Promise<Packet> => readWorld(`homes/${inPath(key)}`);
