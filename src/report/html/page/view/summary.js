// SPDX-License-Identifier: Apache-2.0
/** The first view: what was asked, what came of it, what needs attention. */
import { findTest, report } from "../base/data.js";
import { goalLink, facts, heading, note, shareBar, testLink } from "../base/components.js";
import { h, plural, thousands } from "../base/dom.js";
import { badge, GOAL_STATES, icon, modelKind, stateOf, VERDICTS, verdictLabel }
  from "../base/labels.js";
import { link } from "../base/route.js";

/** How many of a long list are shown. */
const MOST_LISTED = 12;

/** @param {import("../base/data.js").Goal[]} goals */
function countStates(goals) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const goal of goals) {
    const key = stateOf(goal).key;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** @param {string} title @param {import("../base/data.js").Goal[]} goals */
function goalBar(title, goals) {
  const counts = countStates(goals);
  return shareBar(`${title} (${thousands(goals.length)})`,
    Object.values(GOAL_STATES).map((label) => ({ label, count: counts.get(label.key) ?? 0,
      href: link("goals", { goals: "", status: label.key }) })));
}

function verdictCounts() {
  const counts = { pass: 0, fail: 0, inconclusive: 0, error: 0 };
  for (const r of report.results?.tests ?? []) {
    ++counts[/** @type {keyof typeof counts} */ (r.verdict)];
  }
  return counts;
}

/** @param {string} name @param {string} value @param {string} [more] */
function tile(name, value, more) {
  return h(value.length > 16 ? "div.tile.text" : "div.tile", {}, h("dt", {}, name), h("dd", {}, h("b", {}, value),
    more ? h("small", {}, more) : null));
}

function tiles() {
  const goals = report.goals.filter((g) => !g.violation);
  const covered = goals.filter((g) => g.status === "covered").length;
  const impossible = goals.filter((g) => g.status === "unreachable" ||
    g.status === "excluded").length;
  const lengths = report.tests.map((t) => t.len);
  const steps = lengths.reduce((a, b) => a + b, 0);
  const longest = lengths.reduce((a, b) => Math.max(a, b), 0);
  const left = goals.length - impossible;
  return h("dl.tiles", {},
    tile("Goals covered", `${thousands(covered)} of ${thousands(goals.length)}`,
      impossible > 0 ? `${covered === left ? "all" : covered + " of " + left} ` +
        "that are not proved unreachable or excluded" : undefined),
    tile("Tests", thousands(report.tests.length),
      longest > 0 ? `longest: ${plural(longest, "step")}` : undefined),
    tile("Steps", thousands(steps)), bound());
}

function bound() {
  const certificate = report.certificates.find((c) => c.kind === "optimality");
  return certificate ? tile("Bound", certificate.claim, certificate.by) : null;
}

/** @param {string} title @param {Node[]} items @param {string} [href] */
function attentionGroup(title, items, href) {
  if (items.length === 0) return null;
  const more = items.length - MOST_LISTED;
  return [h("h3", {}, `${title} (${thousands(items.length)})`),
    h("ul.plain", {}, items.slice(0, MOST_LISTED).map((i) => h("li", {}, i)),
      more > 0 && href ? h("li", {}, h("a", { href }, `and ${more} more`)) : null)];
}

function attention() {
  const tone = (/** @type {string} */ t) => report.goals.filter((g) => stateOf(g).tone === t)
    .map((g) => h("span", {}, goalLink(g), g.text ? h("span.dim", {}, ` ${g.text}`) : null));
  const failed = (report.results?.tests ?? []).filter((r) => r.verdict !== "pass")
    .map((r) => {
      const test = findTest(r.id);
      return h("span", {}, test ? testLink(test) : r.id.slice(0, 12),
        h("span.dim", {}, ` ${r.code}`));
    });
  const groups = [
    attentionGroup("Violations", tone("bad"), link("goals", { goals: "", status: "violated" })),
    attentionGroup("Tests that did not pass", failed, link("tests", { tests: "" })),
    attentionGroup("Open goals", tone("open"), link("goals", { goals: "", status: "undecided" })),
  ].flat();
  return h("section.card", { "aria-labelledby": "attention" },
    h("h2", { id: "attention" }, "Needs attention"),
    groups.some((g) => g) ? groups
      : h("p", {}, icon("check"), " Nothing: no violation, no open goal",
        report.results ? ", and every test passed." : "."));
}

function proofs() {
  if (report.certificates.length === 0) return null;
  return h("section.card", { "aria-labelledby": "claims" }, h("h2", { id: "claims" }, "Claims"),
    h("ul.plain", {}, report.certificates.map((c) => h("li", {}, h("span.tag", {}, c.kind), " ",
      c.claim, c.goals.length > 0 ? ` (${plural(c.goals.length, "goal")})` : "",
      h("span.dim", {}, ` by ${c.by}`)))));
}

function environment() {
  const { model, results } = report;
  return h("section.card", { "aria-labelledby": "made" }, h("h2", { id: "made" }, "How it was made"),
    facts([["Tool", report.tool], ["Model", h("span", {}, `${model.name}, ${modelKind(model.kind)}`)],
      ["File", h("span.mono", {}, model.path)], ["Digest", h("span.mono", {}, model.sha256)],
      ["Suite", h("span.mono", {}, report.suite)], ["Seed", report.seed],
      ["Time unit", report.unit === "step" ? "" : report.unit],
      ["State graph", report.graphNote ? `not drawn: ${report.graphNote}` : ""]]),
    report.options.length > 0 ? h("h3", {}, "Options that determine the result") : null,
    facts(report.options.map(([name, value]) => [name, value])),
    results ? [h("h3", {}, "Run"), facts([["System under test", h("span.mono", {}, results.sut)],
      ["Confined by", results.sandbox], ["Repeated", results.repeat > 1 ? `${results.repeat} times` : ""],
      ["Oracle", results.oracle ? results.oracle.path : ""], ["Results", h("span.mono", {}, results.path)],
      ["Complete", results.complete ? "yes" : "no: the run ended early"]])] : null);
}

export function summaryView() {
  const goals = report.goals.filter((g) => !g.violation);
  const violations = report.goals.filter((g) => g.violation);
  const counts = verdictCounts();
  return h("div.page", {}, heading(report.model.name || report.suite,
    h("p.lead", {}, `${modelKind(report.model.kind)}: ${plural(report.goals.length, "goal")}, ` +
      plural(report.tests.length, "test"))),
    report.note ? note(report.note) : null,
    tiles(),
    h("section.card", { "aria-label": "Shares" },
      goals.length > 0 ? goalBar("Goals", goals) : null,
      violations.length > 0 ? goalBar("Possible violations", violations) : null,
      report.results ? shareBar(`Verdicts (${thousands(report.results.tests.length)})`,
        Object.entries(counts).map(([key, count]) => ({ label: VERDICTS[key], count,
          href: link("tests", { tests: "", verdict: key }) }))) : null),
    h("div.columns", {}, attention(), proofs(), environment()));
}

/** The verdict of the whole, for the head of every view. */
export function overall() {
  const bad = report.goals.filter((g) => stateOf(g).tone === "bad").length;
  const open = report.goals.filter((g) => stateOf(g).tone === "open").length;
  const counts = verdictCounts();
  const failed = counts.fail + counts.error;
  if (report.results) {
    return badge({ ...verdictLabel(failed > 0 ? "fail" : counts.inconclusive > 0 ? "inconclusive" : "pass"),
      text: failed > 0 ? `${thousands(failed)} of ${plural(report.results.tests.length, "test")} failed`
        : counts.inconclusive > 0 ? `${counts.inconclusive} inconclusive` : "all tests passed" });
  }
  if (bad > 0) return badge({ ...GOAL_STATES.violated, text: plural(bad, "violation") });
  if (open > 0) return badge({ ...GOAL_STATES.undecided, text: plural(open, "open goal") });
  return badge({ ...GOAL_STATES.covered, text: "all goals decided" });
}
