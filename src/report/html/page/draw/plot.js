// SPDX-License-Identifier: Apache-2.0
/** Signals of a test over its steps: lines for numbers and truth values, named
 * boxes for enumerations, bands for what is allowed, and what was observed. */
import { nameOf, report, resultOf } from "../base/data.js";
import { h, svg } from "../base/dom.js";
import { stateOf } from "../base/labels.js";
import { cellText, isPlain, numeric, observedCell, observedStep, plotKind, stepsOf }
  from "../base/values.js";

/** @typedef {import("../base/data.js").Test} Test */
/** @typedef {import("../base/data.js").Cell} Cell */
/** @typedef {import("../base/data.js").Signal} Signal */
/** @typedef {{signal: Signal, input: boolean, index: number, kind: string, top: number,
 *             height: number,
 *             low: number, high: number}} Lane */
/** @typedef {{from: number, to: number, cell: Cell, seen: Cell, bad: boolean}} Run */

const LANE_HEIGHT = { bool: 38, named: 40, number: 66 };
const HEAD = 44;
const GAP = 8;
/** Width of a character of the labels, for cutting them. */
const CHARACTER = 6.9;

/** Ends of the numbers that a lane shows. @param {Signal} signal @param {Cell[]} cells */
function numbersIn(signal, cells) {
  let low = Infinity;
  let high = -Infinity;
  const take = (/** @type {import("../base/data.js").Plain} */ plain) => {
    const n = numeric(signal, plain);
    if (!Number.isFinite(n)) return;
    low = Math.min(low, n);
    high = Math.max(high, n);
  };
  for (const cell of cells) {
    if (isPlain(cell)) take(cell);
    else if ("i" in cell) cell.i.slice(0, 2).forEach((v) => take(/** @type {any} */ (v)));
    else if ("s" in cell) cell.s.forEach(take);
  }
  return low > high ? { low: 0, high: 1 } : { low, high };
}

/** @param {string} text @param {number} width */
function cut(text, width) {
  const most = Math.floor(width / CHARACTER);
  return text.length <= most ? text : most < 2 ? "" : text.slice(0, most - 1) + "…";
}

export class Plot {
  /** @param {Test} test @param {import("../view/test.js").Stepper} stepper */
  constructor(test, stepper) {
    this.test = test;
    this.stepper = stepper;
    this.from = 0;
    this.to = test.n;
    this.width = 900;
    /** @type {number | null} */
    this.dragged = null;
    this.lanes = this.makeLanes();
    this.root = svg("svg.plot", { role: "img", "aria-label": this.describe(),
      onpointerdown: (/** @type {PointerEvent} */ e) => { this.dragged = this.stepAt(e); },
      onpointerup: (/** @type {PointerEvent} */ e) => this.release(e) });
    this.frame = h("div.plotframe", { tabindex: 0, role: "group",
      "aria-label": "Plot. Arrow keys step, plus and minus zoom, 0 shows all steps.",
      onkeydown: (/** @type {KeyboardEvent} */ e) => this.key(e),
      onwheel: (/** @type {WheelEvent} */ e) => this.wheel(e) }, this.root);
    this.element = h("section", { "aria-label": "Signals" }, h("div.tools", {},
      h("h3", {}, "Signals"), this.tool("+", "Zoom in", () => this.zoom(0.5)),
      this.tool("−", "Zoom out", () => this.zoom(2)),
      this.tool("All", "Show all steps", () => this.show(0, test.n)), this.legend()), this.frame);
    stepper.watchers.push(() => this.follow());
    new ResizeObserver(() => {
      this.width = Math.max(300, this.frame.clientWidth - 18);
      this.draw();
    }).observe(this.frame);
  }

  /** @param {string} text @param {string} label @param {() => void} onclick */
  tool(text, label, onclick) {
    return h("button", { type: "button", "aria-label": label, title: label, onclick }, text);
  }

  legend() {
    const keys = [["input", "input"], ["output", "expected"]];
    if (this.lanes.some((l) => l.signal.dict.some((c) => !isPlain(c)))) keys.push(["band", "allowed"]);
    if (resultOf(this.test)) keys.push(["observed", "observed"]);
    return h("span.keys", {}, keys.map(([key, text]) => h("span", {},
      svg("svg.plot", { viewBox: "0 0 22 12", width: 22, height: 12, "aria-hidden": "true" },
        key === "band" ? svg("rect.band", { x: 0, y: 1, width: 22, height: 10 })
          : svg(`path.line.${key}`, { d: "M0 6H22" })), text)));
  }

  describe() {
    return `Signals of test ${nameOf(this.test)} over ${this.test.n} steps; ` +
      "the table below has the same values";
  }

  makeLanes() {
    let top = HEAD;
    /** @param {boolean} input @returns {(signal: Signal, index: number) => Lane} */
    const lane = (input) => (signal, index) => {
      const kind = plotKind(signal);
      const height = LANE_HEIGHT[kind];
      const seen = input ? [] : report.results?.dict[index] ?? [];
      const ends = kind === "bool" ? { low: 0, high: 1 }
        : numbersIn(signal, this.cells(input, index).concat(seen.length > 0 ? this.seen(index) : []));
      /** @type {Lane} */
      const made = { signal, input, index, kind, top, height, ...ends };
      top += height + GAP;
      return made;
    };
    const lanes = [...report.inputs.map(lane(true)), ...report.outputs.map(lane(false))];
    return lanes;
  }

  /** @param {boolean} input @param {number} index */
  cells(input, index) {
    const steps = stepsOf(this.test);
    const { dict } = (input ? report.inputs : report.outputs)[index];
    const column = (input ? steps.inputs : steps.expected)[index];
    return [...new Set(column)].map((n) => dict[n]);
  }

  /** @param {number} index */
  seen(index) {
    const cells = [];
    for (let e = 0; e < this.test.n; ++e) cells.push(observedCell(this.test, index, e));
    return cells;
  }

  get gutter() {
    return this.width < 560 ? 104 : 168;
  }
  /** @param {number} step */
  x(step) {
    return this.gutter + ((step - this.from) * (this.width - this.gutter)) / (this.to - this.from);
  }
  /** @param {MouseEvent} event */
  stepAt(event) {
    const x = event.clientX - this.root.getBoundingClientRect().left;
    const share = (x - this.gutter) / (this.width - this.gutter);
    return Math.floor(this.from + share * (this.to - this.from));
  }

  /** @param {PointerEvent} event */
  release(event) {
    const at = this.stepAt(event);
    if (this.dragged !== null && Math.abs(at - this.dragged) > 1) {
      this.show(Math.min(at, this.dragged), Math.max(at, this.dragged) + 1);
    } else {
      this.stepper.go(at);
    }
    this.dragged = null;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "+") this.zoom(0.5);
    else if (event.key === "-") this.zoom(2);
    else if (event.key === "0") this.show(0, this.test.n);
    else if (!this.stepper.key(event)) return;
    event.preventDefault();
  }

  /** With the control key, as pictures are zoomed. @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoom(event.deltaY < 0 ? 0.7 : 1.4);
  }

  /** Around the chosen step. @param {number} factor */
  zoom(factor) {
    const width = Math.max(4, Math.round((this.to - this.from) * factor));
    const middle = this.stepper.entry;
    this.show(Math.floor(middle - width / 2), Math.floor(middle - width / 2) + width);
  }

  /** @param {number} from @param {number} to */
  show(from, to) {
    const width = Math.min(to - from, this.test.n);
    this.from = Math.max(0, Math.min(from, this.test.n - width));
    this.to = this.from + width;
    this.draw();
  }

  /** Keeps the chosen step in sight. */
  follow() {
    const width = this.to - this.from;
    const at = this.stepper.entry;
    if (at < this.from || at >= this.to) this.show(at - Math.floor(width / 2), at - Math.floor(width / 2) + width);
    else this.draw();
  }

  /** Steps with the same cells, as far as they are in sight. @param {Lane} lane */
  runs(lane) {
    const steps = stepsOf(this.test);
    const column = (lane.input ? steps.inputs : steps.expected)[lane.index];
    const bad = new Set((resultOf(this.test)?.violations ?? [])
      .filter(([, name]) => name === lane.signal.name).map(([step]) => step));
    /** @type {Run[]} */
    const runs = [];
    for (let e = this.from; e < this.to; ++e) {
      const cell = lane.signal.dict[column[e]];
      const seen = lane.input ? null : observedCell(this.test, lane.index, e);
      const wrong = !lane.input && bad.has(observedStep(this.test, e) + 1);
      const last = runs[runs.length - 1];
      if (last && last.cell === cell && last.seen === seen && last.bad === wrong) last.to = e + 1;
      else runs.push({ from: e, to: e + 1, cell, seen, bad: wrong });
    }
    return runs;
  }

  draw() {
    const { root, width } = this;
    const height = this.lanes.reduce((h, l) => Math.max(h, l.top + l.height + GAP), HEAD);
    root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    root.setAttribute("width", String(width));
    root.setAttribute("height", String(height));
    const at = this.stepper.entry;
    root.replaceChildren(
      svg("defs", {}, svg("pattern", { id: "hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse",
        patternTransform: "rotate(45)" }, svg("path.hatch", { d: "M0 0V6" }))),
      svg("rect.cursor", { x: this.x(at), y: 20, width: this.x(at + 1) - this.x(at), height: height - 20 }),
      ...this.axis(), ...this.marks(), ...this.lanes.map((l) => this.lane(l)));
  }

  axis() {
    const count = this.to - this.from;
    const most = Math.max(2, Math.floor((this.width - this.gutter) / 46));
    const raw = Math.max(1, count / most);
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = Math.max(1, Math.ceil(raw / power) > 5 ? 10 * power
      : Math.ceil(raw / power) > 2 ? 5 * power : Math.ceil(raw / power) * power);
    const out = [svg("text.axis", { x: 0, y: 14 }, "step")];
    for (let s = Math.ceil((this.from + 1) / step) * step; s <= this.to; s += step) {
      out.push(svg("text.axis", { x: (this.x(s - 1) + this.x(s)) / 2, y: 14, "text-anchor": "middle" },
        String(s)), svg("path.grid", { d: `M${this.x(s - 1)} 20V9999` }));
    }
    return out;
  }

  /** Flags for goals, crosses for violations. */
  marks() {
    const out = [svg("text.axis", { x: 0, y: 34 }, "goals")];
    for (const [step, goals] of this.test.g) {
      if (step - 1 < this.from || step > this.to) continue;
      const x = (this.x(step - 1) + this.x(step)) / 2;
      const known = goals.map((g) => report.goals[g]).filter((g) => g);
      const bad = known.some((g) => stateOf(g).tone === "bad");
      const needs = new Set(known.flatMap((g) => g.req.map((r) => report.requirements[r])));
      out.push(svg("g.flag", { "data-tone": bad ? "bad" : "good" },
        svg("title", {}, `step ${step}: ${goals.map((g) => report.names[g]).join(", ")}` +
          (needs.size > 0 ? ` (${[...needs].join(", ")})` : "")),
        svg("path", { d: bad ? `M${x - 4} 26l8 8m0 -8l-8 8` : `M${x - 3} 36V25l8 3.2-8 3.2` })));
    }
    return out;
  }

  /** @param {Lane} lane */
  lane(lane) {
    const { top, height, signal } = lane;
    const runs = this.runs(lane);
    const name = signal.name + (signal.unit ? ` [${signal.unit}]` : "");
    const current = this.current(lane);
    const parts = [svg("path.grid", { d: `M0 ${top + height + GAP / 2}H${this.width}` }),
      svg("text.name", { x: 0, y: top + 14 }, svg("title", {}, name), cut(name, this.gutter - 14)),
      svg("text.value", { x: 0, y: top + 31 }, svg("title", {}, current), cut(current, this.gutter - 14))];
    if (lane.kind === "number" && height > 60) {
      parts.push(svg("text.axis", { x: this.gutter - 6, y: top + 9, "text-anchor": "end" }, shortNumber(lane.high)),
        svg("text.axis", { x: this.gutter - 6, y: top + height, "text-anchor": "end" }, shortNumber(lane.low)));
    }
    if (lane.kind === "named") runs.forEach((r) => parts.push(...this.box(lane, r)));
    else parts.push(...this.curve(lane, runs));
    return svg("g", { class: lane.input ? "in" : "out" }, parts);
  }

  /** The value at the chosen step. @param {Lane} lane */
  current(lane) {
    const steps = stepsOf(this.test);
    const at = this.stepper.entry;
    const cell = lane.signal.dict[(lane.input ? steps.inputs : steps.expected)[lane.index][at]];
    const seen = lane.input ? null : observedCell(this.test, lane.index, at);
    const text = cellText(lane.signal, cell);
    return seen === null || seen === cell ? text : `${text} → ${cellText(lane.signal, seen)}`;
  }

  /** @param {Lane} lane @param {number} value */
  y(lane, value) {
    const span = lane.high - lane.low || 1;
    const inner = lane.height - 12;
    const share = lane.high === lane.low ? 0.5 : (value - lane.low) / span;
    return lane.top + 6 + inner * (1 - Math.max(0, Math.min(1, share)));
  }

  /** Lines and bands. @param {Lane} lane @param {Run[]} runs */
  curve(lane, runs) {
    let line = "";
    let dashed = "";
    let seen = "";
    let last = NaN;
    let lastSeen = NaN;
    const parts = [];
    for (const run of runs) {
      const [x0, x1] = [this.x(run.from), this.x(run.to)];
      const value = isPlain(run.cell) ? numeric(lane.signal, run.cell) : NaN;
      if (!Number.isNaN(value)) {
        line += this.piece(lane, last, value, x0, x1);
      } else if (!isPlain(run.cell)) {
        parts.push(...this.allowed(lane, run, x0, x1));
      } else if (lane.input) {
        const y = this.y(lane, numeric(lane.signal, lane.signal.default));
        dashed += `M${x0} ${y}H${x1}`;
      }
      last = value;
      const observed = isPlain(run.seen) ? numeric(lane.signal, run.seen) : NaN;
      if (!Number.isNaN(observed)) seen += this.piece(lane, lastSeen, observed, x0, x1);
      lastSeen = observed;
      if (run.bad) parts.push(...this.cross(lane, observed, x0, x1));
    }
    const kind = lane.input ? "input" : "output";
    return [...parts, svg(`path.line.${kind}.dashed`, { d: dashed || null }),
      svg(`path.line.${kind}`, { d: line || null }), svg("path.line.observed", { d: seen || null })];
  }

  /** @param {Lane} lane @param {number} last @param {number} value @param {number} x0 @param {number} x1 */
  piece(lane, last, value, x0, x1) {
    const y = this.y(lane, value).toFixed(1);
    return `${Number.isNaN(last) ? `M${x0.toFixed(1)} ${y}` : `V${y}`}H${x1.toFixed(1)}`;
  }

  /** @param {Lane} lane @param {number} observed @param {number} x0 @param {number} x1 */
  cross(lane, observed, x0, x1) {
    const y = Number.isNaN(observed) ? lane.top + lane.height / 2 : this.y(lane, observed);
    const x = (x0 + x1) / 2;
    return [svg("rect.badstep", { x: x0, y: lane.top, width: x1 - x0, height: lane.height }),
      svg("path.badmark", { d: `M${x - 5} ${y - 5}l10 10m0 -10l-10 10` })];
  }

  /** What is allowed, where it is not one value.
   * @param {Lane} lane @param {Run} run @param {number} x0 @param {number} x1 */
  allowed(lane, run, x0, x1) {
    const cell = run.cell;
    const title = svg("title", {}, cellText(lane.signal, cell));
    const width = x1 - x0;
    if (isPlain(cell)) return [];
    if ("s" in cell) {
      return [svg("path.choice", { d: cell.s.map((v) =>
        `M${x0} ${this.y(lane, numeric(lane.signal, v))}H${x1}`).join("") }, title)];
    }
    if ("i" in cell) {
      const [lo, hi] = cell.i;
      const high = hi === null ? lane.top : this.y(lane, numeric(lane.signal, hi)) - 2;
      const low = lo === null ? lane.top + lane.height : this.y(lane, numeric(lane.signal, lo)) + 2;
      return [svg("rect.band", { x: x0, y: high, width, height: low - high }, title)];
    }
    return [svg("rect.anything", { x: x0, y: lane.top + 4, width, height: lane.height - 8,
      fill: "url(#hatch)" }, title)];
  }

  /** A named value. @param {Lane} lane @param {Run} run */
  box(lane, run) {
    const [x0, x1] = [this.x(run.from), this.x(run.to)];
    const text = cellText(lane.signal, run.cell);
    const plain = isPlain(run.cell);
    const none = run.cell === null;
    if (none && !lane.input && run.seen === null) return [];
    const shown = none && lane.input ? cellText(lane.signal, lane.signal.default)
      : run.seen !== null && run.seen !== run.cell ? cellText(lane.signal, run.seen) : text;
    const kind = run.bad ? "bad" : none ? "none" : !plain ? "wide" : lane.input ? "input" : "output";
    const parts = [svg(`rect.box.${kind}`, { x: x0 + 0.75, y: lane.top + 7, rx: 4,
      width: Math.max(1, x1 - x0 - 1.5), height: lane.height - 14 }, svg("title", {}, text || shown)),
    svg("text.inbox", { x: (x0 + x1) / 2, y: lane.top + lane.height / 2 + 4, "text-anchor": "middle" },
      cut(shown, x1 - x0 - 6))];
    if (run.bad) parts.push(...this.cross(lane, NaN, x0 + 2, x0 + 20).slice(1));
    return parts;
  }
}

/** @param {number} n */
function shortNumber(n) {
  const size = Math.abs(n);
  if (size >= 1e6 || (size > 0 && size < 1e-3)) return n.toExponential(1);
  return String(Math.round(n * 1000) / 1000);
}
