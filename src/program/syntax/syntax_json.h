// SPDX-License-Identifier: Apache-2.0
/// \file
/// Helper to read Clang's syntax trees in JSON. Internal to program/.
#pragma once

#include <string>

namespace llvm::json {
class Object;
}  // namespace llvm::json

namespace catenary::program {

/// The string of a member; empty where there is none or it is not a string.
[[nodiscard]] std::string text_of(const llvm::json::Object& object,
                                  const char* key);

}  // namespace catenary::program
