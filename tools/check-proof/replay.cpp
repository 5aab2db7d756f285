// SPDX-License-Identifier: Apache-2.0
#include "tools/check-proof/suite.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tools/check-proof/suite_json.h"
#include "tools/check-proof/text.h"

namespace check_proof {

namespace {

/// The value of an input that a step of a test does not name: 0 or false, moved
/// into the range of the signal, which is one of the suite's signature.
std::optional<std::uint64_t> default_bits(const Json& signal) {
  const std::string& type = text(signal, "type");
  const Json& range = items(member(signal, "range"));
  if (range.size() == 2 && type != "bool") {
    // Numbers of 64 bits have 53 of them here, which is enough to see a sign.
    const auto lo = parse<double>(text(range[0]));
    const auto hi = parse<double>(text(range[1]));
    if (lo && *lo > 0) return machine_bits(type, text(range[0]));
    if (hi && *hi < 0) return machine_bits(type, text(range[1]));
  }
  return machine_bits(type, type == "bool" ? "false" : "0");
}

/// An input or output of the suite, and its bits in the circuit.
struct SuiteSignal {
  std::string name, type;
  const std::vector<std::size_t>* bits = nullptr;
  std::optional<std::uint64_t> otherwise;
};

/// The value of the signal of that index and name; null where there is none.
const Json& item(const Json& values, std::size_t index, const SuiteSignal& of) {
  return values.is_array() && index < values.size() ? values[index]
                                                    : member(values, of.name);
}

std::size_t count_in(const Json& json) {
  const auto n = parse<std::size_t>(text(json));
  if (!n) throw Unreadable("the suite has '" + text(json) + "' for a number");
  return *n;
}

constexpr std::string_view kCounts =
    "tests steps hits values skipped_tests skipped_goals skipped_values";

/// Executes tests.
class Player {
 public:
  Player(const Certificate& certificate, const Json& suite)
      : certificate_(certificate),
        circuit_(certificate.system),
        prefixes_(items(member(suite, "prefixes"))),
        inputs_(places_of(circuit_.input_names)),
        outputs_(places_of(circuit_.output_names)) {
    const Json& signature = member(suite, "signature");
    for (std::string_view names = kCounts; !names.empty();) {
      counts_[std::string(word(names))] = 0;
    }
    given_ = signals(member(signature, "inputs"), "input", inputs_);
    chosen_ = signals(member(signature, "initial"), "initial", inputs_);
    shown_ = signals(member(signature, "outputs"), "output", outputs_);
    for (const auto& [name, bits] : inputs_) {
      const auto& set = name.first == "input" ? given_ : chosen_;
      if (std::none_of(set.begin(), set.end(), [&](const auto& s) {
            return s.name == name.second && s.type != "text";
          })) {
        throw Unreadable("tests of this kind give no value to the input '" +
                         name.second + "' of the circuit");
      }
    }
    const auto shown = output_named(circuit_, "shown");
    if (!shown) throw Unreadable("the circuit has no output 'shown'");
    is_shown_ = *shown;
    final_ = output_named(circuit_, "final").value_or(1);
    std::set<std::string> known;
    for (const Json& goal : items(member(suite, "goals"))) {
      known.insert(text(goal, "id"));
    }
    for (std::size_t g = 0; g < circuit_.bad.size(); ++g) {
      goals_.emplace(circuit_.bad_names[g], g);
      is_goal_.push_back(known.contains(circuit_.bad_names[g]));
    }
  }

  [[nodiscard]] const Replayed& counts() const { return counts_; }

  void play(const Json& test) {
    if (text(test, "kind") == "tree") {
      ++counts_["skipped_tests"];
      return;
    }
    ++counts_["tests"];
    test_ = text(test, "id").substr(0, 12);
    at_ = 0;
    values_.assign(std::size_t{circuit_.variables()} + 1, false);
    hit_.assign(circuit_.bad.size(), false);
    for (std::size_t i = 0; i < circuit_.latches.size(); ++i) {
      values_[circuit_.first_latch() + i] = circuit_.latches[i].reset;
    }
    // The first step of the circuit is the initialisation.
    const Json& initial = member(test, "initial");
    set(chosen_, member(initial, "values"));
    step(member(initial, "goals"), Json());
    for (const Json* s : steps_of(test)) {
      const Json& repeat = member(*s, "repeat");
      for (std::size_t n = repeat.is_null() ? 1 : count_in(repeat); n > 0;
           --n) {
        ++at_;
        set(given_, member(*s, "inputs"));
        step(member(*s, "goals"), member(*s, "expect"));
      }
    }
    if (text(test, "kind") != "chain") return;
    if (!may_end_) reject("the test does not end where tests may end");
    ++chains_;
    chain_steps_ += at_;
    for (std::size_t g = 0; g < hit_.size(); ++g) {
      if (hit_[g]) in_chains_.insert(g);
    }
  }

  /// Whether the chains hit the goals of the claim, and cost as little as that
  /// allows.
  [[nodiscard]] bool is_cheapest(const SuiteClaim& claim) const {
    for (const Claim& goal : claim.goals) {
      if (!in_chains_.contains(goal.bad)) return false;
    }
    const std::uint64_t cost = (chains_ - 1) * claim.weight + chain_steps_;
    if (cost < claim.cost()) throw Rejected("no suite should cost so little");
    return cost == claim.cost();
  }

 private:
  [[noreturn]] void reject(const std::string& why) const {
    throw Rejected("test " + test_ + ", step " + std::to_string(at_) + ": " +
                   why);
  }

  static std::vector<SuiteSignal> signals(const Json& list,
                                          const char* kind,
                                          const Places& places) {
    std::vector<SuiteSignal> out;
    for (const Json& one : items(list)) {
      SuiteSignal s{text(one, "name"), text(one, "type"), nullptr, {}};
      const auto found = places.find({kind, s.name});
      // What Catenary computes is no part of the program's behaviour.
      if (found != places.end() && member(one, "derived") != Json(true)) {
        s.bits = &found->second;
      }
      s.otherwise = default_bits(one);
      out.push_back(std::move(s));
    }
    return out;
  }

  /// The steps of a test, those of its prefixes first.
  [[nodiscard]] std::vector<const Json*> steps_of(const Json& test) const {
    std::vector<const Json*> parts{&test};
    for (std::size_t before = prefixes_.size();
         !member(*parts.back(), "after").is_null();) {
      const std::size_t index = count_in(member(*parts.back(), "after"));
      // A prefix goes on after an earlier one, so this ends.
      if (index >= before) throw Unreadable("the suite has no such prefix");
      before = index;
      parts.push_back(&prefixes_[index]);
    }
    std::vector<const Json*> out;
    for (auto p = parts.rbegin(); p != parts.rend(); ++p) {
      for (const Json& s : items(member(**p, "steps"))) out.push_back(&s);
    }
    return out;
  }

  /// Sets inputs of the circuit. Values are there by name, or all in order.
  void set(const std::vector<SuiteSignal>& signals, const Json& values) {
    for (auto v = values.begin(); values.is_object() && v != values.end();
         ++v) {
      if (std::none_of(signals.begin(), signals.end(), [&](const auto& one) {
            return one.name == v.key();
          })) {
        reject("the circuit has no input '" + v.key() + "'");
      }
    }
    for (std::size_t i = 0; i < signals.size(); ++i) {
      const SuiteSignal& s = signals[i];
      if (!s.bits) reject("the circuit has no input '" + s.name + "'");
      const Json& value = item(values, i, s);
      const std::optional<std::uint64_t> bits =
          value.is_null() ? s.otherwise : machine_bits(s.type, text(value));
      if (!bits) reject("the value of '" + s.name + "' is none of " + s.type);
      for (std::size_t b = 0; b < s.bits->size(); ++b) {
        values_[1 + (*s.bits)[b]] = (*bits >> b & 1U) != 0;
      }
    }
  }

  void check_hits(const Json& goals) {
    std::set<std::size_t> named;
    for (const Json& goal : items(goals)) {
      const auto found = goals_.find(text(goal));
      if (found == goals_.end()) {
        ++counts_["skipped_goals"];
        continue;
      }
      named.insert(found->second);
      if (!value_of(values_, circuit_.bad[found->second])) {
        reject("the circuit does not hit '" + text(goal) + "'");
      }
      ++counts_["hits"];
    }
    for (const auto* claims :
         {&certificate_.unreachable, &certificate_.distances}) {
      for (const Claim& c : *claims) {
        if ((c.steps == 0 || at_ < c.steps) &&
            value_of(values_, circuit_.bad[c.bad])) {
          reject("the circuit hits '" + c.goal + "' against its claim");
        }
      }
    }
    // A test names a goal in the step that hits it first.
    for (std::size_t g = 0; g < circuit_.bad.size(); ++g) {
      if (!value_of(values_, circuit_.bad[g])) continue;
      if (!hit_[g] && !named.contains(g) && is_goal_[g]) {
        reject("the circuit hits '" + circuit_.bad_names[g] +
               "', which the test does not name here");
      }
      hit_[g] = true;
    }
  }

  void check_outputs(const Json& expect) {
    const bool is_shown = value_of(values_, is_shown_);
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      const SuiteSignal& s = shown_[i];
      const Json& value = item(expect, i, s);
      if (value.is_null()) continue;
      const std::optional<std::uint64_t> bits =
          s.bits == nullptr || !is_shown ? std::nullopt
                                         : machine_bits(s.type, text(value));
      if (!bits) {
        ++counts_["skipped_values"];
        continue;
      }
      std::uint64_t mine = 0;
      for (std::size_t b = 0; b < s.bits->size(); ++b) {
        const bool one = value_of(values_, circuit_.outputs[(*s.bits)[b]]);
        mine |= std::uint64_t{one} << b;
      }
      if (!same_value(s.type, mine, *bits)) {
        reject("the circuit has another value of '" + s.name + "'");
      }
      ++counts_["values"];
    }
  }

  void step(const Json& goals, const Json& expect) {
    Work::spend(circuit_.variables() + circuit_.bad.size() + goals.size() + 1);
    evaluate(circuit_, values_);
    for (const Signal s : circuit_.constraints) {
      if (!value_of(values_, s)) reject("the circuit has no such step");
    }
    check_hits(goals);
    check_outputs(expect);
    may_end_ = value_of(values_, final_);
    std::vector<bool> next;
    for (const Latch& latch : circuit_.latches) {
      next.push_back(value_of(values_, latch.next));
    }
    std::copy(
        next.begin(), next.end(), values_.begin() + circuit_.first_latch());
    ++counts_["steps"];
  }

  const Certificate& certificate_;
  const Circuit& circuit_;
  const Json& prefixes_;
  Places inputs_, outputs_;
  std::vector<SuiteSignal> given_, chosen_, shown_;
  Signal is_shown_ = 0, final_ = 1;
  /// Goals of the circuit by name; whether the suite has a goal.
  std::map<std::string, std::size_t> goals_;
  std::vector<bool> is_goal_;
  Replayed counts_;
  /// Tests of the kind "chain", their steps, and the goals that they hit.
  std::uint64_t chains_ = 0, chain_steps_ = 0;
  std::set<std::size_t> in_chains_;
  // Of the test at hand; and the goals that were hit.
  std::string test_;
  std::size_t at_ = 0;
  std::vector<bool> values_, hit_;
  bool may_end_ = true;
};

/// The suite is of the model, and says no more than the certificate does.
/// Returns whether it says that no suite costs less.
bool check_claims(const Certificate& certificate, const Json& suite) {
  bool told_minimal = false;
  if (text(suite, "schema") != "catenary-suite-1") {
    throw Unreadable("not a suite");
  }
  if (text(member(suite, "model"), "sha256") != certificate.model) {
    throw Rejected("the suite is of another model than the certificate");
  }
  for (const Json& note : items(member(suite, "certificates"))) {
    if (text(note, "kind") != "proof") continue;
    const Json& data = member(note, "data");
    if (text(data, "sha256") != certificate.digest) {
      throw Rejected("the suite has the digest of another certificate");
    }
    const Json& told = member(data, "distances");
    bool same = told.size() == certificate.distances.size();
    for (const Claim& c : certificate.distances) {
      same = same && text(told, c.goal) == std::to_string(c.steps);
    }
    if (!same) throw Rejected("the suite has other distances");
    const Json& bound = member(data, "suite");
    if (bound.is_null()) continue;
    told_minimal = true;
    const auto& claim = certificate.suite;
    if (!claim || text(bound, "resets") != std::to_string(claim->resets) ||
        text(bound, "steps") != std::to_string(claim->steps) ||
        text(bound, "weight") != std::to_string(claim->weight)) {
      throw Rejected("the suite has another least cost");
    }
  }
  std::set<std::string> proved;
  for (const Claim& c : certificate.unreachable) proved.insert(c.goal);
  for (const Json& goal : items(member(suite, "goals"))) {
    const std::string& id = text(goal, "id");
    if (proved.contains(id) && text(goal, "status") == "covered") {
      throw Rejected("the suite covers '" + id + "', which is unreachable");
    }
    if (!proved.contains(id) && text(goal, "status") == "unreachable" &&
        text(goal, "trust") == "certified") {
      throw Rejected("the suite calls '" + id +
                     "' certified, which the certificate does not prove");
    }
  }
  return told_minimal;
}

}  // namespace

Replayed replay_suite(const Certificate& certificate, std::string_view suite) {
  const Json json = read_json(suite);
  const bool told = check_claims(certificate, json);
  Player player(certificate, json);
  for (const Json& test : items(member(json, "tests"))) player.play(test);
  Replayed counts = player.counts();
  counts["cheapest"] =
      certificate.suite && player.is_cheapest(*certificate.suite) ? 1 : 0;
  if (told && counts["cheapest"] == 0) {
    throw Rejected("the suite calls itself minimal, which is not proved");
  }
  return counts;
}

}  // namespace check_proof
