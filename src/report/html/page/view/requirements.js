// SPDX-License-Identifier: Apache-2.0
/** Requirements against goals, tests and verdicts, and what belongs to none. */
import { findTest, nameOf, report, resultOf, testsOfGoal } from "../base/data.js";
import { coverLink, goalLink, goalRef, heading, placeLink, testLink } from "../base/components.js";
import { h, plural } from "../base/dom.js";
import { badge, mark, stateOf, verdictLabel, VERDICTS } from "../base/labels.js";
import { link } from "../base/route.js";

/** With at most so many tests, each is a column. */
const MOST_COLUMNS = 16;
const MOST_ORPHANS = 200;

/** The worst verdict about a requirement.
 * @param {number} requirement @param {number[]} tests @returns {import("../base/labels.js").Label} */
function requirementVerdict(requirement, tests) {
  const results = report.results?.tests ?? [];
  if (results.some((r) => r.verdict === "error" && r.req.includes(requirement))) return VERDICTS.error;
  if (results.some((r) => r.verdict === "fail" && r.req.includes(requirement))) return VERDICTS.fail;
  const verdicts = new Set(tests.map((t) => resultOf(report.tests[t])?.verdict));
  if (verdicts.has("inconclusive")) return VERDICTS.inconclusive;
  if (verdicts.has("pass")) return VERDICTS.pass;
  return verdicts.has("fail") || verdicts.has("error")
    ? { ...VERDICTS.inconclusive, text: "failed elsewhere", help: "its tests failed for other reasons" }
    : VERDICTS.none;
}

/** Numbers of goals and tests by requirement. */
function requirementTable() {
  const goals = report.requirements.map(() => /** @type {number[]} */ ([]));
  const tests = report.requirements.map(() => /** @type {Set<number>} */ (new Set()));
  report.goals.forEach((goal, g) => goal.req.forEach((r) => {
    goals[r].push(g);
    testsOfGoal[g].forEach((t) => tests[r].add(t));
  }));
  report.tests.forEach((test, t) => test.req.forEach((r) => tests[r].add(t)));
  return { goals, tests: tests.map((set) => [...set].sort((a, b) => a - b)) };
}

/** The symbol of a test for a goal. @param {number} goal @param {number} test */
function crossing(goal, test) {
  if (!testsOfGoal[goal].includes(test)) return h("td.cross");
  return h("td.cross", {}, mark(crossingLabel(test)));
}

/** @param {number} test */
function crossingLabel(test) {
  const verdict = resultOf(report.tests[test])?.verdict;
  return verdict ? { ...verdictLabel(verdict), text: `covers, ${verdict}` }
    : { ...VERDICTS.pass, text: "covers" };
}

/** @param {number} goal */
function listedTests(goal) {
  const tests = testsOfGoal[goal];
  return h("td", {}, h("div.inline", {}, tests.slice(0, 3).map((t) => coverLink(report.tests[t], goal)),
    tests.length > 3 ? h("span.dim", {}, `and ${tests.length - 3} more`) : null));
}

/** The rows of one requirement. @param {number} r @param {number[]} goals
 * @param {number[]} tests @param {boolean} chosen @param {boolean} wide */
function requirementRows(r, goals, tests, chosen, wide) {
  const id = report.requirements[r];
  const worded = report.requirementTexts[r];
  const verdict = requirementVerdict(r, tests);
  const covered = goals.filter((g) => !report.goals[g].violation && report.goals[g].status === "covered").length;
  const head = h("th", { scope: "rowgroup", rowspan: Math.max(1, goals.length) },
    h("b.mono", {}, id), worded ? [" ", placeLink(worded.where), h("p.wording", {}, worded.text)] : null,
    report.results ? h("p", {}, badge(verdict)) : null,
    h("p", {}, h("a", { href: link("tests", { tests: "", requirement: id }) }, plural(tests.length, "test"))),
    tests.length === 0 ? h("p.alarm", {}, "no test") : null,
    goals.length > 0 && covered === 0 ? h("p.dim", {}, "no goal covered") : null);
  const cells = (/** @type {number} */ g) => [h("td", {}, goalRef(g)), h("td", {}, badge(stateOf(report.goals[g]))),
    ...(wide ? report.tests.map((_, t) => crossing(g, t)) : [listedTests(g)])];
  const none = [h("td.dim", { colspan: 2 }, "no goal of its own"),
    ...(wide ? report.tests.map((_, t) => h("td.cross", {}, tests.includes(t) ? mark(crossingLabel(t)) : null))
      : [h("td", {}, h("div.inline", {}, tests.slice(0, 3).map((t) => testLink(report.tests[t]))))])];
  const rows = goals.length === 0 ? [none] : goals.map(cells);
  return h("tbody", { "aria-current": chosen ? "true" : null, "data-requirement": id },
    rows.map((row, i) => h("tr", {}, i === 0 ? head : null, row)));
}

/** @param {string} title @param {Node[]} items */
function orphans(title, items) {
  if (items.length === 0) return null;
  return h("details.card", {}, h("summary", {}, h("h2.small", {}, `${title} (${items.length})`)),
    h("ul.plain.goals", {}, items.slice(0, MOST_ORPHANS).map((i) => h("li", {}, i)),
      items.length > MOST_ORPHANS ? h("li", {}, `and ${items.length - MOST_ORPHANS} more`) : null));
}

/** @param {import("../base/route.js").Route} route */
export function requirementsView(route) {
  const { goals, tests } = requirementTable();
  const wide = report.tests.length <= MOST_COLUMNS;
  const head = h("thead", {}, h("tr", {}, ["Requirement", "Goal", "Status"].map((t) => h("th", { scope: "col" }, t)),
    wide ? report.tests.map((t, i) => h("th.cross", { scope: "col" }, h("a", { href: link("test", { test: t.id }),
      title: nameOf(t) }, `T${i + 1}`, h("span.hidden", {}, `: ${nameOf(t)}`))))
      : h("th", { scope: "col" }, "Tests that cover it")));
  const table = h("table.data.matrix", {}, h("caption.hidden", {}, "Requirements, goals and tests"), head,
    report.requirements.map((id, r) => requirementRows(r, goals[r], tests[r], route.requirement === id, wide)));
  requestAnimationFrame(() => table.querySelector("tbody[aria-current]")?.scrollIntoView({ block: "center" }));
  return h("div.page", {}, heading("Requirements", h("p.counter", {}, plural(report.requirements.length, "requirement"))),
    report.requirements.length === 0 ? h("p.note", {}, "The model names no requirements.")
      : h("div.scroll", { tabindex: 0, role: "region", "aria-label": "Requirements" }, table),
    wide && report.tests.length > 0 ? h("p.dim", {}, "T1, T2 and so on are the tests in the order of the suite.") : null,
    h("div.columns", {},
      orphans("Requirements without a test", report.requirements.filter((_, r) => tests[r].length === 0)
        .map((id) => h("span.mono", {}, id))),
      orphans("Goals without a requirement", report.goals.filter((g) => g.req.length === 0).map(goalLink)),
      orphans("Tests without a requirement", report.tests.filter((t) => t.req.length === 0 &&
        !t.goals.some((g) => report.goals[g]?.req.length > 0)).map((t) => testLink(t)))));
}

/** Whether there is anything to show. */
export function hasRequirements() {
  return report.requirements.length > 0 || (report.results?.tests ?? []).some((r) => findTest(r.id)?.req.length);
}
