// SPDX-License-Identifier: Apache-2.0
/// \file
/// A second semantics of timed automata, by enumeration on a grid, written
/// without anything of engine/symbolic, of model/timed_simulator or of the
/// evaluator of terms: numbers are doubles, which are exact for the multiples
/// of 1/16 that occur here.
///
/// Why a grid is enough. In the automata of random_automaton.h every atom
/// compares clocks, rational values and integer constants, and at most one
/// rational value that the tester does not know at a time takes part. With
/// delays and values observed on the grid of 1/2, each atom is a difference
/// constraint u - v ~ c over unknowns with c in Z/2; conditions over n unknowns
/// that are nested as "for all e there is h such that there is z" have the
/// same truth for all points of one region (Alur, Dill, 1994, of constants in
/// Z/2), and a grid of 1/4 meets every region of e, one of 1/8 every region of
/// h given e, and one of 1/16 every region of z given both. Integers and
/// Booleans that are unknown are bounded by guards and enumerated.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "logic/term/term.h"
#include "model/timed/timed_automaton.h"

namespace catenary::oracle {

inline constexpr double kEventGrid = 0.5;
inline constexpr double kSilenceGrid = 0.25;
inline constexpr double kHiddenGrid = 0.125;
inline constexpr double kDelayGrid = 0.0625;

/// Values a hidden variable may have at most; guards of the models stay inside.
inline constexpr double kHiddenLow = -1;
inline constexpr double kHiddenHigh = 3;

/// Booleans are 0 and 1.
struct Point {
  std::uint32_t state = 0;
  std::vector<double> values;  ///< by variable, clocks included
  auto operator<=>(const Point&) const = default;
};

/// A term made ready for evaluation; operands before what is built of them.
class Compiled {
 public:
  Compiled() = default;
  Compiled(logic::Term term, const model::TimedAutomaton& automaton);
  [[nodiscard]] double value(const std::vector<double>& variables) const;

 private:
  struct Node {
    logic::Op op = logic::Op::constant;
    double constant = 0;
    std::uint32_t variable = 0;
    std::vector<std::uint32_t> operands;
  };
  std::vector<Node> nodes_;
};

class GridModel {
 public:
  /// The automaton must outlive the model.
  explicit GridModel(const model::TimedAutomaton& automaton);

  [[nodiscard]] const model::TimedAutomaton& automaton() const {
    return automaton_;
  }
  /// Every start, one for each choice of hidden values.
  [[nodiscard]] std::vector<Point> starts() const;

  struct Step {
    std::uint32_t transition = 0;
    std::vector<double> sent;
    Point after;
  };
  /// Every step by the transition after exactly that delay; for an input, with
  /// these values.
  [[nodiscard]] std::vector<Step> steps(
      const Point& from,
      std::uint32_t transition,
      double delay,
      const std::vector<double>& received) const;

  /// The last delay of the grid at which an output is possible, from the
  /// moment of the point on; infinity where it always is again; nothing where
  /// none ever is. Remembered.
  [[nodiscard]] std::optional<double> last_output(const Point& from);

  /// Whether silence up to `delay` is allowed from here: no output ever, or
  /// one later.
  [[nodiscard]] bool silent(const Point& from, double delay);

 private:
  struct Statement {
    model::TimedStatement::Kind kind = model::TimedStatement::Kind::guard;
    Compiled condition;
    std::vector<std::pair<std::uint32_t, Compiled>> assignments;
    std::uint32_t fresh = 0;
    std::vector<double> choices;
  };
  struct Compilation {
    std::vector<Statement> statements;
    std::vector<Compiled> sent;
    double constants = 0;  ///< sum of sizes, bounds what clocks are asked
  };
  [[nodiscard]] Compilation compile(
      const std::vector<model::TimedStatement>& statements,
      const std::vector<logic::Term>& sent) const;
  [[nodiscard]] std::vector<double> choices_of(
      const model::DataType& type) const;
  /// Runs from statement `at` on, splitting at each newfresh.
  void run(const Compilation& what,
           std::size_t at,
           std::vector<double> values,
           std::vector<double> sent,
           const model::TimedTransition* transition,
           std::vector<Step>& out) const;

  const model::TimedAutomaton& automaton_;
  Compilation init_;
  std::vector<Compilation> transitions_;
  std::map<Point, std::optional<double>> last_output_;
};

}  // namespace catenary::oracle
