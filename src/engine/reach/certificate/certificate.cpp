// SPDX-License-Identifier: Apache-2.0
#include "engine/reach/certificate/certificate.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/process.h"
#include "base/sha256.h"
#include "base/wire.h"
#include "engine/reach/certificate/proof_clauses.h"
#include "engine/reach/certificate/simulation.h"
#include "engine/reach/certificate/state_set.h"
#include "engine/reach/certificate/system_circuit.h"
#include "engine/reach/symbolic/candidates.h"
#include "engine/reach/symbolic/property_directed.h"
#include "logic/smt/circuit/refutation.h"

namespace catenary::engine::reach {

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
/// Gates in all frames of a proof of distances, at most.
constexpr std::uint64_t kMostFrameGates = 3'000'000;

std::unique_ptr<logic::smt::SatSolver> new_solver() {
  return logic::smt::make_cadical({});
}

/// A section of a certificate.
std::string section(const std::string& head, const std::string& body) {
  return head + " " + std::to_string(body.size()) + "\n" + body;
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
        circuit_(relation_, budget),
        states_(
            circuit_.circuit(), all_goals(request), SystemCircuit::kStopped) {}

  /// Calls `put` with each certificate that proves more than the one before.
  void run(const std::function<void(const CertificateResult&)>& put);

 private:
  [[nodiscard]] static std::vector<std::uint32_t> all_goals(
      const CertificateRequest& request);
  /// Uses the set of states where it proves more than what is there.
  void use_states();
  void certify_unreachable();
  void certify_distances();
  [[nodiscard]] bool complete() const {
    return result_.unreachable.size() == request_.unreachable.size() &&
           result_.distances.size() == request_.distances.size();
  }
  [[nodiscard]] bool prove_distances(const Distances& distances);
  /// Appends a proof to a section; false if there is none.
  [[nodiscard]] bool prove(const char* name,
                           const ProofClauses& clauses,
                           const base::Budget& budget,
                           std::string& to);
  [[nodiscard]] std::string compose() const;

  const model::StepSystem& system_;
  const CertificateRequest& request_;
  const base::Budget& budget_;
  logic::TermManager terms_;
  model::Encoding encoding_;
  Relation relation_;
  SystemCircuit circuit_;
  StateSet states_;
  CertificateResult result_;
  /// Whether it was proved that every step is one that the circuit describes.
  bool exact_ = false;
  /// The sections of the unreachable goals, and of the distances. Empty: the
  /// states prove them.
  std::string invariant_, distance_proof_;
};

std::vector<std::uint32_t> Certification::all_goals(
    const CertificateRequest& request) {
  std::vector<std::uint32_t> out = request.unreachable;
  for (const auto& [goal, steps] : request.distances) out.push_back(goal);
  return out;
}

void Certification::run(
    const std::function<void(const CertificateResult&)>& put) {
  const auto finish = [&] {
    if (!result_.unreachable.empty() || !result_.distances.empty()) {
      result_.text = compose();
    }
    if (complete()) result_.why_not.clear();
    put(result_);
  };
  states_.explore(kFewStates, budget_.share(budget_.work_left(), 4));
  use_states();
  finish();
  if (complete()) return;
  certify_unreachable();
  finish();
  certify_distances();
  finish();
  if (complete() || !result_.contradiction.empty()) return;
  states_.explore(kMostStates, budget_);
  use_states();
  finish();
}

void Certification::use_states() {
  std::vector<std::uint32_t> unreachable;
  for (const std::uint32_t goal : request_.unreachable) {
    if (states_.closed() && states_.first_hit(goal) == StateSet::kNever) {
      unreachable.push_back(goal);
    }
  }
  Distances distances;
  for (const auto& [goal, steps] : request_.distances) {
    if (states_.first_hit(goal) >= steps &&
        (states_.closed() || steps <= states_.depths())) {
      distances.emplace_back(goal, steps);
    }
  }
  if (unreachable.size() > result_.unreachable.size()) {
    result_.unreachable = std::move(unreachable);
    invariant_.clear();
  }
  if (distances.size() > result_.distances.size()) {
    result_.distances = std::move(distances);
    distance_proof_.clear();
  }
}

bool Certification::prove(const char* name,
                          const ProofClauses& clauses,
                          const base::Budget& budget,
                          std::string& to) {
  const logic::smt::Refutation found =
      logic::smt::refute(clauses, request_.most_proof_bytes, budget);
  if (found.answer != Answer::unsat) {
    // The others are about the invariant that was found here.
    if (found.answer == Answer::sat && exact_ &&
        std::string_view(name) == "distance") {
      result_.contradiction = "a goal is reached by a shorter run";
    }
    result_.why_not = std::string("the solver did not refute '") + name + "'";
    return false;
  }
  to += section(std::string("proof ") + name, found.drat);
  return true;
}

void Certification::certify_unreachable() {
  if (request_.unreachable.size() == result_.unreachable.size()) return;
  const base::Budget half = budget_.share(budget_.work_left(), 2);
  const std::vector<std::string> states = simulated_states(
      relation_, circuit_, kSimulatedSteps, kRunLength, kMostSimulated, half);
  Invariants facts(relation_,
                   guess_invariants(relation_, states, kMostGuesses),
                   new_solver,
                   budget_.share(budget_.work_left(), 4));
  PropertyDirected search(relation_, std::move(facts), {}, new_solver);
  // Every proof below is about runs that the encoding describes.
  if (search.decide(relation_.unfaithful(), half) !=
      Reachability::unreachable) {
    result_.why_not =
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
    } else if (found == Reachability::reached) {
      result_.contradiction =
          "a run reaches '" + system_.goals[goals[i]].id + "'";
    }
  }
  if (proved.size() < goals.size()) {
    result_.why_not = "no invariant was found within the work allowed";
  }
  if (proved.size() <= result_.unreachable.size()) return;
  const AndCircuit invariant =
      circuit_.invariant(search.facts().terms(), search.cubes(), budget_);
  std::string sections = section("invariant", invariant.to_text());
  const AndCircuit& system = circuit_.circuit();
  const std::vector<std::size_t> bad(proved.begin(), proved.end());
  if (prove("initial", initial_clauses(system, invariant), budget_, sections) &&
      prove("step", step_clauses(system, invariant), budget_, sections) &&
      prove("bad", bad_clauses(system, invariant, bad), budget_, sections)) {
    result_.unreachable = std::move(proved);
    invariant_ = std::move(sections);
  }
}

bool Certification::prove_distances(const Distances& distances) {
  std::uint64_t frames = 0;
  for (const auto& [goal, steps] : distances) {
    frames = std::max<std::uint64_t>(frames, steps);
  }
  if (frames * circuit_.circuit().variables() > kMostFrameGates) {
    result_.why_not = "the shortest runs are too long to be unrolled";
    return false;
  }
  std::vector<std::pair<std::size_t, std::uint32_t>> bad(distances.begin(),
                                                         distances.end());
  std::string proof;
  if (!prove("distance",
             distance_clauses(circuit_.circuit(), bad),
             budget_.share(budget_.work_left(), 4),
             proof)) {
    return false;
  }
  result_.distances = distances;
  distance_proof_ = std::move(proof);
  return true;
}

// All at once; then without the larger half of the distances, and so on.
void Certification::certify_distances() {
  Distances open = request_.distances;
  std::ranges::sort(open, {}, [](const auto& d) { return d.second; });
  while (open.size() > result_.distances.size() &&
         budget_.poll() == base::StopReason::none) {
    if (prove_distances(open)) return;
    open.resize(open.size() / 2);
  }
  if (result_.why_not.empty()) {
    result_.why_not = "the work allowed was used up";
  }
}

std::string Certification::compose() const {
  std::string out = "model " + system_.sha256 + "\n";
  const auto& bad = circuit_.circuit().bad;
  for (const std::uint32_t goal : result_.unreachable) {
    out += "unreachable " + bad[goal].name + "\n";
  }
  for (const auto& [goal, steps] : result_.distances) {
    out += "distance " + std::to_string(steps) + " " + bad[goal].name + "\n";
  }
  out += section("system", circuit_.circuit().to_text());
  std::uint32_t depths = 0;
  if (distance_proof_.empty()) {
    for (const auto& [goal, steps] : result_.distances) {
      depths = std::max(depths, steps);
    }
  }
  const bool forever = !result_.unreachable.empty() && invariant_.empty();
  if (forever || depths > 0) {
    depths = std::min(depths, states_.depths());
    out += section("states", states_.to_bytes(depths, forever));
  }
  out += invariant_ + distance_proof_ + "end\n";
  return "catenary-certificate 1\nsha256 " + base::sha256(out) + "\n" + out;
}

std::string to_bytes(const CertificateResult& result) {
  base::WireWriter writer;
  std::vector<std::uint32_t> goals;
  std::vector<std::uint32_t> steps;
  for (const auto& [goal, least] : result.distances) {
    goals.push_back(goal);
    steps.push_back(least);
  }
  writer.put(result.text,
             result.unreachable,
             goals,
             steps,
             result.why_not,
             result.contradiction);
  return writer.bytes();
}

CertificateResult from_bytes(const std::string& bytes) {
  base::WireReader reader(bytes);
  CertificateResult out;
  std::vector<std::uint32_t> goals;
  std::vector<std::uint32_t> steps;
  reader.get(
      out.text, out.unreachable, goals, steps, out.why_not, out.contradiction);
  for (std::size_t i = 0; i < goals.size(); ++i) {
    out.distances.emplace_back(goals[i], steps.at(i));
  }
  return out;
}

/// The last result that arrived as a whole. Each has its size in front, in a
/// line of its own.
class LastResult {
 public:
  void take(std::string_view bytes) {
    text_ += bytes;
    for (;;) {
      const std::size_t end = text_.find('\n');
      if (end == std::string::npos) return;
      const std::size_t size = std::stoull(text_);
      if (text_.size() < end + 1 + size) return;
      last_ = text_.substr(end + 1, size);
      text_.erase(0, end + 1 + size);
    }
  }
  [[nodiscard]] const std::optional<std::string>& bytes() const {
    return last_;
  }

 private:
  std::string text_;
  std::optional<std::string> last_;
};

}  // namespace

CertificateResult make_certificate(const model::StepSystem& system,
                                   const CertificateRequest& request,
                                   const base::Budget& budget) {
  base::ForkedTask task;
  task.body = [&](base::ForkedOutput& out) {
    Certification(system, request, budget)
        .run([&](const CertificateResult& result) {
          const std::string bytes = to_bytes(result);
          out.write(std::to_string(bytes.size()) + "\n");
          out.write(bytes);
        });
  };
  LastResult last;
  task.on_bytes = [&](std::string_view bytes) { last.take(bytes); };
  const base::ForkedResult child = base::run_forked(task, budget);
  if (!last.bytes()) {
    throw base::ToolError("no certificate: the search for it ended with " +
                          child.process.describe());
  }
  CertificateResult out = from_bytes(*last.bytes());
  if (!child.process.succeeded()) {
    out.why_not = "the search ended with " + child.process.describe();
  }
  return out;
}

}  // namespace catenary::engine::reach
