// SPDX-License-Identifier: Apache-2.0
#include "app/check/check_components.h"

#include <filesystem>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "app/check/check_contract.h"
#include "app/model_file.h"
#include "app/report/publish.h"
#include "base/error.h"
#include "base/sha256.h"
#include "base/text_file.h"
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

/// Checks the components of one file.
class Components {
 public:
  Components(const CheckOptions& options, Context& context)
      : options_(options), context_(context) {}

  ExitCode check(const std::vector<std::string>& all) {
    refuse_contract_options(options_);
    for (const std::string& component : all) {
      check_one(component);
      if (context_.budget.interrupted()) break;
    }
    if (options_.json) {
      context_.progress.finish();
      const suite::ModelReference model{
          std::filesystem::path(options_.model).stem().string(),
          "req",
          options_.model,
          base::sha256(base::read_file(options_.model))};
      context_.out
          << report::components_check_document(model, checked_).pretty();
    }
    return exit_;
  }

 private:
  void check_one(const std::string& component) {
    CheckOptions one = options_;
    one.model += "#" + component;
    report::CheckedComponent& out = checked_.emplace_back();
    out.name = component;
    if (!options_.json) context_.out << (checked_.size() == 1 ? "" : "\n");
    try {
      if (!options_.json) {
        exit_ = worse(exit_, check_contract(one, context_));
        return;
      }
      ContractCheck check = judge_contract(one, context_);
      exit_ = worse(exit_, check.exit);
      append_step_summary(check.report.suite, nullptr, context_);
      out.report = std::move(check.report);
    } catch (const base::InputError& error) {
      if (!options_.json) context_.out << component << ": not checked\n";
      for (const base::Diagnostic& d : error.diagnostics()) {
        context_.progress.message(d.render());
        out.faults.push_back({d.code, d.severity, d.message, d.where, {}, ""});
      }
      exit_ = worse(exit_, ExitCode::usage);
    }
  }

  const CheckOptions& options_;
  Context& context_;
  std::vector<report::CheckedComponent> checked_;
  ExitCode exit_ = ExitCode::success;
};

}  // namespace

ExitCode check_components(const CheckOptions& options, Context& context) {
  // A file of FRET holds components that have nothing to do with each other.
  const auto all = options.refines.empty()
                       ? frontend::contract::components_of(options.model)
                       : std::vector<std::string>();
  if (all.size() < 2) return check_contract(options, context);
  if (!options.sarif.empty() || !options.certificate.empty()) {
    const std::string name =
        options.sarif.empty() ? "--certificate" : "--sarif";
    throw base::InputError(
        {options.model, 0, 0},
        name + " is about one component; expected --component NAME",
        "option-kind");
  }
  return Components(options, context).check(all);
}

}  // namespace catenary::app
