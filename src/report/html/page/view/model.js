// SPDX-License-Identifier: Apache-2.0
/** The drawing of the model: what is covered of it, and tests that step over
 * it. */
import { findGoal, findTest, goalNumber, nameOf, numberOf, report } from "../base/data.js";
import { coverLink, goalLink, heading } from "../base/components.js";
import { testsOfGoal } from "../base/data.js";
import { add, h, plural } from "../base/dom.js";
import { badge, GOAL_STATES, stateOf } from "../base/labels.js";
import { link } from "../base/route.js";
import { cellText, stepsOf } from "../base/values.js";
import { Diagram } from "../draw/diagram.js";
import { Stepper } from "./test.js";

/** @typedef {import("../base/data.js").Test} Test */

/** The states that a machine is in after a step: the one that the output
 * `state` names and those around it. @param {Test} test @param {number} entry */
function statesAfter(test, entry) {
  const { vertices, runs } = /** @type {import("../base/data.js").Drawing} */ (report.drawing);
  if (runs) return new Set([runs[numberOf(test)]?.states[entry + 1]].filter((s) => s !== undefined));
  const output = report.outputs.findIndex((s) => s.name === "state");
  const inside = new Set();
  if (output < 0 || entry < 0) return inside;
  const signal = report.outputs[output];
  const name = cellText(signal, signal.dict[stepsOf(test).expected[output][entry]]);
  let at = vertices.findIndex((v) => v.kind === "state" && (v.full === name || v.full.endsWith("::" + name)));
  while (at >= 0) {
    inside.add(at);
    at = vertices[at].parent;
  }
  return inside;
}

/** Transitions whose goals a step covers for the first time.
 * @param {Test} test @param {number} step  0 is the initialisation */
function edgesCovered(test, step) {
  const runs = report.drawing?.runs;
  if (runs) {
    return new Set([runs[numberOf(test)]?.edges[step - 1]].filter((e) => e !== undefined));
  }
  const goals = new Set(test.g.filter(([s]) => s === step).flatMap(([, list]) => list));
  const edges = new Set();
  report.drawing?.transitions.forEach((edge, i) => {
    if (edge.goals.some((g) => goals.has(g) && !report.names[g].endsWith(" false"))) edges.add(i);
  });
  return edges;
}

/** All that a test covers, for tests that have no steps of their own.
 * @param {Test} test */
function edgesOfTest(test) {
  const goals = new Set(test.goals);
  const edges = new Set();
  report.drawing?.transitions.forEach((edge, i) => {
    if (edge.goals.some((g) => goals.has(g))) edges.add(i);
  });
  return edges;
}

/** @param {Diagram} diagram @param {Test | undefined} first @param {number} step */
function player(diagram, first, step) {
  const box = h("div.player");
  const choose = (/** @type {Test | undefined} */ test) => {
    const rest = h("div.inline");
    diagram.trace(new Set(test ? report.drawing?.runs?.[numberOf(test)]?.edges : []));
    if (!test) {
      diagram.highlight(new Set(), new Set());
    } else if (test.n === 0) {
      diagram.highlight(new Set(), edgesOfTest(test));
      add(rest, [h("span.dim", {}, "The transitions of its path are marked. "), h("a", { href: link("test", { test: test.id }) }, "The test")]);
    } else {
      const stepper = new Stepper(test, step - 1, false);
      const text = h("p", { "aria-live": "polite" });
      const show = (/** @type {number} */ entry) => {
        const states = statesAfter(test, entry);
        diagram.highlight(states, edgesCovered(test, entry + 1));
        if (report.drawing?.runs) diagram.reveal([...states][0]);
        text.textContent = stepText(test, entry);
      };
      stepper.watchers.push(show);
      stepper.element.addEventListener("keydown", (e) => {
        if (stepper.key(/** @type {KeyboardEvent} */ (e))) e.preventDefault();
      });
      show(stepper.entry);
      add(rest, [stepper.element, text, h("a", { href: link("test", { test: test.id }) }, "The test")]);
    }
    box.replaceChildren(select, rest);
  };
  const select = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Test to step through", onchange: () => {
    choose(select.value ? findTest(select.value) : undefined);
  } }, h("option", { value: "" }, "Step through a test"), report.tests.slice(0, 500).map((t) =>
    h("option", { value: t.id, selected: t === first }, nameOf(t)))));
  choose(first);
  return box;
}

/** @param {import("../base/data.js").Vertex | undefined} vertex @param {Test} test
 * @param {number} entry */
function graphStepText(vertex, test, entry) {
  const { inputs } = stepsOf(test);
  const values = entry < 0 ? ["initialisation"] : report.inputs.map((signal, i) =>
    `${signal.name} = ${cellText(signal, signal.dict[inputs[i][entry]])}`);
  return `${values.join(", ")}${vertex ? `, then in ${vertex.name}` : ", then outside of the graph"}`;
}

/** @param {Test} test @param {number} entry */
function stepText(test, entry) {
  const { runs, vertices } = /** @type {import("../base/data.js").Drawing} */ (report.drawing);
  if (runs) return graphStepText(vertices[runs[numberOf(test)]?.states[entry + 1] ?? -1], test, entry);
  const value = (/** @type {import("../base/data.js").Signal[]} */ signals, /** @type {Uint32Array[]} */ columns,
    /** @type {string} */ name) => {
    const at = signals.findIndex((s) => s.name === name);
    return at < 0 ? "" : cellText(signals[at], signals[at].dict[columns[at][entry]]);
  };
  const steps = stepsOf(test);
  const message = value(report.inputs, steps.inputs, "message");
  const state = value(report.outputs, steps.expected, "state");
  return [message, state ? `then in ${state}` : ""].filter((t) => t).join(", ");
}

/** @param {"vertex" | "edge"} kind @param {number} index */
function elementDetail(kind, index) {
  const drawing = /** @type {import("../base/data.js").Drawing} */ (report.drawing);
  const edge = kind === "edge" ? drawing.transitions[index] : null;
  const vertex = kind === "vertex" ? drawing.vertices[index] : null;
  const goals = (edge ?? vertex)?.goals ?? [];
  const title = edge ? `${drawing.vertices[edge.from].name} → ${drawing.vertices[edge.to].name}` : vertex?.full ?? "";
  return [h("h2", { id: "detail", tabindex: -1 }, title),
    edge ? h("p.dim", {}, `transition ${edge.name}${edge.kind === "external" ? "" : `, ${edge.kind}`}`) : h("p.dim", {}, vertex?.kind ?? ""),
    (edge?.label ?? vertex?.actions ?? []).map((l) => h("p.mono", {}, l)),
    goals.length === 0 ? h("p.dim", {}, "It has no goals.") : goals.map((g) => h("section.card", { "aria-label": report.names[g] },
      h("p", {}, badge(stateOf(report.goals[g]))), h("p", {}, goalLink(report.goals[g])), h("p.dim", {}, report.goals[g].reason),
      testsOfGoal[g].slice(0, 3).map((t) => h("p", {}, coverLink(report.tests[t], g)))))].flat();
}

const GRAPH_HELP = "Arrows are steps with values that represent the inputs; a box has the variables that " +
  "are not the same in all states. The path of the chosen test is drawn thick, and the step that is shown is marked.";

function keys() {
  const tones = [GOAL_STATES.covered, GOAL_STATES.undecided, GOAL_STATES.unreachable, GOAL_STATES.violated];
  return [h("h2", { id: "detail", tabindex: -1 }, "Legend"), h("ul.plain", {}, tones.map((t) => h("li", {}, badge(t), h("span.dim", {}, ` ${t.help}`)))),
    h("p.dim", {}, "The worst goal of an element gives it its symbol and colour. Choose an element to see its goals. ",
      report.drawing?.runs ? GRAPH_HELP : "While a test is stepped through, the state after the step and the " +
        "transitions that the step covers first are marked.")];
}

/** @param {Diagram} diagram @param {HTMLElement} frame */
function zoomTools(diagram, frame) {
  let scale = 1;
  const apply = () => {
    diagram.root.setAttribute("width", String(diagram.width * scale));
    diagram.root.setAttribute("height", String(diagram.height * scale));
  };
  const fit = () => {
    scale = Math.min(1.25, Math.max(0.2, (frame.clientWidth - 20) / diagram.width));
    apply();
  };
  const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ act) =>
    h("button", { type: "button", "aria-label": label, title: label, onclick: act }, text);
  requestAnimationFrame(fit);
  return h("div.tools", {}, button("+", "Larger", () => { scale *= 1.25; apply(); }),
    button("−", "Smaller", () => { scale /= 1.25; apply(); }), button("Fit", "Fit the width", fit));
}

const TITLES = { machine: "State machine", timed: "Timed automaton", graph: "State graph" };

/** @param {import("../base/route.js").Route} route */
export function modelView(route) {
  const drawing = /** @type {import("../base/data.js").Drawing} */ (report.drawing);
  const side = h("article.detail", { "aria-labelledby": "detail" }, keys());
  const diagram = new Diagram(drawing, (kind, index) => {
    diagram.choose(kind, index);
    side.replaceChildren(...elementDetail(kind, index));
  });
  const frame = h("div.scroll.canvas", { tabindex: 0, role: "region", "aria-label": "Drawing" }, diagram.root);
  const goal = route.goal ? findGoal(route.goal) : undefined;
  if (goal) {
    const number = goalNumber(goal);
    const edge = drawing.transitions.findIndex((e) => e.goals.includes(number));
    const vertex = drawing.vertices.findIndex((v) => v.goals.includes(number));
    const element = edge >= 0 ? diagram.choose("edge", edge) : vertex >= 0 ? diagram.choose("vertex", vertex) : null;
    if (element) side.replaceChildren(...elementDetail(edge >= 0 ? "edge" : "vertex", edge >= 0 ? edge : vertex));
    requestAnimationFrame(() => requestAnimationFrame(() => element?.scrollIntoView({ block: "center", inline: "center" })));
  }
  const title = TITLES[drawing.kind];
  const test = route.test ? findTest(route.test)
    : drawing.runs && route.goal === undefined ? report.tests[0] : undefined;
  return h("div.split.chosen.drawn", {}, h("div.list", {}, heading(title, h("p.counter", {},
    `${drawing.name}: ${plural(drawing.vertices.filter((v) => v.kind === "state").length, "state")}, ` +
    plural(drawing.arrows ?? drawing.transitions.length, "transition") +
    ((drawing.arrows ?? 0) > drawing.transitions.length
      ? `; drawn are those of tests, and one on a shortest run to each state (${drawing.transitions.length})` : ""))),
  h("div.filters", {}, zoomTools(diagram, frame), player(diagram, test, Number(route.step ?? 1))), frame), side);
}
