// SPDX-License-Identifier: Apache-2.0
#include "engine/reach/engine.h"

namespace catenary::engine::reach {

const char* to_string(Stop stop) {
  switch (stop) {
    case Stop::none:
      return "nothing left to explore";
    case Stop::steps:
      return "the bound on the number of steps";
    case Stop::goals:
      return "every goal being hit";
    case Stop::time:
      return "the time limit";
    case Stop::memory:
      return "the memory limit";
    case Stop::interrupt:
      return "an interrupt";
    case Stop::letters:
      return "too many input letters";
    case Stop::hangs:
      return "too many steps that hang";
    case Stop::died:
      return "the death of the exploring process";
  }
  return "nothing left to explore";
}

}  // namespace catenary::engine::reach
