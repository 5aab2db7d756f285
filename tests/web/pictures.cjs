// SPDX-License-Identifier: Apache-2.0
// Takes the pictures of docs/pictures. run_web.py writes the pages and starts it:
//   node pictures.cjs FOLDER
// Where there is pngquant, it makes them smaller.
"use strict";
const { execFileSync, spawnSync } = require("node:child_process");
const { chromium } = require("playwright-core");

const FOLDER = process.argv[2];
const SIZE = { width: 1200, height: 720 };

/** Name of the picture, page, place in it, and what to do there.
 * @type {[string, string, string, ((page: any) => Promise<void>)?][]} */
const PICTURES = [
  ["summary", "cruise", "#summary"],
  ["goals", "lifter", "#goals"],
  ["test", "cruise", "#tests", (page) => page.click(".list a.name")],
  ["tree", "coffee", "#tests", (page) => page.click(".list a.name >> nth=-1")],
  ["requirements", "buffer", "#requirements"],
  ["findings", "controller", "#findings", async (page) => {
    await page.click("details summary >> nth=0");
  }],
  ["diagnosis", "cruise", "#findings"],
  ["machine", "controller", "#model", (page) => page.selectOption(".player select", { index: 1 })],
  ["automaton", "coffee", "#model"],
  ["graph", "lifter", "#model"],
  ["source", "lifter", "#source", async (page) => {
    await page.click("ul.files a >> nth=1");
    await page.waitForTimeout(100);
    await page.click("table.source a.marks >> nth=2");
  }],
];

async function main() {
  const executablePath = execFileSync("which", ["chromium"], { encoding: "utf8" }).trim();
  const browser = await chromium.launch({ executablePath,
    args: process.getuid() === 0 ? ["--no-sandbox"] : [] });
  for (const [name, from, hash, act] of PICTURES) {
    const page = await browser.newPage({ viewport: SIZE, colorScheme: "light" });
    page.setDefaultTimeout(10_000);
    await page.goto(`file://${__dirname}/pictured/${from}.html${hash}`);
    await page.waitForSelector("main h1:visible, main h2:visible");
    await act?.(page);
    await page.waitForTimeout(300);
    await page.screenshot({ path: `${FOLDER}/report-${name}.png` });
    await page.close();
  }
  await browser.close();
  const files = PICTURES.map(([name]) => `${FOLDER}/report-${name}.png`);
  const small = spawnSync("pngquant", ["--force", "--ext", ".png", "--strip", "128", ...files]);
  if (small.error) console.log("pngquant is missing: the pictures are large");
}

main();
