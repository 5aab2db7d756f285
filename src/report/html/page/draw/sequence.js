// SPDX-License-Identifier: Apache-2.0
/** Sequence diagrams: what tester and system send each other. */
import { report, resultOf } from "../base/data.js";
import { svg } from "../base/dom.js";
import { cellText, plainText, secondsText, stepsOf } from "../base/values.js";

/** @typedef {import("../base/data.js").Test} Test */
/** @typedef {{kind: "in" | "out" | "state" | "step", text: string, step?: number,
 *             tone?: string}} Line */

const ROW = 30;
const LEFT = 70;

/** Whether steps deliver messages. */
export function deliversMessages() {
  return report.channels.length > 0 && report.inputs.some((s) => s.name === "message");
}

/** @param {string} name @param {string[]} parameters @param {(name: string) => string} value
 * @param {string} prefix */
function callText(name, parameters, value, prefix) {
  const list = parameters.map((p) => [p.startsWith(prefix) ? p.slice(prefix.length) : p, value(p)])
    .filter(([, text]) => text !== "").map(([p, text]) => `${p} = ${text}`);
  return name + (list.length > 0 ? `(${list.join(", ")})` : "");
}

/** The lines of a test whose steps deliver messages. @param {Test} test @returns {Line[]} */
function messageLines(test) {
  const steps = stepsOf(test);
  /** @param {import("../base/data.js").Signal[]} signals @param {Uint32Array[]} columns
   * @param {number} e @returns {(name: string) => string} */
  const reader = (signals, columns, e) => (name) => {
    const at = signals.findIndex((s) => s.name === name);
    return at < 0 ? "" : cellText(signals[at], signals[at].dict[columns[at][e]]);
  };
  /** @type {Line[]} */
  const lines = [];
  let state = "";
  for (let e = 0; e < test.n; ++e) {
    const input = reader(report.inputs, steps.inputs, e);
    const output = reader(report.outputs, steps.expected, e);
    const at = test.at?.[e];
    lines.push({ kind: "step", step: e, text: `step ${e + 1}${at ? `, at ${secondsText(at)}` : ""}` });
    const message = input("message");
    const channel = report.channels.find((c) => c.direction === "input" && c.name === message);
    if (message) lines.push({ kind: "in", step: e, text: callText(message, channel?.parameters ?? [], input, "") });
    for (const c of report.channels) {
      if (c.direction !== "output" || !(Number(output(c.name)) > 0)) continue;
      const times = Number(output(c.name));
      lines.push({ kind: "out", step: e, text: callText(c.name, c.parameters, output, c.name + ".") +
        (times > 1 ? ` ×${times}` : "") });
    }
    const now = output("state");
    const outcome = output("outcome");
    const odd = outcome && outcome !== "handled" ? ` (${outcome})` : "";
    if ((now && now !== state) || odd) {
      lines.push({ kind: "state", step: e, text: now + odd, tone: odd ? "open" : "calm" });
    }
    state = now || state;
  }
  return lines;
}

/** What was observed of a timed test. @param {Test} test @returns {Line[]} */
function eventLines(test) {
  return (resultOf(test)?.events ?? []).map((event) => {
    const values = event.values?.length ? `(${event.values.map(String).join(", ")})` : "";
    const at = ` at ${plainText({ ...report.initial[0], names: [] }, event.at)}`;
    if (event.kind === "silence") return { kind: "step", text: `silence up to ${event.at}` };
    return { kind: event.kind === "sent" ? "in" : "out", text: `${event.channel}${values}${at}` };
  });
}

/** The diagram of a test; null where it sends no messages.
 * @param {Test} test @param {(step: number) => void} onstep */
export function sequenceDiagram(test, onstep) {
  const lines = deliversMessages() && !test.next ? messageLines(test) : eventLines(test);
  if (lines.length === 0 || lines.length > 4000) return null;
  const longest = lines.reduce((n, l) => Math.max(n, l.text.length), 0);
  const right = LEFT + Math.min(900, Math.max(260, longest * 6.9 + 40));
  const width = right + 190;
  const height = 56 + lines.length * ROW;
  const root = svg("svg.sequence", { role: "img", viewBox: `0 0 ${width} ${height}`, width, height,
    "aria-label": "Messages between tester and system, in order" });
  root.append(life(LEFT, "Tester", height), life(right, report.model.name || "System", height));
  lines.forEach((line, i) => root.append(row(line, 50 + i * ROW, right, onstep)));
  return root;
}

/** @param {number} x @param {string} name @param {number} height */
function life(x, name, height) {
  const text = name.length > 18 ? name.slice(0, 17) + "…" : name;
  return svg("g", {}, svg("path.life", { d: `M${x} 30V${height}` }),
    svg("rect.actor", { x: x - 64, y: 2, width: 128, height: 28, rx: 6 }),
    svg("text", { x, y: 20, "text-anchor": "middle" }, text));
}

/** @param {Line} line @param {number} y @param {number} right @param {(step: number) => void} onstep */
function row(line, y, right, onstep) {
  const step = line.step;
  const attributes = { "data-step": step, "data-tone": line.tone,
    onclick: step === undefined ? null : () => onstep(step) };
  if (line.kind === "step") {
    return svg("g.stepline", attributes, svg("path", { d: `M4 ${y + 8}H${right + 180}` }),
      svg("text", { x: 4, y: y + 4 }, line.text));
  }
  if (line.kind === "state") {
    const width = Math.min(180, line.text.length * 7 + 18);
    const most = 23;
    return svg("g.state", attributes, svg("title", {}, line.text),
      svg("rect", { x: right - 12, y: y - 9, width: width + 4, height: 24, rx: 12 }),
      svg("text", { x: right, y: y + 7 }, line.text.length > most ? line.text.slice(0, most) + "…" : line.text));
  }
  const [x0, x1] = line.kind === "in" ? [LEFT, right] : [right, LEFT];
  const head = line.kind === "in" ? -7 : 7;
  return svg(`g.message.${line.kind}`, attributes, svg("path", { d: `M${x0} ${y + 10}H${x1}` }),
    svg("path.head", { d: `M${x1 + head} ${y + 5}L${x1} ${y + 10}L${x1 + head} ${y + 15}` }),
    svg("text", { x: (x0 + x1) / 2, y: y + 4, "text-anchor": "middle" }, line.text));
}
