// SPDX-License-Identifier: Apache-2.0
#include "base/check.h"

namespace catenary::base {

void fail_check(const char* file,
                int line,
                const char* condition,
                const std::string& text) {
  throw InternalError(std::string(file) + ":" + std::to_string(line) +
                      ": check failed: " + condition + ": " + text);
}

}  // namespace catenary::base
