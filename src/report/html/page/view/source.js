// SPDX-License-Identifier: Apache-2.0
/** The files that goals are in, line by line. */
import { report } from "../base/data.js";
import { coverLink, goalLink, heading, narrowTitle } from "../base/components.js";
import { goalNumber, testsOfGoal } from "../base/data.js";
import { h, plural } from "../base/dom.js";
import { badge, GOAL_STATES, mark, stateOf } from "../base/labels.js";
import { link } from "../base/route.js";
import { partsOf, piecesOf } from "./marks.js";

/** @typedef {import("../base/data.js").Goal} Goal */

/** The worst comes first: it colours the line. */
const ORDER = ["violated", "undecided", "not_within_bound", "unreachable", "excluded", "covered", "holds"];

/** Goals by line. @param {string} file */
function goalsByLine(file) {
  /** @type {Map<number, Goal[]>} */
  const lines = new Map();
  for (const goal of report.goals) {
    if (goal.where?.[0] !== file || !goal.where[1]) continue;
    const at = lines.get(goal.where[1]);
    if (at) at.push(goal);
    else lines.set(goal.where[1], [goal]);
  }
  return lines;
}

/** States of the goals of a line, worst first. @param {Goal[]} goals */
function statesOf(goals) {
  const keys = new Set(goals.map((g) => stateOf(g).key));
  return ORDER.filter((k) => keys.has(k)).map((k) => GOAL_STATES[k]);
}

/** The text with its parts marked: what is known of each outcome. A title is
 * for the mouse; the line's link says the same to all.
 * @param {string} text @param {Goal[]} goals */
function markedText(text, goals) {
  const parts = partsOf(text, goals);
  if (parts.length === 0) return text || " ";
  return piecesOf(text, parts).map(({ text: piece, part }) => {
    if (!part) return piece;
    const states = statesOf(part.goals);
    return h("span.part", { "data-tone": states[0]?.tone,
      title: part.goals.map((g) => `${g.kind}, ${g.text}: ${stateOf(g).text}`).join("\n") }, piece);
  });
}

/** @param {string} file @param {number} line @param {string} text @param {Goal[]} goals @param {boolean} chosen */
function sourceLine(file, line, text, goals, chosen) {
  const states = statesOf(goals);
  const marks = states.length === 0 ? null : h("a.marks", { href: link("source", { source: file, line }),
    "aria-label": `line ${line}: ${plural(goals.length, "goal")}, ${states.map((s) => s.text).join(", ")}` },
    states.map((s) => mark(s)), goals.length > 1 ? h("small", {}, String(goals.length)) : null);
  return h("tr", { "data-tone": states[0]?.tone, "data-line": line, "aria-current": chosen ? "true" : null },
    h("th", { scope: "row" }, String(line)), h("td", {}, marks), h("td", {}, h("code", {}, markedText(text, goals))));
}

/** @param {string} file @param {number} line @param {Goal[]} goals */
function lineDetail(file, line, goals) {
  return h("article.detail", { "aria-labelledby": "detail" },
    h("a.back", { href: link("source", { source: file }) }, "All lines"),
    h("h2", { id: "detail", tabindex: -1 }, `Line ${line}`),
    goals.length === 0 ? h("p.dim", {}, "No goal is here.") : goals.map((g) => h("section.card", { "aria-label": g.id },
      h("p", {}, badge(stateOf(g))), h("p", {}, goalLink(g)), g.text ? h("p", {}, g.text) : null,
      h("p.dim", {}, g.reason), testsOfGoal[goalNumber(g)].slice(0, 3).map((t) =>
        h("p", {}, coverLink(report.tests[t], goalNumber(g)))))));
}

/** @param {string} file */
function fileCounts(file) {
  const goals = report.goals.filter((g) => g.where?.[0] === file);
  return plural(goals.length, "goal");
}

/** @param {import("../base/route.js").Route} route */
export function sourceView(route) {
  const chosen = report.sources.find((s) => s.file === route.source) ?? report.sources[0];
  const lines = goalsByLine(chosen.file);
  const line = route.line === undefined ? 0 : Number(route.line);
  const texts = chosen.text.replace(/\n$/, "").split("\n");
  const table = h("table.source", {}, h("caption.hidden", {}, `Lines of ${chosen.file}`),
    h("thead.hidden", {}, h("tr", {}, ["Line", "Goals", "Text"].map((t) => h("th", { scope: "col" }, t)))),
    h("tbody", {}, texts.map((text, i) => sourceLine(chosen.file, i + 1, text, lines.get(i + 1) ?? [], i + 1 === line))));
  requestAnimationFrame(() => table.querySelector("tr[aria-current]")?.scrollIntoView({ block: "center" }));
  const states = statesOf(report.goals.filter((g) => g.where?.[0] === chosen.file));
  return h(line ? "div.split.chosen" : "div.split", {}, narrowTitle("Source"), h("div.list", {},
    heading("Source", h("p.counter", {}, chosen.file)),
    h("div.filters", {}, report.sources.length > 1 ? h("ul.files", { "aria-label": "Files" }, report.sources.map((s) =>
      h("li", {}, h("a.chip", { href: link("source", { source: s.file }), "aria-current": s === chosen ? "page" : null,
        title: s.file }, s.file.split("/").pop() ?? s.file, h("span.count", {}, fileCounts(s.file)))))) : null,
      h("span.keys", {}, states.map((s) => h("span", { "data-tone": s.tone }, mark(s), s.text)))),
    h("div.scroll", { tabindex: 0, role: "region", "aria-label": `Source ${chosen.file}` }, table)),
    line ? lineDetail(chosen.file, line, lines.get(line) ?? []) : null);
}
