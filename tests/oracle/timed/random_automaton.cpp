// SPDX-License-Identifier: Apache-2.0
#include "oracle/timed/random_automaton.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace catenary::oracle {

namespace {

using base::Rng;

enum class Sort : std::uint8_t { integer, boolean, rational, clock };

struct Var {
  std::string name;
  Sort sort = Sort::integer;
  bool hidden = false;    ///< uninitialised, or a constant without value
  bool constant = false;  ///< never assigned
};

struct Port {
  std::string name;
  std::string type;  ///< of its parameter, empty for none
  Sort sort = Sort::integer;
  bool input = true;
};

class Generator {
 public:
  explicit Generator(Rng rng) : rng_(rng) {}

  std::string text() {
    declare_ports();
    declare_variables();
    const auto states = static_cast<std::uint32_t>(rng_.in_range(2, 4));
    std::string regions;
    for (std::uint32_t s = 0; s < states; ++s) regions += state(s, states);
    return "timed system S {\n@composite:\nstatemachine M {\n@public:\n" +
           ports_text_ + "@private:\n" + variables_text_ + "@region:\n" +
           regions + "@com:\nconnect< env > {\n" + connect_text_ + "}\n}\n}\n";
  }

 private:
  std::string pick(const std::vector<std::string>& of) {
    return of[rng_.below(of.size())];
  }

  void declare_ports() {
    struct Kind {
      const char* type;
      Sort sort;
    };
    static const std::vector<Kind> kKinds = {{"int", Sort::integer},
                                             {"int", Sort::integer},
                                             {"uint", Sort::integer},
                                             {"bool", Sort::boolean},
                                             {"rational", Sort::rational},
                                             {"urational", Sort::rational},
                                             {"", Sort::integer}};
    const auto inputs = rng_.in_range(1, 2);
    const auto outputs = rng_.in_range(1, 2);
    for (int i = 0; i < inputs + outputs; ++i) {
      const bool input = i < inputs;
      const Kind& kind = kKinds[rng_.below(kKinds.size())];
      Port port;
      port.name =
          input ? (i == 0 ? "In" : "Ev") : (i == inputs ? "Out" : "Msg");
      port.type = kind.type;
      port.sort = kind.sort;
      port.input = input;
      const std::string way = input ? "input " : "output ";
      ports_text_ += "port " + way + port.name +
                     (port.type.empty() ? "" : "( " + port.type + " )") + ";\n";
      connect_text_ += way + port.name + ";\n";
      ports_.push_back(std::move(port));
    }
  }

  void declare(const std::string& type, Var var, const std::string& value) {
    variables_text_ += (var.constant ? "const " : "var ") + type + " " +
                       var.name + (value.empty() ? "" : " = " + value) + ";\n";
    if (value.empty()) {
      var.hidden = true;
      if (var.sort == Sort::integer || var.sort == Sort::rational) {
        init_ += "guard ( 0 <= " + var.name + " && " + var.name +
                 (rng_.chance(1, 3) ? " < 2" : " <= 2") + " );\n";
      }
      if (var.sort == Sort::rational) hidden_rational_ = true;
    }
    vars_.push_back(std::move(var));
  }

  void declare_variables() {
    variables_text_ += "var clock urational c0;\n";
    vars_.push_back({"c0", Sort::clock, false, false});
    if (rng_.chance(1, 3)) {
      variables_text_ += "var clock urational c1;\n";
      vars_.push_back({"c1", Sort::clock, false, false});
    }
    const std::string number = std::to_string(rng_.in_range(0, 2));
    declare("int", {"x", Sort::integer}, rng_.chance(1, 3) ? "" : number);
    declare(rng_.chance(1, 3) ? "uint" : "int",
            {"y", Sort::integer},
            rng_.chance(1, 5) ? "" : "0");
    if (rng_.chance(1, 2)) {
      declare("bool",
              {"b", Sort::boolean},
              rng_.chance(1, 3) ? "" : (rng_.chance(1, 2) ? "true" : "false"));
    }
    if (rng_.chance(1, 2) || uses_rational()) {
      declare("rational", {"r", Sort::rational}, rng_.chance(1, 3) ? "" : "1");
    }
    if (rng_.chance(1, 5)) {
      Var var{"k", Sort::integer};
      var.constant = true;
      declare("int", std::move(var), "");
    }
  }

  bool uses_rational() const {
    return std::any_of(ports_.begin(), ports_.end(), [](const Port& p) {
      return p.sort == Sort::rational && !p.type.empty();
    });
  }

  std::vector<std::string> names(Sort sort, bool to_assign = false) const {
    std::vector<std::string> out;
    for (const Var& v : vars_) {
      if (v.sort == sort && !(to_assign && v.constant)) out.push_back(v.name);
    }
    return out;
  }

  std::string relation() {
    return pick({" <= ", " < ", " >= ", " > ", " == ", " <= ", " != "});
  }
  std::string small(int most) { return std::to_string(rng_.in_range(0, most)); }

  std::string clock_atom(bool upper) {
    const std::string clock = pick(names(Sort::clock));
    const std::string relation_used =
        upper ? pick({" <= ", " < ", " == "}) : relation();
    if (rng_.chance(1, 4)) {
      return clock + relation_used + pick(names(Sort::integer)) +
             (rng_.chance(1, 2) ? " + " + small(2) : "");
    }
    const auto rationals = names(Sort::rational);
    if (!rationals.empty() && rng_.chance(1, 4)) {
      return clock + relation_used + pick(rationals) +
             (rng_.chance(1, 2) ? " + " + small(2) : "");
    }
    if (names(Sort::clock).size() == 2 && rng_.chance(1, 5)) {
      return "c0 - c1" + relation() + std::to_string(rng_.in_range(-1, 2));
    }
    return clock + relation_used + small(4);
  }

  std::string data_atom() {
    const auto booleans = names(Sort::boolean);
    const auto rationals = names(Sort::rational);
    switch (rng_.below(4)) {
      case 0:
        if (!booleans.empty()) {
          return (rng_.chance(1, 2) ? "!" : "") + pick(booleans);
        }
        break;
      case 1:
        if (!rationals.empty()) {
          return pick(rationals) + relation() +
                 (rng_.chance(1, 3) ? pick(names(Sort::integer)) : small(3));
        }
        break;
      case 2:
        return pick(names(Sort::integer)) + relation() +
               pick(names(Sort::integer));
      default:
        break;
    }
    return pick(names(Sort::integer)) + relation() + small(3);
  }

  std::string guard(bool output) {
    std::vector<std::string> atoms;
    if (output ? rng_.chance(3, 4) : rng_.chance(1, 3)) {
      atoms.push_back(clock_atom(output));
    }
    if (rng_.chance(1, 2)) atoms.push_back(data_atom());
    if (rng_.chance(1, 6)) atoms.push_back(clock_atom(false));
    if (atoms.empty()) return "";
    std::string text = atoms[0];
    for (std::size_t i = 1; i < atoms.size(); ++i) {
      const bool both = rng_.chance(3, 4);
      text = (both ? text + " && " : "( " + text + " ) || ") + "( " + atoms[i] +
             " )";
      if (both && i + 1 < atoms.size()) text = "( " + text + " )";
    }
    return "guard ( " + text + " );\n";
  }

  std::string assignment() {
    switch (rng_.below(5)) {
      case 0:
      case 1:
        return pick(names(Sort::clock)) + " := 0;\n";
      case 2: {
        const std::string target = pick(names(Sort::integer, true));
        return target + " := " +
               (target == "y"
                    ? small(2)
                    : pick(names(Sort::integer)) + pick({"", " + 1", " - 1"})) +
               ";\n";
      }
      case 3: {
        const auto booleans = names(Sort::boolean);
        if (booleans.empty()) return "";
        const std::string b = pick(booleans);
        return b + " := " + pick({"!" + b, "true", "x > 1", "y == 0"}) + ";\n";
      }
      default: {
        const std::string condition = data_atom();
        return "if ( " + condition + " ) { " +
               pick({"x := x + 1", "y := 1", "c0 := 0"}) + "; }\n";
      }
    }
  }

  std::string fresh() {
    if (rng_.chance(1, 2)) {
      return "newfresh( x ); guard ( 0 <= x && x <= 2 );\n";
    }
    const auto booleans = names(Sort::boolean, true);
    if (!booleans.empty() && rng_.chance(1, 2)) {
      return "newfresh( " + pick(booleans) + " );\n";
    }
    // At most one rational at a time that nobody knows.
    const auto rationals = names(Sort::rational);
    if (!rationals.empty() && !hidden_rational_) {
      hidden_rational_ = true;
      const std::string r = pick(rationals);
      return "newfresh( " + r + " ); guard ( 0 <= " + r + " && " + r +
             " < 2 );\n";
    }
    return "newfresh( y ); guard ( 0 <= y && y <= 1 );\n";
  }

  std::string communication(const Port& port) {
    const std::string head = (port.input ? "input " : "output ") + port.name;
    if (port.type.empty()) return head + ";\n";
    if (port.input) {
      std::vector<std::string> targets = names(port.sort, true);
      if (port.sort == Sort::rational && rng_.chance(1, 4)) {
        targets = names(Sort::integer, true);
      }
      if (targets.empty()) targets = {missing(port.sort)};
      return head + "( " + pick(targets) + " );\n";
    }
    const auto from = names(port.sort);
    std::string value;
    if (port.sort == Sort::boolean) {
      value = from.empty() || rng_.chance(1, 4) ? "x > 0" : pick(from);
    } else if (port.sort == Sort::integer) {
      value = pick({pick(from), pick(from) + " + 1", pick(from), "2 * x", "1"});
    } else {
      value = from.empty() ? "x" : pick(from);
      value = pick({value, value + " + 1", "x", "2"});
    }
    return head + "( " + value + " );\n";
  }

  /// A variable that only receives.
  std::string missing(Sort sort) {
    const std::string name = "z";
    for (const Var& v : vars_) {
      if (v.name == name) return name;
    }
    declare(sort == Sort::boolean ? "bool" : "rational",
            {name, sort},
            sort == Sort::boolean ? "false" : "0");
    return name;
  }

  std::string transition(std::uint32_t number,
                         std::uint32_t state,
                         std::uint32_t states,
                         const Port& port) {
    const std::string target = std::to_string(
        rng_.chance(2, 3) ? (state + 1) % states : rng_.below(states));
    std::string body;
    const bool output = !port.input;
    if (output) {
      if (rng_.chance(1, 5)) body += fresh();
      body += guard(true);
      if (rng_.chance(1, 8)) body += assignment();
      body += communication(port);
    } else {
      body += communication(port);
      body += guard(false);
      if (rng_.chance(1, 8)) body += fresh();
    }
    if (rng_.chance(1, 2)) body += "c0 := 0;\n";
    if (rng_.chance(1, 3)) body += assignment();
    return "transition t" + std::to_string(number) + " --> q" + target +
           " {\n" + body + "}\n";
  }

  std::string state(std::uint32_t index, std::uint32_t states) {
    std::string transitions;
    const auto count = rng_.in_range(1, 3);
    // Alternate: a state that mostly reads, one that mostly writes.
    for (int i = 0; i < count; ++i) {
      const bool input = rng_.chance(index % 2 == 0 ? 3 : 1, 4);
      std::vector<const Port*> fitting;
      for (const Port& p : ports_) {
        if (p.input == input) fitting.push_back(&p);
      }
      const Port& port = *fitting[rng_.below(fitting.size())];
      transitions += transition(transitions_++, index, states, port);
    }
    const std::string head = index == 0 ? "state< start > q" : "state q";
    return head + std::to_string(index) + " {\n" +
           (index == 0 && !init_.empty() ? "@init {\n" + init_ + "}\n" : "") +
           transitions + "}\n";
  }

  Rng rng_;
  std::vector<Port> ports_;
  std::vector<Var> vars_;
  std::string ports_text_, connect_text_, variables_text_, init_;
  std::uint32_t transitions_ = 0;
  bool hidden_rational_ = false;
};

}  // namespace

bool is_on_grid(const Point& point) {
  return std::all_of(point.values.begin(), point.values.end(), [](double x) {
    return std::fmod(x, kEventGrid) == 0;
  });
}

std::string random_automaton(std::uint64_t seed, std::uint64_t number) {
  return Generator(Rng::of_task(seed, number)).text();
}

double random_delay(Rng& rng, double most) {
  const auto steps = static_cast<std::int64_t>(most / kEventGrid);
  return static_cast<double>(rng.in_range(0, steps)) * kEventGrid;
}

double random_value(Rng& rng, const model::DataType& type) {
  using Base = model::DataType::Base;
  if (type.base == Base::boolean) return static_cast<double>(rng.below(2));
  if (type.base == Base::integer || rng.chance(1, 2)) {
    return static_cast<double>(rng.in_range(-1, 4));
  }
  return static_cast<double>(rng.in_range(-2, 8)) / 2;
}

RandomPurpose random_purpose(GridModel& model, Rng& rng) {
  RandomPurpose out;
  const model::TimedAutomaton& automaton = model.automaton();
  for (const model::TimedChannel& c : automaton.channels) {
    // "Ev" is what others send; "In" may be as well.
    out.purpose.uncontrollable.push_back(c.input &&
                                         (c.name == "Ev" || rng.chance(1, 8)));
  }
  std::vector<Point> starts = model.starts();
  std::erase_if(starts, [](const Point& p) { return !is_on_grid(p); });
  if (starts.empty()) return out;
  Point at = starts[rng.below(starts.size())];
  std::vector<std::uint32_t> path;
  std::vector<RunEvent> run;
  std::size_t last_output = 0;
  for (int attempt = 0; attempt < 60 && path.size() < 5; ++attempt) {
    const auto& leaving = automaton.states[at.state].transitions;
    if (leaving.empty()) break;
    const std::uint32_t t = leaving[rng.below(leaving.size())];
    const model::TimedTransition& transition = automaton.transitions[t];
    RunEvent event;
    event.delay = random_delay(rng, 5);
    for (const auto& p : automaton.channels[transition.channel].parameters) {
      event.values.push_back(random_value(rng, p.type));
    }
    const bool input = transition.action == model::TimedAction::input;
    const auto steps = model.steps(
        at, t, event.delay, input ? event.values : std::vector<double>{});
    if (steps.empty()) continue;
    // Unknown values of a run are on the grid of events, so that what it sends
    // is, too.
    const GridModel::Step& step = steps[rng.below(steps.size())];
    if (!is_on_grid(step.after)) continue;
    if (!input) event.values = step.sent;
    at = step.after;
    path.push_back(t);
    run.push_back(std::move(event));
    if (!input) last_output = path.size();
    if (!input && rng.chance(1, 3)) break;
  }
  path.resize(last_output);
  run.resize(last_output);
  double longest = 0;
  for (const RunEvent& e : run) longest = std::max(longest, e.delay);
  out.purpose.path = std::move(path);
  out.purpose.time_out =
      longest + kEventGrid * static_cast<double>(rng.in_range(1, 5));
  out.run = std::move(run);
  return out;
}

}  // namespace catenary::oracle
