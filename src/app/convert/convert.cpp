// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary convert`: models and suites in other forms. Which there are is in
/// the table of exports.cpp; here inputs are read and results are written.
#include <algorithm>
#include <filesystem>
#include <ostream>

#include "app/convert/conversion.h"
#include "app/convert/exports.h"
#include "app/model_file.h"
#include "app/output_files.h"
#include "app/report/results_file.h"
#include "app/suite_file.h"
#include "base/text_file.h"
#include "frontend/btor2/btor2.h"
#include "frontend/contract/contract.h"
#include "frontend/contract/fret/texts.h"
#include "frontend/umlrt/umlrt.h"
#include "frontend/verilog/verilog.h"
#include "model/machine/state_machine.h"
#include "suite/read.h"

namespace catenary::app {

namespace {

ExportSource source_of(const std::string& input) {
  switch (kind_of(input)) {
    case ModelKind::timed:
      return ExportSource::timed;
    case ModelKind::contract:
      return ExportSource::requirements;
    case ModelKind::machine:
      return ExportSource::machine;
    case ModelKind::step:
      return frontend::btor2::handles(input) ||
                     frontend::verilog::handles(input)
                 ? ExportSource::transition
                 : ExportSource::program;
    case ModelKind::none:
      break;
  }
  return ExportSource::suite;
}

bool may_have_steps(ExportSource source) {
  return source == ExportSource::program ||
         source == ExportSource::transition || source == ExportSource::machine;
}

/// Options that mean nothing for this kind of input.
void check_options(const ConvertOptions& o,
                   ExportSource source,
                   const Export& form) {
  const auto refuse = [](const char* message) {
    throw base::InputError({}, message, "option-kind");
  };
  if (form.job != ExportJob::fmu &&
      (o.fmi != FmiVersion::fmi2 || !o.step_size.empty())) {
    refuse("--fmi and --step-size are of FMUs; expected --to fmu");
  }
  if (!o.texts.empty() && source != ExportSource::requirements) {
    refuse("--texts are for requirements (.req)");
  }
  if (!o.capsule.empty() && source != ExportSource::machine) {
    refuse("--capsule is for state machines (.uml, .sm, .art)");
  }
  const bool steps = form.steps != nullptr && may_have_steps(source);
  if (!o.cover.empty() && (!steps || source == ExportSource::transition)) {
    refuse("--cover is for --to btor2 and smtlib of programs and machines");
  }
  if (o.max_steps != 0 && (!steps || std::string_view(form.name) != "smtlib")) {
    refuse("--max-steps is for --to smtlib of models with steps");
  }
  const bool reqif = form.job == ExportJob::reqif;
  if (!o.results.empty() && form.findings == nullptr && !reqif) {
    refuse("--results is for --to sarif, markdown and reqif");
  }
  if (!o.test.empty() && (form.findings != nullptr || reqif)) {
    refuse(
        "--test is not for sarif, markdown and reqif, which are about all "
        "tests");
  }
  if ((!o.into.empty() || !o.id_attribute.empty()) && !reqif) {
    refuse("--into and --id-attribute are for --to reqif");
  }
  if (!o.test.empty() && source != ExportSource::suite) {
    refuse("--test chooses a test of a suite, not of a model");
  }
}

/// A program has one export and a suite most of them, so a message about these
/// names what the export is made from; one about other inputs names what can be
/// made from the input.
void check_source(const Export& form,
                  ExportSource source,
                  const std::string& path) {
  if (form.is_made_from(source)) return;
  (void)base::read_file(path);
  const bool few =
      source != ExportSource::suite && source != ExportSource::program;
  throw base::InputError(
      {path, 0, 0},
      "'" + std::string(form.name) + "' is not made from " + to_string(source) +
          "; expected " +
          (few ? "--to " + exports_from(source) : sources_of(form)),
      "wrong-input");
}

void warn_of_unsupported(const model::MachineModel& model, Context& context) {
  for (const model::Unsupported& u : model.unsupported) {
    context.progress.message(base::Diagnostic{
        base::Severity::warning,
        u.where,
        u.qualified + ": left out: " + u.what,
        "unsupported",
        {}}.render());
  }
}

std::string from_machines(const Export& form, const Conversion& conversion) {
  const ConvertOptions& options = conversion.options();
  const frontend::umlrt::MachineName name =
      frontend::umlrt::machine_name(options.input);
  const model::MachineModel model =
      load_machines(name.file, kFileSemantics, conversion.context());
  warn_of_unsupported(model, conversion.context());
  return form.machine(
      {model,
       chosen_capsules(
           model, options.capsule.empty() ? name.capsule : options.capsule)});
}

std::string from_requirements(const Export& form,
                              const Conversion& conversion) {
  namespace contract = frontend::contract;
  const std::string& path = conversion.options().input;
  const std::string& texts = conversion.options().texts;
  if (form.variables != nullptr) return form.variables(path);
  const auto tell = [&](const std::vector<base::Diagnostic>& warnings) {
    for (const base::Diagnostic& w : warnings) {
      conversion.context().progress.message(w.render());
    }
  };
  // This reports all errors at once; a file with unknown names is not passed
  // on.
  auto [file, interface] = contract::load_all(path);
  if (!texts.empty()) {
    tell(contract::attach_texts(file, texts));
    interface = contract::understand(file, path);
  }
  tell(interface.warnings);
  return form.requirements({file, interface});
}

/// Tables of steps cannot show tests that react to the system.
void check_steps(const suite::Suite& suite, const Conversion& conversion) {
  const auto trees = static_cast<std::size_t>(std::ranges::count(
      suite.tests, suite::TestKind::tree, &suite::Test::kind));
  if (trees == 0) return;
  if (trees == suite.tests.size()) {
    throw base::InputError({conversion.options().input, 0, 0},
                           "every test of the suite reacts to the system, "
                           "which no table of steps can show",
                           "no-steps");
  }
  conversion.context().progress.message(
      std::to_string(trees) + (trees == 1 ? " test" : " tests") +
      " left out: which steps there are depends on the system");
}

/// The suite as a whole, with its results where they were given.
std::string with_results(const Export& form, const Conversion& conversion) {
  const std::string& path = conversion.options().results;
  const suite::Suite suite = conversion.suite();
  if (path.empty()) return form.findings(suite, nullptr);
  const std::string& input = conversion.options().input;
  const suite::RunResults results =
      read_results_of(path, suite::read_suite_text(input), input);
  return form.findings(suite, &results);
}

std::string from_suite(const Export& form, const Conversion& conversion) {
  if (form.coverage != nullptr) {
    return form.coverage(reached_coverage(conversion));
  }
  if (form.findings != nullptr) return with_results(form, conversion);
  const suite::Suite suite = conversion.suite();
  if (form.steps_only) check_steps(suite, conversion);
  return form.suite(suite);
}

std::string text_of(const Export& form,
                    ExportSource source,
                    const Conversion& conversion) {
  if (form.steps != nullptr && may_have_steps(source)) {
    return form.steps(transition_of_input(conversion, source),
                      conversion.options().max_steps);
  }
  switch (source) {
    case ExportSource::transition:
      break;
    case ExportSource::suite:
      return from_suite(form, conversion);
    case ExportSource::program:
      return make_adapter(conversion);
    case ExportSource::timed:
      return form.timed(load_timed_automaton(conversion.options().input,
                                             conversion.context()));
    case ExportSource::machine:
      return from_machines(form, conversion);
    case ExportSource::requirements:
      return from_requirements(form, conversion);
  }
  return {};
}

}  // namespace

suite::Suite Conversion::suite() const {
  const std::string& path = options_.input;
  suite::Suite out = parse_suite(suite::read_suite_text(path), path);
  if (options_.test.empty()) return out;
  std::erase_if(out.tests, [this](const suite::Test& t) {
    return !suite::is_called(t, options_.test);
  });
  if (!out.tests.empty()) return out;
  throw base::InputError(
      {path, 0, 0},
      "no test has the name '" + options_.test + "', or an id that begins so",
      "no-such-test");
}

void Conversion::write(const std::string& text) const {
  context_.progress.finish();
  if (options_.output.empty()) {
    context_.out << text;
    return;
  }
  base::write_file(options_.output,
                   text,
                   options_.force ? base::Overwrite::yes : base::Overwrite::no);
}

ExitCode convert(const ConvertOptions& options, Context& context) {
  const Export* form = find_export(options.to);
  if (form == nullptr) {
    throw base::InputError(
        {}, "no format given; expected --to FORMAT", "format");
  }
  const Conversion conversion(options, context);
  const ExportSource source = source_of(options.input);
  check_options(options, source, *form);
  check_source(*form, source, options.input);
  // These are directories; their files are checked one by one.
  if (form->job == ExportJob::harness) {
    write_harness_files(conversion);
    return ExitCode::success;
  }
  if (form->job == ExportJob::test_comp) {
    write_test_comp_files(conversion);
    return ExitCode::success;
  }
  if (form->job == ExportJob::ttcn3) {
    write_ttcn3_files(conversion);
    return ExitCode::success;
  }
  require_outputs(outputs_of(options),
                  {options.input,
                   options.texts,
                   options.results,
                   options.into,
                   config_file(options.config)},
                  options.force);
  if (form->job == ExportJob::fmu) {
    conversion.write(make_fmu(conversion, source));
    return ExitCode::success;
  }
  if (form->job == ExportJob::reqif) {
    conversion.write(make_reqif(conversion));
    return ExitCode::success;
  }
  conversion.write(text_of(*form, source, conversion));
  return ExitCode::success;
}

}  // namespace catenary::app
