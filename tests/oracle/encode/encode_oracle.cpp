// SPDX-License-Identifier: Apache-2.0
/// \file
/// One step program, run natively and by its encoding with the same random
/// inputs: outcome, goals, state, outputs must be the same, bit by bit.
///
/// Prints one line: "agreed NAME=NUMBER…", "different SENTENCE" or
/// "rejected SENTENCE", and before it "unfaithful WHAT (WHERE)" for what the
/// encoding does not know. Meant for a process of its own: a program may write
/// where it likes.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>

#include "base/error.h"
#include "encoded_run.h"
#include "frontend/c/load.h"

namespace {

using namespace catenary;
using model::StepOutcome;
using oracle::Bits;

struct Settings {
  std::string program;
  std::uint64_t seed = 1, runs = 4, steps = 50;
  std::uint64_t follow = 10;  ///< every so many steps; 0 = never
  bool encode = true;
  bool plant = false;  ///< a mistake
  std::string trace;   ///< file to write the native runs to
  std::uint64_t seconds = 60, unroll = 64, terms = 3'000'000;
};

struct Rejected : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Counts by name, for the line at the end.
using Tally = std::map<std::string, std::uint64_t>;

model::StepSystem load(const Settings& s) {
  frontend::c::LoadOptions options;
  options.step_time_limit = std::chrono::milliseconds(300);
  return frontend::c::load(s.program, options, {});
}

/// One run natively and, where there is one, by the encoding.
void run(const model::StepSystem& system,
         const Settings& s,
         std::uint64_t index,
         oracle::NativeRun& native,
         oracle::EncodedRun* encoded,
         std::string& trace,
         Tally& tally) {
  oracle::RandomLetters starts(system.initial, s.seed, 2 * index);
  oracle::RandomLetters letters(system.inputs, s.seed, 2 * index + 1);
  const std::vector<Bits> initial = starts.next();
  oracle::Observation seen = native.reset(initial);
  oracle::write_inputs('R', initial, trace);
  oracle::write_observation(system, seen, trace);
  bool traced = seen.outcome == StepOutcome::running;
  if (encoded != nullptr) {
    if (!encoded->reset(initial, seen)) {
      ++tally["unfaithful"];
      encoded = nullptr;
    } else if (s.follow != 0 && !encoded->follow(initial, seen)) {
      ++tally["unfaithful"];
    }
  }
  if (seen.outcome != StepOutcome::running) return;
  for (std::uint64_t step = 1; step <= s.steps; ++step) {
    const std::vector<Bits>& inputs = letters.next();
    seen = native.step(inputs);
    ++tally[std::string("native-") + model::to_string(seen.outcome)];
    if (traced) {
      oracle::write_inputs('S', inputs, trace);
      oracle::write_observation(system, seen, trace);
      traced = seen.outcome == StepOutcome::running;
    }
    if (seen.outcome == StepOutcome::hung) {
      throw Rejected("a step does not return in time");
    }
    if (encoded == nullptr) continue;
    ++tally["steps"];
    try {
      if (!encoded->step(inputs, seen)) {
        ++tally["unfaithful"];
        if (seen.outcome == StepOutcome::running) encoded = nullptr;
        continue;
      }
      if (s.follow != 0 && step % s.follow == 0 &&
          !encoded->follow(inputs, seen)) {
        ++tally["unfaithful"];
      }
    } catch (const oracle::Difference& d) {
      throw oracle::Difference(
          fmt::format("run {} step {}: {}", index, step, d.what()));
    }
  }
}

Tally compare(const Settings& s) {
  const model::StepSystem system = load(s);
  oracle::NativeRun native(system);
  std::unique_ptr<oracle::EncodedRun> encoded;
  Tally tally;
  if (s.encode) {
    base::Budget budget;
    budget.set_time(std::chrono::seconds(s.seconds));
    model::EncodeOptions options;
    options.unroll = static_cast<std::uint32_t>(s.unroll);
    options.max_terms = s.terms;
    encoded = std::make_unique<oracle::EncodedRun>(system, options, budget);
    if (s.plant) encoded->plant_mistake();
    tally["terms"] = encoded->encoding().stats.terms;
    tally["slots"] = encoded->encoding().state.size();
  }
  std::string trace;
  tally["goals"] = system.goals.size();
  tally["outputs"] = system.outputs.size();
  for (std::uint64_t index = 0; index < s.runs; ++index) {
    run(system, s, index, native, encoded.get(), trace, tally);
  }
  if (encoded != nullptr) {
    tally["branches"] = encoded->branches();
    for (const std::string& reason : encoded->reasons()) {
      std::puts(("unfaithful " + reason).c_str());
    }
  }
  if (!s.trace.empty()) std::ofstream(s.trace) << trace;
  return tally;
}

bool read_arguments(int argc, char** argv, Settings& s) {
  const std::map<std::string, std::uint64_t*> numbers = {
      {"--seed", &s.seed},
      {"--runs", &s.runs},
      {"--steps", &s.steps},
      {"--follow", &s.follow},
      {"--seconds", &s.seconds},
      {"--unroll", &s.unroll},
      {"--terms", &s.terms}};
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    const auto number = numbers.find(name);
    if (number != numbers.end() && i + 1 < argc) {
      *number->second = std::stoull(argv[++i]);
    } else if (name == "--trace" && i + 1 < argc) {
      s.trace = argv[++i];
    } else if (name == "--native-only") {
      s.encode = false;
    } else if (name == "--plant-mistake") {
      s.plant = true;
    } else if (name.rfind('-', 0) != 0 && s.program.empty()) {
      s.program = name;
    } else {
      return false;
    }
  }
  return !s.program.empty();
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  if (!read_arguments(argc, argv, settings)) {
    std::fputs(
        "usage: encode_oracle PROGRAM [--seed N] [--runs N] [--steps N]\n"
        "  [--follow EVERY] [--seconds N] [--unroll N] [--terms N]\n"
        "  [--trace FILE] [--native-only] [--plant-mistake]\n",
        stderr);
    return 2;
  }
  std::string line;
  int code = 0;
  try {
    line = "agreed";
    for (const auto& [name, count] : compare(settings)) {
      line += fmt::format(" {}={}", name, count);
    }
  } catch (const oracle::Difference& d) {
    line = std::string("different ") + d.what();
    code = 1;
  } catch (const Rejected& r) {
    line = std::string("rejected ") + r.what();
    code = 3;
  } catch (const base::InputError& e) {
    line = "rejected " + e.diagnostics().front().message;
    code = 3;
  } catch (const base::ToolError& e) {
    line = std::string("rejected ") + e.what();
    code = 3;
  }
  std::puts(line.c_str());
  return code;
}
