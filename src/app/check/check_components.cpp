// SPDX-License-Identifier: Apache-2.0
#include "app/check/check_components.h"

#include <ostream>
#include <string>
#include <vector>

#include "app/check/check_contract.h"
#include "base/error.h"
#include "frontend/contract/contract.h"

namespace catenary::app {

namespace {

/// The worse of two results: faulty input before findings, and those before
/// what is undecided.
ExitCode worse(ExitCode a, ExitCode b) {
  for (const ExitCode one : {ExitCode::interrupted,
                             ExitCode::internal_error,
                             ExitCode::tool_error,
                             ExitCode::usage,
                             ExitCode::findings,
                             ExitCode::budget_spent}) {
    if (a == one || b == one) return one;
  }
  return ExitCode::success;
}

}  // namespace

ExitCode check_components(const CheckOptions& options, Context& context) {
  // A file of FRET holds components that have nothing to do with each other.
  const auto all = options.refines.empty() && !options.json
                       ? frontend::contract::components_of(options.model)
                       : std::vector<std::string>();
  if (all.size() < 2) return check_contract(options, context);
  ExitCode out = ExitCode::success;
  for (const std::string& component : all) {
    CheckOptions one = options;
    one.model += "#" + component;
    context.out << (&component == all.data() ? "" : "\n");
    try {
      out = worse(out, check_contract(one, context));
    } catch (const base::InputError& error) {
      context.out << component << ": not checked\n";
      for (const base::Diagnostic& d : error.diagnostics()) {
        context.progress.message(d.render());
      }
      out = worse(out, ExitCode::usage);
    }
    if (context.budget.interrupted()) break;
  }
  return out;
}

}  // namespace catenary::app
