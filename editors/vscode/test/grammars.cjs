// SPDX-License-Identifier: Apache-2.0
// The grammars, by the library with which VS Code reads them: that each word of
// some lines has the scope that it should have, and that no line of the examples
// is left in a string, comment or block of C++ behind its end.
//
// Usage: node grammars.cjs EXAMPLES
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const oniguruma = require("vscode-oniguruma");
const { Registry, INITIAL, parseRawGrammar } = require("vscode-textmate");

const HERE = path.join(__dirname, "..");
const manifest = JSON.parse(fs.readFileSync(path.join(HERE, "package.json"), "utf8"));
const grammars = new Map(manifest.contributes.grammars.map((g) => [g.scopeName, g.path]));

/** Scopes of words in lines of each language. */
const EXPECTED = {
  "source.catenary.req": [
    ['  req D-2 "A call." from "SYS"', { "D-2": "entity.name.section", "A call.": "string", from: "storage" }],
    ["    step open: when call' and n != 3 then x' = true -- note",
     { step: "keyword.control", open: "entity.name.function", when: "keyword.control",
       and: "keyword.operator.word", "!=": "keyword.operator", 3: "constant.numeric",
       true: "constant.language", "-- note": "comment" }],
    ["output level : int 0..9", { output: "storage", int: "support.type", "..": "keyword.operator" }],
    ["  when once(a') then for 3 steps b'", { once: "support.function", for: "keyword.control" }],
  ],
  "source.catenary.sm": [
    ["  internal transition far: idle -> idle {",
     { internal: "storage.modifier", far: "entity.name.function", "->": "keyword.operator" }],
    ["  state warned { // why", { warned: "entity.name.class", "// why": "comment" }],
    ["    do { x = 1; }", { "x = 1;": "meta.embedded" }],
  ],
  "source.catenary.xlia": [
    ["  state< start > Idle {", { start: "storage.modifier", Idle: "entity.name.class" }],
    ["  @public: var clock urational idle; // x",
     { "@public": "keyword.other.section", clock: "storage", urational: "support.type", "// x": "comment" }],
    ["  guard ( a <= 30 );", { guard: "keyword.control", "<=": "keyword.operator", 30: "constant.numeric" }],
  ],
};
const ENDINGS = { ".req": "source.catenary.req", ".sm": "source.catenary.sm", ".xlia": "source.catenary.xlia" };

/** All scopes of the first occurrence of a word in a line, joined. */
function scopesOf(line, tokens, word) {
  const at = line.search(new RegExp(`(?<![A-Za-z_])${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`));
  assert.notStrictEqual(at, -1, word);
  const token = tokens.find((t) => t.startIndex <= at && at < t.endIndex);
  return token.scopes.join(" ");
}

async function main() {
  const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm);
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (sources) => new oniguruma.OnigScanner(sources),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    // C++ is the editor's own.
    loadGrammar: async (scope) => {
      const file = grammars.get(scope);
      if (file === undefined) {
        return parseRawGrammar(JSON.stringify({ scopeName: scope, patterns: [] }), "x.json");
      }
      const full = path.join(HERE, file);
      return parseRawGrammar(fs.readFileSync(full, "utf8"), full);
    },
  });
  let checked = 0;
  for (const [scope, lines] of Object.entries(EXPECTED)) {
    const grammar = await registry.loadGrammar(scope);
    for (const [line, words] of lines) {
      const { tokens } = grammar.tokenizeLine(line, INITIAL);
      for (const [word, wanted] of Object.entries(words)) {
        assert.ok(scopesOf(line, tokens, word).includes(wanted),
                  `${word} in '${line}': ${scopesOf(line, tokens, word)}, expected ${wanted}`);
        ++checked;
      }
    }
  }
  const examples = process.argv[2];
  for (const folder of fs.readdirSync(examples)) {
    if (!fs.statSync(path.join(examples, folder)).isDirectory()) continue;
    for (const name of fs.readdirSync(path.join(examples, folder))) {
      const scope = ENDINGS[path.extname(name)];
      if (scope === undefined) continue;
      const grammar = await registry.loadGrammar(scope);
      let state = INITIAL;
      let names = 0;
      const text = fs.readFileSync(path.join(examples, folder, name), "utf8");
      for (const line of text.split("\n")) {
        const result = grammar.tokenizeLine(line, state);
        state = result.ruleStack;
        names += result.tokens.filter((t) => t.scopes.some((s) => s.startsWith("entity.name"))).length;
      }
      assert.strictEqual(state.depth, 1, `${name}: something is open at its end`);
      assert.ok(names > 3, `${name}: its names are not seen`);
      ++checked;
    }
  }
  console.log(`${checked} checks`);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
