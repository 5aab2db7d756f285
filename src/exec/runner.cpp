// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs of step tests: run_selected() with run_test().
#include "exec/runner.h"

#include "exec/repeat.h"
#include "exec/test_run.h"

namespace catenary::exec {

suite::RunResults run_suite(const suite::Suite& suite,
                            Adapter& adapter,
                            const RunOptions& options,
                            FormulaOracle* oracle,
                            suite::RunListener& listener,
                            const base::Budget& budget) {
  RunContext context{suite, adapter, options, oracle, {}, false, {}};
  suite::RunResults results = run_selected(
      suite,
      options,
      adapter.sandbox(),
      [&](const suite::Test& test, std::size_t) {
        return run_test(context, test);
      },
      listener,
      budget);
  adapter.close();
  return results;
}

}  // namespace catenary::exec
