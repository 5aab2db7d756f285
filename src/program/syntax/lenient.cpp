// SPDX-License-Identifier: Apache-2.0
#include "program/syntax/lenient.h"

#include <algorithm>

namespace catenary::program {

bool has_implicit(const std::vector<base::Diagnostic>& messages) {
  return std::ranges::any_of(messages, [](const base::Diagnostic& d) {
    return d.message.find("[-Wimplicit-") != std::string::npos ||
           d.message.find("[-Wint-conversion]") != std::string::npos ||
           d.message.find("[-Wincompatible-function-pointer-types]") !=
               std::string::npos;
  });
}

void add_lenient(std::vector<std::string>& arguments) {
  for (const char* flag : {"-Wno-error=implicit-function-declaration",
                           "-Wno-error=implicit-int",
                           "-Wno-error=int-conversion",
                           "-Wno-error=incompatible-function-pointer-types"}) {
    arguments.emplace_back(flag);
  }
}

}  // namespace catenary::program
