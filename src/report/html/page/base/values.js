// SPDX-License-Identifier: Apache-2.0
/** Values of signals: columns of numbers become cells, cells become texts and
 * numbers. */
import { report, resultOf } from "./data.js";

/** @typedef {import("./data.js").Cell} Cell */
/** @typedef {import("./data.js").Plain} Plain */
/** @typedef {import("./data.js").Signal} Signal */
/** @typedef {import("./data.js").Test} Test */

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-";
const DIGIT_OF = new Uint8Array(128);
for (let i = 0; i < 64; ++i) DIGIT_OF[DIGITS.charCodeAt(i)] = i;
const STAR = 42;

/** See report/html/columns.h for the form.
 * @param {string} text
 * @param {number} length */
export function readColumn(text, length) {
  const out = new Uint32Array(length);
  let at = 0;
  let end = 0;
  /** @returns {number} */
  const number = () => {
    let value = 0;
    for (let shift = 1; ; shift *= 32) {
      const digit = DIGIT_OF[text.charCodeAt(at++)];
      value += (digit & 31) * shift;
      if (digit < 32) return value;
    }
  };
  while (at < text.length) {
    if (text.charCodeAt(at) === STAR) {
      ++at;
      const more = number();
      out.fill(out[end - 1], end, end + more);
      end += more;
    } else {
      out[end++] = number();
    }
  }
  return out;
}

/**
 * The steps of a test by signal. Numbers are those of Signal.dict, and of the
 * dictionaries of the results.
 * @typedef {{inputs: Uint32Array[], expected: Uint32Array[],
 *            observed: Uint32Array[]}} Steps
 */

/** @type {WeakMap<Test, Steps>} */
const decoded = new WeakMap();

/** @param {Test} test @returns {Steps} */
export function stepsOf(test) {
  let steps = decoded.get(test);
  if (!steps) {
    const result = resultOf(test);
    steps = {
      inputs: test.i.map((c) => readColumn(c, test.n)),
      expected: test.o.map((c) => readColumn(c, test.n)),
      observed: result ? result.o.map((c) => readColumn(c, result.n)) : [],
    };
    decoded.set(test, steps);
  }
  return steps;
}

/** The step of the results that ran an entry of the test; -1 if none did.
 * @param {Test} test
 * @param {number} entry */
export function observedStep(test, entry) {
  const result = resultOf(test);
  if (!result) return -1;
  const at = result.path ? result.path.indexOf(entry) : entry;
  return at < result.n ? at : -1;
}

/** What the system answered; null if that is not known.
 * @param {Test} test
 * @param {number} output
 * @param {number} entry
 * @returns {Cell} */
export function observedCell(test, output, entry) {
  const at = observedStep(test, entry);
  const dict = report.results?.dict[output];
  if (at < 0 || !dict) return null;
  return dict[stepsOf(test).observed[output]?.[at] ?? 0];
}

/** @type {WeakMap<Signal, Map<string, string>>} */
const valueNames = new WeakMap();

/** The name that a signal has for a value. @param {Signal} signal
 * @param {Plain} value */
export function nameOfValue(signal, value) {
  if (signal.names.length === 0) return undefined;
  let names = valueNames.get(signal);
  if (!names) {
    names = new Map(signal.names.map(([name, v]) => [String(v), name]));
    valueNames.set(signal, names);
  }
  return names.get(String(value));
}

/** @param {Signal} signal @param {Plain} value */
export function plainText(signal, value) {
  const name = nameOfValue(signal, value);
  return name === undefined ? String(value) : name;
}

/** @param {Cell} cell @returns {cell is Plain} */
export function isPlain(cell) {
  return cell === null || typeof cell !== "object";
}

/** For people; "" where there is no value.
 * @param {Signal} signal @param {Cell} cell @returns {string} */
export function cellText(signal, cell) {
  if (cell === null || cell === undefined) return "";
  if (isPlain(cell)) return plainText(signal, cell);
  if ("i" in cell) {
    const [lo, hi, loOpen, hiOpen] = cell.i;
    return `${loOpen || lo === null ? "(" : "["}${lo ?? "−∞"}, ${hi ?? "∞"}` +
      (hiOpen || hi === null ? ")" : "]");
  }
  if ("s" in cell) return `{${cell.s.map((v) => plainText(signal, v)).join(", ")}}`;
  return cell.f;
}

/** The number to plot; NaN if there is none. @param {Signal} signal
 * @param {Plain} value */
export function numeric(signal, value) {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value === null) return NaN;
  if (signal.values) return signal.values.indexOf(value);
  if (value.startsWith("#x")) return Number("0x" + value.slice(2));
  if (value.startsWith("#b")) return Number("0b" + value.slice(2));
  const parts = value.split("/");
  if (parts.length === 2) return Number(parts[0]) / Number(parts[1]);
  return Number(value);
}

/** How a signal is plotted. @param {Signal} signal
 * @returns {"bool" | "named" | "number"} */
export function plotKind(signal) {
  if (signal.type === "bool") return "bool";
  return signal.values || signal.names.length > 0 ? "named" : "number";
}

/** Nanoseconds as seconds, exactly. @param {string} ns */
export function secondsText(ns) {
  const digits = ns.padStart(10, "0");
  const decimals = digits.slice(-9).replace(/0+$/, "");
  return `${digits.slice(0, -9)}${decimals ? "." + decimals : ""} s`;
}
