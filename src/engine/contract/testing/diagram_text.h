// SPDX-License-Identifier: Apache-2.0
/// \file
/// Decision diagrams over the variables of an interface, read back as values
/// and terms.
///
/// Method: case distinction over one variable at a time, in a given order;
/// values with the same cofactor form one case, as a list of intervals.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "engine/contract/consistency/finite.h"
#include "logic/term/term.h"
#include "model/contract/interface.h"

namespace catenary::engine::contract {

/// An interval of numbers, both ends included. Booleans are 0 and 1,
/// enumerators their index.
using Span = std::pair<std::int64_t, std::int64_t>;
/// A set of numbers: ascending, with gaps between the intervals; e.g. {{0, 2},
/// {5, 5}}.
using Spans = std::vector<Span>;

/// Reads sets over current bits. Functions throw logic::bdd::LimitReached.
class DiagramText {
 public:
  /// Both must outlive this.
  DiagramText(const model::Interface& interface, Finite& finite)
      : interface_(interface), finite_(finite) {}

  /// The current values of a variable that occur in a set. Only values within
  /// the range are listed.
  [[nodiscard]] Spans values(const Bdd& set, std::uint32_t variable);
  /// Whether these are all values of the variable's range.
  [[nodiscard]] bool is_whole(const Spans& spans, std::uint32_t variable) const;
  /// The value that a number stands for. Requires: a number of the variable's
  /// range.
  [[nodiscard]] logic::Value value(std::uint32_t variable,
                                   std::int64_t number) const;
  /// The condition that `as`, which stands for the variable and is within its
  /// range, has one of these values. Boolean and enumeration conditions are
  /// equations.
  [[nodiscard]] logic::Term within(logic::Term as,
                                   const Spans& spans,
                                   std::uint32_t variable) const;
  /// A term that is equivalent to the set for current values within their
  /// ranges. `name` gives the term for a variable; `order` lists all variables
  /// of the set, in the order of the case distinction. Cost: linear in the
  /// cases times the distinct cofactors.
  [[nodiscard]] logic::Term term(
      const Bdd& set,
      const std::vector<std::uint32_t>& order,
      const std::function<logic::Term(std::uint32_t)>& name);

 private:
  /// Values of a variable under which a set has the same cofactor.
  struct Case {
    Spans spans;
    /// That cofactor, without the variable.
    Bdd rest;
  };
  /// The range of a variable as numbers.
  [[nodiscard]] Span range(std::uint32_t variable) const;
  /// All cases of a variable whose cofactor is not false.
  [[nodiscard]] std::vector<Case> cases(const Bdd& set, std::uint32_t variable);
  /// Adds the cases of a set for the values base .. base + 2^bit - 1, by
  /// recursion on the highest bit.
  void split(const Bdd& set,
             const Indices& bits,
             std::size_t bit,
             std::int64_t base,
             const Span& range,
             std::vector<Case>& out);

  const model::Interface& interface_;
  Finite& finite_;
};

}  // namespace catenary::engine::contract
