// SPDX-License-Identifier: Apache-2.0
/// \file
/// The operators of BTOR2 as terms. Only for this folder.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "frontend/btor2/line.h"
#include "logic/term/term.h"

namespace catenary::frontend::btor2 {

/// How many arguments and numbers follow the sort of an operator.
struct Shape {
  std::uint8_t arguments;
  std::uint8_t numbers;
};

/// Nothing for words that are not operators.
[[nodiscard]] std::optional<Shape> shape_of(std::string_view op);

/// The word for an operator of two operands, bit-vectors of one width or, for
/// those of `equal`, values of one sort; null where BTOR2 has none. What is
/// written and what is read come from one table.
[[nodiscard]] const char* word_of(logic::Op op);

/// Makes terms of operators. Bits are bit-vectors of width 1, as in BTOR2.
class Operators {
 public:
  explicit Operators(logic::TermManager& terms) : t_(terms) {}

  /// The value of an operator. Fails at the line where the arguments do not fit
  /// the operator. Requires: as many as shape_of() says.
  [[nodiscard]] logic::Term apply(std::string_view op,
                                  const std::vector<logic::Term>& a,
                                  const std::vector<std::uint64_t>& numbers,
                                  const Line& line);
  /// A bit as a condition, and back.
  [[nodiscard]] logic::Term condition(logic::Term bit);
  [[nodiscard]] logic::Term bit(logic::Term condition);

 private:
  [[nodiscard]] logic::Term of_arrays(std::string_view op,
                                      const std::vector<logic::Term>& a,
                                      const Line& line);
  [[nodiscard]] logic::Term unary(std::string_view op, logic::Term a);
  [[nodiscard]] logic::Term indexed(std::string_view op,
                                    logic::Term a,
                                    const std::vector<std::uint64_t>& numbers,
                                    const Line& line);
  [[nodiscard]] logic::Term binary(std::string_view op,
                                   logic::Term a,
                                   logic::Term b);
  [[nodiscard]] logic::Term overflow(std::string_view op,
                                     logic::Term a,
                                     logic::Term b);
  [[nodiscard]] logic::Term rotated(logic::Term a, logic::Term by, bool left);

  logic::TermManager& t_;
};

}  // namespace catenary::frontend::btor2
