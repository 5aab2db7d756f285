// SPDX-License-Identifier: Apache-2.0
#include "tools/check-proof/replay.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/check-proof/failure.h"
#include "tools/check-proof/json.h"
#include "tools/check-proof/signals.h"
#include "tools/check-proof/text.h"

namespace check_proof {

namespace {

/// An input or output of the suite, and its bits in the circuit.
struct SuiteSignal {
  std::string name, type;
  const std::vector<std::size_t>* bits = nullptr;
  std::optional<std::uint64_t> otherwise;
};

/// The value of the signal of that index and name; null where there is none.
const Json& item(const Json& values,
                 std::size_t index,
                 const std::string& name) {
  return values.kind == Json::Kind::array && index < values.items.size()
             ? values.items[index]
             : values.at(name);
}

std::size_t count_in(const Json& json) {
  const auto n = parse<std::size_t>(json.text);
  if (!n) throw Unreadable("the suite has '" + json.text + "' for a number");
  return *n;
}

/// Executes tests.
class Player {
 public:
  Player(const Certificate& certificate, const Json& suite)
      : certificate_(certificate),
        circuit_(certificate.system),
        suite_(suite),
        inputs_(places_of(circuit_.input_names)),
        outputs_(places_of(circuit_.output_names)) {
    if (suite.at("schema").text != "catenary-suite-1") {
      throw Unreadable("not a suite");
    }
    if (suite.at("model").at("sha256").text != certificate.model) {
      throw Rejected("the suite is of another model than the certificate");
    }
    const Json& signature = suite.at("signature");
    given_ = signals(signature.at("inputs"), "input");
    chosen_ = signals(signature.at("initial"), "initial");
    shown_ = signals(signature.at("outputs"), "output");
    const auto& names = circuit_.output_names;
    const auto at = std::find(names.begin(), names.end(), "shown");
    if (at == names.end())
      throw Unreadable("the circuit has no output 'shown'");
    is_shown_ = circuit_.outputs[static_cast<std::size_t>(at - names.begin())];
  }

  void check_goals() const;
  void play(const Json& test);
  [[nodiscard]] const Replayed& counts() const { return counts_; }

 private:
  [[nodiscard]] std::vector<SuiteSignal> signals(const Json& list,
                                                 const char* kind) const;
  void set(const std::vector<SuiteSignal>& signals, const Json& values);
  void step(const Json& goals, const Json& expect);
  void check_hits(const Json& goals);
  void check_outputs(const Json& expect);
  /// The steps of a test or prefix, those of its prefixes first.
  void collect(const Json& part, std::vector<const Json*>& out) const;
  [[noreturn]] void reject(const std::string& why) const {
    throw Rejected("test " + test_ + ", step " + std::to_string(at_) + ": " +
                   why);
  }

  const Certificate& certificate_;
  const Circuit& circuit_;
  const Json& suite_;
  Places inputs_, outputs_;
  std::vector<SuiteSignal> given_, chosen_, shown_;
  Signal is_shown_ = 0;
  Replayed counts_;

  // Of the test at hand:
  std::string test_;
  std::size_t at_ = 0;
  std::vector<bool> values_;
  /// Goals that were hit.
  std::vector<bool> hit_;
};

std::vector<SuiteSignal> Player::signals(const Json& list,
                                         const char* kind) const {
  const Places& places =
      std::string_view(kind) == "output" ? outputs_ : inputs_;
  std::vector<SuiteSignal> out;
  for (const Json& item : list.items) {
    SuiteSignal s{item.at("name").text, item.at("type").text, nullptr, {}};
    const auto found = places.find({kind, s.name});
    // What Catenary computes is no part of the program's behaviour.
    if (found != places.end() && !item.at("derived").truth) {
      s.bits = &found->second;
    }
    s.otherwise = default_bits(item);
    out.push_back(std::move(s));
  }
  return out;
}

void Player::check_goals() const {
  for (const Json& note : suite_.at("certificates").items) {
    if (note.at("kind").text != "proof") continue;
    if (note.at("data").at("sha256").text != certificate_.digest) {
      throw Rejected("the suite has the digest of another certificate");
    }
    const Json& told = note.at("data").at("distances");
    bool same = told.members.size() == certificate_.distances.size();
    for (const Claim& c : certificate_.distances) {
      same = same && told.at(c.goal).text == std::to_string(c.steps);
    }
    if (!same) throw Rejected("the suite has other distances");
  }
  for (const Json& goal : suite_.at("goals").items) {
    const std::string& id = goal.at("id").text;
    const auto& claims = certificate_.unreachable;
    const bool proved =
        std::any_of(claims.begin(), claims.end(), [&](const Claim& c) {
          return c.goal == id;
        });
    const bool unreachable = goal.at("status").text == "unreachable";
    if (proved && goal.at("status").text == "covered") {
      throw Rejected("the suite covers '" + id + "', which is unreachable");
    }
    if (unreachable && goal.at("trust").text == "certified" && !proved) {
      throw Rejected("the suite calls '" + id +
                     "' certified, which the certificate does not prove");
    }
  }
}

/// Sets inputs of the circuit. Values are there by name, or all in order.
void Player::set(const std::vector<SuiteSignal>& signals, const Json& values) {
  for (const auto& [name, value] : values.members) {
    const auto is_it = [&wanted = name](const SuiteSignal& one) {
      return one.name == wanted;
    };
    if (std::none_of(signals.begin(), signals.end(), is_it)) {
      reject("the circuit has no input '" + name + "'");
    }
  }
  for (std::size_t i = 0; i < signals.size(); ++i) {
    const SuiteSignal& s = signals[i];
    if (s.bits == nullptr) reject("the circuit has no input '" + s.name + "'");
    const Json& value = item(values, i, s.name);
    const std::optional<std::uint64_t> bits = value.kind == Json::Kind::null
                                                  ? s.otherwise
                                                  : machine_bits(s.type, value);
    if (!bits) reject("the value of '" + s.name + "' is none of " + s.type);
    for (std::size_t b = 0; b < s.bits->size(); ++b) {
      values_[1 + (*s.bits)[b]] = (*bits >> b & 1U) != 0;
    }
  }
}

void Player::collect(const Json& part, std::vector<const Json*>& out) const {
  std::vector<const Json*> parts{&part};
  const std::vector<Json>& prefixes = suite_.at("prefixes").items;
  std::size_t before = prefixes.size();
  while (parts.back()->at("after").kind == Json::Kind::number) {
    const std::size_t index = count_in(parts.back()->at("after"));
    // A prefix goes on after an earlier one, so this ends.
    if (index >= before) throw Unreadable("the suite has no such prefix");
    before = index;
    parts.push_back(&prefixes[index]);
  }
  for (auto p = parts.rbegin(); p != parts.rend(); ++p) {
    for (const Json& s : (*p)->at("steps").items) out.push_back(&s);
  }
}

void Player::check_hits(const Json& goals) {
  std::vector<bool> named(circuit_.bad.size(), false);
  for (const Json& goal : goals.items) {
    const auto& names = circuit_.bad_names;
    const auto at = std::find(names.begin(), names.end(), goal.text);
    if (at == names.end()) {
      ++counts_.skipped_goals;
      continue;
    }
    const auto g = static_cast<std::size_t>(at - names.begin());
    named[g] = true;
    if (!value_of(values_, circuit_.bad[g])) {
      reject("the circuit does not hit '" + goal.text + "'");
    }
    ++counts_.hits;
  }
  for (const Claim& claim : certificate_.unreachable) {
    if (value_of(values_, circuit_.bad[claim.bad])) {
      reject("the circuit hits '" + claim.goal + "', which is unreachable");
    }
  }
  for (const Claim& claim : certificate_.distances) {
    if (at_ < claim.steps && value_of(values_, circuit_.bad[claim.bad])) {
      reject("the circuit hits '" + claim.goal + "' too early");
    }
  }
  // A test names a goal in the step that hits it first.
  for (std::size_t g = 0; g < circuit_.bad.size(); ++g) {
    const bool hits = value_of(values_, circuit_.bad[g]);
    const auto is_it = [&](const Json& goal) {
      return goal.at("id").text == circuit_.bad_names[g];
    };
    const auto& all = suite_.at("goals").items;
    const bool is_goal = std::any_of(all.begin(), all.end(), is_it);
    if (hits && !hit_[g] && !named[g] && is_goal) {
      reject("the circuit hits '" + circuit_.bad_names[g] +
             "', which the test does not name here");
    }
    if (hits) hit_[g] = true;
  }
}

void Player::check_outputs(const Json& expect) {
  const bool is_shown = value_of(values_, is_shown_);
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    const SuiteSignal& s = shown_[i];
    const Json& value = item(expect, i, s.name);
    if (value.kind == Json::Kind::null) continue;
    const std::optional<std::uint64_t> bits = s.bits == nullptr || !is_shown
                                                  ? std::nullopt
                                                  : machine_bits(s.type, value);
    if (!bits) {
      ++counts_.skipped_values;
      continue;
    }
    std::uint64_t mine = 0;
    for (std::size_t b = 0; b < s.bits->size(); ++b) {
      if (value_of(values_, circuit_.outputs[(*s.bits)[b]])) {
        mine |= std::uint64_t{1} << b;
      }
    }
    if (!same_value(s.type, mine, *bits)) {
      reject("the circuit has another value of '" + s.name + "'");
    }
    ++counts_.values;
  }
}

void Player::step(const Json& goals, const Json& expect) {
  Work::spend(circuit_.gates.size() + circuit_.latches.size() +
              circuit_.bad.size() + goals.items.size() + 1);
  evaluate(circuit_, values_);
  for (const Signal s : circuit_.constraints) {
    if (!value_of(values_, s)) reject("the circuit has no such step");
  }
  check_hits(goals);
  check_outputs(expect);
  std::vector<bool> next;
  for (const Latch& latch : circuit_.latches) {
    next.push_back(value_of(values_, latch.next));
  }
  std::copy(next.begin(), next.end(), values_.begin() + circuit_.first_latch());
  ++counts_.steps;
}

void Player::play(const Json& test) {
  if (test.at("kind").text == "tree") {
    ++counts_.skipped_tests;
    return;
  }
  ++counts_.tests;
  test_ = test.at("id").text.substr(0, 12);
  at_ = 0;
  values_.assign(std::size_t{circuit_.variables()} + 1, false);
  hit_.assign(circuit_.bad.size(), false);
  for (std::size_t i = 0; i < circuit_.latches.size(); ++i) {
    values_[circuit_.first_latch() + i] = circuit_.latches[i].reset;
  }
  // The first step of the circuit is the initialisation.
  const Json& initial = test.at("initial");
  set(chosen_, initial.at("values"));
  step(initial.at("goals"), Json());
  std::vector<const Json*> steps;
  collect(test, steps);
  for (const Json* s : steps) {
    const Json& repeat = s->at("repeat");
    const bool once = repeat.kind == Json::Kind::null;
    for (std::size_t n = once ? 1 : count_in(repeat); n > 0; --n) {
      ++at_;
      set(given_, s->at("inputs"));
      step(s->at("goals"), s->at("expect"));
    }
  }
}

}  // namespace

Replayed replay_suite(const Certificate& certificate, std::string_view suite) {
  const Json json = read_json(suite);
  Player player(certificate, json);
  player.check_goals();
  for (const Json& test : json.at("tests").items) player.play(test);
  return player.counts();
}

}  // namespace check_proof
