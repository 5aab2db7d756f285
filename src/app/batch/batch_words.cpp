// SPDX-License-Identifier: Apache-2.0
#include "app/batch/batch_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace catenary::app {

namespace {

namespace fs = std::filesystem;
using report::BatchModel;
using Words = std::vector<std::string>;

/// A name that begins with '-' would be an option.
std::string named(const std::string& path) {
  return path.starts_with('-') ? "./" + path : path;
}

std::string sut_of(const PlannedModel& model, const PlannedAction& action) {
  return action.sut.empty() ? "model:" + model.path : action.sut;
}

}  // namespace

std::string file_of(const PlannedModel& model, const char* ending) {
  std::string out;
  for (const fs::path& part : fs::path(model.path).relative_path()) {
    if (!out.empty()) out += '/';
    out += part == ".." ? "_up" : part.string();
  }
  std::ranges::replace(out, '#', '@');
  return out + ending;
}

Words CommandWords::of(const PlannedModel& model,
                       const PlannedAction& action) const {
  Words out;
  const std::string suite = path_of(model, ".suite.json");
  switch (action.action) {
    case Action::check:
      out = {"check", named(model.path), "--jobs=1"};
      add_limits(action, out);
      break;
    case Action::generate:
      out = {"generate", named(model.path), "--jobs=1", "--output=" + suite};
      out.emplace_back("--force");
      add_limits(action, out);
      break;
    case Action::run:
      out = {"run",
             suite,
             "--output=" + path_of(model, ".results.json"),
             "--force",
             "--sut=" + sut_of(model, action)};
      break;
    case Action::mutate:
      out = {"run",
             suite,
             "--sut=model:" + model.path,
             "--mutate=" + action.mutants};
      break;
  }
  out.emplace_back("--json");
  // Empty where nothing is to be kept: the config file may name a folder.
  out.push_back("--cache=" + setting_.cache);
  out.insert(out.end(), action.words.begin(), action.words.end());
  return out;
}

Words CommandWords::of_page(const PlannedModel& model,
                            const BatchModel& done) const {
  Words out = {"report", path_of(model, ".suite.json")};
  if (!done.results.empty()) out.push_back(path_of(model, ".results.json"));
  out.push_back("--html=" + path_of(model, ".html"));
  out.insert(out.end(), {"--force", "--json"});
  return out;
}

std::string CommandWords::path_of(const PlannedModel& model,
                                  const char* ending) const {
  return (fs::path(setting_.output) / file_of(model, ending))
      .lexically_relative(setting_.project)
      .string();
}

bool CommandWords::sets(const PlannedAction& action, const char* option) {
  return std::ranges::any_of(action.words, [&](const std::string& word) {
    return word.starts_with(option);
  });
}

/// The limits of a command, unless the project sets them for it.
void CommandWords::add_limits(const PlannedAction& action, Words& to) const {
  if (setting_.model_timeout.count() > 0 && !sets(action, "--timeout=")) {
    to.push_back(fmt::format("--timeout={}ms", setting_.model_timeout.count()));
  }
  if (setting_.model_work > 0 && !sets(action, "--work=")) {
    to.push_back(fmt::format("--work={}", setting_.model_work));
  }
}

}  // namespace catenary::app
