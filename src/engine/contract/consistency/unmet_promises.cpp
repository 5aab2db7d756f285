// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/consistency/unmet_promises.h"

#include <chrono>
#include <memory>
#include <string>

#include "engine/contract/consistency/semantics.h"
#include "logic/smt/solver.h"

namespace catenary::engine::contract {

namespace smt = logic::smt;

void add_unmet_promises(const model::Interface& interface,
                        const base::Budget& budget,
                        std::vector<suite::Finding>& findings) {
  constexpr std::chrono::seconds kMost{5};
  if (interface.promises.empty()) return;
  const Semantics semantics(interface);
  for (const bool first : {true, false}) {
    const std::unique_ptr<smt::Solver> solver =
        smt::make_z3(semantics.terms(), {});
    solver->assert_term(semantics.promise(first));
    if (solver->check({}, budget.share(kMost)) != smt::Answer::unsat) continue;
    findings.push_back({"promises-unmet",
                        base::Severity::warning,
                        std::string("no input of ") +
                            (first ? "the first step" : "a later step") +
                            " keeps the promises of the environment",
                        interface.promises[0].where,
                        {},
                        ""});
  }
}

}  // namespace catenary::engine::contract
