// Play with a headset: the browser draws what the head sees; the robot follows in its own actions.
import { BoxGeometry, Color, Group, Matrix4, Mesh, MeshBasicMaterial, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from "three";
import type { FollowState, PlayFollow, PlayState } from "./messages";
import { readPacket } from "./scene/packet";
import { WHOLE, World } from "./scene/world";

/** Milliseconds between poses that are sent. */
const EVERY = 80;
/** How far a stick is pushed before it counts, and the angle of a comfort turn. */
const PUSHED = 0.6, COMFORT = Math.PI / 6;
/** XR has Y up and looks along -Z; the home has Z up, and a robot of yaw 0 looks along X. */
const UPRIGHT = new Matrix4().set(0, -1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 0, 0, 0, 0, 1);

export const canEnter = async (): Promise<boolean> => (await navigator.xr?.isSessionSupported("immersive-vr")) ?? false;

/** What the page is told of a session in the headset. */
export interface Tell {
  state: (state: PlayState) => void;
  end: () => void;
}

export class Headset {
  private readonly renderer = new WebGLRenderer({ antialias: true });
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(70, 1, 0.02, 100);
  private readonly home = new Group();
  private readonly glove = new Mesh(new BoxGeometry(0.05, 0.05, 0.12), new MeshBasicMaterial({ color: 0x2f6fde }));
  private world!: World;
  private robot: [number, number, number, number] = [0, 0, 0, 0];
  /** Where the room that the person is in points, in the home; comfort turns change it. */
  private heading = 0;
  private sent = 0;
  private busy = false;
  private turned = false;
  private seq = 0;
  /** The episode whose world is shown. */
  private episode = 0;
  /** Buttons that did what they do, and have to be let go before they do it again. */
  private readonly used = new Set<string>();
  private readonly hands = new Map<string, Group>();

  constructor(private readonly tell: Tell) {
    this.renderer.xr.enabled = true;
    this.renderer.setClearColor(new Color(0x23272e));
    this.home.matrixAutoUpdate = false;
    this.scene.add(this.home, this.glove);
    for (const number of [0, 1]) {
      // Hands are only followed that were asked for before the session began.
      const hand = this.renderer.xr.getControllerGrip(number);
      hand.addEventListener("connected", ({ data }) => { if (data) this.hands.set(data.handedness, hand); });
    }
  }

  async enter(state: PlayState): Promise<void> {
    this.seq = state.seq;
    const session = await navigator.xr!.requestSession("immersive-vr", { optionalFeatures: ["local-floor"] });
    this.renderer.xr.setReferenceSpaceType("local-floor");
    await this.renderer.xr.setSession(session as never);
    session.addEventListener("end", () => this.leave());
    await this.fetchWorld(state.episode);
    this.renderer.setAnimationLoop((now) => this.frame(now));
    window.meadowVr = this;
  }

  /** Things that were drawn anew, for tests. */
  changes = 0;

  /** Pictures that were drawn, for tests. */
  frames = 0;

  /** Where a hand of the person is in their room, for tests. */
  hand(side: string): Vector3 | undefined {
    return this.hands.get(side)?.position;
  }

  /** Where the robot is, for tests. */
  get pose(): readonly number[] {
    return this.robot;
  }

  /** Fetch the world of an episode, and let the person look where its robot looks. */
  private async fetchWorld(episode: number): Promise<void> {
    const packet = await readPacket(await (await fetch("play/world.bin")).arrayBuffer());
    if (this.world) this.home.remove(this.world.mesh);
    this.world = new World(packet);
    this.world.cutAt(WHOLE);
    this.home.add(this.world.mesh);
    const { robot } = await this.post({ seq: -1, yaw: 0, pitch: 0, hand: null, squeeze: 0, walk: 0, open: false, close: false, stop: false });
    this.robot = robot;
    this.episode = episode;
    this.heading = robot[2] - this.gaze();
  }

  /** Where the head looks in the room that the person is in, radians to the left. */
  private gaze(): number {
    const ahead = new Vector3(0, 0, -1).applyQuaternion(this.renderer.xr.getCamera().quaternion);
    return Math.atan2(-ahead.x, -ahead.z);
  }

  /** Whether a button is newly pressed. */
  private pressed(name: string, value: number): boolean {
    if (value <= 0.5) this.used.delete(name);
    return value > 0.5 && !this.used.has(name);
  }

  private async post(wanted: PlayFollow): Promise<FollowState> {
    const response = await fetch("play/follow", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wanted) });
    if (!response.ok) throw new Error(((await response.json()) as { error: string }).error);
    return (await response.json()) as FollowState;
  }

  private frame(now: number): void {
    this.frames++;
    const { matrix } = this.home;
    matrix.copy(UPRIGHT);
    matrix.multiply(new Matrix4().makeRotationZ(-this.heading));
    matrix.multiply(new Matrix4().makeTranslation(-this.robot[0], -this.robot[1], 0));
    this.home.matrixWorldNeedsUpdate = true;
    const view = this.renderer.xr.getCamera().cameras[0];
    if (view) this.world.focusOn(0.5 * view.viewport.w * view.projectionMatrix.elements[5]);
    this.renderer.render(this.scene, this.camera);
    if (now - this.sent > EVERY && !this.busy) {
      this.sent = now;
      void this.follow();
    }
  }

  /** What the person does now, in the home's own coordinates. */
  private wanted(): PlayFollow {
    const ahead = new Vector3(0, 0, -1).applyQuaternion(this.renderer.xr.getCamera().quaternion);
    const wanted: PlayFollow = {
      seq: this.seq, yaw: this.heading + this.gaze(), pitch: Math.asin(Math.max(-1, Math.min(1, ahead.y))),
      hand: null, squeeze: 0, walk: 0, open: false, close: false, stop: false,
    };
    const session = this.renderer.xr.getSession() as unknown as { inputSources: Iterable<{ handedness: string; gamepad?: Gamepad }> } | null;
    for (const source of session?.inputSources ?? []) {
      const grip = this.hands.get(source.handedness), pad = source.gamepad;
      const button = (k: number): number => pad?.buttons[k]?.value ?? 0;
      if (source.handedness === "right" && grip) {
        const p = grip.position;
        this.glove.position.copy(p);
        this.glove.quaternion.copy(grip.quaternion);
        const x = -p.z, y = -p.x, cos = Math.cos(this.heading), sin = Math.sin(this.heading);
        if (p.lengthSq() > 0) wanted.hand = [this.robot[0] + cos * x - sin * y, this.robot[1] + sin * x + cos * y, p.y];
        wanted.squeeze = button(1);
        wanted.open = this.pressed("Open", button(0));
        wanted.stop = this.pressed("Stop", button(4));
        wanted.close = this.pressed("Close", button(5));
        const side = pad?.axes[2] ?? 0;
        if (Math.abs(side) > PUSHED && !this.turned) this.heading -= Math.sign(side) * COMFORT;
        this.turned = Math.abs(side) > PUSHED;
      } else if (source.handedness === "left") {
        const along = pad?.axes[3] ?? 0;
        wanted.walk = along < -PUSHED ? 1 : along > PUSHED ? -1 : 0;
      }
    }
    return wanted;
  }

  private async follow(): Promise<void> {
    this.busy = true;
    try {
      const { state, robot, action } = await this.post(this.wanted());
      if (action) this.used.add(action);
      if (state.phase === "act" && state.episode !== this.episode) {
        await this.fetchWorld(state.episode);
      } else {
        if (action && state.phase === "act") {
          const packet = await readPacket(await (await fetch("play/changes.bin")).arrayBuffer());
          this.world.apply(packet);
          this.changes += packet.first.filter((placement) => placement > -2).length;
        }
        this.robot = robot;
      }
      this.seq = state.seq;
      this.tell.state(state);
      if (state.phase !== "act" && state.phase !== "wait") await (this.renderer.xr.getSession() as unknown as { end: () => Promise<void> } | null)?.end();
    } catch (error) {
      console.warn(error instanceof Error ? error.message : error);
    } finally {
      this.busy = false;
    }
  }

  private leave(): void {
    this.renderer.setAnimationLoop(null);
    this.world?.dispose();
    this.renderer.dispose();
    window.meadowVr = undefined;
    this.tell.end();
  }
}
