// SPDX-License-Identifier: Apache-2.0
/** State machines and timed automata: nested boxes, arrows with labels, and
 * what is covered of them. */
import { report } from "../base/data.js";
import { svg } from "../base/dom.js";
import { GOAL_STATES, stateOf } from "../base/labels.js";
import { layeredLayout } from "./layout.js";

/** @typedef {import("../base/data.js").Drawing} Drawing */
/** @typedef {import("../base/data.js").Edge} Edge */
/** @typedef {import("./layout.js").Point} Point */
/** @typedef {{x: number, y: number, width: number, height: number}} Area */

const CHAR = 7.25;
const LINE = 15;
const PAD = 14;
const MOST_CHARS = 34;
/** The symbol before labels, so that the state of an arrow is not its colour
 * alone. @type {Record<string, string>} */
const SIGNS = { good: "✓ ", bad: "✗ ", open: "? ", calm: "⊘ ", muted: "– ", none: "" };

/** @param {string} text */
function cutLabel(text) {
  return text.length > MOST_CHARS ? text.slice(0, MOST_CHARS - 1) + "…" : text;
}

/** The tone of an element: the worst of its goals; violations that hold do not
 * count. @param {number[]} goals */
export function toneOf(goals) {
  const states = goals.map((g) => stateOf(report.goals[g])).filter((s) => s !== GOAL_STATES.holds);
  const order = ["bad", "open", "calm", "muted", "good"];
  return order.find((tone) => states.some((s) => s.tone === tone)) ?? "none";
}

/** Graphs with more arrows than this are drawn without texts. */
const MOST_LABELLED = 40;

/** Lines of a label; the first one has the symbol. @param {Edge} edge
 * @param {boolean} bare  without the text */
function labelLines(edge, bare) {
  if (bare) return [SIGNS[toneOf(edge.goals)].trim() || "·"];
  const first = edge.label[0] ?? edge.name;
  return [SIGNS[toneOf(edge.goals)] + first, ...edge.label.slice(1, 4)].map(cutLabel);
}

export class Diagram {
  /** @param {Drawing} drawing @param {(kind: "vertex" | "edge", index: number) => void} onchoose */
  constructor(drawing, onchoose) {
    this.drawing = drawing;
    this.onchoose = onchoose;
    this.bare = drawing.kind === "graph" && drawing.transitions.length > MOST_LABELLED;
    /** @type {Map<number, number[]>} */
    this.children = new Map();
    drawing.vertices.forEach((v, i) => {
      const at = this.children.get(v.parent);
      if (at) at.push(i);
      else this.children.set(v.parent, [i]);
    });
    /** @type {Map<number, Area>} */
    this.areas = new Map();
    /** @type {Map<number, {points: Point[], label: Point}>} */
    this.routes = new Map();
    /** @type {Map<number, {width: number, height: number, head: number, layout: import("./layout.js").Layout | null}>} */
    this.sizes = new Map();
    const whole = this.measureRegion(-1);
    this.placeRegion(-1, whole.layout, PAD, PAD + (drawing.vertices.some((v) => v.initial) ? 26 : 0));
    this.width = whole.width + 2 * PAD;
    this.height = whole.height + 2 * PAD + 26;
    /** @type {Map<number, Element>} */
    this.vertexElements = new Map();
    /** @type {Map<number, Element>} */
    this.edgeElements = new Map();
    this.root = this.draw();
  }

  /** The ancestor of a vertex, or itself, that lies directly in a region.
   * @param {number} vertex @param {number} region */
  within(vertex, region) {
    let at = vertex;
    while (at >= 0 && this.drawing.vertices[at].parent !== region) at = this.drawing.vertices[at].parent;
    return at;
  }

  /** Arrows between different boxes of a region; others are drawn elsewhere.
   * @param {number} region */
  arcsOf(region) {
    return this.drawing.transitions.map((edge, id) => {
      const from = this.within(edge.from, region);
      const to = this.within(edge.to, region);
      const lines = labelLines(edge, this.bare);
      return { id, from, to, width: Math.max(...lines.map((l) => l.length)) * CHAR + 10, height: lines.length * LINE + 4 };
    }).filter((arc) => arc.from >= 0 && arc.to >= 0 && arc.from !== arc.to);
  }

  /** @param {number} region @returns {{width: number, height: number, layout: import("./layout.js").Layout}} */
  measureRegion(region) {
    const rank = (/** @type {number} */ v) => (this.drawing.vertices[v].kind === "initial" ||
      this.drawing.vertices[v].initial ? 0 : 1);
    const inside = [...(this.children.get(region) ?? [])].sort((a, b) => rank(a) - rank(b) || a - b);
    const boxes = inside.map((v) => ({ id: v, ...this.measureVertex(v) }));
    const layout = layeredLayout(boxes, this.arcsOf(region));
    return { width: layout.width, height: layout.height, layout };
  }

  /** Texts in a box. @param {import("../base/data.js").Vertex} vertex */
  linesOf(vertex) {
    return this.bare ? [] : vertex.actions;
  }

  /** Arrows that are written into or beside the box. @param {number} v */
  ownEdges(v) {
    return this.drawing.transitions.map((edge, id) => ({ edge, id }))
      .filter(({ edge }) => edge.from === v && edge.to === v);
  }

  /** @param {number} v */
  measureVertex(v) {
    const vertex = this.drawing.vertices[v];
    const isState = vertex.kind === "state" || vertex.kind === "final state";
    const lines = [...this.linesOf(vertex), ...this.ownEdges(v).map(({ edge }) => `↻ ${labelLines(edge, this.bare).join(" ")}`)].map(cutLabel);
    const head = 28 + lines.length * LINE;
    let width = Math.max(84, (vertex.name.length + 3) * 7.6 + 20, ...lines.map((l) => l.length * CHAR + 24));
    let height = isState ? Math.max(42, head + 8) : 22;
    let layout = null;
    if (this.children.has(v)) {
      const region = this.measureRegion(v);
      layout = region.layout;
      width = Math.max(width, region.width + 2 * PAD);
      height = head + region.height + 2 * PAD;
    } else if (!isState) {
      width = vertex.kind === "choice" ? Math.max(30, (vertex.name.length + 2) * CHAR + 30) : 22;
      height = vertex.kind === "choice" ? 40 : 22;
    }
    const size = { width, height, head, layout };
    this.sizes.set(v, size);
    return size;
  }

  /** @param {number} region @param {import("./layout.js").Layout | null} layout @param {number} x @param {number} y */
  placeRegion(region, layout, x, y) {
    if (!layout) return;
    const moved = (/** @type {Point} */ p) => ({ x: p.x + x, y: p.y + y });
    layout.boxes.forEach((p, v) => {
      const size = this.sizes.get(v);
      if (!size) return;
      const area = { x: p.x + x - size.width / 2, y: p.y + y - size.height / 2, width: size.width, height: size.height };
      this.areas.set(v, area);
      const inner = size.layout ? (size.width - size.layout.width) / 2 : 0;
      this.placeRegion(v, size.layout, area.x + inner, area.y + size.head + PAD);
    });
    layout.routes.forEach((points, id) => this.routes.set(id, { points: points.map(moved),
      label: moved(/** @type {Point} */ (layout.labels.get(id))) }));
  }

  draw() {
    const order = this.drawing.vertices.map((_, v) => v);
    const root = svg("svg.diagram", { viewBox: `0 0 ${this.width} ${this.height}`, width: this.width,
      height: this.height, role: "group", "aria-label": `Drawing of ${this.drawing.name}` },
      svg("defs", {}, ["good", "bad", "open", "calm", "muted", "none"].map((tone) =>
        svg("marker", { id: `head-${tone}`, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8,
          orient: "auto-start-reverse", "data-tone": tone }, svg("path.arrowhead", { d: "M0 0.5L7.5 4L0 7.5z" })))));
    for (const v of order) root.append(this.drawVertex(v), ...this.drawOwnEdges(v));
    this.drawing.transitions.forEach((edge, id) => {
      if (edge.from !== edge.to) root.append(this.drawEdge(edge, id));
    });
    return root;
  }

  /** Makes an element one that can be chosen. @param {Element} element
   * @param {"vertex" | "edge"} kind @param {number} index @param {string} label */
  active(element, kind, index, label) {
    element.setAttribute("tabindex", "0");
    element.setAttribute("role", "button");
    // What is seen is part of the name, for those who speak it.
    const texts = [...element.querySelectorAll("text")];
    for (const text of texts) text.append(" ");
    const seen = texts.map((t) => t.textContent).join("");
    element.setAttribute("aria-label", `${seen.trim()}: ${label}`);
    element.addEventListener("click", (e) => {
      e.stopPropagation();
      this.onchoose(kind, index);
    });
    element.addEventListener("keydown", (e) => {
      const { key } = /** @type {KeyboardEvent} */ (e);
      if (key !== "Enter" && key !== " ") return;
      e.preventDefault();
      this.onchoose(kind, index);
    });
  }

  /** @param {number} v */
  drawVertex(v) {
    const vertex = this.drawing.vertices[v];
    const a = /** @type {Area} */ (this.areas.get(v));
    const tone = toneOf(vertex.goals);
    const [cx, cy] = [a.x + a.width / 2, a.y + a.height / 2];
    const group = svg(`g.vertex`, { "data-tone": tone }, svg("title", {}, `${vertex.kind} ${vertex.full}`));
    if (vertex.kind === "state" || vertex.kind === "final state") {
      group.append(...this.stateBox(v, a, tone));
      this.active(group, "vertex", v, `${vertex.kind} ${vertex.full}, ${tone === "none" ? "no goals" : tone}`);
    } else if (vertex.kind === "choice") {
      group.append(svg("path.body", { d: `M${a.x} ${cy}L${cx} ${a.y}L${a.x + a.width} ${cy}L${cx} ${a.y + a.height}z` }),
        svg("text", { x: cx, y: cy + 4, "text-anchor": "middle" }, SIGNS[tone] + vertex.name));
      this.active(group, "vertex", v, `choice ${vertex.full}`);
    } else {
      const filled = vertex.kind === "initial" || vertex.kind === "junction";
      group.append(svg(filled ? "circle.point" : "circle.body", { cx, cy, r: filled ? 7 : 10 }));
      if (vertex.kind.includes("history")) group.append(svg("text", { x: cx, y: cy + 4, "text-anchor": "middle" }, "H*"));
      if (vertex.kind === "exit point") group.append(svg("path.line", { d: `M${cx - 6} ${cy - 6}l12 12m0 -12l-12 12` }));
    }
    this.vertexElements.set(v, group);
    return group;
  }

  /** @param {number} v @param {Area} a @param {string} tone */
  stateBox(v, a, tone) {
    const vertex = this.drawing.vertices[v];
    const nested = this.children.has(v);
    const parts = [svg(nested ? "rect.body.nested" : "rect.body", { ...a, rx: 10 })];
    if (vertex.kind === "final state") parts.push(svg("rect.line", { x: a.x + 4, y: a.y + 4, width: a.width - 8, height: a.height - 8, rx: 7 }));
    parts.push(svg("text.title", { x: a.x + 12, y: a.y + 20 }, SIGNS[tone] + vertex.name));
    let y = a.y + 37;
    for (const action of this.linesOf(vertex)) {
      parts.push(svg("text.action", { x: a.x + 12, y }, cutLabel(action)));
      y += LINE;
    }
    if (vertex.initial) {
      parts.push(svg("circle.point", { cx: a.x + a.width / 2, cy: a.y - 24, r: 6 }),
        svg("path.line", { d: `M${a.x + a.width / 2} ${a.y - 18}V${a.y - 2}`, "marker-end": "url(#head-none)" }));
    }
    return parts;
  }

  /** Arrows from a box to itself, as lines of the box. @param {number} v */
  drawOwnEdges(v) {
    const a = /** @type {Area} */ (this.areas.get(v));
    return this.ownEdges(v).map(({ edge, id }, i) => {
      const y = a.y + 37 + (this.linesOf(this.drawing.vertices[v]).length + i) * LINE;
      const own = svg("g.edge.own", { "data-tone": toneOf(edge.goals) }, svg("title", {}, edge.label.join("\n")),
        svg("text", { x: a.x + 12, y }, cutLabel(`↻ ${labelLines(edge, this.bare).join(" ")}`)));
      this.active(own, "edge", id, `transition ${edge.name}`);
      this.edgeElements.set(id, own);
      return own;
    });
  }

  /** Where an arrow to a point leaves a box: on its upper or lower side.
   * @param {number} v @param {Point} to */
  port(v, to) {
    const a = /** @type {Area} */ (this.areas.get(v));
    const kind = this.drawing.vertices[v].kind;
    const x = kind === "state" || kind === "final state"
      ? Math.max(a.x + 12, Math.min(a.x + a.width - 12, to.x)) : a.x + a.width / 2;
    const middle = a.y + a.height / 2;
    const radius = kind === "initial" || kind === "junction" ? 7 : kind.includes("point") || kind.includes("history") ? 10 : a.height / 2;
    return { x, y: to.y > middle ? middle + radius : middle - radius };
  }

  /** An arrow between a box and one inside it has no way points.
   * @param {Edge} edge */
  directRoute(edge) {
    const a = /** @type {Area} */ (this.areas.get(edge.from));
    const b = /** @type {Area} */ (this.areas.get(edge.to));
    const from = { x: a.x + a.width / 2, y: a.y + a.height / 2 };
    const to = { x: b.x + b.width / 2, y: b.y + b.height / 2 };
    const inner = a.width < b.width ? a : b;
    const label = { x: inner.x + inner.width + 40, y: (from.y + to.y) / 2 };
    return { points: [label], label };
  }

  /** @param {Edge} edge @param {number} id */
  drawEdge(edge, id) {
    const { points, label } = this.routes.get(id) ?? this.directRoute(edge);
    const start = this.port(edge.from, points[0]);
    const end = this.port(edge.to, points[points.length - 1]);
    const tone = toneOf(edge.goals);
    let d = `M${start.x} ${start.y}`;
    let last = start;
    for (const p of [...points, end]) {
      const bend = (last.y + p.y) / 2;
      d += `C${last.x} ${bend} ${p.x} ${bend} ${p.x} ${p.y}`;
      last = p;
    }
    const lines = labelLines(edge, this.bare);
    const width = Math.max(...lines.map((l) => l.length)) * CHAR + 8;
    const height = lines.length * LINE + 2;
    const group = svg("g.edge", { "data-tone": tone },
      svg("title", {}, [edge.name, ...edge.label].join("\n")), svg("path.hit", { d }),
      svg("path.arrow", { d, "marker-end": `url(#head-${tone})` }),
      svg("rect.plate", { x: label.x - width / 2, y: label.y - height / 2, width, height, rx: 4 }),
      ...lines.map((line, i) => svg(i === 0 ? "text" : "text.more", { x: label.x, y: label.y - height / 2 + 12 + i * LINE,
        "text-anchor": "middle" }, line)));
    this.active(group, "edge", id, `transition ${edge.name}, ${tone === "none" ? "no goals" : tone}`);
    this.edgeElements.set(id, group);
    return group;
  }

  /** Marks what a step of a test does. @param {Set<number>} vertices @param {Set<number>} edges */
  highlight(vertices, edges) {
    this.vertexElements.forEach((element, v) => element.classList.toggle("now", vertices.has(v)));
    this.edgeElements.forEach((element, e) => element.classList.toggle("now", edges.has(e)));
  }

  /** Moves a vertex into sight. @param {number | undefined} vertex */
  reveal(vertex) {
    const element = vertex === undefined ? undefined : this.vertexElements.get(vertex);
    requestAnimationFrame(() => requestAnimationFrame(() =>
      element?.scrollIntoView({ block: "nearest", inline: "nearest" })));
  }

  /** Marks the path of a test. @param {Set<number>} edges */
  trace(edges) {
    this.edgeElements.forEach((element, e) => element.classList.toggle("path", edges.has(e)));
  }

  /** @param {"vertex" | "edge"} kind @param {number} index */
  choose(kind, index) {
    for (const element of this.root.querySelectorAll(".chosen")) element.classList.remove("chosen");
    const element = (kind === "vertex" ? this.vertexElements : this.edgeElements).get(index);
    element?.classList.add("chosen");
    return element;
  }
}
