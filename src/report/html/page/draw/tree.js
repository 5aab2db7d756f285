// SPDX-License-Identifier: Apache-2.0
/** Tests that react to the system: test-case automata as an overview and as
 * cards with all guards, trees of steps as a diagram. */
import { report, resultOf } from "../base/data.js";
import { h, plural, svg } from "../base/dom.js";
import { badge, verdictLabel } from "../base/labels.js";
import { cellText, stepsOf } from "../base/values.js";
import { Diagram } from "./diagram.js";

/** @typedef {import("../base/data.js").Test} Test */
/** @typedef {import("../base/data.js").Tree} Tree */

const COLUMN = 190;
const LEAF = 24;
/** @type {Record<string, string>} */
const ACTIONS = { stimulate: "the tester sends", observe: "the system sends", quiescence: "silence" };

/** @param {Tree} tree @param {number} state */
function edgesOf(tree, state) {
  return tree.edges.filter(([from]) => from === state);
}

/** Edges that the purpose follows come first: to states, then to PASS.
 * @param {Tree} tree @param {number} state */
function sortedEdges(tree, state) {
  const rank = (/** @type {Tree["edges"][number]} */ e) =>
    !e[1] ? 0 : ["pass", "inconclusive", "fail", "error"].indexOf(tree.leaves[e[2]][1]) + 1;
  return [...edgesOf(tree, state)].sort((a, b) => rank(a) - rank(b));
}

/** Verdicts that a state leads to, with their numbers. @param {Tree} tree @param {number} state */
function verdictGroups(tree, state) {
  /** @type {Map<string, {name: string, verdict: string, count: number}>} */
  const groups = new Map();
  for (const [, toLeaf, to] of sortedEdges(tree, state)) {
    if (!toLeaf) continue;
    const [name, verdict] = tree.leaves[to];
    const at = groups.get(name);
    if (at) ++at.count;
    else groups.set(name, { name, verdict, count: 1 });
  }
  return [...groups.values()];
}

/** The name of a state without its time-out. @param {Tree} tree @param {number} state */
function stateName(tree, state) {
  return tree.states[state][0].split(" ")[0];
}

/** @param {string} text @param {number} most */
function shortened(text, most) {
  return text.length > most ? text.slice(0, most - 1) + "…" : text;
}

/** States from left to right, the verdicts of each below it. @param {Tree} tree @param {number} reached */
function overview(tree, reached) {
  const parts = /** @type {SVGElement[]} */ ([]);
  let width = 0;
  /** @param {number} state @param {number} depth @param {number} top @returns {number} */
  const place = (state, depth, top) => {
    const x = 40 + depth * COLUMN;
    const groups = verdictGroups(tree, state);
    width = Math.max(width, x + 160);
    let below = top;
    for (const [, toLeaf, to, action, label] of sortedEdges(tree, state)) {
      if (toLeaf) continue;
      const sent = action === "stimulate";
      parts.push(svg(`path.way.${sent ? "sent" : "got"}`, { d: `M${x + 16} ${top + 24}C${x + 90} ${top + 24} ${x + 90} ${below + 24} ${x + COLUMN - 16} ${below + 24}` }),
        svg("text.what", { x: x + COLUMN / 2 + 4, y: below + 16, "text-anchor": "middle" }, svg("title", {}, label), shortened(label.split(" ")[0], 18)));
      below = place(to, depth + 1, below);
    }
    parts.push(svg("g.node", { class: depth <= reached ? "node reached" : "node" },
      svg("circle", { cx: x, cy: top + 24, r: 16 }), svg("text", { x, y: top + 28, "text-anchor": "middle" }, shortened(stateName(tree, state), 5))));
    groups.forEach((g, i) => {
      const y = top + 62 + i * LEAF;
      const label = verdictLabel(g.verdict);
      parts.push(svg("path.stem", { d: `M${x} ${top + 40}V${y - 4}H${x + 8}` }), svg("g.leaf", { "data-tone": label.tone },
        svg("rect", { x: x + 8, y: y - 14, width: 128, height: 20, rx: 10 }),
        svg("text", { x: x + 18, y }, `${{ good: "✓", bad: "✗", open: "?" }[label.tone] ?? "–"} ${g.name}${g.count > 1 ? ` ×${g.count}` : ""}`)));
    });
    return Math.max(below, top + 62 + groups.length * LEAF + 12);
  };
  const height = place(0, 0, 0);
  return svg("svg.tree", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img",
    "aria-label": `Tree of ${plural(tree.states.length, "state")}; the cards below have all of it` }, parts);
}

/** @param {Tree} tree @param {number} state */
function stateCard(tree, state) {
  const [title, ...definitions] = tree.states[state];
  const rows = sortedEdges(tree, state).map(([, toLeaf, to, action, label]) => {
    const leaf = toLeaf ? tree.leaves[to] : null;
    return h("tr", { class: leaf ? null : "onward" }, h("td", {}, ACTIONS[action] ?? action), h("td.mono", {}, label),
      h("td", {}, leaf ? badge({ ...verdictLabel(leaf[1]), text: leaf[0], help: leaf[2] })
        : h("span", {}, `to ${stateName(tree, to)}`), leaf ? h("p.dim", {}, leaf[2]) : null));
  });
  return h("section.card", { "aria-label": `State ${title}` }, h("h4", {}, title), definitions.map((d) => h("p.mono", {}, d)),
    h("div.scroll", { tabindex: 0, role: "region", "aria-label": `Answers in ${title}` }, h("table.data.answers", {},
      h("caption.hidden", {}, `What may happen in ${title}`), h("thead", {}, h("tr", {}, ["Who", "What", "Then"].map((t) =>
        h("th", { scope: "col" }, t)))), h("tbody", {}, rows))));
}

/** @param {Test} test */
export function automatonPart(test) {
  const tree = /** @type {Tree} */ (test.tree);
  const result = resultOf(test);
  return h("section.reactive", { "aria-label": "Test case" }, h("h3", {}, "Test case"),
    h("div.scroll", { tabindex: 0, role: "region", "aria-label": "Overview" }, overview(tree, result ? result.step : -1)),
    result ? h("p.dim", {}, `The run reached ${plural(Math.max(0, result.step), "step")} of the purpose; the states of it are filled.`) : null,
    tree.states.map((_, s) => stateCard(tree, s)));
}

/** Steps as boxes, answers as arrows. @param {Test} test @param {(entry: number) => void} onchoose */
export function adaptivePart(test, onchoose) {
  const steps = stepsOf(test);
  const goals = new Map(test.g);
  /** @type {import("../base/data.js").Drawing} */
  const drawing = { kind: "machine", name: test.name, vertices: [], transitions: [] };
  for (let e = 0; e < test.n; ++e) {
    drawing.vertices.push({ name: `step ${e + 1}`, full: `step ${e + 1}`, kind: "state", parent: -1,
      goals: goals.get(e + 1) ?? [], initial: e === 0, actions: report.inputs.map((s, i) => {
        const cell = s.dict[steps.inputs[i][e]];
        return cell === null ? "" : `${s.name} = ${cellText(s, cell)}`;
      }).filter((t) => t) });
  }
  for (const [from, to, when] of test.next ?? []) {
    drawing.transitions.push({ name: when || "otherwise", label: [when || "otherwise"], kind: "external", from, to, goals: [] });
  }
  const diagram = new Diagram(drawing, (kind, index) => {
    diagram.choose(kind, index);
    onchoose(kind === "vertex" ? index : drawing.transitions[index].to);
  });
  const path = resultOf(test)?.path;
  if (path) diagram.highlight(new Set(path), new Set());
  return h("section.reactive", { "aria-label": "Test case" }, h("h3", {}, "Steps and answers"),
    path ? h("p.dim", {}, "The steps that were run are marked.") : null,
    h("div.scroll.canvas", { tabindex: 0, role: "region", "aria-label": "Drawing of the test" }, diagram.root));
}
