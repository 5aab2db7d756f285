// SPDX-License-Identifier: Apache-2.0
/** All goals, filtered; one goal with its reason and the tests that cover it. */
import { findGoal, goalNumber, report, testsOfGoal } from "../base/data.js";
import { chips, coverLink, facts, heading, narrowTitle, placeLink, requirementLink, searchField }
  from "../base/components.js";
import { announce, h, plural } from "../base/dom.js";
import { badge, GOAL_STATES, icon, stateOf, TRUST } from "../base/labels.js";
import { link } from "../base/route.js";
import { DataTable } from "../base/table.js";

/** @typedef {import("../base/data.js").Goal} Goal */

/** What the reader chose; kept while the page is open. */
const goalFilter = { status: new Set(), kind: "", trust: "", text: "" };

/** @param {Goal} goal */
function goalMatches(goal) {
  const { status, kind, trust, text } = goalFilter;
  if (status.size > 0 && !status.has(stateOf(goal).key)) return false;
  if (kind && goal.kind !== kind) return false;
  if (trust && goal.trust !== trust) return false;
  if (!text) return true;
  const all = [goal.id, goal.text, goal.reason, goal.where?.[0] ?? "",
    ...goal.req.map((r) => report.requirements[r])].join("\n").toLowerCase();
  return text.toLowerCase().split(/\s+/).every((word) => all.includes(word));
}

/** @param {string} label @param {string[]} values @param {string} value
 * @param {(value: string) => void} onchange */
export function selection(label, values, value, onchange) {
  if (values.length < 2) return null;
  const field = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": label,
    onchange: () => onchange(field.value) }, h("option", { value: "" }, `${label}: all`),
    values.map((v) => h("option", { value: v, selected: v === value }, v))));
  return field;
}

/** @param {Goal | undefined} chosen */
function goalTable(chosen) {
  /** @type {import("../base/table.js").Column<Goal>[]} */
  const columns = [
    { title: "Status", width: "10.5rem", cell: (g) => badge(stateOf(g)),
      sort: (g) => Object.keys(GOAL_STATES).indexOf(stateOf(g).key) },
    { title: "Goal", head: true, sort: (g) => g.id, cell: (g) => [
      h("a.name", { href: link("goal", { goal: g.id }) }, g.id),
      h("span.sub", {}, g.text || g.reason)] },
    { title: "Reason", kind: "extra", width: "34%", cell: (g) => g.reason, sort: (g) => g.reason },
    { title: "Kind", kind: "wide", width: "7rem", cell: (g) => g.kind, sort: (g) => g.kind },
    { title: "Requirements", kind: "wide", width: "9rem",
      cell: (g) => g.req.map((r) => report.requirements[r]).join(", "),
      sort: (g) => g.req.map((r) => report.requirements[r]).join(",") },
    { title: "Trust", kind: "wide", width: "6rem", cell: (g) => g.trust, sort: (g) => g.trust },
    { title: "Depth", kind: "wide number", width: "5rem",
      cell: (g) => (g.depth < 0 ? "" : g.depth), sort: (g) => g.depth },
    { title: "Tests", kind: "number medium", width: "5rem",
      cell: (g) => testsOfGoal[goalNumber(g)].length || "",
      sort: (g) => testsOfGoal[goalNumber(g)].length },
  ];
  return new DataTable({ label: "Goals", columns, rows: report.goals.filter(goalMatches),
    height: 52, current: (g) => g === chosen, empty: "No goal matches the filter.",
    onrow: (g) => { location.hash = link("goal", { goal: g.id }); } });
}

/** @param {DataTable<Goal>} table @param {HTMLElement} counter */
function goalFilters(table, counter) {
  const update = () => {
    const rows = report.goals.filter(goalMatches);
    table.show(rows);
    counter.textContent = rows.length === report.goals.length ? plural(rows.length, "goal")
      : `${rows.length} of ${plural(report.goals.length, "goal")}`;
    announce(counter.textContent);
  };
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const g of report.goals) {
    counts.set(stateOf(g).key, (counts.get(stateOf(g).key) ?? 0) + 1);
  }
  const there = Object.values(GOAL_STATES).filter((l) => counts.has(l.key));
  const unique = (/** @type {string[]} */ list) => [...new Set(list)].sort();
  return h("div.filters", {},
    searchField("Search goals", goalFilter.text, (text) => {
      goalFilter.text = text;
      update();
    }),
    chips("Status", there.map((l) => ({ key: l.key, count: counts.get(l.key) ?? 0,
      text: [icon(l.icon), l.text] })), goalFilter.status, update),
    selection("Kind", unique(report.goals.map((g) => g.kind)), goalFilter.kind, (v) => {
      goalFilter.kind = v;
      update();
    }),
    selection("Trust", unique(report.goals.map((g) => g.trust)), goalFilter.trust, (v) => {
      goalFilter.trust = v;
      update();
    }));
}

/** @param {Goal} goal */
function goalTests(goal) {
  const number = goalNumber(goal);
  const tests = testsOfGoal[number].map((t) => report.tests[t]);
  if (tests.length === 0) return h("p.dim", {}, "No test covers it.");
  return h("ul.plain", {}, tests.slice(0, 20).map((t) => h("li", {}, coverLink(t, number))),
    tests.length > 20 ? h("li.dim", {}, `and ${plural(tests.length - 20, "more test")}`) : null);
}

/** @param {Goal} goal */
function goalDetail(goal) {
  const number = goalNumber(goal);
  const claims = report.certificates.filter((c) => c.goals.includes(number));
  const findings = report.findings.filter((f) => f.message.startsWith(goal.id + ":"));
  return h("article.detail", { "aria-labelledby": "detail" },
    h("a.back", { href: link("goals") }, "All goals"),
    h("h2.mono", { id: "detail", tabindex: -1 }, goal.id),
    h("p", {}, badge(stateOf(goal))), goal.text ? h("p.lead", {}, goal.text) : null,
    h("h3", {}, goal.status === "covered" ? "Covered by" : "Reason"),
    h("p", {}, goal.reason), goalTests(goal),
    claims.length > 0 ? [h("h3", {}, "Claims that include it"), h("ul.plain", {}, claims.map((c) =>
      h("li", {}, h("span.tag", {}, c.kind), ` ${c.claim}`, h("span.dim", {}, ` by ${c.by}`))))] : null,
    findings.length > 0 ? [h("h3", {}, "Findings"), h("ul.plain", {}, findings.map((f) =>
      h("li", {}, h("a", { href: link("findings", { findings: "", n: report.findings.indexOf(f) }) },
        f.message))))] : null,
    h("h3", {}, "Details"),
    facts([["Kind", goal.kind + (goal.violation ? " (a violation)" : "")],
      ["Trust", `${goal.trust}: ${TRUST[goal.trust] ?? ""}`],
      ["Place", placeLink(goal.where)], ["Depth", goal.depth < 0 ? "" : plural(goal.depth, "step")],
      ["Requirements", goal.req.length > 0 ? h("span", {}, goal.req.map(requirementLink)) : ""]]),
    report.drawing && drawn(number)
      ? h("p", {}, h("a", { href: link("model", { model: "", goal: goal.id }) }, "Show it in the drawing"))
      : null);
}

/** @param {number} goal */
function drawn(goal) {
  const has = (/** @type {{goals: number[]}} */ one) => one.goals.includes(goal);
  return report.drawing?.vertices.some(has) || report.drawing?.transitions.some(has);
}

/** @param {import("../base/route.js").Route} route */
export function goalsView(route) {
  if (route.status !== undefined) {
    goalFilter.status = new Set(route.status ? route.status.split(",") : []);
  }
  const chosen = route.goal === undefined ? undefined : findGoal(route.goal);
  const table = goalTable(chosen);
  const counter = h("p.counter", { id: "counter" }, plural(table.rows.length, "goal"));
  if (chosen) requestAnimationFrame(() => table.reveal(table.rows.indexOf(chosen)));
  return h(chosen ? "div.split.chosen" : "div.split", {},
    narrowTitle("Goals"), h("div.list", {}, heading("Goals", counter), goalFilters(table, counter), table.element),
    route.goal !== undefined && !chosen
      ? h("article.detail", {}, h("p", {}, `There is no goal ${route.goal}.`)) : null,
    chosen ? goalDetail(chosen) : null);
}
