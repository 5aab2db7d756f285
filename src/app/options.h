// SPDX-License-Identifier: Apache-2.0
/// \file
/// The options of every command, as plain structs with their defaults. What
/// they are called and what is allowed is in the tables of cli/.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "option/text.h"

namespace catenary::app {

/// What every command understands.
struct CommonOptions {
  bool json = false;         ///< stdout: exactly one JSON document
  bool quiet = false;        ///< stderr: warnings and errors only
  bool verbose = false;      ///< stderr: what is going on, in detail
  std::string config;        ///< empty = catenary.toml, where there is one
  bool dump_config = false;  ///< print the options instead of running
};

/// What computations may use; program.cpp puts it into the Budget.
struct BudgetOptions {
  std::chrono::milliseconds timeout{0};  ///< wall-clock; 0 = no limit
  option::Bytes memory;                  ///< 0 = half of the machine's memory
  std::uint32_t jobs = 0;  ///< threads; 0 = one for each processor
};

enum class EngineChoice : std::uint8_t {
  automatic,  ///< the best for the model
  explicit_states,
  symbolic
};

/// What is looked for in a model, and how.
struct SearchOptions {
  std::string model;
  std::vector<std::string> cover;  ///< criteria; empty = what the model says
  EngineChoice engine = EngineChoice::automatic;
  std::uint32_t max_steps = 0;  ///< length of a run; 0 = no bound
  std::chrono::milliseconds step_timeout{1000};  ///< of one step of the model
};

struct CheckOptions : CommonOptions, BudgetOptions, SearchOptions {};

enum class Method : std::uint8_t {
  chain,   ///< the fewest, then shortest runs that cover all goals
  single,  ///< a shortest run for each goal
  random   ///< the cheapest of many random runs
};

struct GenerateOptions : CommonOptions, BudgetOptions, SearchOptions {
  std::string output;  ///< the suite; empty = not written
  bool force = false;  ///< overwrite outputs
  Method method = Method::chain;
  std::uint64_t seed = 1;
  std::uint64_t runs = 100'000;  ///< of random testing, at most
  std::uint32_t run_length = 0;  ///< in steps; 0 = of many lengths
  std::uint32_t reset_cost = 0;  ///< in steps; 0 = what the model says
  double min_coverage = 100;     ///< percent of the goals not unreachable
  bool stats = false;            ///< say what the generation took
};

struct RunOptions : CommonOptions {
  std::string suite;
  std::string sut;     ///< "model:FILE", "native:LIBRARY"
  std::string output;  ///< the results; empty = not written
  std::string junit;   ///< empty = not written
  bool force = false;
  std::chrono::milliseconds timeout{0};  ///< of everything; 0 = no limit
  std::chrono::milliseconds step_timeout{1000};
  std::chrono::milliseconds test_timeout{60000};
  std::uint32_t repeat = 1;  ///< runs of every test, to find flaky ones
  bool keep_going = false;   ///< go on after a test that did not pass
  bool strict = false;       ///< inconclusive counts as an error in JUnit XML
};

struct TraceOptions : CommonOptions {
  std::string results;
};

struct ReportOptions : CommonOptions {
  std::string suite;
  std::string results;  ///< empty = the suite alone
  std::string junit;    ///< empty = not written
  std::string csv;      ///< empty = not written
  bool force = false;
  bool strict = false;
};

enum class Format : std::uint8_t {
  unspecified,
  adapter,  ///< C source that makes a program a native SUT
  harness,  ///< stand-alone C tests with a CTest file
  dot,
  plantuml,
  csv
};

struct ConvertOptions : CommonOptions {
  std::string input;  ///< a model or a suite
  Format to = Format::unspecified;
  std::string output;  ///< a file, or a directory for harness; empty = stdout
  bool force = false;
};

struct DoctorOptions : CommonOptions {};

struct BenchOptions : CommonOptions {
  std::vector<std::string> tables;  ///< files or bare names; empty = all
  std::string output;      ///< directory for CSV and Markdown; empty = none
  std::string directory;   ///< of the files given by name; empty = looked for
  std::string only;        ///< part of the names of rows; empty = all rows
  std::uint32_t runs = 5;  ///< measured ones
  std::chrono::milliseconds timeout{0};  ///< of everything; 0 = no limit
};

}  // namespace catenary::app
