// SPDX-License-Identifier: Apache-2.0
#include "app/report/page_content.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "app/contract/contract_failures.h"
#include "app/machine/machine_system.h"
#include "app/model_file.h"
#include "app/report/quiet_context.h"
#include "app/report/same_program.h"
#include "app/report/small_graph.h"
#include "app/run/sut.h"
#include "base/text_file.h"
#include "report/html/drawing.h"

namespace catenary::app {

namespace {

namespace fs = std::filesystem;

/// Files that are larger are left out, and so is what would make the page
/// larger than this in all.
constexpr std::uintmax_t kMostBytes = 4U << 20U;

/// The model's path without the name of a part, and that name with its '#'.
std::pair<std::string, std::string> split_part(const std::string& path) {
  const std::size_t at = path.rfind('#');
  if (at == std::string::npos) return {path, ""};
  return {path.substr(0, at), path.substr(at)};
}

/// Where a file of the model is: under its name, or beside the suite.
std::optional<std::string> find_file(const std::string& name,
                                     const std::string& suite) {
  if (fs::is_regular_file(name)) return name;
  const fs::path beside =
      fs::path(suite).parent_path() / fs::path(name).filename();
  if (fs::is_regular_file(beside)) return beside.string();
  return std::nullopt;
}

constexpr const char* kChanged =
    "The model has changed since the suite was made, so that its sources and "
    "drawings are not shown.";

class ModelReader {
 public:
  ModelReader(report::PageContent& content, Context& context)
      : content_(content),
        suite_(content.suite),
        silent_(context),
        quiet_(silent_.get()) {}

  void read() {
    const auto [name, part] = split_part(suite_.model.path);
    const auto file = find_file(name, content_.suite_path);
    if (!file) {
      content_.model_note = "The model " + name +
                            " is not there, so that its sources and drawings "
                            "are not shown.";
      return;
    }
    try {
      if (!is_that_of_the_suite(*file + part)) {
        content_.model_note = kChanged;
        return;
      }
    } catch (const base::InputError& e) {
      content_.model_note =
          "The model could not be read, so that its sources and drawings are "
          "not shown: " +
          e.diagnostics().front().message;
      return;
    } catch (const base::ToolError& e) {
      content_.model_note =
          std::string("The model could not be read: ") + e.what();
      return;
    }
    add_sources(name);
  }

 private:
  /// Loads the model, and makes its drawing if it has not changed.
  bool is_that_of_the_suite(const std::string& path) {
    switch (kind_of(path)) {
      case ModelKind::timed: {
        const model::TimedAutomaton automaton =
            load_timed_automaton(path, quiet_);
        if (automaton.sha256 != suite_.model.sha256) return false;
        content_.drawing = report::timed_drawing(automaton, suite_.goals);
        return true;
      }
      case ModelKind::contract:
        // This refuses requirements that have changed.
        for (const model::Requirement& r :
             interface_of(suite_, content_.suite_path, quiet_).requirements) {
          content_.requirements.push_back({r.id, r.text, r.where});
        }
        return true;
      case ModelKind::machine: {
        if (!is_program_of_the_suite(path)) return false;
        const CapsuleFile file =
            open_capsule(path, semantics_of(suite_), quiet_);
        content_.drawing =
            report::machine_drawing(file.model, file.capsule(), suite_.goals);
        return true;
      }
      case ModelKind::step: {
        std::optional<model::StepSystem> system;
        if (!is_program_of_the_suite(path, &system)) return false;
        GraphDrawing graph = draw_small_graph(
            *system, suite_, content_.suite_path, quiet_.budget);
        content_.drawing = std::move(graph.drawing);
        content_.graph_note = std::move(graph.why_not);
        return true;
      }
      case ModelKind::none:
        break;
    }
    return false;
  }

  /// Loads the program; keeps it in `loaded` if it is that of the suite.
  bool is_program_of_the_suite(
      const std::string& path,
      std::optional<model::StepSystem>* loaded = nullptr) {
    model::StepSystem system =
        load_step_system(path, model_options(suite_), quiet_);
    const bool same = is_same_program(system, suite_);
    if (same && loaded != nullptr) *loaded = std::move(system);
    return same;
  }

  /// The model, and every file that goals and findings name.
  void add_sources(const std::string& model) {
    std::set<std::string> names;
    for (const suite::SuiteGoal& g : suite_.goals) names.insert(g.where.file);
    for (const suite::Finding& f : suite_.findings) names.insert(f.where.file);
    names.erase("");
    names.erase(model);
    std::uintmax_t room = kMostBytes;
    add_source(model, room);
    for (const std::string& name : names) add_source(name, room);
  }

  void add_source(const std::string& name, std::uintmax_t& room) {
    const auto file = find_file(name, content_.suite_path);
    if (!file) return;
    std::error_code error;
    const std::uintmax_t size = fs::file_size(*file, error);
    if (error || size > room) return;
    room -= size;
    content_.sources.push_back({name, base::read_file(*file)});
  }

  report::PageContent& content_;
  const suite::Suite& suite_;
  QuietContext silent_;
  Context& quiet_;
};

}  // namespace

void add_model(report::PageContent& content, Context& context) {
  ModelReader(content, context).read();
}

}  // namespace catenary::app
