// SPDX-License-Identifier: Apache-2.0
/** Words, colours and symbols for states of goals and verdicts: each has all
 * three, so that none depends on colours. */
import { h, svg } from "./dom.js";

/** @typedef {import("./data.js").Goal} Goal */
/** @typedef {{key: string, text: string, tone: string, icon: string, help: string}} Label */

/** Paths in a box of 16 by 16. @type {Record<string, string>} */
const ICONS = {
  check: "M3.5 8.5l3 3 6-7",
  cross: "M4.5 4.5l7 7m0-7l-7 7",
  slash: "M8 2.5a5.5 5.5 0 1 0 .01 0zM4.2 11.8l7.6-7.6",
  shield: "M8 1.8l5 1.9v4c0 3.2-2.1 5.4-5 6.6-2.9-1.2-5-3.4-5-6.6v-4zM5.4 8l2 2 3.3-3.8",
  clock: "M8 2.5a5.5 5.5 0 1 0 .01 0zM8 5v3.2l2.2 1.6",
  question: "M5.6 6a2.4 2.4 0 1 1 3.6 2.1c-.8.5-1.2.9-1.2 1.9M8 12.6v.2",
  dash: "M4 8h8",
  bang: "M8 3v6.2M8 12.4v.2",
  first: "M4 3.5v9M12 3.5L6.5 8l5.5 4.5z",
  back: "M11 3.5L5.5 8l5.5 4.5z",
  on: "M5 3.5L10.500 8 5 12.5z",
  last: "M12 3.5v9M4 3.5L9.5 8 4 12.5z",
  flag: "M4 14V2.5h7.5L9.8 5.6l1.7 3.1H4",
};

/** @param {string} name
 * @param {string} [title] */
export function icon(name, title) {
  return svg("svg.icon", { viewBox: "0 0 16 16", "aria-hidden": title ? null : "true",
    role: title ? "img" : null, "aria-label": title },
    svg("path", { d: ICONS[name] ?? ICONS.dash }));
}

/** @type {Record<string, Label>} */
export const GOAL_STATES = {
  covered: { key: "covered", text: "covered", tone: "good", icon: "check",
    help: "a test covers it" },
  holds: { key: "holds", text: "holds", tone: "good", icon: "shield",
    help: "proved: no run violates it" },
  violated: { key: "violated", text: "violated", tone: "bad", icon: "cross",
    help: "a test shows a violation" },
  unreachable: { key: "unreachable", text: "unreachable", tone: "calm", icon: "slash",
    help: "proved: no run covers it" },
  not_within_bound: { key: "not_within_bound", text: "not within bound", tone: "open",
    icon: "clock", help: "no run up to the bound covers it" },
  undecided: { key: "undecided", text: "undecided", tone: "open", icon: "question",
    help: "neither a run nor a proof was found" },
  excluded: { key: "excluded", text: "excluded", tone: "muted", icon: "dash",
    help: "left out by an option" },
};

/** @type {Record<string, Label>} */
export const VERDICTS = {
  pass: { key: "pass", text: "pass", tone: "good", icon: "check", help: "" },
  fail: { key: "fail", text: "fail", tone: "bad", icon: "cross", help: "" },
  inconclusive: { key: "inconclusive", text: "inconclusive", tone: "open",
    icon: "question", help: "" },
  error: { key: "error", text: "error", tone: "bad", icon: "bang", help: "" },
  none: { key: "none", text: "not run", tone: "muted", icon: "dash", help: "" },
};

/** @type {Record<string, string>} */
export const TRUST = {
  replayed: "a run that was executed again on its own and covered the goal",
  proved: "a proof by one engine",
  agreed: "two proofs, each by another engine",
  certified: "a certificate that catenary-check-proof accepted",
  claimed: "neither a run nor a proof",
};

/** @param {Goal} goal @returns {Label} */
export function stateOf(goal) {
  if (goal.violation && goal.status === "covered") return GOAL_STATES.violated;
  if (goal.violation && goal.status === "unreachable") return GOAL_STATES.holds;
  return GOAL_STATES[goal.status] ?? GOAL_STATES.undecided;
}

/** @param {string | undefined} verdict @returns {Label} */
export function verdictLabel(verdict) {
  return VERDICTS[verdict ?? "none"] ?? VERDICTS.none;
}

/** @param {Label} label */
export function badge(label) {
  return h("span.badge", { "data-tone": label.tone, title: label.help || null },
    icon(label.icon), label.text);
}

/** The symbol alone, with its meaning for screen readers. @param {Label} label */
export function mark(label) {
  return h("span.mark", { "data-tone": label.tone, title: label.text },
    icon(label.icon, label.text));
}

/** @type {Record<string, string>} */
const MODEL_KINDS = {
  c: "C program", req: "requirements", sm: "state machine", uml: "state machine",
  xlia: "timed automaton", btor2: "BTOR2 system", verilog: "Verilog design",
};

/** @param {string} kind */
export function modelKind(kind) {
  return MODEL_KINDS[kind] ?? kind;
}
