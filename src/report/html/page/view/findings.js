// SPDX-License-Identifier: Apache-2.0
/** Findings with their witnesses, and what failed tests are explained by. */
import { findTest, nameOf, report } from "../base/data.js";
import { heading, placeLink, requirementLink, testLink } from "../base/components.js";
import { add, h, plural } from "../base/dom.js";
import { badge, icon, verdictLabel } from "../base/labels.js";
import { link } from "../base/route.js";
import { Plot } from "../draw/plot.js";
import { sequenceDiagram } from "../draw/sequence.js";
import { Stepper } from "./test.js";

/** @typedef {import("../base/data.js").Diagnosis} Diagnosis */
/** @typedef {import("../base/data.js").Test} Test */

/** @type {Record<string, import("../base/labels.js").Label>} */
const SEVERITIES = {
  error: { key: "error", text: "error", tone: "bad", icon: "cross", help: "a defect of the model" },
  warning: { key: "warning", text: "warning", tone: "open", icon: "bang", help: "" },
  note: { key: "note", text: "note", tone: "calm", icon: "dash", help: "" },
};

/** The run of a witness, drawn when it is opened. @param {Test} test */
function witnessRun(test) {
  const inside = h("div.run");
  const box = /** @type {HTMLDetailsElement} */ (h("details", { ontoggle: () => {
    if (!box.open || inside.childElementCount > 0) return;
    const stepper = new Stepper(test, test.n - 1, false);
    const diagram = sequenceDiagram(test, (e) => stepper.go(e));
    add(inside, [diagram ? h("div.scroll", { tabindex: 0, role: "region", "aria-label": "Messages" }, diagram) : null,
      test.n > 0 && !test.next && !diagram ? [stepper.element, new Plot(test, stepper).element] : null]);
  } }, h("summary", {}, `The run: ${plural(test.len, "step")}`), inside));
  return box;
}

/** @param {import("../base/data.js").Finding} finding @param {number} index @param {boolean} chosen */
function findingCard(finding, index, chosen) {
  const test = finding.witness ? findTest(finding.witness) : undefined;
  return h("section.card", { "data-tone": SEVERITIES[finding.severity]?.tone, id: `finding-${index}`,
    "aria-labelledby": `finding-title-${index}`, "aria-current": chosen ? "true" : null },
    h("p", {}, badge(SEVERITIES[finding.severity] ?? SEVERITIES.note), h("span.tag", {}, finding.code)),
    h("h2", { id: `finding-title-${index}` }, finding.message),
    h("p", {}, placeLink(finding.where), " ", finding.req.map(requirementLink),
      test ? ["witness: ", testLink(test, test.n)] : null),
    test && !test.tree ? witnessRun(test) : null);
}

/** Columns of groups of values: {inputs: {a: 1}, x: 2} has "a" and "x".
 * @param {any} step @returns {[string, string][]} */
function flatten(step) {
  if (step === null || typeof step !== "object") return [["value", String(step)]];
  return Object.entries(step).flatMap(([name, value]) =>
    value !== null && typeof value === "object" && !Array.isArray(value) ? flatten(value)
      : [/** @type {[string, string]} */ ([name, Array.isArray(value) ? value.join(", ") : String(value)])]);
}

/** A value as people read it. @param {string} name  of its signal @param {string} value */
function namedValue(name, value) {
  const signal = [...report.inputs, ...report.outputs].find((s) => s.name === name);
  return signal?.names.find(([, plain]) => String(plain) === value)?.[0] ?? value;
}

/** What was observed, with a mark at what was not allowed.
 * @param {any[]} execution @param {Diagnosis["violations"]} violations */
function executionTable(execution, violations) {
  if (execution.length === 0) return null;
  // Without a violated value, the run ends with the step that is to be explained.
  const bad = violations.length > 0 ? violations.map((v) => v.step) : [execution.length];
  const allowed = (/** @type {number} */ step, /** @type {string} */ name) =>
    violations.find((v) => v.step === step && v.signal === name)?.allowed;
  const cell = (/** @type {number} */ step, /** @type {string} */ name, /** @type {string} */ value) => {
    const expected = allowed(step, name);
    return h("td.mono", {}, namedValue(name, value), expected === undefined ? null
      : h("span.seen", { "data-tone": "bad" }, icon("cross", "not allowed"), ` allowed: ${namedValue(name, expected)}`));
  };
  const rows = execution.map((step) => new Map(flatten(step)));
  const names = [...new Set(rows.flatMap((r) => [...r.keys()]))];
  return h("div.scroll", { tabindex: 0, role: "region", "aria-label": "Execution" }, h("table.data.free", {},
    h("caption.hidden", {}, "What was observed"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Step"), names.map((n) => h("th", { scope: "col" }, n)))),
    h("tbody", {}, rows.map((row, i) => h("tr", { "data-tone": bad.includes(i + 1) ? "bad" : null },
      h("th", { scope: "row" }, String(i + 1)), names.map((n) => cell(i + 1, n, row.get(n) ?? "")))))));
}

/** @param {Diagnosis} diagnosis @param {number} index */
function diagnosisPart(diagnosis, index) {
  const tags = [...diagnosis.requirements, ...diagnosis.contracts.filter((c) => !diagnosis.requirements.includes(c))];
  return h("div.diagnosis", {}, h("h3", {}, `Diagnosis ${index + 1}`),
    h("p", {}, tags.map((t) => h("span.tag", {}, t)), h("span.mono", {}, diagnosis.code)),
    diagnosis.reason ? h("p", {}, diagnosis.reason) : null,
    executionTable(diagnosis.execution, diagnosis.violations));
}

/** Failed tests with at least one explanation. */
function explainedTests() {
  return (report.results?.diagnoses.tests ?? []).filter((t) => t.diagnoses.length > 0);
}

function diagnosisCards() {
  const tests = explainedTests();
  if (tests.length === 0) return null;
  return [h("h2.part", {}, `Failed tests, explained (${tests.length})`), tests.map((one) => {
    const test = findTest(one.id);
    return h("section.card", { "data-tone": "bad", "aria-label": `Test ${test ? nameOf(test) : one.id}` },
      h("h3", {}, test ? h("a", { href: link("test", { test: one.id }) }, nameOf(test)) : one.id, " ",
        badge(verdictLabel("fail"))), one.diagnoses.map(diagnosisPart));
  })].flat();
}

/** How many there are, for the navigation. */
export function findingCount() {
  return report.findings.length + explainedTests().length;
}

function findingText() {
  const failed = explainedTests().length;
  return plural(report.findings.length, "finding") + (failed > 0 ? `, ${plural(failed, "failed test")}` : "");
}

/** @param {import("../base/route.js").Route} route */
export function findingsView(route) {
  const chosen = route.n === undefined ? -1 : Number(route.n);
  const view = h("div.page", {}, heading("Findings", h("p.counter", {}, findingText())),
    findingCount() === 0 ? h("p.dim", {}, "No defect of the model was found, and no failed test is to be explained.")
      : null,
    report.findings.map((f, i) => findingCard(f, i, i === chosen)), diagnosisCards());
  requestAnimationFrame(() => view.querySelector("[aria-current]")?.scrollIntoView({ block: "center" }));
  return view;
}
