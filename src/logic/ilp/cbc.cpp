// SPDX-License-Identifier: Apache-2.0
/// \file
/// Integer programmes by COIN-OR CBC over Clp (Forrest and Lougee-Heimer, "CBC
/// User Guide", INFORMS TutORials 2005, DOI 10.1287/educ.1053.0020).
///
/// Lazily added rows: the LP is tightened until its optimum violates none,
/// then every optimum of the search tree is shown to the row source, and the
/// tree is searched again with the rows it returns.
#include <algorithm>
#include <cmath>
#include <coin/CbcEventHandler.hpp>
#include <coin/CbcHeuristic.hpp>
#include <coin/CbcModel.hpp>
#include <coin/CglGomory.hpp>
#include <coin/CglProbing.hpp>
#include <coin/CoinPackedVector.hpp>
#include <coin/OsiClpSolverInterface.hpp>

#include "logic/ilp/programme.h"

namespace catenary::logic {
namespace {

/// COIN-OR has infinities of its own.
double to_coin(double bound) {
  if (bound == kUnbounded) return COIN_DBL_MAX;
  if (bound == -kUnbounded) return -COIN_DBL_MAX;
  return bound;
}

/// Stops a search tree when the user asks for it.
class Interrupter : public CbcEventHandler {
 public:
  explicit Interrupter(const base::Budget& budget) : budget_(budget) {}
  CbcAction event(CbcEvent which) override {
    constexpr base::WorkClock::duration kPrice{100'000};
    return budget_.spend(kPrice) == base::StopReason::none ? noAction : stop;
  }
  CbcEventHandler* clone() const override { return new Interrupter(*this); }

 private:
  base::Budget budget_;
};

/// One run: the LP with its rows, and the best known result.
class Solve {
 public:
  Solve(const IntegerProgramme& programme,
        const IlpOptions& options,
        const RowSource& lazy_rows)
      : programme_(programme), options_(options), lazy_rows_(lazy_rows) {
    lp_.messageHandler()->setLogLevel(0);
    lp_.getModelPtr()->setLogLevel(0);
    lp_.setHintParam(OsiDoReducePrint, true, OsiHintTry);
    // The programmes are small, and presolve of CoinUtils leaks memory.
    lp_.setHintParam(OsiDoPresolveInInitial, false, OsiHintDo);
    lp_.setHintParam(OsiDoPresolveInResolve, false, OsiHintDo);
    load();
  }

  IlpResult run() {
    if (!tighten_relaxation()) return result_;
    if (options_.relax) return result_;
    search();
    return result_;
  }

 private:
  void load() {
    const auto& variables = programme_.variables();
    const auto count = static_cast<int>(variables.size());
    CoinPackedMatrix matrix(false, 0, 0);
    matrix.setDimensions(0, count);
    std::vector<double> lower, upper;
    for (const LinearRow& row : programme_.rows()) {
      matrix.appendRow(pack(row));
      lower.push_back(to_coin(row.lower));
      upper.push_back(to_coin(row.upper));
    }
    std::vector<double> low, high, cost;
    for (const auto& variable : variables) {
      low.push_back(to_coin(variable.lower));
      high.push_back(to_coin(variable.upper));
      cost.push_back(variable.cost);
    }
    lp_.loadProblem(matrix,
                    low.data(),
                    high.data(),
                    cost.data(),
                    lower.data(),
                    upper.data());
    lp_.setObjSense(1);
    for (int i = 0; i < count; ++i) {
      if (variables[i].kind == VariableKind::integer) lp_.setInteger(i);
    }
  }

  /// A row in COIN-OR's sparse form.
  static CoinPackedVector pack(const LinearRow& row) {
    CoinPackedVector packed;
    for (const LinearTerm& term : row.terms) {
      packed.insert(static_cast<int>(term.variable), term.coefficient);
    }
    return packed;
  }

  /// False when nothing is left to do: infeasible or out of budget.
  bool tighten_relaxation() {
    lp_.initialSolve();
    for (std::uint32_t round = 0;; ++round) {
      if (lp_.isProvenPrimalInfeasible()) return infeasible();
      if (!lp_.isProvenOptimal()) return false;
      // Every relaxation is a lower bound, and more rows only raise it.
      result_.bound = std::max(result_.bound, lp_.getObjValue());
      // No solution costs less than the bound, so none is below the cutoff.
      if (result_.bound >= options_.cutoff) return infeasible();
      // Rows are not added when the budget is over, but the bound of the last
      // LP is valid all the same.
      const bool stop = spend() != base::StopReason::none;
      const std::vector<double> values = solution(lp_.getColSolution());
      std::vector<LinearRow> rows;
      if (lazy_rows_ && !stop && round < options_.max_rounds) {
        rows = lazy_rows_(values);
      }
      if (rows.empty()) {
        if (options_.relax) {
          result_.status = IlpStatus::optimal;
          result_.objective = result_.bound;
          result_.values = values;
        }
        return !stop;
      }
      add(rows);
      lp_.resolve();
    }
  }

  /// Branch and cut. Each round is a complete search with all rows so far; the
  /// rows that its optimum violates are added for the next one. Terminates
  /// because each round excludes at least the last optimum.
  void search() {
    for (std::uint32_t round = 0;; ++round) {
      CbcModel model(lp_);
      model.setLogLevel(0);
      model.messageHandler()->setLogLevel(0);
      model.solver()->messageHandler()->setLogLevel(0);
      Interrupter interrupter(options_.budget);
      model.passInEventHandler(&interrupter);
      // Cuts and heuristics of general use. Their parameters bound the effort
      // at each node: the programmes are small.
      CglProbing probing;
      probing.setUsingObjective(1);
      probing.setMaxPass(1);
      probing.setMaxLook(20);
      probing.setRowCuts(3);
      CglGomory gomory;
      model.addCutGenerator(&probing, -1, "probing");
      model.addCutGenerator(&gomory, -1, "gomory");
      CbcRounding rounding(model);
      model.addHeuristic(&rounding);
      if (options_.cutoff != kUnbounded) model.setCutoff(options_.cutoff);
      if (options_.max_nodes > 0) {
        model.setMaximumNodes(static_cast<int>(
            std::min<std::int64_t>(options_.max_nodes, 1 << 30)));
      }
      if (options_.budget.has_deadline()) {
        model.setMaximumSeconds(
            static_cast<double>(options_.budget.time_left().count()) / 1000);
      }
      // Without statistics, which would be printed.
      model.branchAndBound(0);

      const bool complete = model.status() == 0;
      const double* best = model.bestSolution();
      // A complete search without a solution: nothing is below the cutoff.
      if (complete && best == nullptr) {
        infeasible();
        return;
      }
      // The optimum over fewer rows than wanted is a lower bound for all rows.
      result_.bound = std::max(
          result_.bound,
          complete ? model.getObjValue() : model.getBestPossibleObjValue());
      if (best == nullptr) return;
      std::vector<double> values = solution(best);
      std::vector<LinearRow> rows;
      if (lazy_rows_) rows = lazy_rows_(values);
      if (rows.empty()) {
        result_.status = complete ? IlpStatus::optimal : IlpStatus::feasible;
        result_.objective = model.getObjValue();
        result_.values = std::move(values);
        return;
      }
      // `best` violates a row that was not there: it is not a solution, and
      // without a further round there is none to report.
      if (!complete || round >= options_.max_rounds ||
          options_.budget.poll() != base::StopReason::none) {
        return;
      }
      add(rows);
      lp_.resolve();
    }
  }

  /// Charges the last solution of the LP.
  base::StopReason spend() {
    constexpr base::WorkClock::rep kPriceOfRow = 20;
    const base::WorkClock::rep pivots = 1 + lp_.getIterationCount();
    return options_.budget.spend(base::WorkClock::duration(
        pivots * kPriceOfRow * (lp_.getNumRows() + lp_.getNumCols())));
  }

  void add(const std::vector<LinearRow>& rows) {
    for (const LinearRow& row : rows) {
      lp_.addRow(pack(row), to_coin(row.lower), to_coin(row.upper));
    }
  }

  bool infeasible() {
    result_.status = IlpStatus::infeasible;
    result_.bound = options_.cutoff;
    return false;
  }

  [[nodiscard]] std::vector<double> solution(const double* column) const {
    std::vector<double> values(column, column + lp_.getNumCols());
    if (options_.relax) return values;
    // The solver works with a tolerance; integral values are made exact.
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double whole = std::round(values[i]);
      if (std::abs(values[i] - whole) < 1e-6) values[i] = whole;
    }
    return values;
  }

  const IntegerProgramme& programme_;
  const IlpOptions& options_;
  const RowSource& lazy_rows_;
  OsiClpSolverInterface lp_;
  IlpResult result_;
};

}  // namespace

IlpResult solve(const IntegerProgramme& programme,
                const IlpOptions& options,
                const RowSource& lazy_rows) {
  return Solve(programme, options, lazy_rows).run();
}

}  // namespace catenary::logic
