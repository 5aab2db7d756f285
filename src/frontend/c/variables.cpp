// SPDX-License-Identifier: Apache-2.0
#include "frontend/c/variables.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/text/unique_name.h"
#include "frontend/c/domain.h"
#include "model/step/character.h"

namespace catenary::frontend::c {

namespace {

// The harness stores a negative type code for these.
void check_scalar(const program::BuiltVariable& built,
                  const VariableDescription& described,
                  const char* what) {
  if (!built.is_scalar) {
    throw base::InputError(
        not_a_scalar(what, described.shown(), described.lvalue.where));
  }
}

/// The analysis behind it follows memory by objects: what it finds of a member
/// may be true of another one, which is no error.
base::Diagnostic address_output(const VariableDescription& output) {
  const bool is_member =
      output.lvalue.text.find_first_of(".[>") != std::string::npos;
  std::string text = "output '";
  text += output.shown();
  text += is_member ? "' may be" : "' is";
  text +=
      " the number of an address, which differs from run to run; expected a "
      "value that does not depend on addresses";
  return {is_member ? base::Severity::warning : base::Severity::error,
          output.lvalue.where,
          text,
          "address-output",
          {}};
}

/// Variables of the harness first, with their rows; then those of the code.
std::vector<model::Variable> variables_for(
    const std::vector<program::BuiltVariable>& built,
    const std::vector<VariableDescription>& described,
    const char* what,
    std::uint64_t enumerable) {
  std::vector<model::Variable> out;
  base::TakenNames taken;
  for (const VariableDescription& d : described) taken.emplace(d.shown(), 2);
  for (std::size_t k = 0; k < built.size(); ++k) {
    model::Variable v;
    v.type = built[k].type;
    const VariableDescription* d = nullptr;
    if (k < described.size()) {
      d = &described[k];
      check_scalar(built[k], *d, what);
      v.name = d->shown();
      v.where = d->lvalue.where;
    } else {
      v.name = base::unique_name(built[k].name, taken);
      v.where = built[k].where;
      // Inputs that the code calls for are behind those of the harness.
      v.called = true;
    }
    fill_domain(v, built[k], d, enumerable);
    out.push_back(std::move(v));
  }
  return out;
}

}  // namespace

base::Diagnostic not_a_scalar(const std::string& what,
                              const std::string& name,
                              const base::SourceLocation& where) {
  return {base::Severity::error,
          where,
          what + " '" + name +
              "' is not a number or truth value; expected a scalar such as a "
              "structure's field",
          "not-a-scalar",
          {}};
}

std::vector<model::Variable> enumerable_variables(
    std::vector<program::BuiltVariable> built,
    const std::vector<VariableDescription>& described,
    const char* what) {
  constexpr std::uint64_t kMostLetters = 1'000'000;
  // Before the domains: ends of ranges are boundaries of other inputs too.
  share_ranges(built, described);
  std::vector<model::Variable> out;
  // From fine to coarse; the last one is taken in any case.
  for (const std::uint64_t enumerable : {1U << 16, 256U, 16U, 2U}) {
    out = variables_for(built, described, what, enumerable);
    if (model::Alphabet::size_of(out) <= kMostLetters) break;
  }
  return out;
}

void mark_characters(const std::set<std::string>& characters,
                     model::StepSystem& system) {
  for (auto* variables : {&system.inputs, &system.initial}) {
    for (model::Variable& v : *variables) {
      if (v.called && characters.contains(v.name)) v.unit = model::kCharacter;
    }
  }
}

std::vector<model::Variable> outputs_for(
    const std::vector<program::BuiltVariable>& built,
    const Description& d,
    const HarnessText& harness) {
  std::vector<model::Variable> out;
  for (std::size_t k = 0; k < built.size(); ++k) {
    model::Variable v;
    v.type = built[k].type;
    v.holds = built[k].holds;
    if (k < d.outputs.size()) {
      check_scalar(built[k], d.outputs[k], "output");
      v.name = d.outputs[k].shown();
      v.where = d.outputs[k].lvalue.where;
      v.unit = d.outputs[k].unit;
      name_values(v, d.outputs[k]);
    } else {
      v.name = harness.derived_outputs[k - d.outputs.size()];
      // Outputs of the harness follow those of the description.
      v.derived = true;
    }
    out.push_back(std::move(v));
  }
  return out;
}

bool remove_addresses(const std::vector<program::BuiltVariable>& built,
                      Description& d) {
  std::vector<VariableDescription> left;
  for (std::size_t k = 0; k < d.outputs.size(); ++k) {
    if (!built[k].shows_address) left.push_back(std::move(d.outputs[k]));
  }
  const bool some = left.size() < d.outputs.size();
  d.outputs = std::move(left);
  return some;
}

bool add_registers(const std::vector<program::PlacedRegister>& registers,
                   Description& d) {
  bool some = false;
  for (const program::PlacedRegister& r : registers) {
    if (!r.is_number || !r.written) continue;
    VariableDescription row;
    row.lvalue = {r.lvalue, r.where};
    row.name = r.name;
    const auto is_there = [&row](const VariableDescription& v) {
      return v.lvalue.text == row.lvalue.text;
    };
    if (std::ranges::any_of(d.outputs, is_there)) continue;
    d.outputs.push_back(std::move(row));
    some = true;
  }
  return some;
}

void warn_of_addresses(const std::vector<program::BuiltVariable>& built,
                       const Description& d,
                       std::vector<base::Diagnostic>& warnings) {
  for (std::size_t k = 0; k < d.outputs.size(); ++k) {
    if (!built[k].shows_address) continue;
    base::Diagnostic found = address_output(d.outputs[k]);
    if (found.severity == base::Severity::error) {
      throw base::InputError({std::move(found)});
    }
    warnings.push_back(std::move(found));
  }
}

}  // namespace catenary::frontend::c
