// SPDX-License-Identifier: Apache-2.0
// @ts-check
"use strict";

/**
 * The extension starts `catenary lsp` for the documents of its languages, and
 * opens the HTML page of a suite.
 */

const childProcess = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

/** @type {LanguageClient | undefined} */
let client;

/** @returns {string} the program, as the settings name it */
function program() {
  return vscode.workspace.getConfiguration("catenary").get("path") || "catenary";
}

/** Starts the server; a program that is missing is told once. */
async function start() {
  const settings = vscode.workspace.getConfiguration("catenary");
  const options = settings.get("checkConflicts") === false ? ["--no-check"] : [];
  client = new LanguageClient(
    "catenary",
    "Catenary",
    { command: program(), args: ["lsp", ...options], transport: TransportKind.stdio },
    {
      documentSelector: [
        { language: "catenary-req" },
        { language: "catenary-sm" },
        { language: "catenary-xlia" },
        { language: "toml" },
        { pattern: "**/*.toml" },
      ],
    },
  );
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    vscode.window.showErrorMessage(
      `Catenary: '${program()} lsp' cannot be started (${error}); set catenary.path`,
    );
  }
}

async function stop() {
  const old = client;
  client = undefined;
  if (old !== undefined) await old.stop();
}

/**
 * The suite of a command: the file that was chosen, the one that is shown, or
 * one that is asked for.
 * @param {vscode.Uri | undefined} chosen
 * @returns {Promise<string | undefined>}
 */
async function suite(chosen) {
  if (chosen !== undefined) return chosen.fsPath;
  const shown = vscode.window.activeTextEditor?.document.uri;
  if (shown?.scheme === "file" && shown.fsPath.endsWith(".json")) return shown.fsPath;
  const picked = await vscode.window.showOpenDialog({
    title: "Suite of Catenary",
    filters: { Suites: ["json"] },
  });
  return picked?.[0]?.fsPath;
}

/**
 * Runs the program. No shell is involved, so that names need no quotes.
 * @param {string[]} args
 * @returns {Promise<void>}
 */
function run(args) {
  return new Promise((resolve, reject) => {
    childProcess.execFile(program(), args, (error, _out, messages) => {
      if (error === null) resolve();
      else reject(new Error(messages.trim() || error.message));
    });
  });
}

/** @param {vscode.Uri | undefined} chosen */
async function openReport(chosen) {
  const file = await suite(chosen);
  if (file === undefined) return;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "catenary-report-"));
  const page = path.join(folder, path.basename(file, ".json") + ".html");
  try {
    await run(["report", file, "--html", page, "--quiet"]);
  } catch (error) {
    vscode.window.showErrorMessage(`Catenary: ${error instanceof Error ? error.message : error}`);
    return;
  }
  await vscode.env.openExternal(vscode.Uri.file(page));
}

/** @param {vscode.ExtensionContext} context */
async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("catenary.openReport", openReport),
    vscode.commands.registerCommand("catenary.restart", async () => {
      await stop();
      await start();
    }),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (!change.affectsConfiguration("catenary")) return;
      await stop();
      await start();
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
