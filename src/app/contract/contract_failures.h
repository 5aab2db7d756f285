// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which requirements failed tests of requirement interfaces may violate: for
/// `catenary trace`, and to name them while tests run.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/commands.h"
#include "engine/contract/consistency/semantics.h"
#include "engine/contract/monitor/diagnose.h"
#include "model/contract/interface.h"
#include "report/console/trace.h"
#include "suite/listener.h"
#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::app {

/// Whether its tests were made from requirements.
[[nodiscard]] bool is_contract_suite(const suite::Suite& suite);

/// The requirements of a suite, with the views it was made from. They are read
/// where the suite says, or where a file of that name is beside `beside`.
/// InputError where they are no longer those of the suite.
[[nodiscard]] model::Interface interface_of(const suite::Suite& suite,
                                            const std::string& beside,
                                            Context& context);

/// A diagnosis in words: contracts, requirements, texts, views, and the
/// execution with the hidden values that explain it.
[[nodiscard]] report::Diagnosis described(
    const engine::contract::Semantics& semantics,
    const engine::contract::Diagnosis& found);

/// Explains a run up to its first step that no execution allows; nothing where
/// every step is allowed, or it could not be decided. Hidden values in `run`
/// are ignored. Not complete where time ran out.
[[nodiscard]] std::optional<engine::contract::Diagnoses> explain_run(
    const engine::contract::Semantics& semantics,
    std::vector<engine::contract::Snapshot> run,
    const engine::contract::DiagnosisOptions& options,
    const base::Budget& budget);

class ContractFailures {
 public:
  /// All must outlive this; the interface is that of the suite.
  ContractFailures(const suite::Suite& suite,
                   const model::Interface& interface,
                   const base::Budget& budget);

  /// explain_run() of what was observed.
  [[nodiscard]] std::optional<engine::contract::Diagnoses> explain(
      const suite::Test& test,
      const suite::TestResult& result,
      const engine::contract::DiagnosisOptions& options) const;
  [[nodiscard]] const engine::contract::Semantics& semantics() const {
    return semantics_;
  }

 private:
  /// All variables, step by step, as far as outputs were observed.
  [[nodiscard]] std::vector<engine::contract::Snapshot> observed(
      const suite::Test& test, const suite::TestResult& result) const;

  const suite::Suite& suite_;
  const model::Interface& interface_;
  engine::contract::Semantics semantics_;
  base::Budget budget_;
};

/// Replaces what is said of failed tests by diagnoses against the requirements.
/// Tests whose observations do not suffice keep what they have.
/// Requires: is_contract_suite(suite).
void trace_contracts(const TraceOptions& options,
                     const suite::Suite& suite,
                     const suite::RunResults& results,
                     Context& context,
                     std::vector<report::TestDiagnoses>& diagnoses);

/// Names the requirements that failed tests may violate, in their results and
/// reasons, and passes on what happens. Of suites that are not made from
/// requirements, or whose requirements are not there, nothing changes.
class ContractListener final : public suite::RunListener {
 public:
  /// All must outlive this.
  ContractListener(const suite::Suite& suite,
                   const std::string& suite_path,
                   Context& context,
                   suite::RunListener& to);

  void run_begins(const suite::Suite& suite, const std::string& sut) override;
  void test_begins(const suite::Test& test, std::size_t index) override;
  void test_ends(const suite::Test& test,
                 const suite::TestResult& result) override;
  void run_ends(const suite::Suite& suite,
                const suite::RunResults& results) override;

  /// Gives failed tests the requirements, reasons and violations that were
  /// passed on to the other listener.
  void put_into(suite::RunResults& results) const;

 private:
  void name(const suite::Test& test, suite::TestResult& result) const;

  suite::RunListener& to_;
  std::optional<model::Interface> interface_;
  std::optional<ContractFailures> failures_;
  std::map<std::string, suite::TestResult> told_;  ///< failed ones, by id
};

}  // namespace catenary::app
