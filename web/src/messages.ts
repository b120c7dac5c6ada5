// Made by scripts/build_web_types.py from the Python types: change those, then run it.

/** What a robot feels of its arm. */
export interface ArmView {
  touch: string;
  force: number;
  lift: number;
  grip: [number, number, number];
}

/** The robot's main camera and body. */
export interface CameraLens {
  width: number;
  height: number;
  hfov: number;
  elevation: number;
  yaw: number;
  pitch: number;
  radius: number;
  body_height: number;
}

/** An episode as it was recorded, for the time line and the cameras. */
export interface EpisodeView {
  episode: string;
  run: string;
  agent: string;
  home: string;
  lens: CameraLens;
  goals: GoalInfo[];
  path: [number, number][];
  max_steps: number;
  success: boolean;
  verdict: string;
  actions: string[];
  moved: boolean[];
  poses: [number, number, number, number][];
  distances: (number | null)[];
  reached: boolean[];
  trace: Record<string, (string | number | boolean | null)[]>;
  probes: Record<string, (string | number | boolean | null)[]>;
  legs: LegInfo[];
  marks: Mark[];
  glimpses: number[];
}

/** What came of it: where the robot is now. */
export interface FollowState {
  state: PlayState;
  robot: [number, number, number, number];
  action: string;
}

/** What an agent saw and believed after a step, from a re-enactment. */
export interface Glimpse {
  step: number;
  whole: boolean;
  reached: number;
  frame: string;
  depth: string;
  size: [number, number];
  boxes: GlimpsedBox[];
  glances: [number, number, number, number][];
  layers: MapPicture[];
  span: [number, number] | null;
  goal: [number, number] | null;
  believed: [number, number, number] | null;
  phase: string;
  chose: string;
  note: string;
}

/** Something that an agent's detector fires at. */
export interface GlimpsedBox {
  box: [number, number, number, number];
  score: number;
  label: string;
  sought: boolean;
}

/** A goal of an episode and where it is. */
export interface GoalInfo {
  text: string;
  objects: string[];
  point: [number, number] | null;
}

/** A home to walk through. */
export interface HomeInfo {
  key: string;
  title: string;
  rooms: number;
  objects: number;
  people: number;
}

/** A home, with places that are good to look from. */
export interface HomeView {
  home: string;
  lens: CameraLens;
  views: [number, number, number, number][];
}

/** What there is to see. */
export interface Index {
  meadow: string;
  runs: RunInfo[];
  homes: HomeInfo[];
  live: boolean;
}

/** A leg of an episode. */
export interface LegInfo {
  kind: string;
  first: number;
  outcome: string;
  success: boolean;
  goal: number | null;
  questions: string[];
  answers: string[];
  truths: string[];
  right: boolean[];
}

/** A layer of an agent's map as a picture of one pixel for a cell, the highest y first. */
export interface MapPicture {
  name: string;
  kind: string;
  picture: string;
  corner: [number, number];
  cell: number;
  size: [number, number];
}

/** A moment of an episode that is worth a look. */
export interface Mark {
  step: number;
  kind: string;
  text: string;
}

/** Where an array lies in a packet. */
export interface PacketBlock {
  type: string;
  shape: number[];
  start: number;
}

/** An action that a person chose. */
export interface PlayAct {
  seq: number;
  action: string;
}

/** An answer that a person gave. */
export interface PlayAnswer {
  seq: number;
  text: string;
}

/** Where the head and hand of a person with a headset are, and what is pressed. */
export interface PlayFollow {
  seq: number;
  yaw: number;
  pitch: number;
  hand: [number, number, number] | null;
  squeeze: number;
  walk: number;
  open: boolean;
  close: boolean;
  stop: boolean;
}

/** What a person who plays is shown: what an agent is told and senses, and no more. */
export interface PlayState {
  seq: number;
  phase: string;
  episode: number;
  episodes: number;
  resumed: number;
  task: string;
  rule: string;
  goal: string;
  kind: string;
  leg: number;
  step: number;
  max_steps: number;
  actions: string[];
  moved: boolean;
  pose: [number, number, number, number] | null;
  polar: [number, number] | null;
  arm: ArmView | null;
  frame: string;
  views: string[];
  question: string;
  asked: number;
  questions: string[];
  answers: string[];
  film: number;
  film_open: boolean;
  phases: [string, string][];
  practice: boolean;
  note: string;
}

/** Why a request was not answered. */
export interface Refusal {
  error: string;
}

/** An episode in the table of a run. */
export interface RowInfo {
  episode: string;
  key: string;
  home: string;
  goal: string;
  tags: Record<string, string>;
  metrics: Record<string, number | null>;
  ending: string;
  status: string;
  error: string;
  shown: boolean;
}

/** A run, or a suite that nobody has run. */
export interface RunInfo {
  key: string;
  title: string;
  agent: string;
  suite: string;
  task: string;
  definition: string;
  conditions: string;
  episodes: number;
  finished: number;
  success: number | null;
}

/** The episodes of a run. */
export interface RunTable {
  run: RunInfo;
  rows: RowInfo[];
  headline: string[];
}

/** Something that is drawn by itself. */
export interface Slot {
  id: number;
  name: string;
  what: string;
  room: string;
  outside: boolean;
}

/** What a packet says before its arrays. */
export interface WorldHeader {
  home: string;
  steps: number;
  ambient: number;
  lights: [number, number, number, number][][];
  slots: Slot[];
  rooms: [string, [number, number][]][];
  blocks: Record<string, PacketBlock>;
}
