// SPDX-License-Identifier: Apache-2.0
/// \file
/// The forms that `catenary convert` writes: one row each. A row names the form
/// and, for each kind of input, the function that makes it; the value of --to,
/// the help, and the errors for an input of another kind come from the rows.
///
/// A new form is a pure function in report/export (of a suite) or beside its
/// model, and a row in exports.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/export/coverage/coverage.h"

namespace catenary::model {
struct Capsule;
struct Interface;
struct MachineModel;
struct TimedAutomaton;
struct TransitionSystem;
}  // namespace catenary::model
namespace catenary::frontend::contract {
struct FileSyntax;
}  // namespace catenary::frontend::contract
namespace catenary::suite {
struct RunResults;
struct Suite;
}  // namespace catenary::suite

namespace catenary::app {

/// What an input of `convert` may be.
enum class ExportSource : std::uint8_t {
  suite,        ///< JSON of `generate`, or a table of `convert --to csv`
  program,      ///< a description or a C program
  transition,   ///< BTOR2 or Verilog
  timed,        ///< XLIA
  machine,      ///< UML-RT
  requirements  ///< .req, or JSON of FRET
};
/// For messages, e.g. "a timed model".
[[nodiscard]] const char* to_string(ExportSource source);

/// State machines, and those of their capsules that were chosen.
struct ChosenMachines {
  const model::MachineModel& model;
  const std::vector<const model::Capsule*>& capsules;
};

/// Requirements as the user wrote them, and what they mean.
struct Requirements {
  const frontend::contract::FileSyntax& file;
  const model::Interface& interface;
};

/// Exports that need more than their input, and so code of their own.
enum class ExportJob : std::uint8_t {
  none,
  adapter,    ///< of a program: also needs its description
  fmu,        ///< of a program or a state machine: it is compiled
  reqif,      ///< of a suite: also needs a file of requirements
  harness,    ///< of a suite: a directory, with what its model needs
  test_comp,  ///< of a suite: a directory; the model is run
  ttcn3       ///< of a suite: a directory; stimulations are chosen
};

struct Export {
  const char* name;  ///< the value of --to
  const char* help;  ///< what it is, without a full stop
  /// The text made of each kind of input; null where there is none.
  std::string (*suite)(const suite::Suite&) = nullptr;
  /// Of a suite: made from the coverage that its tests reach.
  std::string (*coverage)(const report::Coverage&) = nullptr;
  /// Made from a suite and the results that --results names; null = none were
  /// named.
  std::string (*findings)(const suite::Suite&,
                          const suite::RunResults*) = nullptr;
  /// Of a program, state machine or transition system: its steps as terms;
  /// `steps` as in ConvertOptions::max_steps.
  std::string (*steps)(const model::TransitionSystem&,
                       std::uint32_t steps) = nullptr;
  std::string (*timed)(const model::TimedAutomaton&) = nullptr;
  std::string (*machine)(const ChosenMachines&) = nullptr;
  std::string (*requirements)(const Requirements&) = nullptr;
  /// The same of requirements whose variables may not be known yet.
  std::string (*variables)(const std::string& path) = nullptr;
  ExportJob job = ExportJob::none;
  /// Of a suite: shows fixed steps, so that tests that react to the system are
  /// left out.
  bool steps_only = false;

  [[nodiscard]] bool is_made_from(ExportSource source) const;
};

/// All exports, in the order of the help.
[[nodiscard]] std::span<const Export> exports();

/// Their names, for the option table of the command.
[[nodiscard]] std::vector<std::string> export_names();

/// The row of a name; null where there is none.
[[nodiscard]] const Export* find_export(std::string_view name);

/// The names of the exports that are made from this kind of input, as a list
/// for people: "req, smtlib or lustre".
[[nodiscard]] std::string exports_from(ExportSource source);

/// What an export is made from: "a suite or a timed model".
[[nodiscard]] std::string sources_of(const Export& form);

}  // namespace catenary::app
