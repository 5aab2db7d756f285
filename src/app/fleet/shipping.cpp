// SPDX-License-Identifier: Apache-2.0
#include "app/fleet/shipping.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>

namespace catenary::app {

namespace {

/// What the value of an option is.
enum class Use : std::uint8_t { plain, input, output, model_sut };

using Rows = std::map<std::string_view, Use>;

/// Options of every command that reads a model.
void add_search(Rows& to) {
  for (const char* name :
       {"jobs",       "timeout",        "work",           "memory",
        "json",       "capsule",        "component",      "parts",
        "semantics",  "stub-missing",   "cover",          "engine",
        "max-steps",  "second-opinion", "step-timeout",   "challenge",
        "map",        "map-value",      "uncontrollable", "tm",
        "quiescence", "no-simplify",    "unit",           "force"}) {
    to.emplace(name, Use::plain);
  }
  to.emplace("assume", Use::input);
}

Rows rows_of(std::string_view command) {
  Rows out;
  if (command == "check") {
    add_search(out);
    for (const char* name : {"notion", "steps", "max-conflicts"}) {
      out.emplace(name, Use::plain);
    }
    out.emplace("requirements", Use::input);
    out.emplace("refines", Use::input);
  } else if (command == "generate") {
    add_search(out);
    for (const char* name : {"view",
                             "trigger",
                             "strategy",
                             "set-length",
                             "set-runs",
                             "message-repeats",
                             "tidy",
                             "no-tidy",
                             "method",
                             "objective",
                             "optimiser",
                             "reset-cost",
                             "seed",
                             "runs",
                             "run-length",
                             "goal",
                             "min-coverage",
                             "path",
                             "through"}) {
      out.emplace(name, Use::plain);
    }
    out.emplace("output", Use::output);
    out.emplace("oracle", Use::input);
  } else if (command == "run") {
    for (const char* name :
         {"json",  "force",      "jobs",         "keep-going",  "allow-empty",
          "seed",  "repeat",     "shuffle",      "test",        "goal",
          "shard", "map",        "requirement",  "oracle-only", "policy",
          "clock", "unit",       "mutate",       "strict",      "timeout",
          "tm",    "quiescence", "step-timeout", "test-timeout"}) {
      out.emplace(name, Use::plain);
    }
    out.emplace("map-value", Use::plain);
    out.emplace("oracle", Use::input);
    out.emplace("output", Use::output);
    out.emplace("sut", Use::model_sut);
  } else if (command == "report") {
    for (const char* name : {"json", "force", "strict"}) {
      out.emplace(name, Use::plain);
    }
    out.emplace("html", Use::output);
  }
  return out;
}

/// A word that begins with '-' and its value.
struct Option {
  std::string_view name, value;
  bool has_value = false;
};

std::optional<Option> option_in(std::string_view word) {
  if (!word.starts_with("--") || word.size() == 2) return std::nullopt;
  word.remove_prefix(2);
  const std::size_t equals = word.find('=');
  if (equals == word.npos) return Option{word, "", false};
  return Option{word.substr(0, equals), word.substr(equals + 1), true};
}

std::string without_part(std::string_view path) {
  return std::string(path.substr(0, path.find('#')));
}

/// Adds an option. Returns why it cannot be added; empty = it was.
std::string add_option(const std::string& word,
                       const Rows& rows,
                       ShippedWords& to) {
  const auto option = option_in(word);
  if (!option) return "'" + word + "' is no long option";
  if (option->name == "cache") return "";  // a worker keeps nothing
  const auto row = rows.find(option->name);
  if (row == rows.end()) {
    return "option --" + std::string(option->name) + " is not sent to workers";
  }
  const bool is_file = row->second != Use::plain;
  if (is_file && (!option->has_value || option->value.empty())) {
    return "option --" + std::string(option->name) + " has no file";
  }
  std::string_view value = option->value;
  if (row->second == Use::model_sut) {
    constexpr std::string_view kModel = "model:";
    if (!value.starts_with(kModel)) {
      return "the system under test is not a model";
    }
    value.remove_prefix(kModel.size());
  }
  if (row->second == Use::output) to.outputs.emplace_back(value);
  if (is_file && row->second != Use::output) {
    to.inputs.push_back(without_part(value));
  }
  to.words.push_back(word);
  return "";
}

}  // namespace

std::optional<ShippedWords> ship_words(const std::vector<std::string>& words,
                                       std::string& why) {
  ShippedWords out;
  const Rows rows = words.empty() ? Rows{} : rows_of(words.front());
  if (rows.empty()) {
    why = "workers do not run this command";
    return std::nullopt;
  }
  out.words.push_back(words.front());
  bool are_options = true;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (are_options && words[i] == "--") {
      are_options = false;
      out.words.push_back(words[i]);
      continue;
    }
    if (!are_options || !words[i].starts_with('-')) {
      out.inputs.push_back(without_part(words[i]));
      out.words.push_back(words[i]);
      continue;
    }
    why = add_option(words[i], rows, out);
    if (!why.empty()) return std::nullopt;
  }
  return out;
}

std::string why_refused(const fleet::TaskMessage& task) {
  std::string why;
  const auto words = ship_words(task.words, why);
  if (!words) return why;
  for (const auto* list : {&words->inputs, &words->outputs}) {
    for (const std::string& path : *list) {
      if (!fleet::is_inside(path, task.up)) {
        return "'" + path + "' is outside of the folder of the task";
      }
    }
  }
  for (const std::string& path : words->outputs) {
    if (std::ranges::find(task.outputs, path) == task.outputs.end()) {
      return "'" + path + "' is not an output of the task";
    }
  }
  for (const fleet::FileDigest& f : task.files) {
    // It would give options that are on no list.
    if (std::filesystem::path(f.path).filename() == "catenary.toml") {
      return "config files are not taken";
    }
  }
  return "";
}

std::uint32_t steps_up(const std::vector<std::string>& paths) {
  std::uint32_t most = 0;
  for (std::string_view path : paths) {
    std::uint32_t up = 0;
    for (; path.starts_with("../"); path.remove_prefix(3)) ++up;
    most = std::max(most, up);
  }
  return most;
}

}  // namespace catenary::app
