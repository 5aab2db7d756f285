// SPDX-License-Identifier: Apache-2.0
#include "app/qualify/kit.h"

#include <algorithm>
#include <array>
#include <map>
#include <sstream>

#include "base/sha256.h"
#include "option/suggest.h"
#include "option/toml_tree.h"

namespace catenary::app {

namespace {

using option::TomlNode;
using Kind = TomlNode::Kind;

[[noreturn]] void fail_at(const TomlNode& node, const std::string& message) {
  throw base::InputError(node.where, message, "kit");
}

/// The key that names an action, and how many words it has; 0 = any number.
struct ActionKey {
  const char* key;
  KitAction action;
  std::size_t words;
};
constexpr std::array<ActionKey, 6> kActions = {
    {{"run", KitAction::run, 0},
     {"edit", KitAction::edit, 3},
     {"cut", KitAction::cut, 1},
     {"remove", KitAction::remove, 1},
     {"copy", KitAction::copy, 2},
     {"table", KitAction::table, 2}}};

class KitReader {
 public:
  void read(const KitSource& source) {
    const TomlNode root = option::parse_toml(source.text, source.name);
    require_keys(root,
                 {"requirement",
                  "malfunction",
                  "use_case",
                  "problem",
                  "test",
                  "shared"});
    for (const TomlNode& node : tables(root, "requirement")) {
      add_requirement(node);
    }
    for (const TomlNode& node : tables(root, "malfunction")) {
      require_keys(node, {"id", "title", "effect", "prevention", "detection"});
      failures_.push_back(text(node, "id"));
    }
    for (const TomlNode& node : tables(root, "problem")) {
      require_keys(node, {"id", "title", "text", "avoid"});
      kit_.problems.push_back({text(node, "id"),
                               text(node, "title"),
                               text(node, "text"),
                               text(node, "avoid")});
    }
    if (const TomlNode* shared = root.find("shared")) {
      for (const KitFile& file : files(*shared)) {
        shared_[file.first] = file.second;
      }
    }
    for (const TomlNode& node : tables(root, "test")) unread_.push_back(node);
    digested_ += source.text;
  }

  Kit finish() {
    for (const TomlNode& node : unread_) add_test(node);
    for (const auto& r : kit_.requirements) {
      for (const std::string& f : r.failures) {
        if (std::ranges::find(failures_, f) != failures_.end()) continue;
        throw base::InputError(
            {}, r.id + " names the unknown malfunction " + f, "kit");
      }
    }
    kit_.sha256 = base::sha256(digested_);
    return std::move(kit_);
  }

 private:
  static void require_keys(const TomlNode& node,
                           const std::vector<std::string>& known) {
    if (node.kind != Kind::table) fail_at(node, "expected a table");
    for (const auto& [key, value] : node.members) {
      if (std::ranges::find(known, key) == known.end()) {
        fail_at(value,
                "unknown key '" + key + "'" + option::did_you_mean(key, known));
      }
    }
  }
  static std::vector<TomlNode> tables(const TomlNode& root, const char* key) {
    const TomlNode* node = root.find(key);
    if (node == nullptr) return {};
    if (node->kind != Kind::array) fail_at(*node, "expected tables");
    return node->items;
  }
  static std::string text(const TomlNode& node, const char* key) {
    const TomlNode* value = node.find(key);
    if (value == nullptr || value->kind != Kind::text) {
      fail_at(node, std::string("expected the text '") + key + "'");
    }
    return value->text;
  }
  /// The strings of an array, or the words of a string; none without the key.
  static std::vector<std::string> words(const TomlNode& node, const char* key) {
    const TomlNode* value = node.find(key);
    std::vector<std::string> out;
    if (value == nullptr) return out;
    if (value->kind == Kind::text) {
      std::istringstream in(value->text);
      for (std::string word; in >> word;) out.push_back(word);
      return out;
    }
    if (value->kind != Kind::array) fail_at(*value, "expected strings");
    for (const TomlNode& item : value->items) {
      if (item.kind != Kind::text) fail_at(item, "expected a string");
      out.push_back(item.text);
    }
    return out;
  }
  static std::vector<KitFile> files(const TomlNode& node) {
    std::vector<KitFile> out;
    for (const auto& [name, value] : node.members) {
      if (value.kind != Kind::text) fail_at(value, "expected a text");
      out.emplace_back(name, value.text);
    }
    return out;
  }

  void add_requirement(const TomlNode& node) {
    require_keys(node, {"id", "group", "title", "text", "malfunctions"});
    report::QualificationRequirement r;
    r.id = text(node, "id");
    r.group = text(node, "group");
    r.title = text(node, "title");
    r.text = text(node, "text");
    r.failures = words(node, "malfunctions");
    if (find(r.id) != nullptr) fail_at(node, r.id + " stands here twice");
    kit_.requirements.push_back(std::move(r));
  }
  [[nodiscard]] const report::QualificationRequirement* find(
      const std::string& id) const {
    for (const auto& r : kit_.requirements) {
      if (r.id == id) return &r;
    }
    return nullptr;
  }

  void add_test(const TomlNode& node) {
    require_keys(
        node,
        {"for", "title", "truth", "needs", "use", "each", "files", "step"});
    KitTest t;
    t.where = node.where;
    t.requirement = text(node, "for");
    t.title = text(node, "title");
    t.truth = text(node, "truth");
    t.needs = words(node, "needs");
    if (find(t.requirement) == nullptr) {
      fail_at(node, "no requirement is called '" + t.requirement + "'");
    }
    for (const std::string& name : words(node, "use")) {
      const auto file = shared_.find(name);
      if (file == shared_.end()) fail_at(node, "no shared file '" + name + "'");
      t.files.emplace_back(*file);
    }
    if (const TomlNode* own = node.find("files")) {
      for (KitFile& file : files(*own)) t.files.push_back(std::move(file));
    }
    // The steps are done for each of these words, which replaces "{}".
    std::vector<std::string> each = words(node, "each");
    if (each.empty()) each.emplace_back("{}");
    for (const std::string& word : each) {
      for (const TomlNode& step : tables(node, "step")) {
        t.steps.push_back(read_step(step));
        fill_in(word, t.steps.back());
      }
    }
    if (t.steps.empty()) fail_at(node, "a test without steps");
    kit_.tests.push_back(std::move(t));
  }
  static void fill_in(const std::string& word, KitStep& step) {
    const auto replace = [&](std::string& text) {
      const std::size_t at = text.find("{}");
      if (at != std::string::npos) text.replace(at, 2, word);
    };
    for (std::string& w : step.words) replace(w);
    for (std::string& sentence : step.expect) replace(sentence);
    replace(step.save);
  }
  static KitStep read_step(const TomlNode& node) {
    std::vector<std::string> keys = {"exit", "save", "facts", "expect"};
    for (const ActionKey& a : kActions) keys.emplace_back(a.key);
    require_keys(node, keys);
    KitStep s;
    s.where = node.where;
    for (const ActionKey& a : kActions) {
      if (node.find(a.key) == nullptr) continue;
      if (!s.words.empty()) fail_at(node, "two actions in a step");
      s.action = a.action;
      s.words = words(node, a.key);
      if (s.words.empty() || (a.words > 0 && s.words.size() != a.words)) {
        fail_at(node, std::string("wrong number of words of ") + a.key);
      }
    }
    if (node.find("save") != nullptr) s.save = text(node, "save");
    if (const TomlNode* flag = node.find("facts")) {
      s.facts = flag->text == "true";
    }
    if (const TomlNode* expect = node.find("expect")) {
      if (expect->kind != Kind::array) fail_at(*expect, "expected strings");
      s.expect = words(node, "expect");
    }
    if (s.words.empty() && s.expect.empty()) fail_at(node, "an empty step");
    read_exit(node, s);
    return s;
  }
  static void read_exit(const TomlNode& node, KitStep& s) {
    const TomlNode* exit = node.find("exit");
    if (exit == nullptr) return;
    s.exit.clear();
    const std::vector<TomlNode> items =
        exit->kind == Kind::array ? exit->items : std::vector{*exit};
    for (const TomlNode& item : items) {
      if (item.kind != Kind::integer) fail_at(item, "expected an exit code");
      s.exit.push_back(std::stoi(item.text));
    }
  }

  Kit kit_;
  std::vector<std::string> failures_;
  std::map<std::string, std::string> shared_;
  std::vector<TomlNode> unread_;  ///< tests, until all requirements are known
  std::string digested_;
};

}  // namespace

Kit read_kit(const std::vector<KitSource>& sources) {
  KitReader reader;
  for (const KitSource& source : sources) reader.read(source);
  return reader.finish();
}

}  // namespace catenary::app
