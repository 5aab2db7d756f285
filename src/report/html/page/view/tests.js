// SPDX-License-Identifier: Apache-2.0
/** The list of tests, and the chosen one beside it. */
import { findTest, nameOf, numberOf, report, resultOf } from "../base/data.js";
import { chips, heading, narrowTitle, searchField } from "../base/components.js";
import { announce, h, plural } from "../base/dom.js";
import { icon, mark, VERDICTS, verdictLabel } from "../base/labels.js";
import { link } from "../base/route.js";
import { DataTable } from "../base/table.js";
import { testDetail } from "./test.js";

/** @typedef {import("../base/data.js").Test} Test */

const testFilter = { verdict: new Set(), text: "", requirement: "" };

/** @param {Test} test */
function verdictOf(test) {
  return resultOf(test)?.verdict ?? "none";
}

/** @param {Test} test */
function testMatches(test) {
  const { verdict, text, requirement } = testFilter;
  if (verdict.size > 0 && !verdict.has(verdictOf(test))) return false;
  if (requirement && !test.req.some((r) => report.requirements[r] === requirement)) return false;
  if (!text) return true;
  const all = [test.name, test.id, test.note ?? "", ...test.goals.map((g) => report.names[g])]
    .join("\n").toLowerCase();
  return text.toLowerCase().split(/\s+/).every((word) => all.includes(word));
}

/** @param {Test | undefined} chosen */
function testTable(chosen) {
  /** @type {import("../base/table.js").Column<Test>[]} */
  const columns = [
    { title: "#", kind: "number medium", width: "4.2rem", cell: (t) => numberOf(t) + 1,
      sort: numberOf },
    { title: "Test", head: true, sort: nameOf, cell: (t) => [
      h("a.name", { href: link("test", { test: t.id }) },
        report.results ? mark(verdictLabel(verdictOf(t))) : null, nameOf(t)),
      h("span.sub", {}, t.goals.length === 1 ? report.names[t.goals[0]] : plural(t.goals.length, "goal"))] },
    { title: "Kind", kind: "wide", width: "5rem", cell: (t) => t.kind, sort: (t) => t.kind },
    { title: "Steps", kind: "number", width: "4.8rem", cell: (t) => t.len, sort: (t) => t.len },
    { title: "Goals", kind: "number wide", width: "4.8rem", cell: (t) => t.goals.length,
      sort: (t) => t.goals.length },
  ];
  return new DataTable({ label: "Tests", columns, rows: report.tests.filter(testMatches),
    height: 52, current: (t) => t === chosen, empty: "No test matches the filter.",
    onrow: (t) => { location.hash = link("test", { test: t.id }); } });
}

/** @param {DataTable<Test>} table @param {HTMLElement} counter */
function testFilters(table, counter) {
  const update = () => {
    const rows = report.tests.filter(testMatches);
    table.show(rows);
    counter.textContent = rows.length === report.tests.length ? plural(rows.length, "test")
      : `${rows.length} of ${plural(report.tests.length, "test")}`;
    announce(counter.textContent);
  };
  const counts = new Map();
  for (const t of report.tests) counts.set(verdictOf(t), (counts.get(verdictOf(t)) ?? 0) + 1);
  return h("div.filters", {},
    searchField("Search tests", testFilter.text, (text) => {
      testFilter.text = text;
      update();
    }),
    report.results ? chips("Verdict", Object.values(VERDICTS).filter((l) => counts.has(l.key))
      .map((l) => ({ key: l.key, count: counts.get(l.key), text: [icon(l.icon), l.text] })),
    testFilter.verdict, update) : null,
    testFilter.requirement ? h("a.chip", { href: link("tests", { tests: "", requirement: " " }) },
      `Requirement ${testFilter.requirement}`, icon("cross", "remove")) : null);
}

/** @param {import("../base/route.js").Route} route */
export function testsView(route) {
  if (route.verdict !== undefined) testFilter.verdict = new Set(route.verdict.split(","));
  if (route.requirement !== undefined) testFilter.requirement = route.requirement.trim();
  const chosen = route.test === undefined ? undefined : findTest(route.test);
  const table = testTable(chosen);
  const counter = h("p.counter", { id: "counter" }, plural(table.rows.length, "test"));
  if (chosen) requestAnimationFrame(() => table.reveal(table.rows.indexOf(chosen)));
  return h(chosen ? "div.split.narrow.chosen" : "div.split", {},
    narrowTitle("Tests"), h("div.list", {}, heading("Tests", counter), testFilters(table, counter), table.element),
    route.test !== undefined && !chosen
      ? h("article.detail", {}, h("p", {}, `There is no test ${route.test}.`)) : null,
    chosen ? testDetail(chosen, Number(route.step ?? 1)) : null);
}
