// SPDX-License-Identifier: Apache-2.0
/// \file
/// C programs as text, compared with their encoding.
#pragma once

#include <string>

#include "encoding_oracle.h"
#include "program.h"

namespace catenary::program::test {

/// The step system of a built program, as a front end makes it.
inline model::StepSystem system_of(Built built) {
  model::StepSystem s;
  const auto variables = [](const std::vector<BuiltVariable>& from,
                            const char* prefix) {
    std::vector<model::Variable> out;
    for (const BuiltVariable& v : from) {
      model::Variable variable;
      variable.name =
          v.name.empty() ? prefix + std::to_string(out.size()) : v.name;
      variable.type = v.type;
      out.push_back(variable);
    }
    return out;
  };
  s.inputs = variables(built.inputs, "in");
  s.initial = variables(built.initial, "ini");
  s.outputs = variables(built.outputs, "out");
  s.goals = built.goals;
  s.any_state_final = built.any_state_final;
  s.factory = built.factory;
  s.encoder = built.encoder;
  s.lay_out();
  return s;
}

/// Compares many random runs of a program with its encoding.
inline Comparison compare_text(const std::string& text,
                               const Wiring& wiring,
                               const OracleOptions& options = {}) {
  const model::StepSystem system = system_of(build_step(text, wiring));
  return EncodingOracle(system, options).run();
}

}  // namespace catenary::program::test
