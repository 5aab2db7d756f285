// SPDX-License-Identifier: Apache-2.0
/** The parts of the live page. Each is made once, and shows a state. */
import { h, plural, thousands } from "../base/dom.js";
import { badge, GOAL_STATES, stateOf, VERDICTS, verdictLabel } from "../base/labels.js";
import { DataTable } from "../base/table.js";

/** @typedef {import("./state.js").LiveState} LiveState */
/** @typedef {import("./state.js").LiveGoal} LiveGoal */
/** @typedef {import("./state.js").LiveTest} LiveTest */
/** @typedef {import("../base/labels.js").Label} Label */

/** "4 s", "2 min 05 s", "1 h 02 min". @param {number} seconds */
export function timeText(seconds) {
  const s = Math.floor(seconds);
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${String(s % 60).padStart(2, "0")} s`;
  return `${Math.floor(s / 3600)} h ${String(Math.floor(s / 60) % 60).padStart(2, "0")} min`;
}

/** A number with its name; the texts change. @param {string} name */
function tile(name) {
  const value = h("b", {}, "–");
  const more = h("small");
  return { element: h("div.tile", {}, h("dt", {}, name), h("dd", {}, value, more)),
    /** @param {string} text @param {string} [small] */
    show(text, small = "") {
      value.textContent = text;
      more.textContent = small;
    } };
}

/** @param {LiveGoal} goal */
function labelOf(goal) {
  return stateOf(/** @type {import("../base/data.js").Goal} */ (/** @type {unknown} */ (goal)));
}

/** A bar of parts that change. @param {string} title */
function changingBar(title) {
  const head = h("h2.small", {}, title);
  const bar = h("div.bar", { "aria-hidden": "true" });
  const legend = h("ul.legend");
  return { element: h("div.share", {}, head, bar, legend),
    /** @param {string} text @param {{label: Label, count: number}[]} parts */
    show(text, parts) {
      head.textContent = text;
      const there = parts.filter((p) => p.count > 0);
      bar.replaceChildren(...there.map((p) => {
        const piece = h("span", { "data-tone": p.label.tone, "data-key": p.label.key });
        piece.style.flexGrow = String(p.count);
        return piece;
      }));
      legend.replaceChildren(...there.map((p) => h("li", { "data-key": p.label.key },
        badge(p.label), " ", h("b", {}, thousands(p.count)))));
    } };
}

export function numbersPanel() {
  const elapsed = tile("Elapsed");
  const goals = tile("Goals decided");
  const tests = tile("Tests run");
  const best = tile("Best so far");
  const phase = tile("Now");
  phase.element.classList.add("text");
  const element = h("dl.tiles", {}, elapsed.element, goals.element, tests.element,
    best.element, phase.element);
  /** @param {LiveState} state */
  const show = (state) => {
    elapsed.show(timeText(state.now.milliseconds / 1000));
    const all = [...state.goals.values()];
    const decided = all.filter((g) => g.status !== "undecided").length;
    goals.element.hidden = all.length === 0 && state.testCount > 0;
    const seen = state.searching && state.now.state === "running" ? state.searching.covered : 0;
    goals.show(all.length > 0 ? `${thousands(decided)} of ${thousands(all.length)}` : "–",
      seen > 0 ? `${plural(seen, "goal")} covered in the search` : "");
    tests.element.hidden = state.testCount === 0;
    tests.show(`${thousands(state.tests.length)} of ${thousands(state.testCount)}`, state.testing);
    best.element.hidden = state.best === null;
    if (state.best) showBest(best, state.best);
    const p = state.now.state === "ended" ? null : state.progress;
    const share = p && p.total > 0 && p.phase !== "exploring"
      ? ` ${Math.floor(100 * p.done / p.total)}%` : "";
    phase.show(p ? p.phase + share : state.now.state === "ended" ? "ended" : "starting",
      p?.detail ?? "");
  };
  return { element, show };
}

/** @param {{show: (text: string, small?: string) => void}} tile
 * @param {import("./state.js").Best} best */
function showBest(tile, best) {
  const cost = best.steps === undefined ? "" : `, cost ${thousands(best.steps)}`;
  const bound = best.minimal ? "minimal"
    : best.lower === undefined ? "no lower bound" : `at least ${thousands(best.lower)}`;
  tile.show(plural(best.tests, "test") + cost, bound + (best.by ? ` (${best.by})` : ""));
}

export function barPanel() {
  const goals = changingBar("Goals");
  const tests = changingBar("Tests");
  const element = h("section.card", { "aria-label": "Progress" }, goals.element, tests.element);
  /** @param {LiveState} state */
  const show = (state) => {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const goal of state.goals.values()) {
      const key = labelOf(goal).key;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    goals.show(`Goals (${thousands(state.goals.size)})`, Object.values(GOAL_STATES)
      .map((label) => ({ label, count: counts.get(label.key) ?? 0 })));
    goals.element.hidden = state.goals.size === 0;
    /** @type {Map<string, number>} */
    const verdicts = new Map();
    for (const t of state.tests) verdicts.set(t.verdict, (verdicts.get(t.verdict) ?? 0) + 1);
    verdicts.set("none", Math.max(0, state.testCount - state.tests.length));
    tests.show(`Tests (${thousands(state.testCount)})`, Object.values(VERDICTS)
      .map((label) => ({ label, count: verdicts.get(label.key) ?? 0 })));
    tests.element.hidden = state.testCount === 0;
    element.hidden = state.goals.size === 0 && state.testCount === 0;
  };
  return { element, show };
}

export function enginesPanel() {
  const body = h("tbody");
  const current = h("p.dim");
  const element = h("section.card", { "aria-label": "Engines" }, h("h2", {}, "Engines"), current,
    h("div.scroll", { tabindex: 0, role: "region", "aria-label": "Calls of engines" },
      h("table.data.free", {}, h("thead", {}, h("tr", {},
        ["Engine", "Calls", "Work", "Allowed", "Time", "Covered", "Unreachable", "Stopped by"]
          .map((t, i) => h("th", { scope: "col", class: i > 0 && i < 7 ? "number" : null }, t)))),
      body)));
  /** @param {LiveState} state */
  const show = (state) => {
    const s = state.now.state === "running" ? state.searching : null;
    element.hidden = state.engines.size === 0 && !s;
    // Figures that an engine does not have are 0.
    current.textContent = s ? ["Now: " + (s.engine || "search"),
      s.states > 0 ? plural(s.states, "state") : "",
      s.transitions > 0 ? plural(s.transitions, "step") : "",
      s.depth > 0 ? `depth ${thousands(s.depth)}` : ""].filter((t) => t).join(", ") : "";
    current.hidden = !s;
    if (!state.changed.engines) return;
    state.changed.engines = false;
    body.replaceChildren(...[...state.engines.values()].map((e) => h("tr", {},
      h("th", { scope: "row" }, e.engine),
      [e.calls, e.work, e.allowed].map((n) => h("td.number", {}, n === 0 ? "–" : thousands(n))),
      h("td.number", {}, `${e.took.toFixed(1)} s`),
      [e.covered, e.unreachable].map((n) => h("td.number", {}, thousands(n))),
      h("td", {}, e.stop))));
  };
  return { element, show };
}

export function goalsPanel() {
  const table = new DataTable(/** @type {import("../base/table.js").TableOptions<LiveGoal>} */ ({
    label: "Goals, the latest first", rows: [], height: 46, empty: "No goals yet.",
    columns: [
      { title: "Status", width: "10.5rem", cell: (g) => badge(labelOf(g)) },
      { title: "Goal", head: true, cell: (g) => [h("span.name", {}, g.id),
        h("span.sub", {}, g.text)] },
      { title: "Place", width: "10rem", kind: "wide", cell: (g) => g.where },
      { title: "After", width: "6.5rem", kind: "number medium",
        cell: (g) => (g.seconds < 0 ? "" : timeText(g.seconds)) },
      { title: "By", width: "9rem", kind: "wide", cell: (g) => g.by },
    ] }));
  const element = h("section.card", { "aria-label": "Goals" },
    h("h2", {}, "Goals, the latest first"), table.element);
  /** @param {LiveState} state */
  const show = (state) => {
    element.hidden = state.goals.size === 0;
    if (!state.changed.goals) return;
    state.changed.goals = false;
    table.show([...state.goals.values()].sort((a, b) => b.order - a.order));
  };
  return { element, show };
}

export function testsPanel() {
  const table = new DataTable(/** @type {import("../base/table.js").TableOptions<LiveTest>} */ ({
    label: "Tests, the latest first", rows: [], height: 40, empty: "No test has ended yet.",
    columns: [
      { title: "Verdict", width: "9.5rem", cell: (t) => badge(verdictLabel(t.verdict)) },
      { title: "Test", head: true, cell: (t) => h("span.name", {}, t.test) },
      { title: "Step", width: "5rem", kind: "number medium", cell: (t) => String(t.step) },
      { title: "Reason", kind: "wide", cell: (t) => t.reason },
    ] }));
  const element = h("section.card", { "aria-label": "Tests" },
    h("h2", {}, "Tests, the latest first"), table.element);
  /** @param {LiveState} state */
  const show = (state) => {
    element.hidden = state.testCount === 0;
    if (!state.changed.tests) return;
    state.changed.tests = false;
    table.show([...state.tests].reverse());
  };
  return { element, show };
}

/** @type {Record<string, string>} */
const MESSAGE_TONES = { error: "bad", warning: "open" };

export function messagesPanel() {
  const list = h("ol.messages");
  const box = h("div.messagebox", { role: "log", "aria-label": "Messages", tabindex: 0 }, list);
  const element = h("section.card", { "aria-label": "Messages" }, h("h2", {}, "Messages"), box);
  /** @param {LiveState} state */
  const show = (state) => {
    element.hidden = state.messages.length === 0;
    if (!state.changed.messages) return;
    state.changed.messages = false;
    const atEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 4;
    list.replaceChildren(...state.messages.map((m) => h("li", { "data-tone":
      MESSAGE_TONES[m.level] ?? null }, h("span.dim", {}, timeText(m.seconds)),
    h("span", {}, m.level in MESSAGE_TONES && !m.text.includes(`${m.level}: `)
      ? `${m.level}: ` : "", m.text))));
    if (atEnd) box.scrollTop = box.scrollHeight;
  };
  return { element, show };
}
