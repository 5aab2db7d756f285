// SPDX-License-Identifier: Apache-2.0
/// \file
/// Formulas on many traces at once: a bit for each trace, all traces of a
/// number of steps in blocks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/contract/interface.h"

namespace catenary::oracle {

inline constexpr std::size_t kWords = 32;  ///< of a block, of 64 traces each

/// The values of a condition at one step of the traces of a block.
struct Plane {
  std::array<std::uint64_t, kWords> words{};

  static Plane all(bool value) {
    Plane out;
    out.words.fill(value ? ~std::uint64_t{0} : 0);
    return out;
  }
  [[nodiscard]] bool operator==(const Plane&) const = default;
};
inline Plane operator&(const Plane& a, const Plane& b) {
  Plane out;
  for (std::size_t i = 0; i < kWords; ++i) {
    out.words[i] = a.words[i] & b.words[i];
  }
  return out;
}
inline Plane operator|(const Plane& a, const Plane& b) {
  Plane out;
  for (std::size_t i = 0; i < kWords; ++i) {
    out.words[i] = a.words[i] | b.words[i];
  }
  return out;
}
inline Plane operator^(const Plane& a, const Plane& b) {
  Plane out;
  for (std::size_t i = 0; i < kWords; ++i) {
    out.words[i] = a.words[i] ^ b.words[i];
  }
  return out;
}
inline Plane operator~(const Plane& a) {
  return a ^ Plane::all(true);
}

/// All traces of Boolean variables. The value of variable v at step t is bit
/// t * variables + v of the number of a trace.
class Traces {
 public:
  /// Requires: at most 40 values in all.
  Traces(std::size_t variables, std::size_t steps)
      : variables_(variables), steps_(steps) {}

  [[nodiscard]] std::size_t steps() const { return steps_; }
  /// Where there are fewer traces than a block has, they occur repeatedly.
  [[nodiscard]] std::uint64_t blocks() const;
  [[nodiscard]] Plane value(std::size_t variable,
                            std::size_t step,
                            std::uint64_t block) const;
  /// A trace for people: "scope 0011000, stop 0000001".
  [[nodiscard]] std::string text(std::uint64_t trace,
                                 const std::vector<std::string>& names) const;

 private:
  std::size_t variables_, steps_;
};

/// The values of all variables at all steps of a block: [variable][step].
using Block = std::vector<std::vector<Plane>>;

/// A formula of past or future time over Boolean variables, in the syntax of
/// nuXmv. Its meaning on finite traces: Giannakopoulou, Pressburger, Mavridou,
/// Schumann, "Automated formalization of structured natural language
/// requirements", IST 2021 (doi:10.1016/j.infsof.2021.106590), section 5.
class PackedFormula {
 public:
  /// Throws base::ToolError where the text is no such formula.
  PackedFormula(std::string_view text, const std::vector<std::string>& names);

  /// Takes the values of the formula and its parts on the traces of a block,
  /// and on all their prefixes.
  void evaluate(const Block& block);
  /// The value at step `at` of the traces that end with step `last`. Requires:
  /// at <= last.
  [[nodiscard]] const Plane& value(std::size_t at, std::size_t last) const {
    return value(nodes_.size() - 1, at, last);
  }

  struct Node {
    std::string op;
    std::vector<std::size_t> operands;
    std::size_t variable = 0;  ///< of "variable"
    /// Steps of an interval, both ends included; `from` > `to`: empty.
    std::size_t from = 0, to = 0;
    bool ends = false;  ///< whether the value depends on where a trace ends
  };

 private:
  [[nodiscard]] const Plane& value(std::size_t node,
                                   std::size_t at,
                                   std::size_t last) const {
    return values_[node][slot(node, at, last)];
  }
  [[nodiscard]] std::size_t slot(std::size_t node,
                                 std::size_t at,
                                 std::size_t last) const {
    return nodes_[node].ends ? last * steps_ + at : at;
  }
  [[nodiscard]] Plane compute(std::size_t node,
                              std::size_t at,
                              std::size_t last,
                              const Block& block) const;
  [[nodiscard]] Plane temporal(std::size_t node,
                               std::size_t at,
                               std::size_t last) const;

  std::vector<Node> nodes_;  ///< operands before what uses them
  std::size_t steps_ = 0;
  std::vector<std::vector<Plane>> values_;  ///< by node and slot()
};

/// An interface whose variables are Boolean, and derived ones that may count to
/// 15, as it is lowered: the definitions say what derived variables are.
class PackedInterface {
 public:
  /// The interface must outlive this. Throws base::ToolError where it has
  /// something else.
  PackedInterface(const model::Interface& interface,
                  const std::vector<std::string>& names);

  /// Whether all contracts hold at each step. A variable that is not among the
  /// names is true.
  [[nodiscard]] std::vector<Plane> evaluate(const Block& block);

 private:
  static constexpr std::size_t kBits = 5;
  using Number = std::array<Plane, kBits>;  ///< a Boolean is bit 0
  struct Instruction {
    logic::Term term;
    std::vector<std::size_t> operands;
  };
  /// The instructions of one formula, operands first.
  using Program = std::vector<Instruction>;

  [[nodiscard]] static Program compile(logic::Term formula);
  [[nodiscard]] Number run(const Program& program) const;
  [[nodiscard]] Number compute(const Instruction& instruction,
                               const std::vector<Number>& values) const;
  [[nodiscard]] static Number constant(const logic::Value& value);
  [[nodiscard]] static Number arithmetic(logic::Op op,
                                         const Number& a,
                                         const Number& b);

  struct Rule {
    /// The derived variable that it defines, as an index; -1 = a contract.
    std::int32_t defines = -1;
    Program program;
  };
  const model::Interface* interface_;
  std::vector<std::int32_t> observed_;  ///< by variable: index of the name
  std::vector<Rule> first_, later_;
  std::map<logic::Term, Number> at_;  ///< values of variables at a step
};

}  // namespace catenary::oracle
