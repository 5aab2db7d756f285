// SPDX-License-Identifier: Apache-2.0
#include "engine/classes/letters.h"

#include "model/step/letter.h"

#include <algorithm>

#include "engine/reach/symbolic/relation.h"
#include "model/step/encoding.h"

namespace catenary::engine::classes {

std::vector<logic::Value> letter_bits(
    const std::vector<model::Variable>& variables, const Bytes& letter) {
  std::vector<logic::Value> values = model::values_in(variables, letter.data());
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = model::machine_bits(variables[i].type, values[i]);
  }
  return values;
}

Bytes letter_of(logic::smt::Solver& solver,
                const std::vector<model::Variable>& variables,
                const std::vector<logic::Term>& terms,
                std::size_t bytes) {
  std::vector<logic::Value> values;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    values.push_back(
        model::from_machine_bits(variables[i].type, solver.value(terms[i])));
  }
  return model::letter_with(variables, values, bytes);
}

logic::Term in_ranges(logic::TermManager& manager,
                      const std::vector<model::Variable>& variables,
                      const std::vector<logic::Term>& terms) {
  std::vector<logic::Term> all;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    all.push_back(model::in_range(manager, variables[i], terms[i]));
  }
  return manager.logical_and(all);
}

}  // namespace catenary::engine::classes
