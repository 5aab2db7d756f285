// SPDX-License-Identifier: Apache-2.0
#include "model/step/letter.h"

#include <algorithm>

#include "base/check.h"

namespace catenary::model {

std::vector<std::byte> letter_with(std::span<const Variable> variables,
                                   const std::vector<logic::Value>& values,
                                   std::size_t bytes) {
  CATENARY_CHECK(values.size() == variables.size(),
                 "a step has one value for each variable");
  std::vector<std::byte> letter(std::max<std::size_t>(bytes, 1));
  for (std::size_t i = 0; i < variables.size(); ++i) {
    encode_scalar(
        variables[i].type, values[i], letter.data() + variables[i].offset);
  }
  return letter;
}

}  // namespace catenary::model
