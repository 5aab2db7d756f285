// SPDX-License-Identifier: Apache-2.0
#include "frontend/c/plain.h"

namespace catenary::frontend::c {

std::string write_single_setters(const Description& d) {
  std::string out;
  const auto add = [&](const std::vector<VariableDescription>& variables,
                       const std::string& name) {
    for (std::size_t k = 0; k < variables.size(); ++k) {
      const std::string lvalue = "(" + variables[k].lvalue.text + "\n)";
      out += "void " + name + std::to_string(k) + "(float catenary_value) { " +
             lvalue + " = " +
             (d.is_cpp() ? "(__typeof__(" + lvalue + "))" : "") +
             "catenary_value; }\n";
    }
  };
  add(d.inputs, "__cat_setf_");
  add(d.initial, "__cat_ini_setf_");
  return d.is_cpp() ? "extern \"C\" {\n" + out + "}\n" : out;
}

}  // namespace catenary::frontend::c
