// SPDX-License-Identifier: Apache-2.0
/// \file
/// Templates of candidates, filled from the values that occurred: each slot by
/// itself, then dependences between slots, then orders and implications of
/// pairs. Simple candidates come first, because the number of candidates is
/// limited.

#include "engine/reach/symbolic/candidates.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>

#include "base/work_clock.h"
#include "logic/term/traverse.h"

namespace catenary::engine::reach {

namespace {

using logic::Op;
using logic::Term;

/// A slot with at most this many values is described by listing them.
constexpr std::size_t kFewValues = 8;
/// Constants beyond the extreme value that occurred which are tried as bounds.
constexpr std::size_t kThresholds = 4;
/// Pairs are tried among the first slots only: their number is quadratic.
constexpr std::size_t kPairedSlots = 60;
/// Distinct values of one slot of which each determines the value of another
/// slot.
constexpr std::size_t kTellingValues = 2000;
/// States for each of these values: with fewer, the dependence may be a
/// coincidence.
constexpr std::size_t kWitnesses = 4;

/// The value of a bit-vector in two's complement.
std::int64_t as_signed(std::uint64_t bits, std::uint32_t width) {
  const std::uint32_t unused = 64 - width;
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

/// The values that one slot had.
struct Observed {
  Term variable;
  // Bits of the slot.
  std::uint32_t width = 0;
  // The slot holds a float: bits are not to be compared as integers.
  bool floating = false;
  /// One for each state.
  std::vector<std::uint64_t> values;
  /// Distinct values; no more than kFewValues + 1 are kept.
  std::set<std::uint64_t> distinct;
  [[nodiscard]] bool few() const { return distinct.size() <= kFewValues; }
};

/// Generates candidates for one relation.
class Guesser {
 public:
  Guesser(const Relation& relation,
          const std::vector<std::string>& states,
          std::size_t most)
      : relation_(relation), terms_(relation.terms()), most_(most) {
    for (std::size_t i = 0; i < relation.slots().size(); ++i) {
      const model::StateSlot& slot =
          relation.encoding().state[relation.slots()[i]];
      if (!slot.address && slot.size <= 8) observe(slot, states);
    }
    find_constants();
  }

  std::vector<Term> run() {
    for (const Observed& o : slots_) single(o);
    const std::size_t paired = std::min(slots_.size(), kPairedSlots);
    constexpr base::WorkClock::duration kPair{3};
    if (paired > 0) {
      base::WorkClock::charge(paired * paired * slots_.front().values.size(),
                              kPair);
    }
    for (std::size_t a = 0; a < paired; ++a) {
      for (std::size_t b = 0; b < paired; ++b) {
        if (a != b) dependence(slots_[a], slots_[b]);
      }
    }
    for (std::size_t a = 0; a < paired; ++a) {
      for (std::size_t b = 0; b < paired; ++b) {
        if (a != b) pair(slots_[a], slots_[b], a < b);
      }
    }
    return std::move(out_);
  }

 private:
  void observe(const model::StateSlot& slot,
               const std::vector<std::string>& states) {
    Observed o;
    o.variable = slot.variable;
    o.width = static_cast<std::uint32_t>(8 * slot.size);
    o.floating = slot.floating;
    // Reading a value, and comparing it with those of other slots.
    constexpr base::WorkClock::duration kPrice{200};
    base::WorkClock::charge(states.size(), kPrice);
    for (const std::string& state : states) {
      const logic::Value value = model::slot_value(
          slot, reinterpret_cast<const std::byte*>(state.data()));
      const std::uint64_t bits = mpz_get_ui(value.as_bits().get_mpz_t());
      o.values.push_back(bits);
      if (o.distinct.size() <= kFewValues) o.distinct.insert(bits);
    }
    slots_.push_back(std::move(o));
  }

  // Constants that the step compares with or assigns, and their neighbours:
  // loops and counters end at such values or one beside them.
  void find_constants() {
    const model::EncodedPart& step = relation_.encoding().step;
    std::vector<Term> roots = step.next;
    roots.insert(roots.end(), step.hits.begin(), step.hits.end());
    for (const Term t : logic::subterms(roots)) {
      if (!t.is_constant() || t.sort().kind() != logic::SortKind::bitvec) {
        continue;
      }
      const std::uint32_t width = t.sort().bits();
      if (width > 64) continue;
      const mpz_class& n = t.value().as_bits();
      for (const mpz_class& near : {mpz_class(n - 1), n, mpz_class(n + 1)}) {
        if (near >= 0) constants_.insert(mpz_get_ui(near.get_mpz_t()));
      }
      if (t.value().as_signed() < 0) {
        signed_constants_.insert(mpz_get_si(t.value().as_signed().get_mpz_t()));
      }
    }
  }

  // Adds a candidate unless it is trivial, known, or one too many.
  void add(Term candidate) {
    if (out_.size() >= most_ || candidate.is_true()) return;
    if (known_.insert(candidate.id()).second) out_.push_back(candidate);
  }

  Term number(const Observed& o, std::uint64_t bits) {
    return terms_.bitvec(o.width, mpz_class(static_cast<unsigned long>(bits)));
  }
  Term is(const Observed& o, std::uint64_t bits) {
    return terms_.equal(o.variable, number(o, bits));
  }
  template <typename Values>
  Term one_of(const Observed& o, const Values& values) {
    std::vector<Term> ways;
    for (const std::uint64_t v : values) ways.push_back(is(o, v));
    return terms_.logical_or(ways);
  }
  Term at_most(const Observed& o, Op below, std::uint64_t bound) {
    return terms_.make(below, {o.variable, number(o, bound)});
  }
  Term at_least(const Observed& o, Op below, std::uint64_t bound) {
    const Term limit = number(o, bound);
    return terms_.make(below, {limit, o.variable});
  }

  // Candidates about a single slot.
  void single(const Observed& o) {
    if (o.floating) {
      floating(o);
      return;
    }
    if (o.few()) add(one_of(o, o.distinct));
    if (o.values.empty()) return;
    // Signed bounds only if a negative value occurred; otherwise unsigned
    // bounds say the same and are cheaper for the solver.
    bool negative = false;
    for (const std::uint64_t v : o.values)
      negative |= as_signed(v, o.width) < 0;
    if (negative) {
      signed_bounds(o);
    } else {
      unsigned_bounds(o);
    }
  }

  // Bounds: the extremes that occurred, some constants beyond them, and the
  // sign.
  void unsigned_bounds(const Observed& o) {
    const auto [least, most] =
        std::minmax_element(o.values.begin(), o.values.end());
    const std::uint64_t largest =
        o.width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << o.width) - 1;
    add(at_most(o, Op::bv_ule, *most));
    // Runs may not have met the bound of a counter: constants of the program
    // beyond the largest value are candidates as well.
    std::size_t taken = 0;
    for (auto c = constants_.upper_bound(*most);
         c != constants_.end() && *c < largest && taken < kThresholds;
         ++c, ++taken) {
      add(at_most(o, Op::bv_ule, *c));
    }
    if (*least > 0) {
      add(at_least(o, Op::bv_ule, *least));
      if (*least > 1) add(at_least(o, Op::bv_ule, 1));
    }
    // The sign is often kept even where no other bound is inductive.
    add(at_most(o, Op::bv_ule, largest / 2));
  }

  void signed_bounds(const Observed& o) {
    std::int64_t least = INT64_MAX;
    std::int64_t most = INT64_MIN;
    for (const std::uint64_t v : o.values) {
      least = std::min(least, as_signed(v, o.width));
      most = std::max(most, as_signed(v, o.width));
    }
    const auto bits = [&](std::int64_t n) {
      return static_cast<std::uint64_t>(n) &
             (o.width == 64 ? ~std::uint64_t{0}
                            : (std::uint64_t{1} << o.width) - 1);
    };
    add(at_most(o, Op::bv_sle, bits(most)));
    add(at_least(o, Op::bv_sle, bits(least)));
    std::size_t taken = 0;
    // A positive constant beyond this would be negative in this width.
    const auto half =
        static_cast<std::uint64_t>((std::uint64_t{1} << (o.width - 1)) - 1);
    const auto from =
        static_cast<std::uint64_t>(std::max<std::int64_t>(most, 0));
    for (auto c = constants_.upper_bound(from);
         c != constants_.end() && *c < half && taken < kThresholds;
         ++c, ++taken) {
      add(at_most(o, Op::bv_sle, *c));
    }
    taken = 0;
    // Negative constants below the least value, nearest first.
    for (auto c = signed_constants_.lower_bound(least);
         c != signed_constants_.begin() && taken < kThresholds;
         ++taken) {
      --c;
      if (as_signed(bits(*c), o.width) == *c) {
        add(at_least(o, Op::bv_sle, bits(*c)));
      }
    }
  }

  // Intervals of floats, and that they are numbers at all.
  void floating(const Observed& o) {
    if (o.width != 32 && o.width != 64) return;
    const logic::Indices format{o.width == 32 ? 8U : 11U,
                                o.width == 32 ? 24U : 53U};
    const logic::Sort sort =
        o.width == 32 ? logic::Sort::float32() : logic::Sort::float64();
    double least = 0;
    double most = 0;
    for (std::size_t i = 0; i < o.values.size(); ++i) {
      const double x =
          logic::Value::floating(
              sort, mpz_class(static_cast<unsigned long>(o.values[i])))
              .as_double();
      // Neither bounds nor "is a number" can hold.
      if (!(x == x)) return;  // a NaN occurs
      least = i == 0 ? x : std::min(least, x);
      most = i == 0 ? x : std::max(most, x);
    }
    if (o.few()) add(one_of(o, o.distinct));
    const Term x = terms_.make(Op::fp_from_bits, {o.variable}, format);
    const Term nan = terms_.make(Op::fp_is_nan, {x});
    const Term infinite = terms_.make(Op::fp_is_infinite, {x});
    add(terms_.logical_not(nan));
    add(terms_.logical_not(infinite));
    const auto bound = [&](double v) {
      return terms_.constant(o.width == 32
                                 ? logic::Value::float32(static_cast<float>(v))
                                 : logic::Value::float64(v));
    };
    add(terms_.make(Op::fp_le, {bound(least), x}));
    add(terms_.make(Op::fp_le, {x, bound(most)}));
    if (least >= 0) add(terms_.make(Op::fp_le, {bound(0), x}));
  }

  // Candidates about two slots.
  void pair(const Observed& a, const Observed& b, bool first) {
    if (a.floating || b.floating || a.values.empty()) return;
    if (a.width == b.width) order(a, b, first);
    if (a.few() && a.distinct.size() > 1 && b.distinct.size() > 1) {
      implications(a, b);
    }
  }

  // Equalities and orders of two slots of the same width.
  void order(const Observed& a, const Observed& b, bool first) {
    bool equal = true;
    bool ordered = true;
    for (std::size_t i = 0; i < a.values.size(); ++i) {
      equal &= a.values[i] == b.values[i];
      ordered &= a.values[i] <= b.values[i];
    }
    if (equal && first) add(terms_.equal(a.variable, b.variable));
    // With a constant slot, the order follows from the bounds of the other.
    const bool say_little = a.distinct.size() < 2 || b.distinct.size() < 2;
    if (ordered && !equal && !say_little) {
      add(terms_.make(Op::bv_ule, {a.variable, b.variable}));
    }
  }

  /// If each of many values of `a` determines the value of `b`: the pattern of
  /// a control state and a variable that is set on entry.
  void dependence(const Observed& a, const Observed& b) {
    if (a.floating || b.floating || a.few() || b.distinct.size() < 2) return;
    std::map<std::uint64_t, std::uint64_t> says;
    for (std::size_t i = 0; i < a.values.size(); ++i) {
      const auto [at, fresh] = says.try_emplace(a.values[i], b.values[i]);
      if (at->second != b.values[i] || says.size() > kTellingValues) return;
    }
    if (a.values.size() < kWitnesses * says.size()) return;
    for (const auto& [value, other] : says) {
      add(terms_.implies(is(a, value), is(b, other)));
    }
  }

  /// What values `b` has for each value of `a`.
  void implications(const Observed& a, const Observed& b) {
    std::map<std::uint64_t, std::set<std::uint64_t>> beside;
    std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> span;
    for (std::size_t i = 0; i < a.values.size(); ++i) {
      std::set<std::uint64_t>& set = beside[a.values[i]];
      if (set.size() <= kFewValues) set.insert(b.values[i]);
      auto [at, fresh] =
          span.try_emplace(a.values[i], std::pair(b.values[i], b.values[i]));
      at->second.first = std::min(at->second.first, b.values[i]);
      at->second.second = std::max(at->second.second, b.values[i]);
    }
    const std::uint64_t most =
        *std::max_element(b.values.begin(), b.values.end());
    for (const auto& [value, set] : beside) {
      const Term when = is(a, value);
      // Only if that is less than what is known of `b` alone.
      if (set.size() <= kFewValues && set.size() < b.distinct.size()) {
        add(terms_.implies(when, one_of(b, set)));
      }
      if (!b.few() && span[value].second < most) {
        add(terms_.implies(when, at_most(b, Op::bv_ule, span[value].second)));
      }
      if (span[value].first > 0) {
        add(terms_.implies(when, at_least(b, Op::bv_ule, span[value].first)));
      }
    }
  }

  const Relation& relation_;
  logic::TermManager& terms_;
  std::size_t most_;
  std::vector<Observed> slots_;
  std::set<std::uint64_t> constants_;
  std::set<std::int64_t> signed_constants_;
  std::unordered_set<std::uint32_t> known_;
  std::vector<Term> out_;
};

}  // namespace

std::vector<Term> guess_invariants(const Relation& relation,
                                   const std::vector<std::string>& states,
                                   std::size_t most) {
  if (states.empty()) return {};
  return Guesser(relation, states, most).run();
}

}  // namespace catenary::engine::reach
