// SPDX-License-Identifier: Apache-2.0
/** The steps of a test as a table, and one step in full. */
import { report, resultOf } from "../base/data.js";
import { goalRef, facts } from "../base/components.js";
import { add, h } from "../base/dom.js";
import { icon } from "../base/labels.js";
import { cellText, isPlain, observedCell, observedStep, plainText, secondsText, stepsOf }
  from "../base/values.js";
import { DataTable } from "../base/table.js";

/** @typedef {import("../base/data.js").Test} Test */
/** @typedef {import("../base/data.js").Cell} Cell */
/** @typedef {import("../base/data.js").Signal} Signal */

/** Goals by step. @param {Test} test */
export function goalsByStep(test) {
  return new Map(test.g);
}

/** @param {Signal} signal */
export function signalHead(signal) {
  return signal.name + (signal.unit ? ` (${signal.unit})` : "");
}

/** @param {Signal} signal @param {Cell} cell */
function inputCell(signal, cell) {
  if (cell !== null) return cellText(signal, cell);
  return h("span.dim", { title: "does not matter; this is what is set" },
    plainText(signal, signal.default));
}

/** Violations of a step, by signal. @param {Test} test @param {number} entry */
function violationsAt(test, entry) {
  const at = observedStep(test, entry) + 1;
  return (resultOf(test)?.violations ?? []).filter(([step]) => step === at && at > 0);
}

/** What is expected; and what was observed where that is something else.
 * @param {Test} test @param {number} output @param {number} entry */
function outputCell(test, output, entry) {
  const signal = report.outputs[output];
  const expected = signal.dict[stepsOf(test).expected[output][entry]];
  const observed = observedCell(test, output, entry);
  const text = cellText(signal, expected);
  const short = expected !== null && !isPlain(expected) && "f" in expected
    ? h("span.formula", { title: text }, text) : text;
  if (observed === null || (isPlain(expected) && observed === expected)) return short;
  const bad = violationsAt(test, entry).some(([, name]) => name === signal.name);
  return [short, h("span.seen", { "data-tone": bad ? "bad" : null,
    title: bad ? "observed: not allowed" : "observed" },
    bad ? icon("cross", "not allowed") : "→ ", cellText(signal, observed))];
}

/** The time of a step on its clock, or how long it takes.
 * @param {Test} test @param {number} entry */
function timeText(test, entry) {
  const at = test.at?.[entry];
  if (at) return secondsText(at);
  return test.dt ? `${test.dt[entry]} ${report.unit}` : "";
}

/** @param {Test} test @param {(entry: number) => void} onchoose
 * @param {() => number} current */
export function stepTable(test, onchoose, current) {
  const steps = stepsOf(test);
  const goals = goalsByStep(test);
  /** @type {import("../base/table.js").Column<number>[]} */
  const columns = [{ title: "Step", kind: "number sticky", width: "4.5rem", head: true,
    cell: (e) => h("button.link", { type: "button", onclick: () => onchoose(e) }, String(e + 1)) }];
  if (test.at || test.dt) columns.push({ title: "Time", width: "7rem", kind: "number",
    cell: (e) => timeText(test, e) });
  report.inputs.forEach((signal, i) => columns.push({ title: signalHead(signal), kind: "input",
    width: "9rem", cell: (e) => inputCell(signal, signal.dict[steps.inputs[i][e]]) }));
  report.outputs.forEach((signal, i) => columns.push({ title: signalHead(signal), kind: "output",
    width: "9rem", cell: (e) => outputCell(test, i, e) }));
  columns.push({ title: "Goals covered first", width: "16rem",
    cell: (e) => (goals.get(e + 1) ?? []).map(goalRef) });
  return new DataTable({ label: "Steps", columns, rows: Array.from({ length: test.n }, (_, i) => i),
    height: 34, current: (e) => e === current(), onrow: onchoose,
    tone: (e) => (violationsAt(test, e).length > 0 ? "bad" : ""),
    empty: "The test has no steps: everything happens at the initialisation." });
}

/** One step in full. @param {Test} test @param {number} entry */
export function stepDetail(test, entry) {
  const steps = stepsOf(test);
  const goals = goalsByStep(test).get(entry + 1) ?? [];
  const violations = violationsAt(test, entry);
  const branches = (test.next ?? []).filter(([from]) => from === entry);
  const box = h("div.step", {}, h("h3", {}, `Step ${entry + 1}`, timeText(test, entry)
    ? h("span.dim", {}, ` ${timeText(test, entry)}`) : null));
  if (goals.length > 0) {
    add(box, [h("p", {}, icon("flag"), " covers ", goals.map((g) => [goalRef(g), " "]).flat())]);
  }
  for (const [, signal, observed, allowed] of violations) {
    add(box, [h("p.alarm", {}, icon("cross"), ` ${signal} is ${observed}, allowed: ${allowed}`)]);
  }
  add(box, [facts(report.inputs.map((s, i) =>
    [s.name, inputCell(s, s.dict[steps.inputs[i][entry]])])),
  facts(report.outputs.map((s, i) => [s.name, h("span", {}, outputCell(test, i, entry))]))]);
  if (branches.length > 0) {
    add(box, [h("h4", {}, "Goes on by the answer"), h("ul.plain", {}, branches.map(([, to, when]) =>
      h("li", {}, h("span.mono", {}, when || "otherwise"), ` to step ${to + 1}`)))]);
  }
  return box;
}
