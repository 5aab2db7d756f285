// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary convert`: models and suites in other forms.
#include <chrono>
#include <filesystem>
#include <ostream>
#include <utility>

#include "app/commands.h"
#include "app/machine/machine_system.h"
#include "app/model_file.h"
#include "app/output_files.h"
#include "base/text_file.h"
#include "frontend/c/adapter.h"
#include "frontend/c/load.h"
#include "frontend/contract/contract.h"
#include "frontend/contract/fret/texts.h"
#include "frontend/umlrt/umlrt.h"
#include "frontend/xlia/xlia.h"
#include "model/contract/interface_text.h"
#include "model/machine/machine_diagram.h"
#include "model/machine/state_machine.h"
#include "model/timed/timed_diagram.h"
#include "program/build/annotations.h"
#include "report/export/csv.h"
#include "report/export/diagram.h"
#include "report/export/harness.h"
#include "report/export/machine_harness.h"
#include "report/export/smtlib.h"
#include "report/export/xlia_tree.h"
#include "suite/read.h"

namespace catenary::app {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kStepTime{1000};

class Conversion {
 public:
  Conversion(const ConvertOptions& options, Context& context)
      : options_(options), context_(context) {}

  void run() {
    const ModelKind kind = kind_of(options_.input);
    if (kind == ModelKind::contract) return requirements();
    if (!options_.texts.empty()) {
      throw base::InputError(
          {}, "--texts are for requirements (.req)", "option-kind");
    }
    if (kind == ModelKind::machine) return machines();
    if (!options_.capsule.empty()) {
      throw base::InputError(
          {}, "--capsule is for state machines (.uml, .sm)", "option-kind");
    }
    if (kind == ModelKind::timed) return timed_model();
    switch (options_.to) {
      case Format::adapter:
        return adapter();
      case Format::harness:
        return harness();
      case Format::dot:
        return text(report::write_dot(suite()));
      case Format::plantuml:
        return text(report::write_plantuml(suite()));
      case Format::csv:
        return csv();
      case Format::xlia:
        return text(report::write_xlia(suite()));
      case Format::smtlib:
        return text(report::write_smtlib(suite()));
      case Format::req:
      case Format::lustre:
        (void)base::read_file(options_.input);
        throw base::InputError({options_.input, 0, 0},
                               "this form is made from requirements; expected "
                               "a file .req, or an export of FRET (.json)",
                               "wrong-input");
      case Format::sm:
        (void)base::read_file(options_.input);
        throw base::InputError({options_.input, 0, 0},
                               "this form is made from state machines; "
                               "expected a model of Papyrus-RT (.uml) or a "
                               "file .sm",
                               "wrong-input");
      case Format::unspecified:
        break;
    }
    throw base::InputError(
        {}, "no format given; expected --to FORMAT", "format");
  }

 private:
  /// A timed model: as it is, or drawn.
  void timed_model() {
    if (!options_.test.empty()) {
      throw base::InputError({},
                             "--test chooses a test of a suite, not of a model",
                             "option-kind");
    }
    const auto load = [this] {
      return load_timed_automaton(options_.input, context_);
    };
    switch (options_.to) {
      case Format::xlia:
        return text(frontend::xlia::write(load()));
      case Format::dot:
        return text(model::write_dot(load()));
      case Format::plantuml:
        return text(model::write_plantuml(load()));
      default:
        break;
    }
    (void)base::read_file(options_.input);
    throw base::InputError({options_.input, 0, 0},
                           "this form is not made from a timed model; expected "
                           "xlia, dot or plantuml",
                           "wrong-input");
  }

  /// State machines: as text, or drawn.
  void machines() {
    if (!options_.test.empty()) {
      throw base::InputError({},
                             "--test chooses a test of a suite, not of a model",
                             "option-kind");
    }
    const bool drawn =
        options_.to == Format::dot || options_.to == Format::plantuml;
    if (!drawn && options_.to != Format::sm) {
      (void)base::read_file(options_.input);
      throw base::InputError({options_.input, 0, 0},
                             "this form is not made from state machines; "
                             "expected sm, dot or plantuml",
                             "wrong-input");
    }
    const frontend::umlrt::MachineName name =
        frontend::umlrt::machine_name(options_.input);
    const std::string& capsule =
        options_.capsule.empty() ? name.capsule : options_.capsule;
    model::MachineModel model = load_machines(name.file, context_);
    for (const model::Unsupported& u : model.unsupported) {
      context_.progress.message(base::Diagnostic{
          base::Severity::warning,
          u.where,
          u.qualified + ": left out: " + u.what,
          "unsupported",
          {}}.render());
    }
    std::vector<const model::Capsule*> chosen = chosen_capsules(model, capsule);
    if (options_.to == Format::sm) {
      if (!capsule.empty()) {
        const model::Capsule only = *chosen.front();
        model.capsules = {only};
      }
      return text(frontend::umlrt::write_sm(model));
    }
    std::erase_if(chosen, [](const auto* c) { return !c->has_machine; });
    if (chosen.empty()) {
      throw base::InputError({options_.input, 0, 0},
                             "no capsule has a state machine to draw",
                             "no-machine");
    }
    text(options_.to == Format::dot ? model::write_dot(model, chosen)
                                    : model::write_plantuml(model, chosen));
  }

  /// Requirements: in our layout, or for other tools.
  void requirements() {
    if (!options_.test.empty()) {
      throw base::InputError({},
                             "--test chooses a test of a suite, not of a model",
                             "option-kind");
    }
    namespace contract = frontend::contract;
    const std::string& path = options_.input;
    if (options_.to != Format::req && options_.to != Format::smtlib &&
        options_.to != Format::lustre) {
      (void)base::read_file(path);
      throw base::InputError({path, 0, 0},
                             "this form is not made from requirements; "
                             "expected req, smtlib or lustre",
                             "wrong-input");
    }
    const std::string content = base::read_file(path);
    // This tells all faults at once; a file whose names mean nothing is not
    // passed on.
    model::Interface interface = contract::parse(content, path);
    contract::FileSyntax file = contract::read(content, path);
    if (!options_.texts.empty()) {
      for (const base::Diagnostic& w :
           contract::attach_texts(file, options_.texts)) {
        context_.progress.message(w.render());
      }
      interface = contract::understand(file, path);
    }
    for (const base::Diagnostic& w : interface.warnings) {
      context_.progress.message(w.render());
    }
    switch (options_.to) {
      case Format::smtlib:
        return text(model::write_smtlib(interface));
      case Format::lustre:
        return text(model::write_lustre(interface));
      default:
        return text(contract::write(file));
    }
  }

  /// Without the tests that were not chosen.
  suite::Suite suite() const {
    suite::Suite out = whole_suite();
    if (options_.test.empty()) return out;
    std::erase_if(out.tests, [this](const suite::Test& t) {
      return !t.id.starts_with(options_.test);
    });
    if (!out.tests.empty()) return out;
    throw base::InputError(
        {options_.input, 0, 0},
        "no test has an id that begins with '" + options_.test + "'",
        "no-such-test");
  }

  suite::Suite whole_suite() const {
    if (is_model(options_.input)) {
      (void)base::read_file(options_.input);
      throw base::InputError(
          {options_.input, 0, 0},
          "this form is made from a suite, not from a model; expected a suite "
          "that 'catenary generate -o' wrote",
          "wrong-input");
    }
    const std::string content = suite::read_suite_text(options_.input);
    if (fs::path(options_.input).extension() == ".csv") {
      return report::read_csv(content, options_.input);
    }
    return suite::read_suite(content, options_.input);
  }

  [[nodiscard]] base::Overwrite overwrite() const {
    return options_.force ? base::Overwrite::yes : base::Overwrite::no;
  }

  void text(const std::string& content) {
    context_.progress.finish();
    if (options_.output.empty()) {
      context_.out << content;
    } else {
      base::write_file(options_.output, content, overwrite());
    }
  }

  /// An adapter sets inputs before the step: those that the code reads itself
  /// it cannot set.
  void require_settable(const frontend::c::Description& d,
                        const std::string& model) {
    const model::StepSystem system =
        load_step_system(model, {{"property"}, kStepTime}, context_);
    if (system.inputs.size() == d.inputs.size() &&
        system.initial.size() == d.initial.size()) {
      return;
    }
    const model::Variable& found = system.inputs.size() > d.inputs.size()
                                       ? system.inputs[d.inputs.size()]
                                       : system.initial[d.initial.size()];
    throw base::InputError(
        found.where,
        "an adapter cannot set '" + found.name +
            "', which the code reads itself; expected inputs that are "
            "variables, listed under [inputs]",
        "input-in-code");
  }

  std::string adapter_text(const std::string& model,
                           const std::string& directory,
                           const base::Budget& budget) {
    const frontend::c::Description d = frontend::c::describe(model, budget);
    if (d.step) require_settable(d, model);
    return report::adapter_header() + frontend::c::write_adapter(d, directory);
  }

  void adapter() {
    if (!is_model(options_.input)) {
      (void)base::read_file(options_.input);
      throw base::InputError(
          {options_.input, 0, 0},
          "an adapter is made from a model; expected a description (.toml) or "
          "a C program",
          "wrong-input");
    }
    std::string directory;
    if (!options_.output.empty()) {
      directory = fs::absolute(options_.output).parent_path().string();
    }
    text(adapter_text(options_.input, directory, context_.budget));
  }

  void csv() {
    const suite::Suite s = suite();
    const auto trees = static_cast<std::size_t>(
        std::ranges::count(s.tests, suite::TestKind::tree, &suite::Test::kind));
    if (trees > 0 && trees == s.tests.size()) {
      throw base::InputError({options_.input, 0, 0},
                             "every test of the suite reacts to the system, "
                             "which no table of steps can show",
                             "no-steps");
    }
    if (trees > 0) {
      context_.progress.message(
          std::to_string(trees) + (trees == 1 ? " test" : " tests") +
          " left out: which steps there are depends on the system");
    }
    text(report::write_csv(s));
  }

  /// The folder; InputError where the sources are not there.
  void prepare_harness(const suite::Suite& s,
                       const std::string& sources) const {
    if (!fs::exists(sources)) {
      throw base::InputError(
          {options_.input, 0, 0},
          "the suite's model '" + s.model.path +
              "' is not there, and a harness needs its sources; expected to "
              "run where 'catenary generate' ran",
          "model-missing");
    }
    std::error_code failed;
    fs::create_directories(options_.output, failed);
    if (failed) {
      throw base::InputError({options_.output, 0, 0},
                             "cannot make this directory: " + failed.message(),
                             "output");
    }
  }

  void write_files(const std::vector<report::HarnessFile>& files) {
    std::error_code failed;
    for (const report::HarnessFile& f : files) {
      const fs::path path = fs::path(options_.output) / f.path;
      fs::create_directories(path.parent_path(), failed);
      require_outputs(
          {path.string()}, {options_.input, options_.texts}, options_.force);
    }
    for (const report::HarnessFile& f : files) {
      base::write_file((fs::path(options_.output) / f.path).string(),
                       f.content,
                       overwrite());
    }
    context_.progress.finish();
  }

  /// The capsule, with the C++ of its run time, and the tests.
  void machine_harness(const suite::Suite& s) {
    const frontend::umlrt::MachineName name =
        frontend::umlrt::machine_name(s.model.path);
    prepare_harness(s, name.file);
    MachineProgram program = machine_program(s, context_);
    report::MachineHarnessOptions o;
    o.capsule = std::move(program.source);
    o.lvalues = std::move(program.lvalues);
    o.annotations = program::annotations_header();
    if (!includes_of(s).empty()) {
      o.include_directories.push_back(fs::current_path().string());
    }
    write_files(report::write_machine_harness(s, o));
  }

  void harness() {
    if (options_.output.empty()) {
      throw base::InputError(
          {}, "a harness is a directory; expected -o DIRECTORY", "output");
    }
    const suite::Suite s = suite();
    if (s.model.kind == "sm" || s.model.kind == "uml") {
      return machine_harness(s);
    }
    if (s.model.kind != "c") {
      throw base::InputError(
          {options_.input, 0, 0},
          "a harness calls the C program or state machine that its tests are "
          "about; those of this suite were made from '" +
              s.model.path + "', which is none: 'catenary run' runs them",
          "wrong-input");
    }
    prepare_harness(s, s.model.path);
    const frontend::c::Description d =
        frontend::c::describe(s.model.path, context_.budget);
    report::HarnessOptions o;
    o.libraries = {"m"};
    // CMake takes relative folders as relative to its own file.
    for (const std::string& flag :
         frontend::c::flags_seen_from(d, options_.output)) {
      const std::string folder = frontend::c::header_folder(flag);
      if (folder.empty()) {
        o.compile_options.push_back(flag);
      } else {
        o.include_directories.push_back(folder);
      }
    }
    std::vector<report::HarnessFile> files = report::write_harness(s, o);
    files.push_back({"adapter.c",
                     adapter_text(s.model.path,
                                  fs::absolute(options_.output).string(),
                                  context_.budget)});
    // The sources may be annotated, and Catenary not installed where they are
    // compiled.
    files.push_back({"catenary/c.h", program::annotations_header()});
    write_files(files);
  }

  const ConvertOptions& options_;
  Context& context_;
};

}  // namespace

ExitCode convert(const ConvertOptions& options, Context& context) {
  // A harness is a directory; its files are checked one by one.
  if (options.to != Format::harness) {
    require_outputs({options.output},
                    {options.input, options.texts, config_file(options.config)},
                    options.force);
  }
  Conversion(options, context).run();
  return ExitCode::success;
}

}  // namespace catenary::app
