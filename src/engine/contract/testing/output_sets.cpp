// SPDX-License-Identifier: Apache-2.0
/// \file
/// Plain expectations for sets of outputs, and conditions that tell sets apart.
#include "engine/contract/testing/output_sets.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/contract/testing/step_writer.h"
#include "logic/term/rewrite/simplify.h"

namespace catenary::engine::contract {

using logic::SortKind;
using logic::Term;
using suite::Expectation;

namespace {

/// More values are not listed one by one.
constexpr std::int64_t kMostListed = 32;

/// Whether no two sets meet.
bool are_disjoint(const std::vector<Bdd>& sets) {
  for (std::size_t i = 0; i < sets.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!(sets[i] & sets[j]).is_false()) return false;
    }
  }
  return true;
}

}  // namespace

Term own_values(DiagramText& text,
                const model::Interface& interface,
                std::uint32_t variable,
                const Spans& spans) {
  return interface.terms->logical_and(
      text.within(interface.variables[variable].before, spans, variable),
      range_term(interface, variable));
}

std::optional<Expectation> plain_expectation(DiagramText& text,
                                             const model::Interface& interface,
                                             std::uint32_t variable,
                                             const Spans& spans,
                                             bool& is_written) {
  is_written = true;
  const SortKind kind = interface.variables[variable].sort().kind();
  // The most specific form first.
  if (spans.size() == 1 && spans[0].first == spans[0].second) {
    return text.value(variable, spans[0].first);
  }
  // Every value of the type: nothing to expect. An integer still has a range.
  if (kind != SortKind::integer && text.is_whole(spans, variable)) {
    return std::nullopt;
  }
  if (kind == SortKind::integer && spans.size() == 1) {
    return suite::Interval{text.value(variable, spans[0].first),
                           text.value(variable, spans[0].second)};
  }
  suite::OneOf set;
  for (const auto& [lo, hi] : spans) {
    if (hi - lo >= kMostListed || set.values.size() >= kMostListed) {
      is_written = false;
      return std::nullopt;
    }
    for (std::int64_t n = lo; n <= hi; ++n) {
      set.values.push_back(text.value(variable, n));
    }
  }
  return set;
}

OutputSets::OutputSets(const model::Interface& interface,
                       Finite& finite,
                       DiagramText& text)
    : interface_(interface),
      finite_(finite),
      text_(text),
      outputs_(outputs_of(interface)) {}

std::vector<suite::ExpectedOutput> OutputSets::write(const Bdd& set,
                                                     const Indices& of) {
  logic::TermManager& terms = *interface_.terms;
  std::vector<suite::ExpectedOutput> out;
  Bdd product = finite_.manager().constant(true);
  // If the set is the product of its projections, plain expectations say it.
  bool all_written = true;
  for (const std::uint32_t v : of) {
    const Spans spans = text_.values(set, v);
    product =
        product & finite_.range(v) &
        finite_.encode(text_.within(interface_.variables[v].now, spans, v));
    bool is_written = true;
    auto plain = plain_expectation(text_, interface_, v, spans, is_written);
    all_written = all_written && is_written;
    if (!plain) continue;
    const auto at = std::ranges::find(outputs_, v);
    out.push_back(
        {static_cast<std::uint32_t>(at - outputs_.begin()), std::move(*plain)});
  }
  if (all_written && product == set) return out;
  const Term formula =
      logic::simplify(terms, text_.term(set, of, [&](std::uint32_t v) {
        return interface_.variables[v].before;
      }));
  const auto at = std::ranges::find(outputs_, of.front());
  // A formula stands at one output but speaks of all; any of them will do.
  return {{static_cast<std::uint32_t>(at - outputs_.begin()),
           suite::Formula{interface_.terms, formula, ""}}};
}

std::vector<OutputSets::Told> OutputSets::tell_apart(std::vector<Bdd> sets,
                                                     bool but_last) {
  logic::bdd::Manager& manager = finite_.manager();
  Indices of;
  if (sets.size() > 1) {
    of = outputs_;
    // Greedy: an output is left out if the sets are still disjoint without it.
    // From the last one, so that earlier outputs are preferred.
    for (std::size_t o = outputs_.size(); o-- > 0;) {
      const Bdd bits = manager.cube(finite_.bits_now(outputs_[o]));
      std::vector<Bdd> fewer;
      for (const Bdd& set : sets) fewer.push_back(manager.exists(set, bits));
      if (!are_disjoint(fewer)) continue;
      sets = std::move(fewer);
      std::erase(of, outputs_[o]);
    }
  }
  std::vector<Told> out;
  for (std::size_t s = 0; s < sets.size(); ++s) {
    if (but_last && s + 1 == sets.size()) {
      out.push_back({{}, sets[s], {}});
    } else if (sets.size() == 1) {
      out.push_back({{}, manager.constant(true), {}});
    } else {
      // Projection may have added codes without a value.
      Bdd within = sets[s];
      for (const std::uint32_t v : of) within = within & finite_.range(v);
      out.push_back(
          {write(within, of), within, text_.term(within, of, [&](auto v) {
             return interface_.variables[v].now;
           })});
    }
  }
  return out;
}

}  // namespace catenary::engine::contract
