// SPDX-License-Identifier: Apache-2.0
/// \file
/// Some thousand damaged requirement files, ours and FRET's: each is read, or
/// refused with places.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/rng.h"
#include "base/text_file.h"
#include "sample.h"
#include "unit/published_data.h"

namespace catenary::frontend::contract::test {
namespace {

/// Something of everything that the language has.
std::string everything() {
  return kHead +
         "-- a comment\n"
         "env polite \"text\": not (i' and j)\n"
         "def d = i and k < N\n"
         "view v \"what it is about\"\n"
         "  req R-1 \"text\" from \"SYS 1\" tags a, b\n"
         "    init start: k' = 0 and m' = OFF and not b'\n"
         "    step c1: when d' and not o then x' = if i' then k - 1 else -2\n"
         "    frame o, m\n"
         "  req R-2\n"
         "    when rise(i) then within N steps o' or once(j', 2)\n"
         "    step: when i' then for 2 steps 0 <= x' + k' * 2 < 5\n"
         "    when i' then until since(i', j'), r' <= 1.5\n"
         "view w req Q always: o' <=> (m' != FAIL => x' > n')\n"
         "purpose p \"text\" for v within 3: m' = ON and k = 1\n"
         "cover contracts for v\ncover pairs\n";
}

std::string fret() {
  return R"j({"requirements": [
 {"reqid": "R 1", "project": "P", "fulltext": "when in, out > 0",
  "rationale": "why", "semantics": {"component_name": "C", "ptExpanded":
  "(H ((in & (Z (! in))) -> (out > 0)))"}},
 {"reqid": "R2", "project": "P", "fulltext": "t \u00e9", "semantics":
  {"component_name": "C", "ptExpanded": "((O[0,3] in) S (out = -2 + 1))"}}],
 "variables": [
 {"variable_name": "in", "idType": "Input", "dataType": "boolean"},
 {"variable_name": "out", "idType": "Output", "dataType": "integer"},
 {"variable_name": "m", "idType": "Internal", "dataType": "double"}]})j";
}

class Damage {
 public:
  Damage(std::uint64_t seed, std::vector<std::string> signs)
      : rng_(seed), signs_(std::move(signs)) {}

  std::string some(std::string text) {
    const std::uint64_t times = 1 + rng_.below(3);
    for (std::uint64_t i = 0; i < times && !text.empty(); ++i) one(text);
    return text;
  }

 private:
  void one(std::string& text) {
    const std::size_t at = rng_.below(text.size());
    const std::size_t length = 1 + rng_.below(30);
    const std::size_t end = text.find_first_of(" \n(,:", at);
    switch (rng_.below(8)) {
      case 0:
        text.resize(at);
        return;
      case 1:
        text.erase(at, length);
        return;
      case 2:
        text.insert(at, text.substr(at, length));
        return;
      case 3:
        text[at] = static_cast<char>(rng_.below(256));
        return;
      case 4:
        std::swap(text[at], text[rng_.below(text.size())]);
        return;
      case 5:
        text.insert(at, sign());
        return;
      case 6:  // a word where another was
        if (end != std::string::npos) text.replace(at, end - at, sign());
        return;
      default:
        // The same again, many times.
        text.insert(at, repeated(sign(), 1 + rng_.below(400)));
        return;
    }
  }
  static std::string repeated(const std::string& what, std::uint64_t times) {
    std::string out;
    for (std::uint64_t i = 0; i < times; ++i) out += what;
    return out;
  }
  std::string sign() { return " " + signs_[rng_.below(signs_.size())] + " "; }

  base::Rng rng_;
  std::vector<std::string> signs_;
};

const std::vector<std::string> kReqSigns = {
    "when",  "then", "init",  "step",        "always", "view",   "req",
    "frame", "if",   "else",  "(",           ")",      "'",      "..",
    "<=>",   "=>",   "not",   "and",         "-",      "within", "steps",
    "until", "for",  "1.5",   "rise",        "once(",  "N",      "ON",
    "\"",    "--",   "\xC3",  "99999999999", "enum",   "real",   "int",
    "env",   "def",  "cover", "interface"};
const std::vector<std::string> kFretSigns = {"{",
                                             "}",
                                             "[",
                                             "]",
                                             "\"",
                                             "\\",
                                             ",",
                                             ":",
                                             "null",
                                             "0",
                                             "H",
                                             "S",
                                             "O[2]",
                                             "Z",
                                             "(",
                                             ")",
                                             "->",
                                             "!",
                                             "1e9",
                                             "true",
                                             "\\u12",
                                             "\xC3",
                                             "requirements",
                                             "-",
                                             "[<=",
                                             "\\ud800"};

/// What became of a damaged file: "read", or the codes of its errors.
std::string outcome(const std::string& text, const std::string& path) {
  try {
    const model::Interface a = parse(text, path);
    const std::string again = write(read(text, path));
    EXPECT_EQ(all_of(parse(again, "again.req")), all_of(a));
    return "read";
  } catch (const base::InputError& e) {
    std::string codes;
    EXPECT_FALSE(e.diagnostics().empty());
    for (const base::Diagnostic& d : e.diagnostics()) {
      EXPECT_EQ(d.where.file, path) << d.message;
      EXPECT_FALSE(d.message.empty());
      EXPECT_TRUE(d.code == "req-many" || d.where.line > 0) << d.message;
      codes += d.code + " ";
    }
    return codes;
  }
}

TEST(Malformed, EveryTruncation) {
  const std::string text = everything();
  std::size_t refused = 0;
  for (std::size_t n = 0; n < text.size(); ++n) {
    if (outcome(text.substr(0, n), "m.req") != "read") ++refused;
    if (HasFailure()) FAIL() << text.substr(0, n);
  }
  // A file may end after any contract, not within most.
  EXPECT_GT(refused, text.size() / 2);
  const std::string export_of = fret();
  for (std::size_t n = 0; n < export_of.size(); ++n) {
    EXPECT_NE(outcome(export_of.substr(0, n), "m.json"), "read");
    if (HasFailure()) FAIL() << export_of.substr(0, n);
  }
}

TEST(Malformed, RandomDamageOfRequirements) {
  std::set<std::string> outcomes;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const std::string text = Damage(seed, kReqSigns).some(everything());
    outcomes.insert(outcome(text, "m.req"));
    if (HasFailure()) FAIL() << "seed " << seed << "\n" << text;
  }
  EXPECT_TRUE(outcomes.contains("read"));
  EXPECT_GT(outcomes.size(), 40U);
}

TEST(Malformed, RandomDamageOfFret) {
  std::vector<std::string> all{fret()};
  const auto path = catenary::test::published_data("req/LiquidMixer.fret.json");
  if (path) all.push_back(base::read_file(*path));
  std::set<std::string> outcomes;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    // The large one now and then.
    const std::string& whole = all[seed % 10 == 9 ? all.size() - 1 : 0];
    const std::string text = Damage(seed, kFretSigns).some(whole);
    outcomes.insert(outcome(text, "m.json"));
    if (HasFailure()) FAIL() << "seed " << seed << "\n" << text;
  }
  EXPECT_TRUE(outcomes.contains("read"));
  EXPECT_GT(outcomes.size(), 8U);
}

TEST(Malformed, OneStrangeByteAnywhere) {
  const std::string text = everything();
  for (const char c : {'\0', '\x80', '\xFF', '#', '\r', '$', '\''}) {
    for (std::size_t at = 0; at < text.size(); at += 3) {
      std::string damaged = text;
      damaged.insert(at, 1, c);
      (void)outcome(damaged, "m.req");
      if (HasFailure()) FAIL() << at;
    }
  }
}

TEST(Malformed, TenMegabytesOfNoise) {
  base::Rng rng(7);
  std::string noise = "interface a\n";
  std::string words = "interface a\n";
  while (noise.size() < 10'000'000) {
    noise += static_cast<char>(32 + rng.below(95));
    if (rng.below(60) == 0) noise += '\n';
  }
  while (words.size() < 10'000'000) {
    words += kReqSigns[rng.below(kReqSigns.size())];
    words += rng.below(9) == 0 ? '\n' : ' ';
  }
  std::erase(words, '\xC3');
  for (const std::string& text : {noise, words}) {
    const std::string found = outcome(text, "m.req");
    EXPECT_NE(found.find("req-many"), std::string::npos);
    EXPECT_LT(found.size(), 10'000U);
  }
}

TEST(Malformed, DeepNestingOfFret) {
  for (const auto& [open, close] :
       {std::pair<std::string, std::string>{"(", ")"},
        {"(! ", ")"},
        {"(H ", ")"},
        {"! ", ""},
        {"a -> ", ""}}) {
    std::string formula;
    for (int i = 0; i < 50'000; ++i) formula += open;
    formula += "in";
    for (int i = 0; i < 50'000; ++i) formula += close;
    std::string text = fret();
    const std::string first = "(H ((in & (Z (! in))) -> (out > 0)))";
    text.replace(text.find(first), first.size(), formula);
    // The requirement is left out, the others are read.
    const auto warnings = parse(text, "m.json").warnings;
    EXPECT_TRUE(std::ranges::any_of(warnings, [](const auto& w) {
      return w.message.find("nested more than") != std::string::npos;
    })) << open;
  }
  const std::string arrays(200'000, '[');
  EXPECT_NE(outcome(arrays, "m.json"), "read");
}

}  // namespace
}  // namespace catenary::frontend::contract::test
