// SPDX-License-Identifier: Apache-2.0
#include "engine/classes/letter_classes.h"

#include <algorithm>
#include <utility>

namespace catenary::engine::classes {

using logic::Term;
using logic::smt::Answer;

namespace {

/// Questions after which a solver, which keeps what it was asked and gives all
/// of it values each time, is replaced.
constexpr std::uint64_t kMostQuestions = 250;

}  // namespace

LetterClasses::LetterClasses(const model::StepSystem& system,
                             model::Follower& follower,
                             logic::TermManager& terms,
                             const base::Budget& budget)
    : system_(system),
      follower_(follower),
      terms_(terms),
      budget_(budget),
      free_(follower.state().size(), false) {}

void LetterClasses::set_free(std::vector<bool> slots) {
  free_ = std::move(slots);
  known_.clear();
  solver_.reset();
}

Bytes LetterClasses::letter(logic::smt::Solver& solver) {
  Bytes out = letter_of(
      solver, system_.inputs, follower_.inputs(), system_.letter_bytes());
  for (std::size_t k = 0; k < free_.size(); ++k) {
    if (!free_[k]) continue;
    const model::StateSlot& slot = follower_.state()[k];
    mpz_class bits = solver.value(slot.variable).as_bits();
    for (std::uint64_t i = 0; i < slot.size; ++i) {
      out.push_back(static_cast<std::byte>(bits.get_ui() & 0xFFU));
      bits >>= 8;
    }
  }
  return out;
}

logic::smt::Solver& LetterClasses::solver() {
  if (solver_ == nullptr || asked_ >= kMostQuestions) {
    solver_ = logic::smt::make_bitblast(terms_, {});
    solver_->assert_term(in_ranges(terms_, system_.inputs, follower_.inputs()));
    asked_ = 0;
  }
  ++asked_;
  ++questions_;
  return *solver_;
}

void LetterClasses::solve(const std::vector<Term>& conditions,
                          const std::vector<Term>& open,
                          Classes& out) {
  std::vector<Term> assumptions = conditions;
  for (;;) {
    logic::smt::Solver& s = solver();
    const Answer answer = s.check(assumptions, budget_);
    if (answer == Answer::unknown) out.complete = false;
    if (answer != Answer::sat) return;
    out.letters.push_back(letter(s));
    std::vector<logic::Value> values;
    std::vector<Term> same;
    for (const Term t : open) {
      values.push_back(s.value(t));
      same.push_back(terms_.equal(t, terms_.constant(values.back())));
    }
    out.values.push_back(std::move(values));
    if (open.empty()) return;
    if (out.letters.size() == kMost) {
      out.complete = false;
      return;
    }
    assumptions.push_back(terms_.logical_not(terms_.logical_and(same)));
  }
}

const LetterClasses::Classes& LetterClasses::of(
    const std::vector<Term>& conditions, const std::vector<Term>& open) {
  Key key;
  key.reserve(conditions.size() + open.size() + 1);
  for (const Term t : conditions) key.push_back(t.id());
  std::sort(key.begin(), key.end());
  key.erase(std::unique(key.begin(), key.end()), key.end());
  key.push_back(0);
  for (const Term t : open) key.push_back(t.id());
  const auto [at, fresh] = known_.try_emplace(std::move(key));
  if (fresh) solve(conditions, open, at->second);
  return at->second;
}

}  // namespace catenary::engine::classes
