// SPDX-License-Identifier: Apache-2.0
/// \file
/// Diagrams over the variables of an interface as values and terms.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "engine/contract/consistency/finite.h"
#include "logic/term/term.h"
#include "model/contract/interface.h"

namespace catenary::engine::contract {

/// Numbers of a range, the ends included; of Booleans 0 and 1, of enumerators
/// their index.
using Span = std::pair<std::int64_t, std::int64_t>;
/// Ascending, with gaps between them.
using Spans = std::vector<Span>;

class DiagramText {
 public:
  /// Both must outlive it.
  DiagramText(const model::Interface& interface, Finite& finite)
      : interface_(interface), finite_(finite) {}

  /// The current values of a variable that occur in a set.
  [[nodiscard]] Spans values(const Bdd& set, std::uint32_t variable);
  /// Whether these are all that its range has.
  [[nodiscard]] bool is_whole(const Spans& spans, std::uint32_t variable) const;
  [[nodiscard]] logic::Value value(std::uint32_t variable,
                                   std::int64_t number) const;
  /// `as` is within the spans, among the values of the range.
  [[nodiscard]] logic::Term within(logic::Term as,
                                   const Spans& spans,
                                   std::uint32_t variable) const;
  /// A term that is true in the set, for current values within their ranges;
  /// `name` says what stands for a variable. `order`: which are asked first.
  [[nodiscard]] logic::Term term(
      const Bdd& set,
      const std::vector<std::uint32_t>& order,
      const std::function<logic::Term(std::uint32_t)>& name);

 private:
  /// Values of a variable that leave the same of a set.
  struct Case {
    Spans spans;
    Bdd rest;
  };
  [[nodiscard]] Span range(std::uint32_t variable) const;
  [[nodiscard]] std::vector<Case> cases(const Bdd& set, std::uint32_t variable);
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
