// SPDX-License-Identifier: Apache-2.0
/// \file
/// Terms of finite sorts by one circuit and one incremental SAT solver: what
/// assertions share is made of bits once. A level is a literal that its
/// assertions imply; it is assumed while the level is there (Eén, Sörensson,
/// "An Extensible SAT-solver", SAT 2003, doi:10.1007/978-3-540-24605-3_37).
#include <algorithm>

#include "base/check.h"
#include "base/work_clock.h"
#include "logic/smt/checked_solver.h"
#include "logic/smt/circuit/blaster.h"
#include "logic/smt/circuit/sat.h"
#include "logic/smt/circuit/value_bits.h"

namespace catenary::logic::smt {

namespace {

using Signal = Circuit::Signal;

class BitblastSolver : public CheckedSolver {
 public:
  BitblastSolver(TermManager& terms,
                 const Options& options,
                 std::unique_ptr<SatSolver> sat)
      : CheckedSolver(terms, options),
        sat_(std::move(sat)),
        blaster_(circuit_),
        clauses_(
            circuit_,
            [this] { return sat_->new_variable(); },
            [this](std::span<const Literal> c) { sat_->add_clause(c); }) {}

  std::string name() const override { return "bitblast"; }
  std::string version() const override { return cadical_version(); }

 protected:
  Claim run(std::span<const Term> assumptions,
            const base::Budget& budget) override {
    // The time of a query covers both making the bits and solving.
    base::Budget blasting = options().query_time.count() > 0
                                ? budget.share(options().query_time)
                                : budget;
    blasting.set_memory(options().memory_bytes);
    add_assertions(blasting);
    std::vector<Literal> assumed = active_;
    std::vector<Literal> own;
    for (const Term t : assumptions) {
      own.push_back(literal(blaster_.bits(t, blasting)[0]));
      assumed.push_back(own.back());
    }
    // After the assumptions: their variables may have brought new conditions.
    add_conditions();
    const Answer answer = sat_->solve(assumed, blasting);
    if (answer == Answer::unknown) return unknown(sat_->why_unknown(), "");
    Claim claim;
    claim.answer = answer;
    if (answer == Answer::sat) {
      claim.model = model();
    } else {
      // Constant assumptions have the literal of true or false, and may occur
      // twice; each is asked for by itself.
      for (const Literal l : own) claim.failed.push_back(sat_->failed(l));
    }
    return claim;
  }

  /// A popped level's literal is made false for good, which satisfies all of
  /// its clauses, so that the solver may delete them.
  void popped(std::size_t kept, std::size_t levels) override {
    added_ = std::min(added_, kept);
    while (active_.size() > levels) {
      sat_->add_clause({-active_.back()});
      active_.pop_back();
    }
  }

  void add_statistics(Statistics& statistics) const override {
    const Statistics below = sat_->statistics();
    statistics.variables = below.variables;
    statistics.clauses = below.clauses;
  }

 private:
  /// The literal of a signal; constants share one.
  Literal literal(Signal signal) {
    if (signal == Circuit::kTrue) return sat_->true_literal();
    if (signal == Circuit::kFalse) return -sat_->true_literal();
    return clauses_.literal(signal);
  }

  /// Requires the signal to be true, unless the literal `unless` is.
  /// Conjunctions are split into clauses of their own, without gates for them.
  void require(Signal signal, Literal unless) {
    std::vector<Signal> stack{signal};
    while (!stack.empty()) {
      const Signal s = stack.back();
      stack.pop_back();
      if (s == Circuit::kTrue) continue;
      const bool splits =
          s > 0 && circuit_.gate(s).kind == Circuit::Kind::conjunction;
      if (splits) {
        stack.push_back(circuit_.gate(s).b);
        stack.push_back(circuit_.gate(s).a);
      } else if (unless == 0) {
        sat_->add_clause({literal(s)});
      } else {
        sat_->add_clause({unless, literal(s)});
      }
    }
  }

  void add_assertions(const base::Budget& budget) {
    for (; added_ < assertions().size(); ++added_) {
      // The levels that this assertion is in.
      const auto above =
          std::upper_bound(levels().begin(), levels().end(), added_);
      const auto depth = static_cast<std::size_t>(above - levels().begin());
      // A level gets its literal when its first assertion comes.
      while (active_.size() < depth) active_.push_back(sat_->new_variable());
      const Signal signal = blaster_.bits(assertions()[added_], budget)[0];
      require(signal, depth == 0 ? 0 : -active_[depth - 1]);
    }
  }

  /// Conditions belong to variables and hold at all levels.
  void add_conditions() {
    const std::vector<Signal>& conditions = blaster_.conditions();
    for (; conditions_ < conditions.size(); ++conditions_) {
      require(conditions[conditions_], 0);
    }
  }

  /// The values of all variables that have bits. Inputs that no clause mentions
  /// are free; they get 0.
  Assignment model() {
    constexpr base::WorkClock::duration kBitPrice{5};
    Assignment result;
    for (const Term v : blaster_.variables()) {
      mpz_class number;
      const Bits& bits = blaster_.variable(v);
      base::WorkClock::charge(bits.size() + 1, kBitPrice);
      for (std::size_t i = 0; i < bits.size(); ++i) {
        const Literal l = clauses_.known(bits[i]);
        if (l != 0 && sat_->value(l)) mpz_setbit(number.get_mpz_t(), i);
      }
      result.set(v, value_of_bits(v.sort(), number, bits.size()));
    }
    return result;
  }

  std::unique_ptr<SatSolver> sat_;
  Circuit circuit_;
  Blaster blaster_;
  Clauses clauses_;
  std::vector<Literal> active_;  ///< one a level, as far as needed
  std::size_t added_ = 0;        ///< assertions
  std::size_t conditions_ = 0;   ///< of the blaster
};

}  // namespace

std::unique_ptr<Solver> make_bitblast_over(TermManager& terms,
                                           const Options& options,
                                           const SatFactory& sat) {
  std::unique_ptr<SatSolver> below = sat ? sat(options) : make_cadical(options);
  CATENARY_CHECK(below != nullptr, "a SAT solver");
  return std::make_unique<BitblastSolver>(terms, options, std::move(below));
}

std::unique_ptr<Solver> make_bitblast(TermManager& terms,
                                      const Options& options) {
  return make_bitblast_over(terms, options, SatFactory());
}

}  // namespace catenary::logic::smt
