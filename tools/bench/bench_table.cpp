// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/bench_table.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "option/suggest.h"
#include "option/text.h"
#include "option/toml_tree.h"

namespace catenary::tools::bench {

namespace {

using option::TomlNode;
using Kind = TomlNode::Kind;

struct ResultKey {
  const char* key;
  const char* path;
};
constexpr ResultKey kResultKeys[] = {
    {"goals", "summary.goals"},
    {"covered", "summary.covered"},
    {"unreachable", "summary.unreachable"},
    {"not_within_bound", "summary.not_within_bound"},
    {"undecided", "summary.undecided"},
    {"excluded", "summary.excluded"},
    {"tests", "summary.tests"},
    {"steps", "summary.total_steps"},
    {"resets", "summary.resets"},
    {"lower", "summary.bound.lower"},
    {"minimal", "summary.bound.minimal"},
    {"states", "stats.states"},
    {"transitions", "stats.transitions"},
    {"closed", "stats.closed"},
    {"bytes", "bytes"},
    // Of requirements; see with_counts() for what check itself does not count.
    {"strategy", "counts.strategy"},
    {"no_dead_end", "counts.no_dead_end"},
    {"conflicts", "counts.conflicts"},
    {"cores", "counts.cores"},
};

const std::vector<std::string>& measures() {
  static const std::vector<std::string> names = {"seconds",
                                                 "explore_seconds",
                                                 "compile_seconds",
                                                 "chain_seconds",
                                                 "challenge_seconds",
                                                 "wall",
                                                 "run"};
  return names;
}

class Reader {
 public:
  explicit Reader(const BenchVariables& variables) : variables_(variables) {}

  BenchTable table(const TomlNode& root) {
    known(root, {"title", "text", "row", "coverage"});
    BenchTable out;
    out.title = text(need(root, "title"));
    if (const TomlNode* n = root.find("text")) out.text = text(*n);
    if (const TomlNode* all = root.find("row")) {
      for (const TomlNode& n : all->items) {
        for (BenchRow& r : rows(n)) out.rows.push_back(std::move(r));
      }
    }
    if (const TomlNode* all = root.find("coverage")) {
      for (const TomlNode& n : all->items) out.coverage.push_back(coverage(n));
    }
    if (out.rows.empty() && out.coverage.empty()) {
      fail(root.where, "no rows; expected [[row]] or [[coverage]]");
    }
    return out;
  }

 private:
  [[noreturn]] static void fail(const base::SourceLocation& where,
                                const std::string& message) {
    throw base::InputError(where, message, "bench-file");
  }

  static void known(const TomlNode& node,
                    const std::vector<std::string>& names) {
    if (node.kind != Kind::table) fail(node.where, "expected a table");
    for (const auto& [key, value] : node.members) {
      if (std::find(names.begin(), names.end(), key) == names.end()) {
        fail(value.key_where,
             "unknown key '" + key + "'" + option::did_you_mean(key, names));
      }
    }
  }

  static const TomlNode& need(const TomlNode& node, const std::string& key) {
    const TomlNode* found = node.find(key);
    if (found == nullptr) fail(node.where, "expected a key '" + key + "'");
    return *found;
  }

  [[nodiscard]] std::string text(const TomlNode& node) const {
    if (node.kind != Kind::text) fail(node.where, "expected a text");
    std::string out;
    for (std::size_t at = 0;;) {
      const std::size_t open = node.text.find("${", at);
      out += node.text.substr(at, open - at);
      if (open == std::string::npos) return out;
      const std::size_t close = node.text.find('}', open);
      if (close == std::string::npos) fail(node.where, "'${' without '}'");
      const std::string name = node.text.substr(open + 2, close - open - 2);
      const auto variable = std::find_if(
          variables_.begin(), variables_.end(), [&](const auto& v) {
            return v.first == name;
          });
      if (variable == variables_.end()) {
        std::vector<std::string> names;
        for (const auto& v : variables_) names.push_back(v.first);
        fail(node.where,
             "no variable '${" + name + "}'" +
                 option::did_you_mean(name, names));
      }
      out += variable->second;
      at = close + 1;
    }
  }

  [[nodiscard]] std::vector<std::string> texts(const TomlNode& node) const {
    if (node.kind != Kind::array) fail(node.where, "expected a list of texts");
    std::vector<std::string> out;
    for (const TomlNode& item : node.items) out.push_back(text(item));
    return out;
  }

  static bool flag(const TomlNode& node) {
    if (node.kind != Kind::flag) fail(node.where, "expected true or false");
    return node.text == "true";
  }

  /// Longest path that a row may ask for, in steps.
  static constexpr std::uint32_t kLongestPath = 100'000;

  /// A row, or one for each length of the path it repeats.
  [[nodiscard]] std::vector<BenchRow> rows(const TomlNode& node) const {
    const BenchRow plain = row(node);
    const TomlNode* cycle = node.find("cycle");
    const TomlNode* lengths = node.find("lengths");
    if (cycle == nullptr && lengths == nullptr) return {plain};
    const std::vector<std::string> names = texts(need(node, "cycle"));
    if (names.empty()) fail(node.where, "an empty cycle");
    std::vector<BenchRow> out;
    for (const TomlNode& n : need(node, "lengths").items) {
      std::uint32_t length = 0;
      if (n.kind == Kind::integer && n.text.size() <= 6) {
        option::parse_text(n.text, length);
      }
      if (length == 0 || length > kLongestPath) {
        fail(n.where, "expected a number of steps");
      }
      BenchRow& r = out.emplace_back(plain);
      r.name += ", " + n.text + " steps";
      std::string path;
      for (std::uint32_t i = 0; i < length; ++i) {
        path += (i == 0 ? "" : ",") + names[i % names.size()];
      }
      r.options.insert(r.options.end(), {"--path", path});
      r.expect.push_back({"steps", n.text});
    }
    return out;
  }

  BenchRow row(const TomlNode& node) const {
    known(node,
          {"name",
           "model",
           "text",
           "made_by",
           "machine",
           "check",
           "needs",
           "options",
           "cycle",
           "lengths",
           "run",
           "size",
           "measure",
           "expect",
           "exit",
           "published",
           "like_for_like",
           "rival"});
    BenchRow out;
    out.where = node.where;
    out.name = text(need(node, "name"));
    if (const TomlNode* n = node.find("model")) out.model = text(*n);
    if (const TomlNode* n = node.find("text")) out.text = text(*n);
    if (const TomlNode* n = node.find("made_by")) out.made_by = texts(*n);
    if (const TomlNode* n = node.find("machine")) out.machine = text(*n);
    const int models =
        (out.model.empty() ? 0 : 1) + (out.machine.empty() ? 0 : 1) +
        (out.text.empty() ? 0 : 1) + (out.made_by.empty() ? 0 : 1);
    if (models != 1) {
      fail(node.where,
           "expected one of 'model', 'text', 'made_by' and 'machine'");
    }
    if (const TomlNode* n = node.find("check")) out.check = flag(*n);
    if (out.check) out.measure = "wall";
    if (const TomlNode* n = node.find("needs")) out.needs = texts(*n);
    if (!out.model.empty()) out.needs.push_back(out.model);
    if (const TomlNode* n = node.find("options")) out.options = texts(*n);
    if (const TomlNode* n = node.find("size")) out.size = flag(*n);
    if (const TomlNode* n = node.find("run")) {
      if (out.check) fail(n->where, "a check makes no suite to run");
      out.run = texts(*n);
      out.measure = "run";
    }
    if (const TomlNode* n = node.find("measure")) {
      out.measure = text(*n);
      if (std::find(measures().begin(), measures().end(), out.measure) ==
          measures().end()) {
        fail(n->where,
             "no time '" + out.measure + "'" +
                 option::did_you_mean(out.measure, measures()));
      }
    }
    out.expect = expectations(need(node, "expect"));
    out.exit_code = exit_code(node);
    if (const TomlNode* n = node.find("published")) out.published = text(*n);
    if (const TomlNode* n = node.find("like_for_like")) {
      out.like_for_like = flag(*n);
    }
    if (const TomlNode* n = node.find("rival")) {
      for (const TomlNode& item : n->items) out.rivals.push_back(rival(item));
    }
    return out;
  }

  CoverageRow coverage(const TomlNode& node) const {
    known(node,
          {"name",
           "model",
           "machine",
           "made_by",
           "needs",
           "stub_missing",
           "cover",
           "strategies",
           "seconds",
           "seed",
           "at",
           "best"});
    CoverageRow out;
    out.where = node.where;
    out.name = text(need(node, "name"));
    if (const TomlNode* n = node.find("model")) out.model = text(*n);
    if (const TomlNode* n = node.find("machine")) out.machine = text(*n);
    if (const TomlNode* n = node.find("made_by")) out.made_by = texts(*n);
    if ((out.model.empty() ? 0 : 1) + (out.machine.empty() ? 0 : 1) +
            (out.made_by.empty() ? 0 : 1) !=
        1) {
      fail(node.where, "expected one of 'model', 'machine' and 'made_by'");
    }
    if (const TomlNode* n = node.find("needs")) out.needs = texts(*n);
    if (!out.model.empty()) {
      out.needs.push_back(out.model.substr(0, out.model.find('#')));
    }
    if (const TomlNode* n = node.find("stub_missing")) {
      out.stub_missing = flag(*n);
    }
    if (const TomlNode* n = node.find("strategies")) {
      out.strategies = texts(*n);
      if (out.strategies.empty()) fail(n->where, "no strategies");
    }
    if (const TomlNode* n = node.find("cover")) out.cover = texts(*n);
    if (const TomlNode* n = node.find("best")) {
      out.best = text(*n);
      if (std::ranges::find(out.strategies, out.best) == out.strategies.end()) {
        fail(n->where, "expected one of the row's strategies");
      }
    }
    if (const TomlNode* n = node.find("seconds")) out.seconds = time(*n);
    if (const TomlNode* n = node.find("seed")) {
      if (n->kind != Kind::integer) fail(n->where, "expected a number");
      option::parse_text(n->text, out.seed);
    }
    if (const TomlNode* n = node.find("at")) {
      out.at.clear();
      for (const TomlNode& item : n->items) out.at.push_back(time(item));
    }
    return out;
  }

  /// Seconds.
  static double time(const TomlNode& node) {
    double out = 0;
    if (node.kind == Kind::integer || node.kind == Kind::real) {
      option::parse_text(node.text, out);
    }
    if (!(out > 0)) fail(node.where, "expected seconds above 0");
    return out;
  }

  static std::uint32_t exit_code(const TomlNode& node) {
    std::uint32_t out = 0;
    if (const TomlNode* n = node.find("exit")) {
      if (n->kind != Kind::integer || n->text.front() == '-' ||
          n->text.size() > 3) {
        fail(n->where, "expected an exit code");
      }
      option::parse_text(n->text, out);
    }
    return out;
  }

  static std::vector<BenchExpectation> expectations(const TomlNode& node) {
    std::vector<std::string> names;
    for (const ResultKey& k : kResultKeys) names.emplace_back(k.key);
    known(node, names);
    std::vector<BenchExpectation> out;
    for (const auto& [key, value] : node.members) {
      if (value.kind != Kind::integer && value.kind != Kind::flag) {
        fail(value.where, "expected a number, true or false");
      }
      out.push_back({key, value.text});
    }
    if (out.empty()) {
      fail(node.where, "nothing is expected: a wrong answer could not fail");
    }
    return out;
  }

  BenchRival rival(const TomlNode& node) const {
    BenchRival out;
    if (const TomlNode* n = node.find("options")) {
      known(node, {"name", "options", "expect", "exit", "at_most"});
      out.options = texts(*n);
      out.expect = expectations(need(node, "expect"));
      out.exit_code = exit_code(node);
    } else {
      known(node, {"name", "command", "output", "seconds", "at_most"});
      out.command = texts(need(node, "command"));
      if (out.command.empty()) fail(node.where, "an empty command");
      if (const TomlNode* m = node.find("output")) out.output = text(*m);
      if (const TomlNode* m = node.find("seconds")) out.seconds = text(*m);
    }
    out.name = text(need(node, "name"));
    if (const TomlNode* n = node.find("at_most")) {
      if (n->kind == Kind::integer || n->kind == Kind::real) {
        option::parse_text(n->text, out.at_most);
      }
      if (!(out.at_most > 0)) fail(n->where, "expected a ratio above 0");
    }
    return out;
  }

  const BenchVariables& variables_;
};

}  // namespace

BenchTable parse_bench_table(const std::string& text,
                             const std::string& path,
                             const BenchVariables& variables) {
  BenchTable out = Reader(variables).table(option::parse_toml(text, path));
  out.name = std::filesystem::path(path).stem().string();
  return out;
}

std::string bench_result_path(const std::string& key) {
  for (const ResultKey& k : kResultKeys) {
    if (key == k.key) return k.path;
  }
  return "";
}

}  // namespace catenary::tools::bench
