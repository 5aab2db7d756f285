// SPDX-License-Identifier: Apache-2.0
/** The frame around the views: head, navigation, theme, addresses. */
import { report } from "./base/data.js";
import { add, byId, h, svg, thousands } from "./base/dom.js";
import { currentRoute, link } from "./base/route.js";
import { goalsView } from "./view/goals.js";
import { findingCount, findingsView } from "./view/findings.js";
import { modelView } from "./view/model.js";
import { hasRequirements, requirementsView } from "./view/requirements.js";
import { sourceView } from "./view/source.js";
import { overall, summaryView } from "./view/summary.js";
import { testsView } from "./view/tests.js";

/**
 * @typedef {object} View
 * @property {string} key
 * @property {string} title
 * @property {number=} count
 * @property {string[]} routes  what addresses of the view begin with
 * @property {boolean} there
 * @property {(route: import("./base/route.js").Route) => Node} draw
 */

/** @type {View[]} */
const VIEWS = [
  { key: "summary", title: "Summary", routes: ["summary"], there: true, draw: summaryView },
  { key: "goals", title: "Goals", count: report.goals.length, routes: ["goals", "goal"],
    there: true, draw: goalsView },
  { key: "tests", title: "Tests", count: report.tests.length, routes: ["tests", "test"],
    there: true, draw: testsView },
  { key: "requirements", title: "Requirements", count: report.requirements.length,
    routes: ["requirements", "requirement"], there: hasRequirements(), draw: requirementsView },
  { key: "findings", title: "Findings", count: findingCount(), routes: ["findings"],
    there: true, draw: findingsView },
  { key: "model", title: report.drawing?.kind === "timed" ? "Automaton" : "State machine",
    routes: ["model"], there: report.drawing !== null, draw: modelView },
  { key: "source", title: "Source", routes: ["source"], there: report.sources.length > 0,
    draw: sourceView },
];

/** Reads and keeps the theme; storage may be forbidden for local files. */
const theme = {
  get() {
    try {
      return localStorage.getItem("catenary-theme") ?? "";
    } catch {
      return "";
    }
  },
  /** @param {string} value */
  set(value) {
    document.documentElement.dataset.theme = value;
    try {
      localStorage.setItem("catenary-theme", value);
    } catch {
      // The choice holds until the page is closed.
    }
  },
};

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** A chain that hangs between two posts. */
function logo() {
  return svg("svg.logo", { viewBox: "0 0 32 24", "aria-hidden": "true" },
    svg("path", { d: "M3 3v18M29 3v18" }),
    svg("path.curve", { d: "M3 4c4 17 22 17 26 0" }));
}

function drawHead() {
  const button = h("button.theme", { type: "button", onclick: () => {
    theme.set(isDark() ? "light" : "dark");
    button.textContent = isDark() ? "Light" : "Dark";
  } }, isDark() ? "Light" : "Dark");
  button.setAttribute("aria-label", "Switch between light and dark");
  add(byId("top"), [h("a.brand", { href: link("summary") }, logo(),
    h("span", {}, h("b", {}, report.model.name || report.suite), h("small", {}, report.suite))),
  h("span.overall", {}, overall()), button]);
}

/** @param {View} chosen */
function drawNavigation(chosen) {
  byId("views").replaceChildren(h("ul", {}, VIEWS.filter((v) => v.there).map((v) => h("li", {},
    h("a", { href: link(v.key), "aria-current": v === chosen ? "page" : null }, v.title,
      v.count === undefined ? null : h("span.count", {}, thousands(v.count)))))));
}

/** @type {View | null} */
let shown = null;

function draw() {
  const { view, route } = currentRoute();
  const chosen = VIEWS.find((v) => v.there && v.routes.includes(view)) ?? VIEWS[0];
  const main = byId("main");
  const first = shown === null;
  const kept = chosen === shown ? main.querySelector(".list .scroll")?.scrollTop ?? 0 : 0;
  drawNavigation(chosen);
  main.replaceChildren(chosen.draw(route));
  const list = main.querySelector(".list .scroll");
  if (list && kept) list.scrollTop = kept;
  document.title = `${chosen.title}: ${report.model.name || report.suite}`;
  // Whoever followed a link goes on reading where it led.
  const target = main.querySelector("#detail") ?? main;
  if (!first && target instanceof HTMLElement) target.focus({ preventScroll: true });
  if (chosen !== shown) scrollTo(0, 0);
  shown = chosen;
}

document.documentElement.dataset.theme = theme.get();
byId("skip").addEventListener("click", () => byId("main").focus());
drawHead();
draw();
addEventListener("hashchange", draw);
