// SPDX-License-Identifier: Apache-2.0
/** The frame around the views: head, navigation, theme, addresses. */
import { report } from "./base/data.js";
import { byId, h, thousands } from "./base/dom.js";
import { drawHead, prepareFrame } from "./base/frame.js";
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

const DRAWING_TITLES = { machine: "State machine", timed: "Automaton", graph: "State graph" };

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
  { key: "model", title: report.drawing ? DRAWING_TITLES[report.drawing.kind] : "",
    routes: ["model"], there: report.drawing !== null, draw: modelView },
  { key: "source", title: "Source", routes: ["source"], there: report.sources.length > 0,
    draw: sourceView },
];

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

prepareFrame();
drawHead(report.model.name || report.suite, report.suite, link("summary"),
  [h("span.overall", {}, overall())]);
draw();
addEventListener("hashchange", draw);
