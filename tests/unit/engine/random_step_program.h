// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random C step programs, small enough to be explored with every input.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "base/rng.h"

namespace catenary::engine::test {

/// Programs over a byte and a truth value, with a table, loops, divisions,
/// assumptions, and runs that end.
class RandomStepProgram {
 public:
  /// Variables hold values up to the mask; `type` is that of the state.
  RandomStepProgram(std::uint64_t seed,
                    int mask,
                    std::string type = "unsigned char")
      : rng_(seed), mask_(std::to_string(mask)), type_(std::move(type)) {}

  std::string text() {
    return "#include <stdlib.h>\n"
           "unsigned char c;\n_Bool b;\n"
           "static " +
           type_ +
           " v0, v1, v2, t[2];\n"
           "void step(void) {\n"
           "  CATENARY_INPUT(c);\n  CATENARY_INPUT(b);\n" +
           block(3) + "}\n";
  }

 private:
  std::string place() {
    if (rng_.chance(1, 4)) return "t[" + operand() + " & 1]";
    return "v" + std::to_string(rng_.below(3));
  }
  std::string operand() {
    switch (rng_.below(5)) {
      case 0:
      case 1:
        return "c";
      case 2:
        return std::to_string(rng_.below(256));
      case 3:
        return "t[v" + std::to_string(rng_.below(3)) + " & 1]";
      default:
        return "v" + std::to_string(rng_.below(3));
    }
  }
  std::string value() {
    static constexpr const char* kOps[] = {"+", "-", "*", "&", "^", "/", "%"};
    const std::string op = kOps[rng_.below(rng_.chance(1, 3) ? 7 : 5)];
    return "(" + operand() + " " + op + " " + operand() + ")";
  }
  std::string condition() {
    static constexpr const char* kOps[] = {"==", "<", ">", "!=", "=="};
    if (rng_.chance(1, 6)) return "b";
    const std::string left = rng_.chance(1, 2) ? "c" : value();
    std::string out = left + " " + kOps[rng_.below(5)] + " " + value();
    if (rng_.chance(1, 4)) {
      out += rng_.chance(1, 2) ? " && c > 9" : " || v0 > 1";
    }
    return out;
  }
  std::string statement() {
    const std::string stored =
        place() + " = (" + type_ + ")(" + value() + " & " + mask_ + ");\n";
    switch (rng_.below(12)) {
      case 0:
        return "if (" + condition() + ") exit(0);\n";
      case 1:
        return "CATENARY_ASSUME(" + condition() + ");\n";
      case 2:
        return "for (int i = 0; i < (" + operand() + " & 3); ++i) " + stored;
      case 3:
        return "switch (" + operand() + " & 3) { case 0: " + stored +
               "break; case 2: " + stored + " default: v1 = 1; }\n";
      default:
        return stored;
    }
  }
  std::string block(int depth) {
    std::string out;
    const std::uint64_t n = 1 + rng_.below(2);
    for (std::uint64_t i = 0; i < n; ++i) {
      if (depth == 0 || rng_.chance(1, 3)) {
        out += statement();
      } else {
        out += "if (" + condition() + ") {\n" + block(depth - 1) +
               "} else {\n" + block(depth - 1) + "}\n";
      }
    }
    return out;
  }

  base::Rng rng_;
  std::string mask_, type_;
};

}  // namespace catenary::engine::test
