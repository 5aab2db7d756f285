// SPDX-License-Identifier: Apache-2.0
#include "oracle/timed/compare.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>
#include <utility>

#include "oracle/timed/tree_walker.h"

namespace catenary::oracle {

namespace {

constexpr std::size_t kDifferencesKept = 4;
constexpr int kProbes = 24;  ///< observations tried in each state of a walk
constexpr std::uint32_t kSilence = ~std::uint32_t{0};

struct Event {
  std::uint32_t channel = 0;  ///< kSilence: nothing
  double delay = 0;
  std::vector<double> values;
};

bool is_fail(const std::string& verdict) {
  return verdict.rfind("FAIL", 0) == 0;
}

class Walk {
 public:
  Walk(GridModel& model,
       const RandomPurpose& chosen,
       const suite::Tree& tree,
       base::Rng& rng)
      : model_(model),
        chosen_(chosen),
        automaton_(model.automaton()),
        walker_(tree),
        oracle_(model, chosen.purpose),
        rng_(rng) {}

  /// The run the purpose was made from: every stimulation has to be open.
  void along_the_run() {
    begin();
    for (const RunEvent& e : chosen_.run) {
      probe();
      if (!go_on(e.delay, e.values, true)) return;
    }
  }

  void at_random() {
    begin();
    for (std::size_t k = 0; k < chosen_.purpose.path.size(); ++k) {
      probe();
      const auto event = next_on_purpose();
      if (!event || !go_on(event->delay, event->values, false)) return;
    }
  }

  Comparison finish() {
    out_.quantified = walker_.quantified();
    return std::move(out_);
  }

 private:
  void begin() {
    walker_.reset();
    oracle_.reset();
    trace_.clear();
  }

  [[nodiscard]] const model::TimedTransition& next_transition() const {
    return automaton_.transitions[chosen_.purpose.path[oracle_.depth()]];
  }
  [[nodiscard]] bool stimulates() const {
    const model::TimedTransition& t = next_transition();
    return t.action == model::TimedAction::input &&
           !chosen_.purpose.uncontrollable[t.channel];
  }

  std::string text_of(const Event& e) const {
    std::ostringstream out;
    if (e.channel == kSilence) {
      out << "silence until " << e.delay;
    } else {
      const model::TimedChannel& c = automaton_.channels[e.channel];
      out << e.delay << " " << c.name << (c.input ? "?" : "!");
      for (const double v : e.values) out << " " << v;
    }
    return out.str();
  }

  void difference(const std::string& what, const Event& e) {
    if (out_.differences.size() >= kDifferencesKept) return;
    std::string text = "after";
    for (const Event& t : trace_) text += " (" + text_of(t) + ")";
    out_.differences.push_back(text + ", on " + text_of(e) + ": " + what);
  }

  /// Judges one observation on both sides.
  void judge(const Event& e) {
    ++out_.observations;
    const bool silence = e.channel == kSilence;
    const std::string right =
        silence ? oracle_.silence()
                : oracle_.message(e.channel, e.delay, e.values);
    ++out_.verdicts[right];
    const auto found = walker_.enabled(
        silence ? suite::Action::quiescence : suite::Action::observe,
        e.channel,
        mpq_class(e.delay),
        e.values);
    std::vector<std::string> said;
    for (const std::int64_t t : found) {
      if (t < 0) {
        ++out_.undecided;
        return;
      }
      said.push_back(walker_.target(static_cast<std::uint32_t>(t)));
      if (said.back() == "NEXT" && right == "PASS") said.back() = "PASS";
    }
    if (said.size() == 1 && said[0] == right) return;
    std::string list;
    for (const std::string& s : said) list += (list.empty() ? "" : ", ") + s;
    difference("the tree says " + (list.empty() ? "nothing" : list) +
                   ", right is " + right,
               e);
    if (said.size() != 1) {
      ++out_.other;
    } else if (is_fail(said[0]) && !is_fail(right)) {
      ++out_.false_fail;
    } else if (!is_fail(said[0]) && is_fail(right)) {
      ++out_.false_pass;
    } else {
      ++out_.wrong_kind;
    }
  }

  /// Random observations, and such as are nearly allowed.
  void probe() {
    const double most = chosen_.purpose.time_out;
    judge({kSilence, most, {}});
    for (int i = 0; i < kProbes; ++i) {
      const auto c =
          static_cast<std::uint32_t>(rng_.below(automaton_.channels.size()));
      Event e{c, random_delay(rng_, most), {}};
      for (const auto& p : automaton_.channels[c].parameters) {
        e.values.push_back(random_value(rng_, p.type));
      }
      if (automaton_.channels[c].input && !chosen_.purpose.uncontrollable[c]) {
        if (stimulates() && c == next_transition().channel) stimulate(e);
        continue;
      }
      if (rng_.chance(1, 2)) {
        if (auto allowed = specified(c)) e = std::move(*allowed);
        const std::size_t n = e.values.size();
        if (n > 0 && rng_.chance(1, 4)) {
          const auto& type =
              automaton_.channels[c].parameters[rng_.below(n)].type;
          e.values[0] = type.base == model::DataType::Base::boolean
                            ? 1 - e.values[0]
                            : e.values[0] + (rng_.chance(1, 2) ? 1 : -1);
          if (type.non_negative) e.values[0] = std::abs(e.values[0]);
        }
      }
      judge(e);
    }
  }

  /// A stimulation that the tree allows must be one the model specifies.
  void stimulate(const Event& e) {
    if (e.delay >= chosen_.purpose.time_out) return;
    const auto found = walker_.enabled(
        suite::Action::stimulate, e.channel, mpq_class(e.delay), e.values);
    if (found.empty()) return;
    ++out_.stimulations;
    if (found[0] < 0) {
      ++out_.undecided;
    } else if (!oracle_.may_stimulate(e.delay, e.values)) {
      ++out_.other;
      difference("the tree sends what is not specified", e);
    }
  }

  /// An event that the model specifies on that channel here, of the grid.
  std::optional<Event> specified(std::uint32_t channel) {
    for (int tries = 0; tries < 12; ++tries) {
      const Point& p = oracle_.points()[rng_.below(oracle_.points().size())];
      const auto& leaving = automaton_.states[p.state].transitions;
      if (leaving.empty()) return std::nullopt;
      const std::uint32_t t = leaving[rng_.below(leaving.size())];
      if (automaton_.transitions[t].channel != channel) continue;
      if (auto e = event_by(p, t)) return e;
    }
    return std::nullopt;
  }

  std::optional<Event> event_by(const Point& p, std::uint32_t transition) {
    const model::TimedTransition& t = automaton_.transitions[transition];
    Event e{t.channel, random_delay(rng_, chosen_.purpose.time_out), {}};
    const bool input = t.action == model::TimedAction::input;
    if (input) {
      for (const auto& q : automaton_.channels[t.channel].parameters) {
        e.values.push_back(random_value(rng_, q.type));
      }
    }
    const auto steps = model_.steps(p, transition, e.delay, e.values);
    if (steps.empty()) return std::nullopt;
    if (!input) e.values = steps[rng_.below(steps.size())].sent;
    for (const double v : e.values) {
      if (std::fmod(v, kEventGrid) != 0) return std::nullopt;
    }
    return e;
  }

  std::optional<Event> next_on_purpose() {
    if (oracle_.points().empty()) return std::nullopt;
    for (int tries = 0; tries < 40; ++tries) {
      const Point& p = oracle_.points()[rng_.below(oracle_.points().size())];
      auto e = event_by(p, chosen_.purpose.path[oracle_.depth()]);
      if (!e) continue;
      if (stimulates()) {
        if (e->delay >= chosen_.purpose.time_out) continue;
        const auto found = walker_.enabled(suite::Action::stimulate,
                                           e->channel,
                                           mpq_class(e->delay),
                                           e->values);
        if (found.size() != 1 || found[0] < 0) continue;
      } else if (oracle_.message(e->channel, e->delay, e->values) != "NEXT") {
        continue;
      }
      return e;
    }
    return std::nullopt;
  }

  /// Takes the event on both sides; false where the walk ends.
  bool go_on(double delay, const std::vector<double>& values, bool must) {
    const model::TimedTransition& t = next_transition();
    const Event e{t.channel, delay, values};
    const bool stimulation = stimulates();
    const std::string right =
        stimulation ? "NEXT" : oracle_.message(e.channel, delay, values);
    if (!stimulation) judge(e);
    if (right != "NEXT") {
      // Others may have sent too late; then the run ends here.
      if (must && right != "PASS" && right != "FAIL_dur") {
        ++out_.other;
        difference("a run of the model is no run for the oracle: " + right, e);
      }
      return false;
    }
    const auto found = walker_.enabled(
        stimulation ? suite::Action::stimulate : suite::Action::observe,
        e.channel,
        mpq_class(delay),
        values);
    if (found.size() != 1 || found[0] < 0) {
      // A run may have an input after a silence that is not allowed.
      if (must && stimulation && oracle_.may_stimulate(delay, values)) {
        if (!found.empty()) {
          ++out_.undecided;
        } else {
          ++out_.other;
          difference("the tree does not send what a run of the purpose has", e);
        }
      }
      return false;
    }
    const auto transition = static_cast<std::uint32_t>(found[0]);
    if (walker_.target(transition) != "NEXT") return false;
    walker_.follow(transition, mpq_class(delay), values);
    oracle_.advance(e.channel, delay, values);
    trace_.push_back(e);
    if (oracle_.strays() > 0) {
      ++out_.other;
      difference("the purpose is not deterministic", e);
      return false;
    }
    return true;
  }

  GridModel& model_;
  const RandomPurpose& chosen_;
  const model::TimedAutomaton& automaton_;
  TreeWalker walker_;
  Tioco oracle_;
  base::Rng& rng_;
  std::vector<Event> trace_;
  Comparison out_;
};

}  // namespace

void Comparison::add(const Comparison& more) {
  observations += more.observations;
  stimulations += more.stimulations;
  undecided += more.undecided;
  quantified += more.quantified;
  false_fail += more.false_fail;
  false_pass += more.false_pass;
  wrong_kind += more.wrong_kind;
  other += more.other;
  for (const auto& [verdict, count] : more.verdicts) verdicts[verdict] += count;
  for (const std::string& d : more.differences) {
    if (differences.size() < kDifferencesKept) differences.push_back(d);
  }
}

Comparison compare(GridModel& model,
                   const RandomPurpose& chosen,
                   const suite::Tree& tree,
                   std::uint32_t walks,
                   base::Rng& rng) {
  Walk walk(model, chosen, tree, rng);
  walk.along_the_run();
  for (std::uint32_t i = 1; i < walks; ++i) walk.at_random();
  return walk.finish();
}

}  // namespace catenary::oracle
