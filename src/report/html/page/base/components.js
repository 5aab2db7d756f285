// SPDX-License-Identifier: Apache-2.0
/** Pieces that several views share. */
import { nameOf, report, resultOf, stepOf } from "./data.js";
import { h, plural } from "./dom.js";
import { badge, icon, mark, stateOf, verdictLabel } from "./labels.js";
import { link } from "./route.js";

/** @typedef {import("./data.js").Goal} Goal */
/** @typedef {import("./data.js").Place} Place */
/** @typedef {import("./data.js").Test} Test */
/** @typedef {import("./labels.js").Label} Label */

/** @param {Goal} goal */
export function goalLink(goal) {
  return h("a.ref", { href: link("goal", { goal: goal.id }) }, mark(stateOf(goal)), goal.id);
}

/** A goal by its number; ids without a goal are texts. @param {number} number */
export function goalRef(number) {
  const goal = report.goals[number];
  return goal ? goalLink(goal) : h("span.ref", {}, report.names[number]);
}

/** @param {Test} test @param {number} [step] */
export function testLink(test, step) {
  const result = resultOf(test);
  return h("a.ref", { href: link("test", { test: test.id, step }) },
    result ? mark(verdictLabel(result.verdict)) : null, nameOf(test));
}

/** "step 3 of TEST" for a goal. @param {Test} test @param {number} goal */
export function coverLink(test, goal) {
  const step = stepOf(test, goal);
  const where = step === undefined ? "" : step === 0 ? "initialisation" : `step ${step}`;
  return h("span", {}, testLink(test, step), where ? h("span.dim", {}, ` ${where}`) : null);
}

/** @param {number} number */
export function requirementLink(number) {
  const id = report.requirements[number];
  return h("a.tag", { href: link("requirement", { requirement: id }) }, id);
}

/** @param {Place | null} where */
export function placeLink(where) {
  if (!where) return null;
  const [file, line, column] = where;
  const short = file.split("/").pop() + (line ? `:${line}` : "") + (column ? `:${column}` : "");
  if (!report.sources.some((s) => s.file === file)) {
    return h("span.mono", { title: file }, short);
  }
  return h("a.mono", { href: link("source", { source: file, line: line || undefined }),
    title: file }, short);
}

/** A bar of parts, each with its number and a link.
 * @param {string} label
 * @param {{label: Label, count: number, href: string}[]} parts */
export function shareBar(label, parts) {
  const there = parts.filter((p) => p.count > 0);
  const bar = h("div.bar", { "aria-hidden": "true" });
  for (const p of there) {
    const piece = h("span", { "data-tone": p.label.tone, "data-key": p.label.key });
    piece.style.flexGrow = String(p.count);
    bar.append(piece);
  }
  return h("div.share", {}, h("h2.small", {}, label), bar,
    h("ul.legend", {}, there.map((p) => h("li", {},
      h("a", { href: p.href }, badge(p.label), h("b", {}, String(p.count)))))));
}

/** A list of terms and what they are. @param {[string, any][]} pairs */
export function facts(pairs) {
  return h("dl.facts", {}, pairs.filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]).flat());
}

/** Buttons that are on or off, with numbers.
 * @param {string} label
 * @param {{key: string, text: import("./dom.js").Child | import("./dom.js").Child[],
 *          count: number}[]} choices
 * @param {Set<string>} chosen
 * @param {() => void} onchange */
export function chips(label, choices, chosen, onchange) {
  return h("div.chips", { role: "group", "aria-label": label },
    choices.map((c) => {
      const button = h("button.chip", { type: "button",
        "aria-pressed": String(chosen.has(c.key)), onclick: () => {
          if (chosen.has(c.key)) chosen.delete(c.key);
          else chosen.add(c.key);
          button.setAttribute("aria-pressed", String(chosen.has(c.key)));
          onchange();
        } }, c.text, h("span.count", {}, String(c.count)));
      return button;
    }));
}

/** @param {string} label @param {string} value @param {(text: string) => void} oninput */
export function searchField(label, value, oninput) {
  const field = /** @type {HTMLInputElement} */ (h("input.search", { type: "search",
    placeholder: label, "aria-label": label, value, spellcheck: "false",
    oninput: () => oninput(field.value) }));
  return field;
}

/** A note in a box. @param {string} text */
export function note(text) {
  return h("p.note", {}, icon("bang"), text);
}

/** @param {Test} test */
export function testShape(test) {
  const states = test.tree ? `${plural(test.tree.states.length, "state")}, ` : "";
  return `${test.kind}, ${states}${plural(test.len, "step")}`;
}

/** The heading of a view. @param {string} title
 * @param {(import("./dom.js").Child | import("./dom.js").Child[])[]} rest */
export function heading(title, ...rest) {
  return h("div.heading", {}, h("h1", { id: "title" }, title), ...rest);
}

/** The heading where there is room for the chosen one alone, not for the list.
 * @param {string} title */
export function narrowTitle(title) {
  return h("h1.hidden.narrowtitle", {}, title);
}
