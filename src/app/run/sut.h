// SPDX-License-Identifier: Apache-2.0
/// \file
/// From the text of --sut to a system under test.
#pragma once

#include <gmpxx.h>

#include <memory>
#include <string>

#include "app/commands.h"
#include "app/model_file.h"
#include "app/options.h"
#include "exec/adapter.h"
#include "exec/timed_adapter.h"
#include "model/contract/interface.h"
#include "model/step/step_system.h"
#include "model/timed/timed_automaton.h"
#include "suite/suite.h"

namespace catenary::app {

/// "exec:./sut --fast" is {"exec", "./sut --fast"}.
struct SutName {
  std::string kind;   ///< model, native, fmu, exec, tcp or trace
  std::string where;  ///< not empty
};

/// InputError for anything else.
[[nodiscard]] SutName read_sut(const std::string& text);

/// The systems of --sut, for results and people: "tcp:rig1:9000,
/// tcp:rig2:9000".
[[nodiscard]] std::string sut_text(const RunOptions& options);

/// The system of a command that has one. Requires: it has.
[[nodiscard]] const std::string& only_sut(const RunOptions& options);

/// All that confines a system under test, for the results: what its adapter
/// says, and what confines the whole command.
[[nodiscard]] std::string sandbox_of(const RunOptions& options,
                                     const std::string& adapter);

/// A SUT for tests that go by steps, and what it needs to live.
struct StepSut {
  std::unique_ptr<model::StepSystem> system;
  std::unique_ptr<model::Interface> interface;
  std::unique_ptr<exec::Adapter> adapter;
};

/// A SUT for timed tests, and what it needs to live.
struct TimedSut {
  std::unique_ptr<model::TimedAutomaton> automaton;
  std::unique_ptr<exec::TimedAdapter> adapter;
};

/// How the model of a suite is loaded to have the same digest and goals.
[[nodiscard]] ModelOptions model_options(const suite::Suite& suite);

/// Each throws InputError where a SUT of this kind cannot do what is asked.
/// `text` is one of --sut.
[[nodiscard]] StepSut open_step_sut(const std::string& text,
                                    const RunOptions& options,
                                    const suite::Suite& suite,
                                    Context& context);
/// Of `suite` the model and the time unit matter.
[[nodiscard]] TimedSut open_timed_sut(const std::string& text,
                                      const RunOptions& options,
                                      const suite::Suite& suite,
                                      Context& context);

/// Seconds of "10ms", "250us", "0.5s" or "0.5", exactly. InputError for
/// anything else, and for less than 1 ps or more than 1e9 s.
[[nodiscard]] mpq_class seconds_of_text(const std::string& text);

/// Seconds in the model's time unit, for real time.
[[nodiscard]] mpq_class seconds_of_unit(const RunOptions& options,
                                        const std::string& unit_text);

}  // namespace catenary::app
