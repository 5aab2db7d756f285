// SPDX-License-Identifier: Apache-2.0
#include "base/text/unique_name.h"

namespace catenary::base {

std::string unique_name(const std::string& wanted, TakenNames& taken) {
  std::string name = wanted;
  while (!taken.emplace(name, 2).second) {
    name = wanted + "#" + std::to_string(taken[wanted]++);
  }
  return name;
}

}  // namespace catenary::base
