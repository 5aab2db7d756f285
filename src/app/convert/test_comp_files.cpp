// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tests in the exchange format of Test-Comp (Beyer, "Advances in Automatic
/// Software Testing: Test-Comp 2022", FASE 2022,
/// doi:10.1007/978-3-030-99429-7_18): the values that the calls for inputs
/// give, one after the other. What other tools need to run the tests on the
/// program as its compiler makes it.
#include <fmt/format.h>

#include <sys/stat.h>

#include <charconv>
#include <ctime>
#include <filesystem>

#include "app/convert/conversion.h"
#include "app/generate/given_traces.h"
#include "app/generate/test_comp.h"
#include "app/model_file.h"
#include "app/output_files.h"
#include "base/archive/zip_writer.h"
#include "base/printable.h"
#include "base/sha256.h"
#include "engine/reach/replay.h"
#include "frontend/c/load.h"

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

/// Text of an element; our own names have nothing that must be escaped, files
/// may.
std::string element(const char* name, const std::string& text) {
  std::string escaped;
  for (const char c : base::printable(text)) {
    escaped += c == '&' ? "&amp;" : c == '<' ? "&lt;" : std::string(1, c);
  }
  return fmt::format("  <{0}>{1}</{0}>\n", name, escaped);
}

/// The property of Test-Comp that the suite is about: every decision, or calls
/// of reach_error().
const char* specification_of(const suite::Suite& s) {
  for (const suite::SuiteGoal& g : s.goals) {
    if (g.kind != "property") {
      return "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";
    }
  }
  return "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )";
}

/// The C source: the model, or the first source of a description.
fs::path program_of(const suite::Suite& s, const base::Budget& budget) {
  fs::path model = s.model.path;
  if (model.extension() != ".toml") return model;
  const frontend::c::Description d =
      frontend::c::describe(s.model.path, budget);
  return d.sources.empty() ? model : fs::path(d.sources.front().text);
}

/// When the suite was written, in UTC: the same suite gives the same bytes.
std::string time_of(const std::string& file) {
  struct stat status{};
  if (stat(file.c_str(), &status) != 0) return "1970-01-01T00:00:00Z";
  std::tm parts{};
  gmtime_r(&status.st_mtime, &parts);
  char text[32];
  (void)std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

/// The order is that of the DTD.
std::string metadata_text(const suite::Suite& s,
                          const std::string& suite_file,
                          const base::Budget& budget) {
  const fs::path program = program_of(s, budget);
  return header_of("test-metadata") + "<test-metadata>\n" +
         element("sourcecodelang", "C") + element("producer", s.tool) +
         element("specification", specification_of(s)) +
         element("programfile", program.filename().string()) +
         element("programhash", base::sha256_file(program)) +
         element("entryfunction", "main") +
         element("architecture", fmt::format("{}bit", 8 * sizeof(void*))) +
         element("creationtime", time_of(suite_file)) + "</test-metadata>\n";
}

/// A directory, or an archive where the name ends in ".zip".
void write_all(const Conversion& conversion,
               const std::vector<report::HarnessFile>& files) {
  const ConvertOptions& options = conversion.options();
  if (fs::path(options.output).extension() != ".zip") {
    return write_files(conversion, files);
  }
  require_outputs({options.output}, {options.input}, options.force);
  std::vector<base::ZipFile> archive;
  for (const report::HarnessFile& f : files) {
    archive.push_back({f.path, f.content});
  }
  conversion.write(base::write_zip(archive));
}

}  // namespace

void write_test_comp_files(const Conversion& conversion) {
  const ConvertOptions& options = conversion.options();
  if (options.output.empty()) {
    throw base::InputError(
        {},
        "tests of Test-Comp are a directory or an archive; expected -o "
        "DIRECTORY or FILE.zip",
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
  std::vector<report::HarnessFile> files = {
      {"metadata.xml",
       metadata_text(s, options.input, conversion.context().budget)}};
  for (std::size_t t = 0; t < runs.size(); ++t) {
    if (!runs[t].complete) {
      throw base::InputError(
          {options.input, 0, 0},
          "test " + std::to_string(t + 1) + " cannot be run: " + runs[t].reason,
          "given-tests");
    }
    files.push_back({fmt::format("testcase-{}.xml", t + 1),
                     test_text(system, traces[t], runs[t])});
  }
  write_all(conversion, files);
}

}  // namespace catenary::app
