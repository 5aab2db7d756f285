// SPDX-License-Identifier: Apache-2.0
// Pages of all kinds of models in headless Chromium. run_web.py writes the pages
// into the folder of this file and starts it.
"use strict";
const assert = require("node:assert");
const { execFileSync } = require("node:child_process");
const { readFileSync, statSync } = require("node:fs");
const { after, before, test } = require("node:test");
const { chromium } = require("playwright-core");

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const WIDE = { viewport: { width: 1440, height: 900 } };
const NARROW_DARK = { viewport: { width: 390, height: 844 }, colorScheme: "dark" };
const PAGES = ["c", "levels", "long", "failed", "contract", "adaptive", "machine", "timed", "hostile",
  "hostile_machine", "many"];

let browser;
before(async () => {
  const path = execFileSync("which", ["chromium"], { encoding: "utf8" }).trim();
  browser = await chromium.launch({ executablePath: path,
    args: process.getuid() === 0 ? ["--no-sandbox"] : [] });
});
after(() => browser?.close());

/** Opens a page; whatever it reports or asks for that it should not is in
 * `faults`. */
async function open(name, hash = "", options = WIDE) {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(10_000);
  const own = `file://${__dirname}/${name}.html`;
  page.faults = [];
  page.on("console", (m) => page.faults.push(`console ${m.type()}: ${m.text()}`));
  page.on("pageerror", (e) => page.faults.push(`error: ${e.stack}`));
  page.on("dialog", (d) => {
    page.faults.push(`dialog: ${d.message()}`);
    d.dismiss();
  });
  page.on("request", (r) => {
    if (r.url().split("#")[0] !== own) page.faults.push(`request: ${r.url()}`);
  });
  await page.goto(own + hash);
  await page.waitForSelector("main h1:visible, main h2:visible");
  return page;
}

async function close(page) {
  assert.deepStrictEqual(page.faults, []);
  assert.strictEqual(await page.evaluate("window.attacked"), undefined);
  await page.close();
}

async function go(page, hash) {
  await page.evaluate((h) => { location.hash = h; }, hash);
  await page.waitForTimeout(80);
}

async function accessible(page, what) {
  // Not by an element: the policy of the page forbids that.
  if (!(await page.evaluate("!!window.axe"))) await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const result = await window.axe.run(document, { resultTypes: ["violations"] });
    return result.violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(" | ")}`);
  });
  return found.map((one) => `${what}: ${one}`);
}

async function fits(page, what) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return over <= 0 ? [] : [`${what}: ${over} pixels too wide`];
}

/** The views of a page: those of its navigation, and one goal, one test, one
 * line. */
async function viewsOf(page) {
  const views = await page.$$eval("#views a", (links) => links.map((a) => a.getAttribute("href")));
  await go(page, "#goals");
  views.push(await page.getAttribute(".list a.name", "href"));
  await go(page, "#tests");
  const named = await page.$(".list a.name");
  if (named) views.push(await named.getAttribute("href"));
  if (views.includes("#source")) {
    await go(page, "#source");
    const marks = await page.$("a.marks");
    if (marks) views.push(await marks.getAttribute("href"));
  }
  return views;
}

for (const name of PAGES) {
  for (const [look, options] of [["wide", WIDE], ["narrow and dark", NARROW_DARK]]) {
    test(`${name}: every view, ${look}`, async () => {
      const page = await open(name, "", options);
      const faults = [];
      for (const view of await viewsOf(page)) {
        await go(page, view);
        assert.ok(await page.isVisible("main h1:visible, main h2:visible"), view);
        faults.push(...await fits(page, view));
        if (name !== "many") faults.push(...await accessible(page, view));
      }
      assert.deepStrictEqual(faults, []);
      await close(page);
    });
  }
}

test("goals are filtered, searched and sorted", async () => {
  const page = await open("c", "#goals");
  const rows = () => page.$$eval(".list tbody tr[data-row]", (r) => r.length);
  const all = await rows();
  await page.click(".chip:has-text('holds')");
  const holds = await rows();
  assert.ok(holds > 0 && holds < all);
  assert.match(await page.textContent("#counter"), new RegExp(`^${holds} of `));
  await page.click(".chip:has-text('holds')");
  assert.strictEqual(await rows(), all);
  await page.fill(".search", "tap WL-2");
  assert.deepStrictEqual(await page.$$eval(".list a.name", (a) => a.map((e) => e.textContent)), ["tap", "tap.violated"]);
  await page.fill(".search", "no such goal");
  assert.match(await page.textContent(".list tbody"), /No goal matches/);
  await page.fill(".search", "");
  await page.click("button.sort:has-text('Depth')");
  await page.click("button.sort:has-text('Depth')");
  assert.strictEqual(await page.getAttribute("th:has(button.sort:has-text('Depth'))", "aria-sort"), "descending");
  await page.selectOption("select[aria-label='Kind']", "violation");
  assert.strictEqual(await rows(), holds);
  await close(page);
});

test("a goal is one click from the test that covers it", async () => {
  const page = await open("c", "#goal=tap");
  assert.strictEqual(await page.textContent(".detail h2"), "tap");
  assert.match(await page.textContent(".detail"), /hit by a run of \d+ steps/);
  await page.click(".detail ul a.ref");
  await page.waitForSelector(".plot");
  assert.match(await page.evaluate("location.hash"), /^#test=[0-9a-f]{64}&step=\d+$/);
  const step = Number(/step=(\d+)/.exec(await page.evaluate("location.hash"))[1]);
  assert.match(await page.textContent(".stepper output"), new RegExp(`^step ${step} of `));
  assert.match(await page.textContent(".step"), /tap/);
  await close(page);
});

test("a goal that no run covers has its proof", async () => {
  const page = await open("contract", "#goal=both");
  assert.match(await page.textContent(".detail"), /unreachable/);
  assert.match(await page.textContent(".detail"), /fixpoint of the states reached/);
  await close(page);
});

test("a link to what is not there says so", async () => {
  const page = await open("c", "#goal=none");
  assert.match(await page.textContent("main"), /There is no goal none/);
  await go(page, "#test=none");
  assert.match(await page.textContent("main"), /There is no test none/);
  await go(page, "#%E0%A4%A");
  assert.ok(await page.isVisible("main h1:visible"));
  await close(page);
});

test("a test is stepped by keys, and zoomed", async () => {
  const page = await open("c", "#tests");
  await page.focus(".list a.name");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".plotframe");
  await page.focus(".plotframe");
  for (let i = 0; i < 3; ++i) await page.keyboard.press("ArrowRight");
  assert.match(await page.textContent(".stepper output"), /^step 4 of/);
  assert.match(await page.textContent(".step h3"), /^Step 4/);
  assert.strictEqual(await page.$eval(".detail tr[aria-current] th", (e) => e.textContent), "4");
  const boxes = () => page.$$eval(".plot .box", (b) => b.length);
  const all = await boxes();
  for (let i = 0; i < 4; ++i) await page.keyboard.press("+");
  assert.ok((await boxes()) < all);
  await page.keyboard.press("0");
  assert.strictEqual(await boxes(), all);
  await page.keyboard.press("End");
  assert.match(await page.textContent(".stepper output"), /^step (\d+) of \1$/);
  await page.keyboard.press("Home");
  assert.match(await page.textContent(".stepper output"), /^step 1 of/);
  await close(page);
});

test("arrow keys go through the rows of a table", async () => {
  const page = await open("many", "#tests");
  await page.focus(".list a.name");
  for (let i = 0; i < 40; ++i) await page.keyboard.press("ArrowDown");
  assert.strictEqual(await page.evaluate("document.activeElement.textContent"), "test_40");
  await close(page);
});

test("many tests are a few elements", async () => {
  const page = await open("many", "#tests");
  assert.ok(statSync(`${__dirname}/many.html`).size < 2_000_000);
  assert.ok((await page.$$("tbody tr")).length < 120);
  await page.$eval(".list .scroll", (e) => { e.scrollTop = e.scrollHeight; });
  await page.waitForSelector("a.name:has-text('test_2999')");
  assert.ok((await page.$$("tbody tr")).length < 120);
  await page.fill(".search", "test_1234");
  assert.match(await page.textContent("#counter"), /^1 of 3,000 tests/);
  await page.click("a.name");
  await page.waitForSelector(".plot");
  await close(page);
});

test("failures are marked in plots, tables and requirements", async () => {
  const page = await open("failed", "#tests");
  await page.click(".list a.name");
  await page.waitForSelector(".plot .badmark");
  assert.ok(await page.$(".detail tr[data-tone=bad]"));
  assert.match(await page.textContent(".detail"), /mode is 2, expected 1/);
  await go(page, "#requirements");
  assert.match(await page.textContent("tbody[data-requirement='CC-3']"), /fail/);
  await go(page, "#findings");
  assert.match(await page.textContent("main"), /Failed tests, explained \(1\)/);
  assert.match(await page.textContent("p.counter"), /0 findings, 1 failed test/);
  // The values that were not allowed are marked where they are.
  const marked = await page.$$eval("td:has(.seen[data-tone=bad])", (t) => t.map((c) => c.textContent));
  assert.match(marked.join("; "), /ACTIVE allowed: STANDBY.*false allowed: true/);
  await close(page);
});

test("contracts have bands of what is allowed", async () => {
  const page = await open("contract", "#tests");
  await page.click(".list a.name");
  await page.waitForSelector(".plotframe rect.band");
  assert.ok(await page.$(".plotframe rect.anything"));
  assert.ok(await page.$(".plotframe path.observed[d]"));
  assert.match(await page.textContent(".detail tbody"), /\[0, 2\]/);
  await close(page);
});

test("requirements have the words and places of their model, also without a test", async () => {
  const page = await open("contract", "#requirements");
  const words = readFileSync(`${__dirname}/buffer.req`, "utf8").match(/req r0 "([^"]*)"/)[1];
  assert.strictEqual(await page.textContent("tbody[data-requirement='r0'] .wording"), words);
  assert.match(await page.textContent("main"), /Requirements without a test \(\d+\)|no test/);
  await page.click("tbody[data-requirement='r0'] a.mono");
  await page.waitForSelector("table.source tr[aria-current]");
  assert.match(await page.textContent("table.source tr[aria-current]"), /req r0/);
  await close(page);
});

test("adaptive tests show their branches and the run", async () => {
  const page = await open("adaptive", "#tests");
  await page.click(".list a.name:has-text('all')");
  await page.waitForSelector(".diagram");
  assert.ok((await page.$$(".diagram .vertex")).length > 3);
  assert.ok((await page.$$(".diagram .vertex.now")).length > 0);
  await close(page);
});

test("a state machine shows coverage, and tests step over it", async () => {
  const page = await open("machine", "#model");
  assert.strictEqual((await page.$$(".diagram .edge")).length, 14);
  await page.focus(".diagram .vertex[tabindex]");
  await page.keyboard.press("Enter");
  assert.match(await page.textContent(".detail"), /covered|violated/);
  await page.selectOption(".player select", { index: 1 });
  const first = await page.$$eval(".diagram .vertex.now title", (t) => t.map((e) => e.textContent));
  assert.ok(first.length > 0);
  const seen = new Set([first.join()]);
  for (let i = 0; i < 10; ++i) {
    await page.click("button[aria-label='Step on']");
    seen.add((await page.$$eval(".diagram .vertex.now title", (t) => t.map((e) => e.textContent))).join());
  }
  assert.ok(seen.size > 1);
  await go(page, "#goal=transition Controller::boot");
  await page.click("text=Show it in the drawing");
  await page.waitForSelector(".diagram .edge.chosen");
  await go(page, "#tests");
  await page.click(".list a.name");
  await page.waitForSelector(".sequence .message");
  await close(page);
});

test("boxes of a drawing do not overlap", async () => {
  const page = await open("machine", "#model");
  const clashes = await page.evaluate(() => {
    const areas = [...document.querySelectorAll(".diagram rect.body:not(.nested)")].map((r) => r.getBBox());
    return areas.flatMap((a, i) => areas.slice(i + 1).filter((b) => a.x < b.x + b.width && b.x < a.x + a.width &&
      a.y < b.y + b.height && b.y < a.y + a.height)).length;
  });
  assert.strictEqual(clashes, 0);
  await close(page);
});

test("timed tests have verdict leaves, and the automaton", async () => {
  const page = await open("timed", "#tests");
  await page.click(".list a.name");
  await page.waitForSelector(".tree .leaf");
  const text = await page.textContent(".tree");
  for (const leaf of ["PASS", "FAIL_out", "FAIL_dur", "INC_dur"]) assert.match(text, new RegExp(leaf));
  assert.ok(await page.$(".sequence .message"));
  await go(page, "#model");
  assert.strictEqual((await page.$$(".diagram .edge")).length, 8);
  await close(page);
});

test("sources are marked by symbol and colour", async () => {
  const page = await open("c", "#source");
  await page.click(".files a:has-text('window_lifter.c')");
  await page.waitForSelector(".source a.marks svg.icon");
  await page.click(".source a.marks >> nth=0");
  assert.match(await page.textContent(".detail"), /window_lifter\.c:\d+/);
  await close(page);
});

test("conditions and statements are marked within their lines", async () => {
  const page = await open("levels", "#source");
  const marks = (line) => page.$$eval(`.source tr[data-line="${line}"] .part`,
    (parts) => parts.map((p) => [p.textContent, p.dataset.tone]));
  assert.deepStrictEqual(await marks(3), [["if (", "good"], ["button == 1", "good"], [" && ", "good"],
    ["level < 3", "good"], [") ", "good"], ["level = level + 1;", "good"]]);
  // One outcome of the condition is unreachable, and so is what depends on it.
  assert.deepStrictEqual(await marks(4), [["if (", "good"], ["level > 5", "calm"], [") ", "good"],
    ["level = 0;", "calm"]]);
  assert.strictEqual(await page.textContent(".source tr[data-line='4'] code"), "  if (level > 5) level = 0;");
  assert.match(await page.getAttribute(".source tr[data-line='4'] .part:nth-child(2)", "title"),
    /is true: unreachable\n.*is false: covered/);
  await close(page);
});

test("the graph of a small program has the path of a test", async () => {
  const page = await open("levels", "#model");
  assert.match(await page.textContent(".counter"), /levels: 4 states, 7 transitions/);
  assert.deepStrictEqual(await page.$$eval(".diagram .vertex .action", (t) => t.map((e) => e.textContent.trim())),
    ["level = 0", "level = 1", "level = 2", "level = 3"]);
  // The chain goes from the first state to the last one.
  assert.strictEqual(await page.$$eval(".diagram .edge.path:not(.own)", (e) => e.length), 3);
  const now = () => page.$$eval(".diagram .vertex.now", (v) => v.map((e) => e.textContent));
  await page.click(".player button[aria-label='Last step']");
  assert.match((await now()).join(), /level = 3/);
  assert.match(await page.textContent(".player"), /button = \d+, then in state 3/);
  await page.click(".diagram .vertex >> nth=1");
  assert.match(await page.textContent(".detail"), /level = 1/);
  await close(page);
});

test("a large graph is not drawn, and the page says why", async () => {
  const page = await open("long", "#summary");
  assert.match(await page.textContent("main"), /not drawn: it has more than 500 states/);
  assert.strictEqual(await page.$("#views a[href='#model']"), null);
  await close(page);
  const part = await open("failed", "#model");
  assert.match(await part.textContent(".counter"), /drawn are those of tests, and one on a shortest run/);
  await close(part);
});

test("the theme is chosen, and is that of the system before", async () => {
  const paper = (p) => p.evaluate("getComputedStyle(document.body).backgroundColor");
  const light = await open("c");
  const dark = await open("c", "", NARROW_DARK);
  assert.notStrictEqual(await paper(light), await paper(dark));
  await light.click(".theme");
  assert.strictEqual(await paper(light), await paper(dark));
  await close(light);
  await close(dark);
});

test("the first tab stop skips to the content", async () => {
  const page = await open("c");
  await page.keyboard.press("Tab");
  assert.strictEqual(await page.evaluate("document.activeElement.id"), "skip");
  await page.keyboard.press("Enter");
  assert.strictEqual(await page.evaluate("document.activeElement.id"), "main");
  await close(page);
});

test("names in a model stay text", async () => {
  for (const name of ["hostile", "hostile_machine"]) {
    const page = await open(name);
    assert.strictEqual((await page.$$("main script, main img, nav img, header img")).length, 0);
    assert.strictEqual((await page.$$("script")).length, 2);
    await go(page, "#goals");
    assert.match(await page.textContent("main"), /<script>window\.attacked/);
    await close(page);
  }
});

test("printed pages have all rows", async () => {
  const page = await open("c", "#goals");
  await page.emulateMedia({ media: "print" });
  assert.ok(!(await page.isVisible(".filters")));
  assert.ok((await page.pdf()).length > 10_000);
  await close(page);
});
