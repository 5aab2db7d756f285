// SPDX-License-Identifier: Apache-2.0
// The live page of `catenary report --serve` in headless Chromium: a search that
// goes on until it is cancelled, and a run. run_web.py starts it with the path
// of the program in CATENARY; PICTURE names a file for a picture of the page.
"use strict";
const assert = require("node:assert");
const { execFileSync, spawn } = require("node:child_process");
const { existsSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { after, before, test } = require("node:test");
const { chromium } = require("playwright-core");

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const { CATENARY, PICTURE } = process.env;
// Some goals are easy, some need luck or a solver, some nobody decides.
const SEARCH = `unsigned n, key, mode;
void step(void) {
  n = n * 1664525u + key;
  if (mode == 1 && key > 7) mode = 2;
  if (mode == 2 && n % 10 == 3) mode = 3;
  if (n == 1) n = 2;
  if (n == 0x12345678u) n = 3;
  if (n % 977u == 5u && key == n / 3u) n = 4;
  if (n * n == 0x7654321u) n = 5;
  if (n > 900000000u) mode = 1;
}
`;

let browser;
before(async () => {
  const path = execFileSync("which", ["chromium"], { encoding: "utf8" }).trim();
  browser = await chromium.launch({ executablePath: path,
    args: process.getuid() === 0 ? ["--no-sandbox"] : [] });
  writeFileSync(`${__dirname}/search.c`, SEARCH);
});
after(() => browser?.close());

/** Starts a server and waits for its address. */
async function serve(...command) {
  const child = spawn(CATENARY, ["report", "--serve", "--", ...command],
    { cwd: __dirname, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((done) => child.on("exit", (code) => done(code)));
  let printed = "";
  const address = await new Promise((done, failed) => {
    child.stderr.on("data", (bytes) => {
      printed += bytes;
      const found = /http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\//.exec(printed);
      if (found) done(found[0]);
    });
    child.on("exit", () => failed(new Error(printed)));
  });
  child.stdout.resume();
  return { address, ended, stop: (signal = "SIGINT") => child.kill(signal) };
}

/** Opens a page; what it reports, or asks of others, is in `faults`. */
async function open(address, options) {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(30_000);
  page.faults = [];
  page.on("console", (m) => page.faults.push(`console ${m.type()}: ${m.text()}`));
  page.on("pageerror", (e) => page.faults.push(`error: ${e.stack}`));
  page.on("request", (r) => {
    if (!r.url().startsWith(address)) page.faults.push(`request: ${r.url()}`);
  });
  await page.goto(address);
  return page;
}

async function problems(page, what) {
  if (!(await page.evaluate("!!window.axe"))) await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html).join(" | ")}`);
  });
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (over > 0) found.push(`${over} pixels too wide`);
  return found.map((one) => `${what}: ${one}`);
}

async function decided(page) {
  const text = await page.textContent(".tile:has(dt:text('Goals decided')) b");
  return Number(text.split(" ")[0].replace(/\D/g, "") || 0);
}

test("a search is watched, cancelled and reported", async () => {
  rmSync(`${__dirname}/search.json`, { force: true });
  const server = await serve("generate", "search.c", "-o", "search.json");
  try {
    const page = await open(server.address, { viewport: { width: 1440, height: 1000 } });
    await page.waitForSelector("#status:has-text('running')");
    await page.waitForFunction(() => document.querySelectorAll("[aria-label='Goals'] tbody tr")
      .length >= 10);
    // Goals fall while one looks.
    const before = await decided(page);
    for (let i = 0; (await decided(page)) <= before; ++i) {
      assert.ok(i < 200, "no goal was decided");
      await page.waitForTimeout(100);
    }
    await page.waitForSelector("[aria-label='Engines'] tbody tr");
    const first = await page.textContent("[aria-label='Goals'] tbody tr:first-child");
    assert.doesNotMatch(first, /undecided/, "the latest goal comes first");
    assert.deepStrictEqual(await problems(page, "wide"), []);
    if (PICTURE) {
      await page.setViewportSize({ width: 1080, height: 760 });
      await page.screenshot({ path: PICTURE });
    }
    for (const [width, colorScheme] of [[390, "dark"], [2560, "light"], [820, "dark"]]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      assert.deepStrictEqual(await problems(page, `${width} ${colorScheme}`), []);
    }
    // By keyboard alone: the first stops are the way past the head, the name, the theme.
    await page.focus("body");
    const seen = [];
    for (let i = 0; i < 12 && !seen.includes("Cancel"); ++i) {
      await page.keyboard.press("Tab");
      seen.push(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ""));
    }
    assert.ok(seen.includes("Cancel"), seen.join(", "));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/report$/);
    await page.waitForSelector("main h1:visible");
    assert.match(await page.title(), /^Summary/);
    assert.deepStrictEqual(await problems(page, "report"), []);
    assert.deepStrictEqual(page.faults, []);
    await page.close();
    assert.ok(existsSync(`${__dirname}/search.json`), "the partial suite is there");
  } finally {
    server.stop();
  }
  assert.strictEqual(await server.ended, 130);
});

test("a command without a suite shows its end", async () => {
  const server = await serve("generate", "no-such-file.c");
  try {
    const page = await open(server.address, { viewport: { width: 390, height: 844 },
      colorScheme: "dark" });
    await page.waitForSelector("#status:has-text('ended')");
    assert.match(await page.textContent("#outcome"), /exit code 2/);
    assert.match(await page.textContent("[role=log]"), /no-such-file\.c/);
    assert.strictEqual(await page.isVisible("#cancel"), false);
    assert.deepStrictEqual(await problems(page, "failed"), []);
    assert.deepStrictEqual(page.faults, []);
    await page.close();
  } finally {
    server.stop();
  }
  assert.strictEqual(await server.ended, 2);
});

test("Ctrl-C in the terminal is seen in the page", async () => {
  const server = await serve("generate", "search.c");
  const page = await open(server.address, {});
  await page.waitForSelector("[aria-label='Engines'] tbody tr");
  server.stop();
  await page.waitForSelector("#outcome:has-text('cancelled')");
  assert.deepStrictEqual(page.faults, []);
  assert.strictEqual(await server.ended, 130);
  await page.close();
});

test("the page says that its server is gone", async () => {
  const server = await serve("generate", "search.c");
  const page = await open(server.address, {});
  await page.waitForSelector("#status:has-text('running')");
  server.stop("SIGKILL");
  await page.waitForSelector("#outcome:has-text('server has ended')");
  assert.strictEqual(await server.ended, null);
  await page.close();
});
