// SPDX-License-Identifier: Apache-2.0
#include "app/batch/project.h"

#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "app/commands.h"
#include "app/front_ends.h"
#include "base/text_file.h"
#include "option/suggest.h"
#include "option/toml_tree.h"

namespace catenary::app {

namespace {

using option::TomlNode;
using Kind = TomlNode::Kind;

constexpr std::array kActions = {
    Action::check, Action::generate, Action::run, Action::mutate};

/// Tables of options for one kind of models, and app::kind_name() of these.
constexpr std::array<std::pair<const char*, const char*>, 4> kKinds = {
    {{"programs", "programs"},
     {"machines", "state machines"},
     {"timed", "timed models"},
     {"requirements", "requirements"}}};

/// Options that a batch sets, or that mean nothing in one.
const std::set<std::string, std::less<>> kOwn = {"model",
                                                 "suite",
                                                 "output",
                                                 "json",
                                                 "quiet",
                                                 "verbose",
                                                 "jobs",
                                                 "config",
                                                 "force",
                                                 "dump-config",
                                                 "events",
                                                 "cache",
                                                 "junit",
                                                 "sarif",
                                                 "log",
                                                 "online"};

[[noreturn]] void fail_at(const base::SourceLocation& where,
                          const std::string& message,
                          const char* code) {
  throw base::InputError(where, message, code);
}

/// The strings of an array, or of a single string.
std::vector<std::string> texts_of(const TomlNode& node, const char* what) {
  std::vector<std::string> out;
  if (node.kind == Kind::text) return {node.text};
  if (node.kind != Kind::array) {
    fail_at(node.where,
            std::string("expected ") + what + " as a list of strings",
            "project-type");
  }
  for (const TomlNode& item : node.items) {
    if (item.kind != Kind::text) {
      fail_at(item.where,
              std::string("expected ") + what + " as a list of strings",
              "project-type");
    }
    out.push_back(item.text);
  }
  return out;
}

/// Options by their names; what is given later replaces what was before.
using Options = std::map<std::string, TomlNode>;

void add_options(const TomlNode& table, Options& to) {
  if (table.kind != Kind::table) {
    fail_at(table.where, "expected a table of options", "project-type");
  }
  for (const auto& [key, value] : table.members) {
    if (kOwn.contains(key)) {
      fail_at(value.key_where,
              "'" + key + "' is set by the batch itself",
              "project-own-key");
    }
    if (value.kind == Kind::table) {
      fail_at(value.where,
              "expected a value, or a list of values, for '" + key + "'",
              "project-type");
    }
    to[key] = value;
  }
}

/// The words of options; `sut` and `mutate` go where they are wanted.
void take_options(const Options& options, PlannedAction& to) {
  for (const auto& [key, value] : options) {
    if (key == "sut" || key == "mutate") {
      (key == "sut" ? to.sut : to.mutants) = value.text;
      continue;
    }
    if (value.kind == Kind::array) {
      for (const TomlNode& item : value.items) {
        to.words.push_back("--" + key + "=" + item.text);
      }
    } else {
      to.words.push_back("--" + key + "=" + value.text);
    }
  }
}

/// A project file, and the plan that comes of it.
class ProjectReader {
 public:
  ProjectReader(TomlNode root, std::string file)
      : root_(std::move(root)), file_(std::move(file)) {
    check_keys();
  }

  Project read(const std::vector<std::string>& actions,
               const std::string& output) {
    const TomlNode* given = root_.find("actions");
    actions_ = given == nullptr
                   ? std::vector<Action>{Action::generate, Action::run}
                   : actions_of(*given);
    if (!actions.empty()) {
      actions_.clear();
      for (const std::string& name : actions) {
        actions_.push_back(action_named(name, {}));
      }
      forced_ = true;
    }
    FoundModels found = find_models(".", output);
    choose(found);
    Project out;
    for (const std::string& path : found.models) {
      if (path != file_) out.models.push_back(plan(path));
    }
    if (!listed_) out.left_out = std::move(found.left_out);
    return out;
  }

 private:
  static Action action_named(const std::string& name,
                             const base::SourceLocation& where) {
    if (const auto action = action_of(name)) return *action;
    std::vector<std::string> known;
    for (const Action a : kActions) known.emplace_back(to_string(a));
    fail_at(where,
            "there is no action '" + name + "'" +
                option::did_you_mean(name, known) +
                "; expected check, generate, run or mutate",
            "project-action");
  }
  static std::vector<Action> actions_of(const TomlNode& node) {
    std::vector<Action> out;
    for (const std::string& name : texts_of(node, "actions")) {
      out.push_back(action_named(name, node.where));
    }
    return out;
  }

  /// Refuses keys that a table does not have.
  static void require_keys(const TomlNode& table,
                           const std::vector<std::string>& known) {
    if (table.kind != Kind::table) {
      fail_at(table.where, "expected a table", "project-type");
    }
    for (const auto& [key, value] : table.members) {
      if (std::ranges::find(known, key) != known.end()) continue;
      fail_at(value.key_where,
              "a project has no key '" + key + "' here" +
                  option::did_you_mean(key, known),
              "project-key");
    }
  }
  void check_keys() const {
    std::vector<std::string> commands;
    for (const Action a : kActions) commands.emplace_back(to_string(a));
    std::vector<std::string> top = commands;
    top.insert(top.end(), {"actions", "models", "exclude", "model"});
    for (const auto& [name, kind] : kKinds) {
      top.emplace_back(name);
      if (const TomlNode* node = root_.find(name)) {
        require_keys(*node, commands);
      }
    }
    require_keys(root_, top);
    if (const TomlNode* models = root_.find("model")) {
      std::vector<std::string> keys = commands;
      keys.insert(keys.end(), {"file", "actions"});
      if (models->kind != Kind::array) {
        fail_at(models->where, "expected [[model]]", "project-type");
      }
      for (const TomlNode& model : models->items) require_keys(model, keys);
    }
  }

  /// Keeps the found models that "models" names and "exclude" does not. A file
  /// that is named exactly is a model even if none was found there.
  void choose(FoundModels& found) {
    if (const TomlNode* wanted = root_.find("models")) {
      listed_ = true;
      std::set<std::string> chosen;
      if (wanted->kind != Kind::array) {
        fail_at(wanted->where, "expected a list of models", "project-type");
      }
      for (const TomlNode& item : wanted->items) {
        add_matching(item, found.models, chosen);
      }
      found.models.assign(chosen.begin(), chosen.end());
    }
    if (const TomlNode* models = root_.find("model")) {
      for (const TomlNode& model : models->items) add_single(model, found);
    }
    if (const TomlNode* excluded = root_.find("exclude")) {
      for (const std::string& pattern : texts_of(*excluded, "exclude")) {
        std::erase_if(found.models, [&](const std::string& path) {
          return matches(pattern, path);
        });
      }
    }
    std::ranges::sort(found.models);
    const auto rest = std::ranges::unique(found.models);
    found.models.erase(rest.begin(), rest.end());
  }
  static bool matches(const std::string& pattern, const std::string& path) {
    return ::fnmatch(pattern.c_str(), path.c_str(), 0) == 0;
  }
  static void add_matching(const TomlNode& item,
                           const std::vector<std::string>& models,
                           std::set<std::string>& chosen) {
    if (item.kind != Kind::text) {
      fail_at(item.where, "expected models as strings", "project-type");
    }
    const std::size_t before = chosen.size();
    for (const std::string& path : models) {
      if (matches(item.text, path)) chosen.insert(path);
    }
    if (std::filesystem::is_regular_file(item.text)) {
      chosen.insert(require_model(item.text, item.where));
    } else if (chosen.size() == before) {
      fail_at(item.where,
              "no model is called '" + item.text + "'",
              "project-no-model");
    }
  }
  /// The normal path of a file that a front end reads.
  static std::string require_model(const std::string& path,
                                   const base::SourceLocation& where) {
    if (front_end_of(path) == nullptr) {
      fail_at(
          where,
          "no front end reads '" + path + "'; expected " + all_that_is_read(),
          "unknown-model-kind");
    }
    return std::filesystem::path(path).lexically_normal().string();
  }
  void add_single(const TomlNode& model, FoundModels& found) {
    const TomlNode* file = model.find("file");
    if (file == nullptr || file->kind != Kind::text) {
      fail_at(model.where, "expected the 'file' of this model", "project-file");
    }
    // The part behind '#' names a capsule or component.
    const std::string name = file->text.substr(0, file->text.find('#'));
    if (!std::filesystem::is_regular_file(name)) {
      fail_at(file->where, "no such file: '" + name + "'", "file-missing");
    }
    (void)require_model(name, file->where);
    std::string path =
        std::filesystem::path(file->text).lexically_normal().string();
    if (!singles_.emplace(path, &model).second) {
      fail_at(file->where, "the model stands here twice", "project-twice");
    }
    found.models.push_back(std::move(path));
  }

  PlannedModel plan(const std::string& path) {
    PlannedModel out;
    out.path = path;
    const auto single = singles_.find(path);
    const TomlNode* own = single == singles_.end() ? nullptr : single->second;
    std::vector<Action> actions = actions_;
    if (own != nullptr) {
      out.where = own->where;
      const TomlNode* given = own->find("actions");
      if (given != nullptr && !forced_) actions = actions_of(*given);
    }
    const std::string kind = kind_name(path);
    for (const Action action : kActions) {
      if (std::ranges::find(actions, action) == actions.end()) continue;
      Options options;
      const char* command = to_string(action);
      add_table(root_, command, options);
      for (const auto& [name, of] : kKinds) {
        const TomlNode* table = kind == of ? root_.find(name) : nullptr;
        if (table != nullptr) add_table(*table, command, options);
      }
      if (own != nullptr) add_table(*own, command, options);
      out.actions.push_back({action, {}, "", "all"});
      take_options(options, out.actions.back());
    }
    return out;
  }
  static void add_table(const TomlNode& of,
                        const char* command,
                        Options& options) {
    if (const TomlNode* table = of.find(command)) add_options(*table, options);
  }

  TomlNode root_;
  std::string file_;
  std::vector<Action> actions_;
  bool forced_ = false;  ///< by the command line
  bool listed_ = false;  ///< the file says which models there are
  std::map<std::string, const TomlNode*> singles_;
};

}  // namespace

const char* to_string(Action action) {
  switch (action) {
    case Action::check:
      return "check";
    case Action::generate:
      return "generate";
    case Action::run:
      return "run";
    case Action::mutate:
      break;
  }
  return "mutate";
}

std::optional<Action> action_of(const std::string& name) {
  for (const Action a : kActions) {
    if (name == to_string(a)) return a;
  }
  return std::nullopt;
}

Project read_project(const std::string& file,
                     const std::vector<std::string>& actions,
                     const std::string& output) {
  TomlNode root;
  if (!file.empty()) {
    root = option::parse_toml(base::read_text_file(file), file);
  }
  return ProjectReader(std::move(root), file).read(actions, output);
}

}  // namespace catenary::app
