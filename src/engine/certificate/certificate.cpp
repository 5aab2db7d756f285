// SPDX-License-Identifier: Apache-2.0
#include "engine/certificate/certificate.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/process.h"
#include "base/sha256.h"
#include "engine/certificate/proof_clauses.h"
#include "engine/certificate/result_wire.h"
#include "engine/certificate/simulation.h"
#include "engine/certificate/state_set.h"
#include "engine/certificate/suite_proof.h"
#include "engine/certificate/system_circuit.h"
#include "engine/reach/symbolic/candidates.h"
#include "engine/reach/symbolic/property_directed.h"
#include "logic/smt/circuit/refutation.h"

namespace catenary::engine::certificate {

namespace {

using logic::smt::Answer;
using model::Reachability;

/// Random simulation, and candidates for invariants.
constexpr std::size_t kSimulatedSteps = 2'000;
constexpr std::size_t kRunLength = 200;
constexpr std::size_t kMostSimulated = 10'000;
constexpr std::size_t kMostGuesses = 4'000;
/// States that are listed before and after the search for an invariant.
constexpr std::size_t kFewStates = 100'000;
constexpr std::size_t kMostStates = 4'000'000;
/// What they may take in memory.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;

std::unique_ptr<logic::smt::SatSolver> new_solver() {
  return logic::smt::make_cadical({});
}

/// One certificate, in the child process.
class Certification {
 public:
  Certification(const model::StepSystem& system,
                const CertificateRequest& request,
                const base::Budget& budget)
      : system_(system),
        request_(request),
        budget_(budget),
        encoding_(system.encoder->encode(terms_, request.encode, budget)),
        relation_(system, encoding_, terms_, budget),
        circuit_(relation_, budget) {}

  /// Calls `put` with each certificate that may prove more than the one before.
  void run(const std::function<void(const CertificateResult&)>& put);

 private:
  [[nodiscard]] std::vector<std::uint32_t> all_goals() const;
  /// Adds a set of states that hides these latches, and explores it.
  void explore(const std::vector<bool>& hidden);
  /// Explores the sets further, up to the end of the budget.
  void explore_further(const base::Budget& budget);
  void certify_steps(const std::function<void(const CertificateResult&)>& put);
  void certify_unreachable();
  void certify_distances();
  /// The claims that a set of states proves.
  [[nodiscard]] std::vector<std::uint32_t> unreachable_in(
      const StateSet& set) const;
  [[nodiscard]] Distances distances_in(const StateSet& set) const;
  /// The claims of the largest certificate that what is there allows, without
  /// its text, and the set of states that it has; null: none.
  using Choice = std::pair<CertificateResult, const StateSet*>;
  [[nodiscard]] Choice choose() const;
  [[nodiscard]] bool complete() const {
    const CertificateResult now = choose().first;
    return now.unreachable.size() == request_.unreachable.size() &&
           now.distances.size() == request_.distances.size();
  }
  /// Whether a longer search cannot prove more: all claims are proved, or all
  /// states of the over-approximation were explored, and the claims that are
  /// left are false in it.
  [[nodiscard]] bool finished() const {
    return complete() || (system_.over_approximates && sets_.front()->closed());
  }
  /// That certificate.
  [[nodiscard]] CertificateResult best() const;
  [[nodiscard]] bool prove_distances(const Distances& distances);
  /// Appends a proof to a section; false if there is none.
  [[nodiscard]] bool prove(const char* name,
                           const ProofClauses& clauses,
                           const base::Budget& budget,
                           std::string& to);
  [[nodiscard]] std::string compose(const CertificateResult& claims,
                                    const StateSet* set) const;

  const model::StepSystem& system_;
  const CertificateRequest& request_;
  const base::Budget& budget_;
  logic::TermManager terms_;
  model::Encoding encoding_;
  reach::Relation relation_;
  SystemCircuit circuit_;
  std::vector<std::unique_ptr<StateSet>> sets_;
  /// Whether it was proved that every step is one that the circuit describes.
  bool exact_ = false;
  /// What the invariant and the unrolling prove, and their sections.
  std::vector<std::uint32_t> unreachable_;
  Distances distances_;
  std::string invariant_, distance_proof_;
  /// The bound of a suite.
  SuiteProof suite_;
  std::string why_not_, contradiction_;
};

std::vector<std::uint32_t> Certification::all_goals() const {
  std::vector<std::uint32_t> out = request_.unreachable;
  for (const auto& [goal, steps] : request_.distances) out.push_back(goal);
  return out;
}

void Certification::explore(const std::vector<bool>& hidden) {
  sets_.push_back(std::make_unique<StateSet>(circuit_.circuit(),
                                             all_goals(),
                                             SystemCircuit::kStopped,
                                             hidden,
                                             request_.suite.goals,
                                             circuit_.final()));
  sets_.back()->explore(kFewStates, budget_.share(budget_.work_left(), 6));
}

void Certification::explore_further(const base::Budget& budget) {
  std::uint64_t most_bytes = kMostBytes;
  if (budget_.memory_bytes() != 0) {
    most_bytes = std::min(most_bytes, budget_.memory_bytes() / 4);
  }
  const auto can_go_on = [](const std::unique_ptr<StateSet>& set) {
    return !set->closed() && !set->has_many_cases();
  };
  std::int64_t parts = std::ranges::count_if(sets_, can_go_on);
  for (const auto& set : sets_) {
    if (!can_go_on(set)) continue;
    if (complete()) return;
    const base::Budget part = budget.share(budget.work_left(), parts--);
    const std::size_t most = most_bytes /
                             static_cast<std::size_t>(sets_.size()) /
                             set->bytes_per_state();
    set->explore(std::min(kMostStates, most), part);
  }
}

void Certification::run(
    const std::function<void(const CertificateResult&)>& put) {
  certify_steps(put);
  if (request_.suite.goals.empty() || !contradiction_.empty()) return;
  const auto [claims, chosen] = choose();
  suite_ = prove_suite(
      {request_.suite, circuit_, claims.distances, sets_, chosen}, budget_);
  if (suite_.goals.empty() && why_not_.empty()) {
    why_not_ = "no proof of the least cost was found within the work allowed";
  }
  put(best());
}

// The certificates without the bound of a suite.
void Certification::certify_steps(
    const std::function<void(const CertificateResult&)>& put) {
  explore({});
  if (system_.over_approximates && sets_.front()->closed()) {
    why_not_ = "the abstraction of the model has runs against them";
  }
  put(best());
  if (finished()) return;
  const std::vector<bool> data =
      circuit_.wide_slots(sets_.front()->depends_on_inputs());
  if (!sets_.front()->closed() && std::ranges::count(data, true) > 0) {
    explore(data);
    put(best());
    if (complete()) return;
  }
  explore_further(budget_.share(budget_.work_left(), 2));
  put(best());
  if (finished()) return;
  certify_unreachable();
  put(best());
  certify_distances();
  put(best());
  if (complete() || !contradiction_.empty()) return;
  explore_further(budget_);
  put(best());
}

std::vector<std::uint32_t> Certification::unreachable_in(
    const StateSet& set) const {
  std::vector<std::uint32_t> out;
  for (const std::uint32_t goal : request_.unreachable) {
    if (set.closed() && set.first_hit(goal) == StateSet::kNever) {
      out.push_back(goal);
    }
  }
  return out;
}

Distances Certification::distances_in(const StateSet& set) const {
  Distances out;
  for (const auto& [goal, steps] : request_.distances) {
    if (set.first_hit(goal) >= steps &&
        (set.closed() || steps <= set.depths())) {
      out.emplace_back(goal, steps);
    }
  }
  return out;
}

Certification::Choice Certification::choose() const {
  CertificateResult out;
  out.unreachable = unreachable_;
  out.distances = distances_;
  const StateSet* best = nullptr;
  for (const auto& set : sets_) {
    CertificateResult other;
    other.unreachable = unreachable_in(*set);
    other.distances = distances_in(*set);
    // The one set proves a kind of claims better than what else there is.
    if (other.unreachable.size() <= unreachable_.size()) {
      other.unreachable = unreachable_;
    }
    if (other.distances.size() <= distances_.size()) {
      other.distances = distances_;
    }
    if (other.unreachable.size() + other.distances.size() >
        out.unreachable.size() + out.distances.size()) {
      out = std::move(other);
      best = set.get();
    }
  }
  return {out, best};
}

CertificateResult Certification::best() const {
  auto [out, set] = choose();
  out.suite = suite_.goals;
  if (suite_.set != nullptr) set = suite_.set;
  if (!out.unreachable.empty() || !out.distances.empty() ||
      !out.suite.empty()) {
    out.text = compose(out, set);
  }
  out.contradiction = contradiction_;
  if (out.unreachable.size() < request_.unreachable.size() ||
      out.distances.size() < request_.distances.size() ||
      (suite_.goals.empty() && !request_.suite.goals.empty())) {
    out.why_not = why_not_.empty() ? "the work allowed was used up" : why_not_;
  }
  return out;
}

bool Certification::prove(const char* name,
                          const ProofClauses& clauses,
                          const base::Budget& budget,
                          std::string& to) {
  const logic::smt::Refutation found =
      logic::smt::refute(clauses, request_.most_proof_bytes, budget);
  if (found.answer != Answer::unsat) {
    // The others are about the invariant that was found here.
    if (found.answer == Answer::sat && exact_ && !system_.over_approximates &&
        std::string_view(name) == "distance") {
      contradiction_ = "a goal is reached by a shorter run";
    }
    why_not_ = std::string("the solver did not refute '") + name + "'";
    return false;
  }
  to += section(std::string("proof ") + name, found.drat);
  return true;
}

void Certification::certify_unreachable() {
  if (choose().first.unreachable.size() == request_.unreachable.size()) return;
  const base::Budget half = budget_.share(budget_.work_left(), 2);
  const std::vector<std::string> states = simulated_states(
      relation_, circuit_, kSimulatedSteps, kRunLength, kMostSimulated, half);
  reach::Invariants facts(
      relation_,
      reach::guess_invariants(relation_, states, kMostGuesses),
      new_solver,
      budget_.share(budget_.work_left(), 4));
  reach::PropertyDirected search(relation_, std::move(facts), {}, new_solver);
  // Every proof below is about runs that the encoding describes.
  if (search.decide(relation_.unfaithful(), half) !=
      Reachability::unreachable) {
    why_not_ =
        "it could not be shown that every step is one that the circuit "
        "describes";
    return;
  }
  exact_ = true;
  const std::vector<std::uint32_t>& goals = request_.unreachable;
  std::vector<std::uint32_t> proved;
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const base::Budget one = half.share(
        half.work_left(), static_cast<std::int64_t>(goals.size() - i));
    const Reachability found = search.decide(goals[i], one);
    if (found == Reachability::unreachable) {
      proved.push_back(goals[i]);
    } else if (found == Reachability::reached && !system_.over_approximates) {
      contradiction_ = "a run reaches '" + system_.goals[goals[i]].id + "'";
    }
  }
  if (proved.size() < goals.size()) {
    why_not_ = "no invariant was found within the work allowed";
  }
  if (proved.empty()) return;
  const AndCircuit invariant =
      circuit_.invariant(search.facts().terms(), search.cubes(), budget_);
  std::string sections = section("invariant", invariant.to_text());
  const AndCircuit& system = circuit_.circuit();
  const std::vector<std::size_t> bad(proved.begin(), proved.end());
  if (prove("initial", initial_clauses(system, invariant), budget_, sections) &&
      prove("step", step_clauses(system, invariant), budget_, sections) &&
      prove("bad", bad_clauses(system, invariant, bad), budget_, sections)) {
    unreachable_ = std::move(proved);
    invariant_ = std::move(sections);
  }
}

bool Certification::prove_distances(const Distances& distances) {
  std::uint64_t frames = 0;
  for (const auto& [goal, steps] : distances) {
    frames = std::max<std::uint64_t>(frames, steps);
  }
  if (!can_unroll(circuit_, frames)) {
    why_not_ = "the shortest runs are too long to be unrolled";
    return false;
  }
  const GoalsWithin bad(distances.begin(), distances.end());
  std::string proof;
  if (!prove("distance",
             run_clauses(circuit_.circuit(), {bad}),
             budget_.share(budget_.work_left(), 4),
             proof)) {
    return false;
  }
  distances_ = distances;
  distance_proof_ = std::move(proof);
  return true;
}

// All at once; then without the larger half of the distances, and so on.
void Certification::certify_distances() {
  const std::size_t have = choose().first.distances.size();
  Distances open = request_.distances;
  std::ranges::sort(open, {}, [](const auto& d) { return d.second; });
  while (open.size() > have && budget_.poll() == base::StopReason::none) {
    if (prove_distances(open)) return;
    open.resize(open.size() / 2);
  }
}

std::string Certification::compose(const CertificateResult& claims,
                                   const StateSet* set) const {
  std::string out = "model " + system_.sha256 + "\n";
  const auto& bad = circuit_.circuit().bad;
  for (const std::uint32_t goal : claims.unreachable) {
    out += "unreachable " + bad[goal].name + "\n";
  }
  for (const auto& [goal, steps] : claims.distances) {
    out += "distance " + std::to_string(steps) + " " + bad[goal].name + "\n";
  }
  out += suite_.lines;
  out += section("system", circuit_.circuit().to_text());
  const bool in_set =
      set != nullptr && claims.unreachable.size() > unreachable_.size();
  const bool far_in_set =
      set != nullptr && claims.distances.size() > distances_.size();
  if (in_set || far_in_set || suite_.set != nullptr) {
    std::uint32_t depths = suite_.set != nullptr ? suite_.depths : 0;
    for (const auto& [goal, steps] : claims.distances) {
      if (far_in_set) depths = std::max(depths, steps);
    }
    out += section("states",
                   set->to_bytes(std::min(depths, set->depths()), in_set));
  }
  if (!in_set) out += invariant_;
  if (!far_in_set) out += distance_proof_;
  out += suite_.sections;
  out += "end\n";
  return "catenary-certificate 1\nsha256 " + base::sha256(out) + "\n" + out;
}

}  // namespace

CertificateResult make_certificate(const model::StepSystem& system,
                                   const CertificateRequest& request,
                                   const base::Budget& budget) {
  base::ForkedTask task;
  task.body = [&](base::ForkedOutput& out) {
    Certification(system, request, budget)
        .run([&](const CertificateResult& result) {
          out.write(message(result));
        });
  };
  LastResult last;
  task.on_bytes = [&](std::string_view bytes) { last.take(bytes); };
  const base::ForkedResult child = base::run_forked(task, budget);
  if (!last.result()) {
    throw base::ToolError("the search for it ended with " +
                          child.process.describe());
  }
  CertificateResult out = *last.result();
  if (!child.process.succeeded()) {
    out.why_not = "the search ended with " + child.process.describe();
  }
  return out;
}

}  // namespace catenary::engine::certificate
