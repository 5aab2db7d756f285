// SPDX-License-Identifier: Apache-2.0
/** One test: its goals, its plots or drawing, its steps, its result. */
import { report, resultOf, stepOf } from "../base/data.js";
import { facts, goalRef, requirementLink, testShape } from "../base/components.js";
import { announce, h } from "../base/dom.js";
import { badge, icon, verdictLabel } from "../base/labels.js";
import { link, replaceRoute } from "../base/route.js";
import { nameOf } from "../base/data.js";
import { plainText } from "../base/values.js";
import { Plot } from "../draw/plot.js";
import { adaptivePart, automatonPart } from "../draw/tree.js";
import { sequenceDiagram } from "../draw/sequence.js";
import { stepDetail, stepTable } from "./steps.js";

/** @typedef {import("../base/data.js").Test} Test */
/** @typedef {{element: Element, choose: (entry: number) => void}} Panel */

/** Steps that the reader goes through with buttons and keys. */
export class Stepper {
  /** @param {Test} test @param {number} entry  from 0
   * @param {boolean} [tracked]  whether the address names the step */
  constructor(test, entry, tracked = true) {
    this.tracked = tracked;
    this.test = test;
    this.entry = Math.max(0, Math.min(entry, test.n - 1));
    /** @type {((entry: number) => void)[]} */
    this.watchers = [];
    this.label = h("output", { "aria-live": "polite" });
    this.element = h("div.stepper", { role: "group", "aria-label": "Step" },
      this.button("first", "First step", () => 0), this.button("back", "Step back", () => this.entry - 1),
      this.label, this.button("on", "Step on", () => this.entry + 1),
      this.button("last", "Last step", () => test.n - 1));
    this.name();
  }
  /** @param {string} symbol @param {string} label @param {() => number} to */
  button(symbol, label, to) {
    return h("button", { type: "button", "aria-label": label, title: label,
      onclick: () => this.go(to()) }, icon(symbol));
  }
  name() {
    this.label.textContent = `step ${this.entry + 1} of ${this.test.n}`;
  }
  /** @param {number} entry */
  go(entry) {
    const to = Math.max(0, Math.min(entry, this.test.n - 1));
    if (to === this.entry) return;
    this.entry = to;
    this.name();
    if (this.tracked) replaceRoute(link("test", { test: this.test.id, step: to + 1 }));
    for (const watcher of this.watchers) watcher(to);
  }
  /** @param {KeyboardEvent} event  @returns {boolean} whether it was for us */
  key(event) {
    const to = { ArrowRight: this.entry + 1, ArrowLeft: this.entry - 1, Home: 0,
      End: this.test.n - 1 }[event.key];
    if (to === undefined) return false;
    this.go(to);
    return true;
  }
}

/** @param {Test} test */
function resultPart(test) {
  const result = resultOf(test);
  if (!result) return null;
  const label = verdictLabel(result.verdict);
  return h("section.card", { "data-tone": label.tone, "aria-label": "Result" },
    h("p", {}, badge(label), h("span.mono", {}, ` ${result.code}`), result.flaky
      ? h("b", {}, " flaky: repetitions disagreed") : null, result.sut
      ? h("span.mono", {}, ` on ${result.sut}`) : null),
    result.reason ? h("p", {}, result.reason) : null,
    result.req.length > 0 ? h("p", {}, "Requirements: ", result.req.map(requirementLink)) : null,
    result.output ? h("details", {}, h("summary", {}, "What the system printed"),
      h("pre", {}, result.output)) : null);
}

/** @param {Test} test */
function goalPart(test) {
  const covered = test.goals.map((g) => {
    const step = stepOf(test, g);
    const at = step === undefined ? "" : step === 0 ? "initialisation" : `step ${step}`;
    return h("li", {}, goalRef(g), " ",
      at ? h("a.dim", { href: link("test", { test: test.id, step }) }, at) : null);
  });
  if (covered.length === 0) return null;
  const list = h("ul.plain.goals", {}, covered);
  return h("details.card", { open: covered.length <= 4 }, h("summary", {},
    h("h3", {}, `Goals (${covered.length})`)), list);
}

/** @param {Test} test @param {Stepper} stepper */
function stepsPart(test, stepper) {
  const table = stepTable(test, (e) => stepper.go(e), () => stepper.entry);
  const detail = h("div", {}, test.n > 0 ? stepDetail(test, stepper.entry) : null);
  stepper.watchers.push((entry) => {
    table.reveal(entry);
    detail.replaceChildren(stepDetail(test, entry));
    announce(`step ${entry + 1}`);
  });
  if (stepper.entry > 0) requestAnimationFrame(() => table.reveal(stepper.entry));
  table.element.addEventListener("keydown", (e) => {
    const event = /** @type {KeyboardEvent} */ (e);
    if ((event.key === "ArrowLeft" || event.key === "ArrowRight") && event.altKey &&
        stepper.key(event)) event.preventDefault();
  });
  return h("div", {}, h("h3", {}, "Steps"), table.element, detail);
}

/** @param {Test} test @param {Stepper} stepper */
function sequencePart(test, stepper) {
  const diagram = sequenceDiagram(test, (e) => stepper.go(e));
  if (!diagram) return null;
  const mark = (/** @type {number} */ entry) => {
    for (const line of diagram.querySelectorAll("[data-step]")) {
      line.classList.toggle("now", line.getAttribute("data-step") === String(entry));
    }
  };
  stepper.watchers.push(mark);
  mark(stepper.entry);
  return h("details", { open: true }, h("summary", {}, h("h3", {}, "Messages")),
    h("div.scroll.sequencebox", { tabindex: 0, role: "region", "aria-label": "Messages" }, diagram));
}

/** @param {Test} test @param {number} step  from 1; 0 is the initialisation */
export function testDetail(test, step) {
  const stepper = new Stepper(test, step - 1);
  return h("article.detail", { "aria-labelledby": "detail" },
    h("a.back", { href: link("tests") }, "All tests"),
    h("h2", { id: "detail", tabindex: -1 }, nameOf(test)),
    h("p.dim", {}, testShape(test), " · ", h("span.mono", { title: test.id }, test.id.slice(0, 12)),
      " · ", h("a", { href: link("test", { test: test.id }) }, "link"),
      report.drawing ? [" · ", h("a", { href: link("model", { model: "", test: test.id }) }, "in the drawing")] : null),
    test.note ? h("p", {}, test.note) : null,
    test.initial ? facts(test.initial.map(([s, v]) => [report.initial[s].name,
      plainText(report.initial[s], v)])) : null,
    resultPart(test), goalPart(test),
    test.n > 0 ? stepper.element : null,
    test.tree ? automatonPart(test) : null, test.next ? adaptivePart(test, (e) => stepper.go(e)) : null,
    sequencePart(test, stepper),
    test.n > 0 && !test.next ? new Plot(test, stepper).element : null,
    test.tree ? null : stepsPart(test, stepper),
    test.req.length > 0 ? h("p", {}, "Requirements: ", test.req.map(requirementLink)) : null);
}
