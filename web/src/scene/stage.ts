// A picture of a world: cameras, the robot, its track, goals and marks.
import {
  BufferAttribute, BufferGeometry, BoxGeometry, Color, ConeGeometry, CylinderGeometry, DoubleSide, EdgesGeometry, Group,
  InstancedMesh, LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshBasicMaterial, NearestFilter, PerspectiveCamera, PlaneGeometry, Scene,
  SRGBColorSpace, Texture, Vector3, WebGLRenderTarget, WebGLRenderer, type Object3D,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { EpisodeView, CameraLens, MapPicture } from "../messages";
import { WHOLE, type World } from "./world";

export type View = "orbit" | "plan" | "eyes" | "walk";
export type Pose = readonly [number, number, number, number];

/** Height of what is left of walls when one looks from above, metres. */
export const CUT = 1.3;
const NEAR = 0.02;
/** How much of the picture a home fills at most. */
const FILL = 0.93;
/** How far the sign for what the robot sees reaches, metres. */
const VIEW = 1.6;
/** Width of the robot's track on the floor, metres. */
const TRACK = 0.06;
const COLOURS = { robot: 0x2f6fde, track: 0x2f6fde, goal: 0xf08a24, way: 0x3a9d5d, bad: 0xd83a34 };

export interface Stats {
  calls: number;
  triangles: number;
  /** Milliseconds of script for the last frame. */
  script: number;
  /** Milliseconds from the request of the page to its first picture. */
  first: number;
}

export class Stage {
  readonly renderer: WebGLRenderer;
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(45, 1, NEAR, 200);
  readonly controls: OrbitControls;
  readonly stats: Stats = { calls: 0, triangles: 0, script: 0, first: 0 };
  world: World | null = null;
  view: View = "orbit";
  lens: CameraLens | null = null;
  pose: Pose = [0, 0, 0, 0];
  cut = CUT;
  /** Called after the camera of an overview was moved by hand. */
  onMove: () => void = () => {};
  private readonly robot = new Group();
  private readonly signs = new Group();
  private readonly pane = new Group();
  private goals: Group[] = [];
  private track: Mesh | null = null;
  private ownBody = false;
  private dirty = true;
  /** Whether somebody has moved the camera of the overview. */
  private moved = false;
  private dead = false;
  private size: [number, number] = [1, 1];

  constructor(private readonly host: HTMLElement) {
    this.renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    this.renderer.setClearColor(new Color(0xf3f1ec));
    this.renderer.info.autoReset = false;
    host.append(this.renderer.domElement);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.addEventListener("start", () => { this.moved = true; });
    this.controls.addEventListener("change", () => {
      this.touch();
      this.onMove();
    });
    this.scene.add(this.robot, this.signs, this.pane);
    new ResizeObserver(() => this.resize()).observe(host);
    this.resize();
    const loop = () => {
      if (this.dead) return;
      if (this.dirty) this.draw();
      requestAnimationFrame(loop);
    };
    requestAnimationFrame(loop);
  }

  /** Draw again at the next chance. */
  touch(): void {
    this.dirty = true;
  }

  setWorld(world: World, lens: CameraLens): void {
    if (this.world) this.scene.remove(this.world.mesh);
    this.world = world;
    this.lens = lens;
    this.scene.add(world.mesh);
    this.ownBody = world.packet.header.slots.some((slot) => slot.what === "robot");
    this.buildRobot(lens);
    this.overlook();
    this.look(this.view);
  }

  /** Show track, goals, shortest way and marks of an episode. */
  setEpisode(episode: EpisodeView): void {
    this.signs.clear();
    this.track = ribbon(episode.poses.map(([x, y]) => [x, y]), TRACK, COLOURS.track, 0.03);
    if (episode.path.length > 1) this.signs.add(ribbon(episode.path, TRACK / 2, COLOURS.way, 0.02));
    this.signs.add(this.track);
    this.goals = episode.goals.map((goal) => {
      const sign = new Group();
      for (const name of goal.objects) this.frame(this.world!.slotOf(name), COLOURS.goal, sign);
      if (goal.point) sign.add(disc(goal.point[0], goal.point[1], 0.2, COLOURS.goal));
      this.signs.add(sign);
      return sign;
    });
    const bumps = episode.marks.filter((mark) => mark.kind === "collision");
    const discs = new InstancedMesh(
      new CylinderGeometry(0.05, 0.05, 0.02, 12), new MeshBasicMaterial({ color: COLOURS.bad }), bumps.length,
    );
    bumps.forEach((mark, k) => {
      const [x, y, yaw] = episode.poses[mark.step], reach = episode.lens.radius;
      const turn = new Matrix4().makeRotationX(Math.PI / 2);
      discs.setMatrixAt(k, turn.setPosition(x + reach * Math.cos(yaw), y + reach * Math.sin(yaw), 0.05));
    });
    if (bumps.length) this.signs.add(discs);
    this.touch();
  }

  /** A box around what a slot shows. */
  frame(slot: number, colour: number, sign: Object3D = this.signs): void {
    const box = slot < 0 ? null : this.world!.box(slot);
    if (!box) return;
    const size = [0, 1, 2].map((k) => box[3 + k] - box[k] + 0.04) as [number, number, number];
    const lines = new LineSegments(
      new EdgesGeometry(new BoxGeometry(...size)), new LineBasicMaterial({ color: colour, depthTest: false }),
    );
    lines.position.set((box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2);
    const pole = new Mesh(
      new CylinderGeometry(0.015, 0.015, 0.8),
      new MeshBasicMaterial({ color: colour, depthTest: false }),
    );
    pole.rotation.x = Math.PI / 2;
    pole.position.set(lines.position.x, lines.position.y, box[5] + 0.45);
    sign.add(lines, pole);
  }

  /** Show the sign of one goal alone, or of all. */
  showGoal(chosen: number | null): void {
    this.goals.forEach((sign, k) => { sign.visible = chosen === null || chosen === k; });
    this.touch();
  }

  /** Show the world after a step, with the robot at a pose. */
  show(step: number, pose: Pose): void {
    this.world?.show(step);
    this.pose = pose;
    this.robot.position.set(pose[0], pose[1], 0);
    this.robot.rotation.z = pose[2];
    if (this.track) this.track.geometry.setDrawRange(0, 6 * step);
    this.touch();
  }

  look(view: View): void {
    if (view !== this.view && (view === "orbit" || view === "plan")) {
      this.moved = false;
      this.overlook(view);
    }
    this.view = view;
    const above = view === "orbit" || view === "plan";
    this.controls.enabled = above;
    this.controls.enableRotate = view === "orbit";
    this.world?.cutAt(above ? this.cut : WHOLE);
    this.signs.visible = this.pane.visible = above;
    this.robot.visible = above;
    this.touch();
  }

  /** Lay a layer of the agent's map over the home; none takes it away. */
  overlay(layer: MapPicture | null, image: HTMLImageElement | null, start: Pose): void {
    for (const child of this.pane.children as Mesh[]) {
      child.geometry.dispose();
      const material = child.material as MeshBasicMaterial;
      material.map?.dispose();
      material.dispose();
    }
    this.pane.clear();
    this.touch();
    if (!layer || !image) return;
    const [wide, deep] = [layer.size[0] * layer.cell, layer.size[1] * layer.cell];
    const texture = new Texture(image);
    texture.colorSpace = SRGBColorSpace;
    texture.magFilter = texture.minFilter = NearestFilter;
    texture.generateMipmaps = false;
    texture.needsUpdate = true;
    const sheet = new Mesh(new PlaneGeometry(wide, deep), new MeshBasicMaterial({ map: texture, transparent: true, opacity: 0.72, depthTest: false, depthWrite: false }));
    sheet.position.set(layer.corner[0] + wide / 2, layer.corner[1] + deep / 2, 0.03);
    sheet.renderOrder = 1;
    this.pane.add(sheet);
    this.pane.position.set(start[0], start[1], 0);
    this.pane.rotation.z = start[2];
  }

  setCut(height: number): void {
    this.cut = height;
    this.look(this.view);
  }

  /** Fill the place that the picture has by now, and see the whole home. */
  fit(): void {
    this.moved = false;
    this.resize();
  }

  /** Put the overview's camera where it sees the whole home. */
  overlook(view: View = this.view): void {
    const outlines = this.world!.packet.header.rooms.flatMap(([, points]) => points);
    const xs = outlines.map((p) => p[0]), ys = outlines.map((p) => p[1]);
    const middle = new Vector3((Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2, 0);
    this.camera.fov = view === "plan" ? 12 : 30;
    const tilt = view === "plan" ? 0.0001 : 0.62;
    // Step back until every corner of the home is in the picture.
    const tangent = Math.tan((this.camera.fov * Math.PI) / 360), aspect = this.size[0] / this.size[1];
    const [sin, cos] = [Math.sin(tilt), Math.cos(tilt)];
    let away = 1, up = 0;
    const corners = xs.flatMap((x, k) => [0, this.cut].map((z) => [x - middle.x, ys[k] - middle.y, z] as const));
    const fits = (): [number, number, boolean] => {
      let low = Infinity, high = -Infinity, side = 0;
      for (const [x, y, z] of corners) {
        const depth = away - (z * cos - (y - up) * sin), rise = ((y - up) * cos + z * sin) / (depth * tangent);
        low = Math.min(low, depth > 0 ? rise : -9);
        high = Math.max(high, depth > 0 ? rise : 9);
        side = Math.max(side, depth > 0 ? Math.abs(x) / (depth * tangent * aspect) : 9);
      }
      return [low, high, Math.max(side, high, -low) <= FILL];
    };
    for (let tries = 0; tries < 200; tries++) {
      const [low, high, fit] = fits();
      if (Math.abs(low + high) > 0.02 && Math.abs(low) < 9 && Math.abs(high) < 9) up += 0.5 * (low + high) * away * tangent * 0.5;
      else if (fit) break;
      if (!fit) away *= 1.03;
    }
    middle.y += up;
    this.controls.target.copy(middle);
    this.camera.position.set(middle.x, middle.y - away * sin, away * cos);
    this.controls.update();
    this.touch();
  }

  /** Id and category of what is under the pointer; null for nothing with a name. */
  at(clientX: number, clientY: number): { name: string; what: string; room: string } | null {
    if (!this.world) return null;
    const rect = this.renderer.domElement.getBoundingClientRect();
    const x = (2 * (clientX - rect.left)) / rect.width - 1, y = 1 - (2 * (clientY - rect.top)) / rect.height;
    this.camera.updateMatrixWorld();
    const far = new Vector3(x, y, 0.5).unproject(this.camera), from = this.camera.position;
    const ray = far.sub(from).normalize();
    const above = this.view === "orbit" || this.view === "plan";
    const slot = this.world.pick(from.toArray(), ray.toArray(), above ? this.cut : WHOLE);
    const found = this.world.packet.header.slots[slot];
    return found && found.name ? { name: found.name, what: found.what, room: found.room } : null;
  }

  draw(): void {
    this.dirty = false;
    if (!this.world) return;
    const began = performance.now();
    const [width, height] = this.size, ratio = this.renderer.getPixelRatio();
    this.renderer.info.reset();
    let box: [number, number, number, number] = [0, 0, width, height];
    if (this.view === "eyes" || this.view === "walk") box = this.firstPerson();
    else this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.world.focusOn((0.5 * box[3] * ratio) / Math.tan((this.camera.fov * Math.PI) / 360));
    this.renderer.setScissorTest(false);
    this.renderer.setViewport(0, 0, width, height);
    this.renderer.clear();
    this.renderer.setViewport(...box);
    this.renderer.setScissor(...box);
    this.renderer.setScissorTest(true);
    this.renderer.render(this.scene, this.camera);
    this.stats.calls = this.renderer.info.render.calls;
    this.stats.triangles = this.renderer.info.render.triangles;
    this.stats.script = performance.now() - began;
    if (!this.stats.first) requestAnimationFrame(() => { this.stats.first ||= performance.now(); });
  }

  /** Put the camera into the robot; the part of the canvas that its picture fills. */
  private firstPerson(): [number, number, number, number] {
    const lens = this.lens!, [width, height] = this.size;
    const aspect = this.view === "walk" ? width / height : lens.width / lens.height;
    const wide = Math.min(width, height * aspect), high = wide / aspect;
    this.aim(this.pose, lens, aspect);
    return [(width - wide) / 2, (height - high) / 2, wide, high];
  }

  private aim(pose: Pose, lens: CameraLens, aspect: number): void {
    const [x, y, yaw, pitch] = pose, a = yaw + lens.yaw, b = pitch + lens.pitch;
    const tangent = Math.tan(lens.hfov / 2) / (lens.width / lens.height);
    this.camera.fov = (2 * Math.atan(tangent) * 180) / Math.PI;
    this.camera.aspect = aspect;
    this.camera.position.set(x, y, lens.elevation);
    this.camera.lookAt(x + Math.cos(b) * Math.cos(a), y + Math.cos(b) * Math.sin(a), lens.elevation + Math.sin(b));
  }

  /** The pixels of what the robot's camera sees from a pose, rows from the top; for comparisons. */
  snapshot(pose: Pose, lens: CameraLens): Uint8Array {
    const target = new WebGLRenderTarget(lens.width, lens.height);
    const visible = [this.robot.visible, this.signs.visible, this.pane.visible];
    this.robot.visible = this.signs.visible = this.pane.visible = false;
    this.world!.cutAt(WHOLE);
    this.aim(pose, lens, lens.width / lens.height);
    this.camera.updateProjectionMatrix();
    this.world!.focusOn((0.5 * lens.width) / Math.tan(lens.hfov / 2));
    this.renderer.setScissorTest(false);
    this.renderer.setRenderTarget(target);
    this.renderer.setClearColor(0, 1);
    this.renderer.clear();
    this.renderer.render(this.scene, this.camera);
    const flipped = new Uint8Array(4 * lens.width * lens.height), pixels = new Uint8Array(flipped.length);
    this.renderer.readRenderTargetPixels(target, 0, 0, lens.width, lens.height, flipped);
    for (let row = 0; row < lens.height; row++) {
      const from = 4 * lens.width * (lens.height - 1 - row);
      pixels.set(flipped.subarray(from, from + 4 * lens.width), 4 * lens.width * row);
    }
    this.renderer.setRenderTarget(null);
    this.renderer.setClearColor(0xf3f1ec, 1);
    target.dispose();
    [this.robot.visible, this.signs.visible, this.pane.visible] = visible;
    this.look(this.view);
    return pixels;
  }

  dispose(): void {
    this.dead = true;
    this.world?.dispose();
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.renderer.domElement.remove();
  }

  private resize(): void {
    const width = Math.max(1, this.host.clientWidth), height = Math.max(1, this.host.clientHeight);
    this.size = [width, height];
    this.renderer.setSize(width, height);
    if (this.world && !this.moved && (this.view === "orbit" || this.view === "plan")) this.overlook();
    this.draw(); // at once: what changes its size is empty until then
  }

  private buildRobot(lens: CameraLens): void {
    this.robot.clear();
    const body = new Mesh(
      new CylinderGeometry(lens.radius, lens.radius, 0.25, 24), new MeshBasicMaterial({ color: COLOURS.robot }),
    );
    body.rotation.x = Math.PI / 2;
    body.position.z = 0.125;
    const mast = new Mesh(
      new CylinderGeometry(0.035, 0.035, lens.elevation, 10), new MeshBasicMaterial({ color: 0x1d3f80 }),
    );
    mast.rotation.x = Math.PI / 2;
    mast.position.z = lens.elevation / 2;
    const nose = new Mesh(new ConeGeometry(0.11, 0.26, 20), new MeshBasicMaterial({ color: 0xffffff }));
    nose.rotation.z = -Math.PI / 2;
    nose.position.set(lens.radius * 0.35, 0, 0.27);
    nose.scale.z = 0.15;
    const eye = new Mesh(new BoxGeometry(0.1, 0.18, 0.08), new MeshBasicMaterial({ color: COLOURS.robot }));
    eye.position.z = lens.elevation;
    const wedge = new Mesh(sector(lens.hfov, VIEW), new MeshBasicMaterial({ color: COLOURS.robot, transparent: true, opacity: 0.16, depthWrite: false, side: DoubleSide }));
    wedge.rotation.z = lens.yaw;
    wedge.position.z = 0.04;
    this.robot.add(wedge);
    // A robot with an arm is a part of the world.
    if (!this.ownBody) this.robot.add(body, mast, nose, eye);
  }
}

/** A flat sector ahead of the robot: what its camera can see. */
function sector(angle: number, radius: number): BufferGeometry {
  const pieces = 24, at = new Float32Array(9 * pieces);
  for (let k = 0; k < pieces; k++) {
    const [a, b] = [k, k + 1].map((n) => angle * (n / pieces - 0.5));
    at.set([0, 0, 0, radius * Math.cos(a), radius * Math.sin(a), 0, radius * Math.cos(b), radius * Math.sin(b), 0], 9 * k);
  }
  return new BufferGeometry().setAttribute("position", new BufferAttribute(at, 3));
}

/** A flat band through points on the floor, six corners for each piece. */
function ribbon(points: readonly (readonly [number, number])[], width: number, colour: number, z: number): Mesh {
  const at = new Float32Array(18 * Math.max(0, points.length - 1));
  for (let k = 1; k < points.length; k++) {
    const [ax, ay] = points[k - 1], [bx, by] = points[k];
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const dx = ((bx - ax) / length) * (width / 2), dy = ((by - ay) / length) * (width / 2);
    const quad = [
      [ax - dx + dy, ay - dy - dx], [bx + dx + dy, by + dy - dx], [bx + dx - dy, by + dy + dx],
      [ax - dx + dy, ay - dy - dx], [bx + dx - dy, by + dy + dx], [ax - dx - dy, ay - dy + dx],
    ];
    quad.forEach(([x, y], corner) => at.set([x, y, z], 18 * (k - 1) + 3 * corner));
  }
  const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(at, 3));
  const band = new Mesh(geometry, new MeshBasicMaterial({ color: colour, side: DoubleSide }));
  band.frustumCulled = false;
  return band;
}

function disc(x: number, y: number, radius: number, colour: number): Object3D {
  const mesh = new Mesh(
    new CylinderGeometry(radius, radius, 0.02, 16), new MeshBasicMaterial({ color: colour, side: DoubleSide }),
  );
  mesh.rotation.x = Math.PI / 2;
  mesh.position.set(x, y, 0.04);
  return mesh;
}
