// SPDX-License-Identifier: Apache-2.0
/// \file
/// Exports that compile with the program or state machine they are about: the
/// adapter, and stand-alone tests.
#include <chrono>
#include <filesystem>
#include <utility>

#include "app/convert/conversion.h"
#include "app/machine/machine_system.h"
#include "app/model_file.h"
#include "app/output_files.h"
#include "base/text_file.h"
#include "frontend/c/adapter.h"
#include "frontend/c/load.h"
#include "frontend/umlrt/umlrt.h"
#include "model/step/step_system.h"
#include "program/build/annotations.h"
#include "report/export/gtest/gtest.h"
#include "report/export/harness.h"
#include "report/export/machine_harness.h"

namespace catenary::app {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kStepTime{1000};

/// An adapter sets inputs before the step: it cannot set those that the code
/// reads itself.
void require_settable(const frontend::c::Description& d,
                      const std::string& model,
                      Context& context) {
  const model::StepSystem system =
      load_step_system(model, {{"property"}, kStepTime}, context);
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

/// Makes the directory. InputError where the sources of the model are missing.
void prepare_directory(const Conversion& conversion,
                       const suite::Suite& s,
                       const std::string& sources) {
  const ConvertOptions& options = conversion.options();
  if (!fs::exists(sources)) {
    throw base::InputError({options.input, 0, 0},
                           "the suite's model '" + s.model.path +
                               "' is not there, and a harness needs its "
                               "sources; expected to run where 'catenary "
                               "generate' ran",
                           "model-missing");
  }
  std::error_code failed;
  fs::create_directories(options.output, failed);
  if (failed) {
    throw base::InputError({options.output, 0, 0},
                           "cannot make this directory: " + failed.message(),
                           "output");
  }
}

/// An exported capsule begins without choices of the environment.
void require_no_first_choice(const suite::Suite& s) {
  for (const suite::Test& test : s.tests) {
    for (const suite::Assignment& a : test.initial) {
      const suite::Signal& signal = s.signature.initial[a.signal];
      if (a.value == suite::default_value(signal)) continue;
      throw base::InputError(
          {s.model.path, 0, 0},
          "a test chooses '" + signal.name +
              "' before the initialisation, which the harness of a state "
              "machine cannot set",
          "input-in-code");
    }
  }
}

/// The capsule, with the C++ of its run time, and the tests.
void write_machine_harness(const Conversion& conversion,
                           const suite::Suite& s,
                           bool gtest) {
  require_no_first_choice(s);
  prepare_directory(
      conversion, s, frontend::umlrt::machine_name(s.model.path).file);
  MachineProgram program = machine_program(s, conversion.context());
  report::MachineHarnessOptions o;
  o.gtest = gtest;
  o.capsule = std::move(program.source);
  o.lvalues = std::move(program.lvalues);
  o.annotations = program::annotations_header();
  if (!includes_of(s).empty()) {
    o.include_directories.push_back(fs::current_path().string());
  }
  write_files(conversion, report::write_machine_harness(s, o));
}

void write_program_harness(const Conversion& conversion,
                           const suite::Suite& s,
                           bool gtest) {
  const std::string& output = conversion.options().output;
  prepare_directory(conversion, s, s.model.path);
  const report::HarnessOptions o =
      program_harness_options(s, output, conversion.context());
  std::vector<report::HarnessFile> files =
      gtest ? report::write_gtest(s, o) : report::write_harness(s, o);
  for (report::HarnessFile& f : program_harness_parts(
           s, fs::absolute(output).string(), conversion.context())) {
    files.push_back(std::move(f));
  }
  write_files(conversion, files);
}

}  // namespace

report::HarnessOptions program_harness_options(const suite::Suite& s,
                                               const std::string& directory,
                                               Context& context) {
  const frontend::c::Description d =
      frontend::c::describe(s.model.path, context.budget);
  report::HarnessOptions o;
  o.libraries = {"m"};
  // CMake takes relative folders as relative to its own file.
  for (const std::string& flag : frontend::c::flags_seen_from(d, directory)) {
    const std::string folder = frontend::c::header_folder(flag);
    if (folder.empty()) {
      o.compile_options.push_back(flag);
    } else {
      o.include_directories.push_back(folder);
    }
  }
  return o;
}

std::vector<report::HarnessFile> program_harness_parts(
    const suite::Suite& s, const std::string& directory, Context& context) {
  // The sources may be annotated, and Catenary not installed where they are
  // compiled.
  return {{"adapter.c", adapter_text(s.model.path, directory, context)},
          {"catenary/c.h", program::annotations_header()}};
}

std::string adapter_text(const std::string& model,
                         const std::string& directory,
                         Context& context) {
  const frontend::c::Description d =
      frontend::c::describe(model, context.budget);
  if (d.step) require_settable(d, model, context);
  return report::adapter_header() + frontend::c::write_adapter(d, directory);
}

void write_files(const Conversion& conversion,
                 const std::vector<report::HarnessFile>& files) {
  const ConvertOptions& options = conversion.options();
  std::error_code failed;
  // All are checked before the first is written.
  for (const report::HarnessFile& f : files) {
    const fs::path path = fs::path(options.output) / f.path;
    fs::create_directories(path.parent_path(), failed);
    require_outputs(
        {path.string()}, {options.input, options.texts}, options.force);
  }
  for (const report::HarnessFile& f : files) {
    base::write_file(
        (fs::path(options.output) / f.path).string(),
        f.content,
        options.force ? base::Overwrite::yes : base::Overwrite::no);
  }
  conversion.context().progress.finish();
}

std::string make_adapter(const Conversion& conversion) {
  const ConvertOptions& options = conversion.options();
  std::string directory;
  if (!options.output.empty()) {
    directory = fs::absolute(options.output).parent_path().string();
  }
  return adapter_text(options.input, directory, conversion.context());
}

void write_harness_files(const Conversion& conversion) {
  const bool gtest = conversion.options().to == "gtest";
  if (conversion.options().output.empty()) {
    throw base::InputError(
        {}, "a harness is a directory; expected -o DIRECTORY", "output");
  }
  const suite::Suite s = conversion.suite();
  if (model::is_state_machine(s.model.kind)) {
    return write_machine_harness(conversion, s, gtest);
  }
  if (s.model.kind == "c") {
    return write_program_harness(conversion, s, gtest);
  }
  throw base::InputError(
      {conversion.options().input, 0, 0},
      "a harness calls the C program or state machine that its tests are "
      "about; those of this suite were made from '" +
          s.model.path + "', which is neither: 'catenary run' runs them",
      "wrong-input");
}

}  // namespace catenary::app
