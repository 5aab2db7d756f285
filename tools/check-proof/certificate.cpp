// SPDX-License-Identifier: Apache-2.0
#include "tools/check-proof/certificate.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "tools/check-proof/text.h"

namespace check_proof {

namespace {

/// The digest of the bytes, by OpenSSL, as 64 hexadecimal digits.
std::string sha256(std::string_view bytes) {
  std::array<unsigned char, 32> digest{};
  if (EVP_Digest(bytes.data(),
                 bytes.size(),
                 digest.data(),
                 nullptr,
                 EVP_sha256(),
                 nullptr) != 1) {
    throw Unreadable("OpenSSL makes no SHA-256");
  }
  std::string out;
  for (const unsigned char byte : digest) {
    out += "0123456789abcdef"[byte >> 4U];
    out += "0123456789abcdef"[byte & 15U];
  }
  return out;
}

/// Finds the goals in the circuit, which must have each of them once.
void find_goals(const Circuit& system, std::vector<Claim>& claims) {
  std::multimap<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < system.bad_names.size(); ++i) {
    places.emplace(system.bad_names[i], i);
  }
  for (Claim& claim : claims) {
    if (claim.goal.empty() || places.count(claim.goal) != 1) {
      throw Rejected("not one goal, or one claim, of '" + claim.goal + "'");
    }
    claim.bad = places.extract(claim.goal).mapped();
  }
}

void require(bool holds, const char* what) {
  if (!holds) throw Rejected(what);
}

/// What the claim about suites needs is there.
void check_suite_parts(const Certificate& c) {
  const SuiteClaim& suite = *c.suite;
  constexpr std::size_t kMostGoals = 24;
  require(!suite.goals.empty(), "a suite of no goals costs nothing");
  if (suite.how == "search") {
    require(c.states && suite.goals.size() <= kMostGoals,
            "a search needs a set of states, and has few goals");
    return;
  }
  if (suite.how == "unrolled") {
    require(c.proofs.contains("suite") && suite.resets == 0 &&
                suite.weight >= suite.steps,
            "unrolling needs a proof, and proves the length of one test");
    return;
  }
  require(suite.goals.size() == 1 || (c.states && c.states->closed),
          "that goals are apart needs a closed set of states");
  // Each has a test of its own, which is as long as its distance.
  std::uint64_t cost = (suite.goals.size() - 1) * suite.weight;
  std::map<std::size_t, std::uint32_t> least;
  for (const Claim& d : c.distances) least[d.bad] = d.steps;
  for (const Claim& goal : suite.goals) {
    const auto found = least.find(goal.bad);
    if (found != least.end()) cost += found->second;
  }
  require(cost >= suite.cost(), "a suite costs less than it says");
}

/// What the claims need is there.
void check_parts(const Certificate& c) {
  require(!c.unreachable.empty() || !c.distances.empty() || c.suite,
          "nothing is claimed");
  for (const char* name : {"initial", "step", "bad"}) {
    require(c.proofs.contains(name) == c.invariant.has_value(),
            "three proofs go with an invariant");
  }
  require(!c.proofs.contains("suite") || c.suite, "nothing is claimed of it");
  const bool is_listed = c.proofs.contains("steps");
  require(is_listed == !c.steps.empty(), "steps need a proof");
  require(!is_listed || (c.suite && c.suite->how == "search"),
          "steps are there for a search");
  const std::size_t latches = c.system.latches.size();
  require(!c.invariant ||
              (c.invariant->inputs == latches && c.invariant->latches.empty() &&
               c.invariant->outputs.size() == 1),
          "the invariant must have one output, over the latches of the system");
  const bool forever = !c.unreachable.empty() && !c.invariant;
  const bool far = !c.distances.empty() && !c.proofs.contains("distance");
  require((c.states && !is_listed) || (!forever && !far),
          "a claim has no proof");
  if (c.suite) check_suite_parts(c);
  if (!c.states) return;
  require(!forever || c.states->closed, "the set of states must be closed");
  for (const Claim& claim : c.distances) {
    require(!far || c.states->closed || claim.steps <= c.states->depths.size(),
            "the set of states must be as deep as the distances");
  }
  std::vector<std::uint32_t> all = c.states->latches;
  all.insert(all.end(), c.states->constants.begin(), c.states->constants.end());
  require(std::set(all.begin(), all.end()).size() == all.size(),
          "the states have a latch twice");
  if (c.states->stop) all.push_back(*c.states->stop);
  for (const std::uint32_t latch : all) {
    require(latch < latches, "the system has no such latch");
  }
  const std::size_t states = c.states->states.size();
  for (const ListedStep& step : c.steps) {
    require(step.from < states && step.to <= states && step.final <= 1 &&
                step.hits >> c.suite->goals.size() == 0,
            "a step is not between states, or hits no goal of the suite");
  }
}

/// A line that is no section.
void read_claim(const Text& text,
                std::string_view key,
                std::string_view line,
                Certificate& out) {
  Claim claim;
  if (key == "model") {
    require(out.model.empty(), "a second model");
    out.model = line;
  } else if (key == "unreachable") {
    claim.goal = line;
    out.unreachable.push_back(std::move(claim));
  } else if (key == "distance") {
    claim.steps = text.number(word(line));
    claim.goal = line;
    require(claim.steps > 0, "no run has fewer than 0 steps");
    out.distances.push_back(std::move(claim));
  } else if (key == "suite") {
    require(!out.suite, "a second suite");
    const std::string_view how = word(line);
    require(how == "apart" || how == "search" || how == "unrolled",
            "an unknown proof");
    const std::vector<std::uint32_t> n = text.numbers_in(line, 2, 3);
    // Without a weight, a reset costs more than any number of steps.
    constexpr std::uint64_t kMost = std::uint64_t{1} << 32;
    out.suite = SuiteClaim{{}, n[0], n[1], n.size() == 3 ? n[2] : kMost, how};
  } else if (key == "of" && out.suite) {
    claim.goal = line;
    out.suite->goals.push_back(std::move(claim));
  } else {
    text.fail("an unknown line");
  }
}

}  // namespace

Certificate read_certificate(std::string_view bytes) {
  Text text(bytes, "the certificate");
  if (text.line() != "catenary-certificate 1") {
    text.fail("not a certificate of version 1");
  }
  const std::string digest(text.line());
  if (digest != "sha256 " + sha256(text.rest())) {
    throw Rejected("the digest is not that of the content");
  }
  Certificate out;
  std::optional<Circuit> system;
  for (;;) {
    std::string_view line = text.line();
    const std::string_view key = word(line);
    if (key == "end") {
      if (!line.empty() || !text.rest().empty()) text.fail("expected its end");
      break;
    }
    if (key == "system" || key == "invariant") {
      std::optional<Circuit>& to = key == "system" ? system : out.invariant;
      require(!to, "a circuit is there twice");
      to = read_circuit(text.take(text.number(line)), "a circuit");
    } else if (key == "states") {
      require(!out.states, "the states are there twice");
      out.states = read_states(text.take(text.number(line)));
    } else if (key == "steps") {
      Text lines(text.take(text.number(line)), "the steps");
      while (!lines.rest().empty()) {
        const std::vector<std::uint32_t> n = lines.numbers(4, 4);
        out.steps.push_back({n[0], n[1], n[2], n[3]});
      }
    } else if (key == "proof") {
      const std::string name(word(line));
      require(name == "initial" || name == "step" || name == "bad" ||
                  name == "distance" || name == "suite" || name == "steps",
              "an unknown proof");
      require(out.proofs.emplace(name, text.take(text.number(line))).second,
              "a proof is there twice");
    } else {
      read_claim(text, key, line, out);
    }
  }
  out.digest = sha256(bytes);
  require(system.has_value(), "the certificate has no system");
  out.system = std::move(*system);
  require(!out.model.empty(), "the certificate does not name its model");
  find_goals(out.system, out.unreachable);
  find_goals(out.system, out.distances);
  if (out.suite) find_goals(out.system, out.suite->goals);
  check_parts(out);
  return out;
}

}  // namespace check_proof
