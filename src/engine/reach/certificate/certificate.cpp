// SPDX-License-Identifier: Apache-2.0
#include "engine/reach/certificate/certificate.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

#include "base/process.h"
#include "base/sha256.h"
#include "base/wire.h"
#include "engine/reach/certificate/proof_clauses.h"
#include "engine/reach/certificate/simulation.h"
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
constexpr std::size_t kMostStates = 10'000;
constexpr std::size_t kMostGuesses = 4'000;
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
        circuit_(relation_, budget) {}

  CertificateResult run() {
    certify_unreachable();
    certify_distances();
    if (!proofs_.empty()) result_.text = compose();
    return std::move(result_);
  }

 private:
  void certify_unreachable();
  void certify_distances();
  [[nodiscard]] bool prove_distances(const Distances& distances);
  /// Appends a proof; false if there is none.
  [[nodiscard]] bool prove(const char* name,
                           const ProofClauses& clauses,
                           const base::Budget& budget);
  [[nodiscard]] std::string compose() const;

  const model::StepSystem& system_;
  const CertificateRequest& request_;
  const base::Budget& budget_;
  logic::TermManager terms_;
  model::Encoding encoding_;
  Relation relation_;
  SystemCircuit circuit_;
  CertificateResult result_;
  /// Whether it was proved that every step is one that the circuit describes.
  bool exact_ = false;
  /// Sections.
  std::string invariant_, proofs_;
};

bool Certification::prove(const char* name,
                          const ProofClauses& clauses,
                          const base::Budget& budget) {
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
  proofs_ += section(std::string("proof ") + name, found.drat);
  return true;
}

void Certification::certify_unreachable() {
  if (request_.unreachable.empty()) return;
  const base::Budget half = budget_.share(budget_.work_left(), 2);
  const std::vector<std::string> states = simulated_states(
      relation_, circuit_, kSimulatedSteps, kRunLength, kMostStates, half);
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
  for (std::size_t i = 0; i < goals.size(); ++i) {
    const base::Budget one = budget_.share(
        budget_.work_left(), static_cast<std::int64_t>(goals.size() - i + 1));
    const Reachability found = search.decide(goals[i], one);
    if (found == Reachability::unreachable) {
      result_.unreachable.push_back(goals[i]);
    } else if (found == Reachability::reached) {
      result_.contradiction =
          "a run reaches '" + system_.goals[goals[i]].id + "'";
    }
  }
  if (result_.unreachable.size() < goals.size()) {
    result_.why_not = "no invariant was found within the work allowed";
  }
  if (result_.unreachable.empty()) return;
  const AndCircuit invariant =
      circuit_.invariant(search.facts().terms(), search.cubes(), budget_);
  invariant_ = section("invariant", invariant.to_text());
  const AndCircuit& system = circuit_.circuit();
  const std::vector<std::size_t> bad(result_.unreachable.begin(),
                                     result_.unreachable.end());
  if (!prove("initial", initial_clauses(system, invariant), budget_) ||
      !prove("step", step_clauses(system, invariant), budget_) ||
      !prove("bad", bad_clauses(system, invariant, bad), budget_)) {
    invariant_.clear();
    proofs_.clear();
    result_.unreachable.clear();
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
  if (!prove("distance",
             distance_clauses(circuit_.circuit(), bad),
             budget_.share(budget_.work_left(), 2))) {
    return false;
  }
  result_.distances = distances;
  return true;
}

// All at once; then without the larger half of the distances, and so on.
void Certification::certify_distances() {
  Distances open = request_.distances;
  std::ranges::sort(open, {}, [](const auto& d) { return d.second; });
  while (!open.empty() && budget_.poll() == base::StopReason::none) {
    if (prove_distances(open)) return;
    open.resize(open.size() / 2);
  }
  if (result_.why_not.empty() && !request_.distances.empty()) {
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
  out += invariant_ + proofs_ + "end\n";
  return "catenary-certificate 1\nsha256 " + base::sha256(out) + "\n" + out;
}

void send(const CertificateResult& result, base::ForkedOutput& out) {
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
  out.write(writer.bytes());
}

CertificateResult receive(const std::string& bytes) {
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

}  // namespace

CertificateResult make_certificate(const model::StepSystem& system,
                                   const CertificateRequest& request,
                                   const base::Budget& budget) {
  base::ForkedTask task;
  task.body = [&](base::ForkedOutput& out) {
    send(Certification(system, request, budget).run(), out);
  };
  const base::ForkedResult child = base::run_forked(task, budget);
  if (!child.process.succeeded()) {
    throw base::ToolError("no certificate: the search for it ended with " +
                          child.process.describe());
  }
  return receive(child.bytes);
}

}  // namespace catenary::engine::reach
