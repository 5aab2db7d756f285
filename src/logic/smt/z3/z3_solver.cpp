// SPDX-License-Identifier: Apache-2.0
/// \file
/// Z3 behind the interface (de Moura, Bjørner, "Z3: An Efficient SMT Solver",
/// TACAS 2008, doi:10.1007/978-3-540-78800-3_24).
///
/// A context that was interrupted or failed is thrown away, and made again
/// from the assertions at the next query.
#include <z3++.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "base/check.h"
#include "logic/smt/checked_solver.h"
#include "logic/smt/circuit/float_operator.h"
#include "logic/smt/z3/z3_terms.h"
#include "logic/smt/z3/z3_watch.h"
#include "logic/term/traverse.h"

namespace catenary::logic::smt {

namespace {

/// Finds terms that Z3 4.8.12 gets wrong. Arrays over few indices: Z3 reasons
/// about a value "elsewhere" even if stores have covered all indices, which is
/// impossible with fewer accesses than indices. The remainder of floats, for
/// subnormal numbers. Rounding in formats of few exponent bits.
class Unreliable {
 public:
  /// Adds the subterms of a term that were not seen before.
  void add(Term root) {
    std::vector<Term> stack{root};
    while (!stack.empty()) {
      const Term t = stack.back();
      stack.pop_back();
      if (!seen_.insert(t.id()).second) continue;
      note_array(t);
      note_float(t);
      stack.insert(stack.end(), t.operands().begin(), t.operands().end());
    }
  }

  /// Empty where there is nothing.
  [[nodiscard]] const std::string& what() const { return what_; }

 private:
  /// Operators of floats.
  void note_float(Term t) {
    const bool rounds = info(t.op()).rounds || t.op() == Op::fp_to_real;
    if (t.op() == Op::fp_rem) what_ = "'fp.rem'";
    if (t.op() == Op::fp_from_real && !t[0].is_constant()) {
      what_ = "floats of variable Reals";
    }
    if (!rounds) return;
    const Sort& from = t[0].sort();
    for (const Sort& sort : {t.sort(), from}) {
      if (sort.kind() == SortKind::floating && !is_reliable(sort)) {
        what_ = "floats of the format " + sort.to_string();
      }
    }
  }

  /// Accesses to arrays over finite index sorts: an upper bound of the number
  /// of indices that the terms can distinguish.
  void note_array(Term t) {
    const Sort* array = nullptr;
    if (t.sort().kind() == SortKind::array) array = &t.sort();
    if (t.op() == Op::select) array = &t[0].sort();
    for (; array != nullptr && array->kind() == SortKind::array;
         array = &array->element()) {
      const auto indices = cardinality(array->index());
      if (!indices) continue;
      std::uint64_t& uses = uses_[array->to_string()];
      uses += 2;
      if (t.is_constant() && array == &t.sort()) {
        uses += t.value().entries().size();
      }
      if (uses >= *indices) what_ = "arrays over few indices";
    }
  }

  std::unordered_set<std::uint32_t> seen_;
  std::map<std::string, std::uint64_t> uses_;
  std::string what_;
};

class Z3Solver : public CheckedSolver {
 public:
  using CheckedSolver::CheckedSolver;

  std::string name() const override { return "z3"; }
  std::string version() const override { return z3_version(); }

 protected:
  Claim run(std::span<const Term> assumptions,
            const base::Budget& budget) override {
    // Once per assertion; the result holds for the whole life of the solver.
    for (; scanned_ < assertions().size(); ++scanned_) {
      unreliable_.add(assertions()[scanned_]);
    }
    for (const Term t : assumptions) unreliable_.add(t);
    if (!unreliable_.what().empty()) {
      return unknown(Unknown::unsupported,
                     "Z3 is not reliable for " + unreliable_.what());
    }
    if (!session_) session_ = std::make_unique<Session>();
    const base::WorkClock::time_point start = base::WorkClock::now();
    Claim claim = ask(*session_, assumptions, budget, options(), true);
    // `incomplete` leaves the session usable; after a time-out or an exception
    // it is not.
    const bool dead =
        claim.answer == Answer::unknown && claim.why != Unknown::incomplete;
    if (dead) session_.reset();
    if (claim.answer != Answer::unknown || dead) return claim;
    // The second attempt asserts what the first one assumed. Z3 tries harder
    // where it need not be incremental.
    Options rest = options();
    // Both attempts together take the time of one query.
    if (rest.query_time.count() > 0) {
      rest.query_time -= std::chrono::duration_cast<std::chrono::milliseconds>(
          base::WorkClock::now() - start);
      if (rest.query_time.count() <= 0) return claim;
    }
    Session fresh;
    Claim second = ask(fresh, assumptions, budget, rest, false);
    return second.answer == Answer::unknown &&
                   second.why == Unknown::unsupported
               ? claim
               : second;
  }

  /// Pops Z3's levels as far as this session has pushed them.
  void popped(std::size_t kept, std::size_t levels) override {
    scanned_ = std::min(scanned_, kept);
    if (!session_) return;
    session_->asserted = std::min(session_->asserted, kept);
    if (session_->levels <= levels) return;
    try {
      session_->solver.pop(static_cast<unsigned>(session_->levels - levels));
    } catch (const z3::exception&) {
      session_.reset();
      return;
    }
    session_->levels = levels;
    // The implication that defines a name was popped with its level.
    std::erase_if(session_->names,
                  [&](const auto& n) { return n.second.level > levels; });
  }

  void add_statistics(Statistics& /*statistics*/) const override {}

 private:
  /// Stands for an assumption that is not a literal.
  struct Name {
    z3::expr literal;
    std::size_t level;
  };
  /// A context, and how much of the assertions it has received.
  struct Session {
    z3::context context;
    Z3Terms terms{context};
    z3::solver solver{context};
    std::size_t asserted = 0;
    std::size_t levels = 0;
    std::map<Term, Name> names;
    /// The limit that Z3 has for one query, in units of its own; 0 = none.
    unsigned limit = 0;
    /// What Z3 had counted when it was charged last.
    std::uint64_t counted = 0;
    /// Queries so far.
    unsigned queries = 0;
  };

  /// Charges what Z3 has counted since the last time. Asking costs as much as a
  /// small query, so that it is done once in some queries, and for a long one.
  static void charge(Session& s, bool is_long) {
    constexpr unsigned kEvery = 32;
    if (!is_long && ++s.queries % kEvery != 0) return;
    const std::uint64_t now = counted_work(s.solver);
    base::WorkClock::charge(now - s.counted, kPriceOfCounted);
    s.counted = now;
  }

  /// Limits the work of the next query of the session.
  static void limit_work(Session& s,
                         const base::Budget& budget,
                         const Options& limits) {
    std::optional<base::WorkClock::duration> work;
    if (limits.query_time.count() > 0) work = limits.query_time;
    if (budget.has_work_limit()) {
      const base::WorkClock::duration left = budget.work_left();
      work = work ? std::min(*work, left) : left;
    }
    // Z3's 0 = no limit, and it counts to 2^32.
    const base::WorkClock::rep most =
        work ? std::max<base::WorkClock::rep>(*work / kPriceOfCounted, 1) : 0;
    const bool counts = most <= std::numeric_limits<unsigned>::max();
    // Setting it costs as much as a small query, so that it is only set where
    // it has changed much: at most twice the work is done.
    const unsigned wanted = counts ? static_cast<unsigned>(most) : 0;
    const bool fits =
        s.limit == wanted || (wanted != 0 && s.limit != 0 &&
                              s.limit / 2 <= wanted && wanted <= s.limit);
    if (fits) return;
    z3::params params(s.context);
    params.set("rlimit", wanted);
    s.solver.set(params);
    s.limit = wanted;
  }

  /// Brings the session to the current levels and assertions, in order.
  void synchronise(Session& s) {
    const auto add_up_to = [&](std::size_t end) {
      for (; s.asserted < end; ++s.asserted) {
        s.solver.add(s.terms.translate(assertions()[s.asserted]));
      }
    };
    for (; s.levels < levels().size(); ++s.levels) {
      add_up_to(levels()[s.levels]);
      s.solver.push();
    }
    add_up_to(assertions().size());
  }

  /// A literal that implies the assumption. Z3 only takes literals as
  /// assumptions; implication suffices, since the literal is assumed true.
  z3::expr name_of(Session& s, Term assumption) {
    const Term inner =
        assumption.op() == Op::logical_not ? assumption[0] : assumption;
    z3::expr meaning = s.terms.translate(assumption);
    if (inner.is_variable()) return meaning;
    const auto known = s.names.find(assumption);
    if (known != s.names.end()) return known->second.literal;
    const z3::expr literal(
        s.context,
        Z3_mk_fresh_const(
            s.context, "catenary assumption", s.context.bool_sort()));
    s.solver.add(z3::implies(literal, meaning));
    s.names.emplace(assumption, Name{literal, s.levels});
    return literal;
  }

  /// `assume`: or assert, in a session that is not used again.
  Claim ask(Session& s,
            std::span<const Term> assumptions,
            const base::Budget& budget,
            const Options& limits,
            bool assume) {
    Z3Watch watch(s.context, budget, limits, Z3Watch::Counts::yes);
    try {
      synchronise(s);
      z3::expr_vector literals(s.context);
      for (const Term t : assumptions) {
        if (assume) {
          literals.push_back(name_of(s, t));
        } else {
          s.solver.add(s.terms.translate(t));
        }
      }
      limit_work(s, budget, limits);
      const z3::check_result result = s.solver.check(literals);
      Unknown stopped = watch.stop();
      charge(s, result == z3::unknown);
      if (result == z3::unknown) {
        const std::string text = s.solver.reason_unknown();
        if (stopped == Unknown::none &&
            text.find("resource limit") != std::string::npos) {
          stopped = Unknown::time;
        }
        return unknown(stopped == Unknown::none ? Unknown::incomplete : stopped,
                       text);
      }
      return result == z3::sat ? satisfied(s)
                               : refuted(s, assumptions.size(), literals);
    } catch (const z3::exception& e) {
      const Unknown stopped = watch.stop();
      return unknown(stopped == Unknown::none ? Unknown::failed : stopped,
                     e.msg());
    }
  }

  /// The model of all variables that were ever met.
  Claim satisfied(Session& s) {
    Claim claim;
    claim.answer = Answer::sat;
    const z3::model model = s.solver.get_model();
    for (const Term v : variables()) {
      const z3::expr found = model.eval(s.terms.translate(v), true);
      auto value = s.terms.value(model, found, v.sort());
      if (!value) {
        return unknown(Unknown::incomplete,
                       "the value of '" + v.name() +
                           "' is not rational, or "
                           "not given by cases");
      }
      claim.model.set(v, std::move(*value));
    }
    return claim;
  }

  /// The unsat core, as one flag for each assumption. Without literals (second
  /// attempt) all assumptions may be needed.
  static Claim refuted(Session& s,
                       std::size_t count,
                       const z3::expr_vector& literals) {
    Claim claim;
    claim.answer = Answer::unsat;
    claim.failed.assign(count, literals.empty());
    const z3::expr_vector core = s.solver.unsat_core();
    for (unsigned i = 0; i < literals.size(); ++i) {
      for (unsigned k = 0; k < core.size(); ++k) {
        if (z3::eq(core[static_cast<int>(k)], literals[static_cast<int>(i)])) {
          claim.failed[i] = true;
        }
      }
    }
    return claim;
  }

  std::unique_ptr<Session> session_;
  Unreliable unreliable_;
  std::size_t scanned_ = 0;
};

}  // namespace

std::unique_ptr<Solver> make_z3(TermManager& terms, const Options& options) {
  return std::make_unique<Z3Solver>(terms, options);
}

std::string z3_version() {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned build = 0;
  unsigned revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  return std::to_string(major) + "." + std::to_string(minor) + "." +
         std::to_string(build);
}

}  // namespace catenary::logic::smt
