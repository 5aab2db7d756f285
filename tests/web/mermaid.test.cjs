// SPDX-License-Identifier: Apache-2.0
// What `catenary convert --to mermaid` writes, drawn by Mermaid in headless
// Chromium. run_web.py writes the files into the folder of this file.
"use strict";
const assert = require("node:assert");
const { execFileSync } = require("node:child_process");
const { readFileSync, readdirSync } = require("node:fs");
const { after, before, test } = require("node:test");
const { chromium } = require("playwright-core");

const HOSTILE = JSON.parse(readFileSync(`${__dirname}/hostile_name.json`, "utf8"));

let browser;
let page;
before(async () => {
  const path = execFileSync("which", ["chromium"], { encoding: "utf8" }).trim();
  browser = await chromium.launch({ executablePath: path,
    args: process.getuid() === 0 ? ["--no-sandbox"] : [] });
  page = await browser.newPage();
  await page.addScriptTag({ path: `${__dirname}/node_modules/mermaid/dist/mermaid.min.js` });
  // As code hosts show diagrams: nothing in them is trusted.
  await page.evaluate(() => window.mermaid.initialize({
    startOnLoad: false, securityLevel: "strict", suppressErrorRendering: true }));
});
after(() => browser?.close());

/** The diagrams of a file: a single one, or the blocks of Markdown. */
function diagramsOf(text) {
  if (!text.startsWith("## ")) return [text];
  return [...text.matchAll(/^```mermaid\n([^]*?)^```$/gm)].map((match) => match[1]);
}

/** The texts that are shown. Throws where Mermaid cannot draw it. */
function draw(diagram) {
  return page.evaluate(async (source) => {
    window.number = (window.number ?? 0) + 1;
    const { svg } = await window.mermaid.render(`drawing${window.number}`, source);
    const holder = document.createElement("div");
    holder.innerHTML = svg;
    document.body.append(holder);
    for (const style of holder.querySelectorAll("style")) style.remove();
    const text = holder.textContent.replace(/\s+/g, " ");
    holder.remove();
    return text;
  }, diagram);
}

for (const file of readdirSync(__dirname).filter((name) => name.endsWith(".mmd"))) {
  test(`${file} is drawn`, async () => {
    const diagrams = diagramsOf(readFileSync(`${__dirname}/${file}`, "utf8"));
    assert.ok(diagrams.length > 0);
    // Drawing takes long; the first ones have all kinds of lines.
    for (const diagram of diagrams.slice(0, 5)) {
      const shown = await draw(diagram);
      assert.ok(shown.length > 10, shown);
    }
  });
}

test("names are shown as they are", async () => {
  const [model] = diagramsOf(readFileSync(`${__dirname}/hostile_model.mmd`, "utf8"));
  assert.ok((await draw(model)).includes(`${HOSTILE}idle`));
  const [first] = diagramsOf(readFileSync(`${__dirname}/hostile_steps.mmd`, "utf8"));
  assert.ok((await draw(first)).includes(HOSTILE));
  assert.strictEqual(await page.evaluate("window.attacked"), undefined);
});

test("a fault is found", async () => {
  await assert.rejects(draw("sequenceDiagram\n  A->>: ;;\n"));
});
