// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tests in the exchange format of Test-Comp (Beyer, "Advances in Automatic
/// Software Testing: Test-Comp 2022", FASE 2022,
/// doi:10.1007/978-3-030-99429-7_18): the values that the calls for inputs
/// give, one after the other. What other tools need to run the tests on the
/// program as its compiler makes it.
#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <utility>

#include "app/convert/conversion.h"
#include "app/generate/given_traces.h"
#include "app/generate/test_comp.h"
#include "app/model_file.h"
#include "app/output_files.h"
#include "base/text_file.h"
#include "engine/reach/replay.h"

namespace catenary::app {

namespace {

namespace fs = std::filesystem;
namespace reach = engine::reach;

constexpr const char* kHeader =
    "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
    "<!DOCTYPE {0} PUBLIC \"+//IDN sosy-lab.org//DTD test-format {0} 1.1//EN\" "
    "\"https://sosy-lab.org/test-format/{0}-1.1.dtd\">\n";

std::string header_of(const char* element) {
  return fmt::format(fmt::runtime(kHeader), element);
}

/// The program of the suite; it says in which order it calls for inputs.
model::StepSystem recording_system(const Conversion& conversion,
                                   const suite::Suite& s) {
  ModelOptions how{{"property"}};
  how.record_calls = true;
  how.stub_missing = s.options.contains(kStubsOption);
  model::StepSystem out =
      load_step_system(s.model.path, how, conversion.context());
  require_calls(out, "--to harness or csv");
  return out;
}

/// A constant of C without suffix. Shortest digits that give the same number;
/// "nan" and "inf" for what has none.
std::string constant_of(const logic::Value& value, model::ScalarType type) {
  char digits[64];
  std::to_chars_result end{};
  switch (type) {
    case model::ScalarType::boolean:
      return value.as_bool() ? "1" : "0";
    case model::ScalarType::float32:
      end = std::to_chars(std::begin(digits),
                          std::end(digits),
                          static_cast<float>(value.as_double()));
      return {std::begin(digits), end.ptr};
    case model::ScalarType::float64:
      end = std::to_chars(
          std::begin(digits), std::end(digits), value.as_double());
      return {std::begin(digits), end.ptr};
    default:
      return value.as_integer().get_str();
  }
}

/// The values of one part of a run, in the order of its calls.
void add_inputs(const model::SimulatedStep& part,
                const std::vector<model::Variable>& variables,
                const std::vector<logic::Value>& values,
                std::string& out) {
  for (const std::uint32_t i : part.called) {
    out += fmt::format("  <input type=\"{}\">{}</input>\n",
                       model::to_string(variables[i].type),
                       constant_of(values[i], variables[i].type));
  }
}

std::string test_text(const model::StepSystem& system,
                      const model::Trace& trace,
                      const reach::Replayed& run) {
  std::string out = header_of("testcase") + "<testcase>\n";
  add_inputs(run.simulation.initial, system.initial, trace.initial, out);
  for (std::size_t k = 0; k < run.simulation.steps.size(); ++k) {
    add_inputs(run.simulation.steps[k], system.inputs, trace.steps[k], out);
  }
  return out + "</testcase>\n";
}

std::string metadata_text(const suite::Suite& s) {
  return header_of("test-metadata") + "<test-metadata>\n" +
         "  <sourcecodelang>C</sourcecodelang>\n" +
         "  <producer>Catenary</producer>\n" + "  <programfile>" +
         fs::path(s.model.path).filename().string() + "</programfile>\n" +
         "</test-metadata>\n";
}

}  // namespace

void write_test_comp_files(const Conversion& conversion) {
  const ConvertOptions& options = conversion.options();
  if (options.output.empty()) {
    throw base::InputError(
        {},
        "tests of Test-Comp are a directory; expected -o DIRECTORY",
        "output");
  }
  if (!options.test.empty()) {
    throw base::InputError({},
                           "--test is not for test-comp, which writes each "
                           "test into a file of its own",
                           "option-kind");
  }
  const suite::Suite s = conversion.suite();
  if (s.model.kind != "c") {
    throw base::InputError({options.input, 0, 0},
                           "tests of Test-Comp are of C programs; those of "
                           "this suite were made from '" +
                               s.model.path + "'",
                           "wrong-input");
  }
  const model::StepSystem system = recording_system(conversion, s);
  const std::vector<model::Trace> traces =
      read_given_traces(options.input, system);
  const std::vector<reach::Replayed> runs =
      reach::replay(system, traces, {}, conversion.context().budget);
  std::vector<std::pair<fs::path, std::string>> files = {
      {fs::path(options.output) / "metadata.xml", metadata_text(s)}};
  for (std::size_t t = 0; t < runs.size(); ++t) {
    if (!runs[t].complete) {
      throw base::InputError(
          {options.input, 0, 0},
          "test " + std::to_string(t + 1) + " cannot be run: " + runs[t].reason,
          "given-tests");
    }
    files.emplace_back(
        fs::path(options.output) / fmt::format("testcase-{}.xml", t + 1),
        test_text(system, traces[t], runs[t]));
  }
  std::error_code failed;
  fs::create_directories(options.output, failed);
  for (const auto& [path, text] : files) {
    require_outputs({path.string()}, {options.input}, options.force);
  }
  for (const auto& [path, text] : files) {
    base::write_file(
        path.string(),
        text,
        options.force ? base::Overwrite::yes : base::Overwrite::no);
  }
  conversion.context().progress.finish();
}

}  // namespace catenary::app
