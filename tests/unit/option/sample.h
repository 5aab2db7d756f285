// SPDX-License-Identifier: Apache-2.0
/// \file
/// A command with a row of every kind, for the tests of this folder.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "option/table.h"

namespace catenary::option::testing {

enum class Engine : std::uint8_t { automatic, explicit_states };

struct SharedOptions {
  bool json = false;
  std::uint32_t jobs = 0;
};

struct SampleOptions : SharedOptions {
  std::string model;
  std::vector<std::string> extra;
  std::string output = "out.json";
  std::uint32_t max_steps = 64;
  std::uint64_t seed = 1;
  double percent = 100;
  std::chrono::milliseconds timeout{0};
  Bytes memory;
  Engine engine = Engine::automatic;
  std::vector<std::string> cover{"branch"};
  std::string config;
};

inline Table<SampleOptions> sample_table() {
  using O = SampleOptions;
  Table<O> t({"sample",
              "Shows a row of every kind.",
              "First paragraph, long enough to need a second line when it is "
              "wrapped at eighty columns.\n\nSecond paragraph.",
              {{"catenary sample door.c -o door.json", "A door."}}});
  t.row({.name = "model",
         .value = "MODEL",
         .help = "What to read.",
         .positional = true,
         .required = true},
        &O::model);
  t.row({.name = "extra",
         .value = "EXTRA",
         .help = "What else to read.",
         .positional = true},
        &O::extra);
  t.row({.name = "output",
         .short_name = 'o',
         .value = "FILE",
         .help = "Where to write."},
        &O::output);
  t.row({.name = "max-steps",
         .value = "STEPS",
         .group = "Search",
         .help = "Depth.",
         .example = "100"},
        &O::max_steps,
        between(1U, 1000U));
  t.row({.name = "seed", .value = "N", .group = "Search", .help = "Seed."},
        &O::seed,
        between<std::uint64_t>(0, ~std::uint64_t{0}));
  t.row({.name = "percent", .value = "P", .help = "Share."},
        &O::percent,
        between(0.0, 100.0));
  t.row({.name = "timeout",
         .value = "TIME",
         .help = "Time.",
         .says_zero = "no limit"},
        &O::timeout,
        between(std::chrono::milliseconds(0),
                std::chrono::milliseconds(3'600'000)));
  t.row({.name = "memory",
         .value = "SIZE",
         .help = "Memory.",
         .says_zero = "half of the machine's"},
        &O::memory,
        between(Bytes{0}, Bytes{std::uint64_t{1} << 40}));
  t.row({.name = "engine", .value = "ENGINE", .help = "Engine."},
        &O::engine,
        {{"auto", Engine::automatic}, {"explicit", Engine::explicit_states}});
  t.row({.name = "cover",
         .short_name = 'c',
         .value = "LIST",
         .help = "Criteria."},
        &O::cover,
        {"branch", "assert", "property"});
  t.row({.name = "json", .help = "One JSON document."}, &O::json);
  t.row({.name = "jobs", .short_name = 'j', .value = "N", .help = "Workers."},
        &O::jobs,
        between(0U, 1024U));
  t.row({.name = "config",
         .value = "FILE",
         .help = "Config file.",
         .line_only = true},
        &O::config);
  return t;
}

/// The first diagnostic of the InputError that `action` throws; one with the
/// message "no exception" where it throws none.
template <typename Action>
base::Diagnostic diagnostic_of(Action action) {
  try {
    action();
  } catch (const base::InputError& e) {
    return e.diagnostics().at(0);
  }
  return {base::Severity::note, {}, "no exception", "", {}};
}

}  // namespace catenary::option::testing
