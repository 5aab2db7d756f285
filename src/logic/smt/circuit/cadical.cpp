// SPDX-License-Identifier: Apache-2.0
/// \file
/// CaDiCaL behind SatSolver (Biere, Fazekas, Fleury, Heisinger, "CaDiCaL,
/// Kissat, Paracooba, Plingeling and Treengeling Entering the SAT Competition
/// 2020", SAT Competition 2020).
///
/// CaDiCaL aborts the process where its calls come in a wrong order, so the
/// order is checked here first.
#include <unistd.h>

#include <cadical.hpp>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <new>

#include "base/check.h"
#include "logic/smt/circuit/cadical_work.h"
#include "logic/smt/circuit/sat.h"

namespace catenary::logic::smt {

namespace {

using Clock = std::chrono::steady_clock;
using base::WorkClock;

/// Bytes the process holds in memory; 0 where the system does not tell.
std::uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
  if (!(file >> total >> resident)) return 0;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

/// Asked by CaDiCaL every few hundred propagations whether to go on.
class Watch : public CaDiCaL::Terminator {
 public:
  Watch(const base::Budget& budget,
        const Options& options,
        std::uint64_t held_bytes,
        WorkClock::duration price)
      : budget_(budget),
        options_(options),
        held_bytes_(held_bytes),
        resident_at_start_(options.memory_bytes == 0 ? 0 : resident_bytes()),
        deadline_(WorkClock::now() + options.query_time),
        price_(price) {}

  bool terminate() override {
    WorkClock::charge(price_);
    // CaDiCaL asks often; most calls return at once.
    if (reason_ == Unknown::none && ++calls_ % kStride == 0) look();
    return reason_ != Unknown::none;
  }

  [[nodiscard]] Unknown reason() const { return reason_; }

  void look() {
    const base::StopReason stop = budget_.poll();
    if (stop == base::StopReason::interrupt) {
      reason_ = Unknown::interrupted;
      // The deadline of one query, or that of the whole command.
    } else if (stop != base::StopReason::none ||
               (options_.query_time.count() > 0 &&
                WorkClock::now() > deadline_)) {
      reason_ = Unknown::time;
      // Reading /proc costs more than a clock: only once in kStride looks.
    } else if (options_.memory_bytes != 0 && ++looks_ % kStride == 0) {
      const std::uint64_t now = resident_bytes();
      // Memory that the process gained since the start of the query is
      // attributed to this solver, although other threads allocate, too.
      const std::uint64_t grown =
          now > resident_at_start_ ? now - resident_at_start_ : 0;
      if (held_bytes_ + grown > options_.memory_bytes) {
        reason_ = Unknown::memory;
      }
    }
  }

 private:
  static constexpr std::uint32_t kStride = 16;
  const base::Budget& budget_;
  const Options& options_;
  std::uint64_t held_bytes_;
  std::uint64_t resident_at_start_;
  WorkClock::time_point deadline_;
  /// Of the search between two calls.
  WorkClock::duration price_;
  std::uint32_t calls_ = 0;
  std::uint32_t looks_ = 0;
  Unknown reason_ = Unknown::none;
};

class Cadical : public SatSolver {
 public:
  explicit Cadical(const Options& options)
      : options_(options), solver_(std::make_unique<CaDiCaL::Solver>()) {
    solver_->set("quiet", 1);
  }

  Literal new_variable() override {
    // kTrue is the largest literal and must not become a variable.
    CATENARY_CHECK(variables_ < CnfTemplate::kTrue - 1,
                   "a SAT solver has fewer than 2^31 variables");
    return ++variables_;
  }

  void add_clause(std::span<const Literal> clause) override {
    for (const Literal literal : clause) check(literal);
    state_ = State::adding;
    ++statistics_.clauses;
    literals_ += clause.size();
    WorkClock::charge(clause.size() + 1, kLiteralPrice);
    // The clause is lost, which is why solve() refuses from now on: an answer
    // without it would be wrong.
    if (broken_ || too_large()) return;
    try {
      for (const Literal literal : clause) solver_->add(literal);
      solver_->add(0);
    } catch (const std::bad_alloc&) {
      broken_ = true;
    }
  }

  Answer solve(std::span<const Literal> assumptions,
               const base::Budget& budget) override {
    for (const Literal literal : assumptions) check(literal);
    state_ = State::adding;
    why_unknown_ = Unknown::none;
    ++statistics_.queries;
    const Clock::time_point start = Clock::now();
    const Answer answer = run(assumptions, budget);
    statistics_.seconds +=
        std::chrono::duration<double>(Clock::now() - start).count();
    if (answer == Answer::sat) {
      state_ = State::satisfied;
      ++statistics_.sat;
    } else if (answer == Answer::unsat) {
      state_ = State::refuted;
      ++statistics_.unsat;
    } else {
      ++statistics_.unknown;
    }
    return answer;
  }

  bool value(Literal literal) override {
    check(literal);
    CATENARY_CHECK(state_ == State::satisfied, "there is a model to read");
    // CaDiCaL has no value for a variable it has never seen; false is as good
    // as true.
    const bool variable = solver_->val(std::abs(literal)) > 0;
    return variable == (literal > 0);
  }

  bool failed(Literal literal) override {
    check(literal);
    CATENARY_CHECK(state_ == State::refuted, "there is a refutation to read");
    return solver_->failed(literal);
  }

  Unknown why_unknown() const override { return why_unknown_; }

  Statistics statistics() const override {
    Statistics result = statistics_;
    result.variables = static_cast<std::uint64_t>(variables_);
    return result;
  }

 private:
  enum class State : std::uint8_t { adding, satisfied, refuted };

  void check(Literal literal) const {
    CATENARY_CHECK(literal != 0 && std::abs(literal) <= variables_,
                   "a literal of this solver");
  }

  Answer run(std::span<const Literal> assumptions, const base::Budget& budget) {
    if (broken_ || too_large()) {
      why_unknown_ = Unknown::memory;
      return Answer::unknown;
    }
    Watch watch(budget, options_, estimated_bytes(), watch_price(variables_));
    // An exhausted budget is noticed before the first propagation.
    watch.look();
    if (watch.reason() != Unknown::none) {
      why_unknown_ = watch.reason();
      return Answer::unknown;
    }
    // Not before: a search may ask many queries when its budget is used up.
    WorkClock::charge(query_price(variables_));
    int result = 0;
    try {
      for (const Literal literal : assumptions) solver_->assume(literal);
      result = solve_charged(*solver_, watch, variables_);
    } catch (const std::bad_alloc&) {
      // Its data may be half written: never used again.
      broken_ = true;
      why_unknown_ = Unknown::memory;
      return Answer::unknown;
    }
    // The numbers of the SAT competition: 10 satisfiable, 20 unsatisfiable.
    if (result == 10) {
      WorkClock::charge(model_price(variables_));
      return Answer::sat;
    }
    if (result == 20) return Answer::unsat;
    why_unknown_ =
        watch.reason() == Unknown::none ? Unknown::failed : watch.reason();
    return Answer::unknown;
  }

  /// A clause has a header, its literals and two watches, all of which may be
  /// there twice while clauses are moved.
  [[nodiscard]] std::uint64_t estimated_bytes() const {
    return static_cast<std::uint64_t>(variables_) * 250 +
           statistics_.clauses * 70 + literals_ * 10;
  }

  [[nodiscard]] bool too_large() const {
    return options_.memory_bytes != 0 &&
           estimated_bytes() > options_.memory_bytes;
  }

  Options options_;
  std::unique_ptr<CaDiCaL::Solver> solver_;
  Literal variables_ = 0;
  std::uint64_t literals_ = 0;
  State state_ = State::adding;
  Unknown why_unknown_ = Unknown::none;
  Statistics statistics_;
  bool broken_ = false;
};

}  // namespace

std::unique_ptr<SatSolver> make_cadical(const Options& options) {
  return std::make_unique<Cadical>(options);
}

std::string cadical_version() {
  return CaDiCaL::Solver::version();
}

}  // namespace catenary::logic::smt
