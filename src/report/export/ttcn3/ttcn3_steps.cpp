// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tests by steps: a step sends the inputs and waits for the outputs, which
/// templates are matched against, one function for each output.
#include <utility>

#include "logic/term/traverse.h"
#include "report/console/console.h"
#include "report/export/tree_names.h"
#include "report/export/ttcn3/ttcn3_tests.h"
#include "report/export/ttcn3/ttcn3_text.h"

namespace catenary::report {

namespace {

using suite::Signal;

/// "{ a, b }" with a value for each signal.
std::string values_text(const std::vector<suite::Assignment>& assignments,
                        const std::vector<Signal>& signals) {
  std::string out = "{";
  for (const logic::Value& v : suite::values_of(assignments, signals)) {
    out += (out.size() > 1 ? ", " : "") + ttcn3_value(v);
  }
  return out + "}";
}

/// One test case.
class StepTest {
 public:
  StepTest(const suite::Test& test,
           const suite::Suite& suite,
           const Ttcn3Interface& names,
           std::string id)
      : test_(test), suite_(suite), names_(names), id_(std::move(id)) {}

  std::string write() {
    std::string out = "  // Test " + short_id(test_.id) + "\n  testcase tc_" +
                      id_ + "() runs on Tester system Tester {\n    f_start(" +
                      values_text(test_.initial, signature().initial) + ");\n";
    for (std::size_t i = 0; i < test_.steps.size(); ++i) out += step(i);
    return out + "    f_finish(" + std::to_string(test_.steps.size()) +
           ");\n  }\n\n";
  }

 private:
  const suite::Signature& signature() const { return suite_.signature; }

  static std::string outputs_of(std::size_t number) {
    return "v_" + std::to_string(number);
  }

  /// Goals and requirements of a step, for messages.
  std::string about(const suite::Step& step) const {
    std::string goals;
    std::string requirements;
    for (const std::string& id : step.goals) {
      goals += (goals.empty() ? " (goals " : ", ") + printable(id);
      const suite::SuiteGoal* goal = suite_.find_goal(id);
      if (goal == nullptr) continue;
      for (const std::string& r : goal->requirements) {
        requirements +=
            (requirements.empty() ? "; requirements " : ", ") + printable(r);
      }
    }
    return goals.empty() ? "" : goals + requirements + ")";
  }

  std::string step(std::size_t i) {
    const suite::Step& s = test_.steps[i];
    const std::string number = std::to_string(i + 1);
    std::string out = "    var Outputs " + outputs_of(i + 1) + " := f_step({" +
                      number + ", " + ttcn3_float(s.dt) + ", " +
                      values_text(s.inputs, signature().inputs) + "});\n";
    for (const suite::ExpectedOutput& e : s.expect) {
      const Signal& signal = signature().outputs[e.signal];
      if (const auto* f = std::get_if<suite::Formula>(&e.expectation)) {
        out += relation(*f, signal, i);
        continue;
      }
      const std::string value =
          outputs_of(i + 1) + "." + names_.outputs[e.signal];
      out += "    if (not f_" + names_.outputs[e.signal] + "(" +
             outputs_of(i + 1) + ", " + ttcn3_template(e.expectation) +
             ")) {\n      setverdict(fail, " +
             ttcn3_string("step " + number + ": " + printable(signal.name) +
                          " is ") +
             ", " + value + ",\n        " +
             ttcn3_string(", expected " + suite::to_string(e.expectation) +
                          about(s)) +
             ");\n    }\n";
    }
    return out + "    f_judge(" + outputs_of(i + 1) + ");\n";
  }

  /// An expectation that relates several values.
  std::string relation(const suite::Formula& f,
                       const Signal& signal,
                       std::size_t i) const {
    Ttcn3Names known;
    std::string present = "true";
    for (const logic::Term v : logic::free_variables(f.term)) {
      add(v, i, known, present);
    }
    const std::string where =
        "test " + short_id(test_.id) + ", step " + std::to_string(i + 1);
    const std::string text = "step " + std::to_string(i + 1) + ": " +
                             printable(signal.name) + " violates " +
                             suite::to_smtlib(f) + about(test_.steps[i]);
    return "    if (" + present + ") {\n      if (not f_check(" +
           ttcn3_expression(f.term, known, where) +
           ")) {\n        setverdict(fail, " + ttcn3_string(text) +
           ");\n      }\n    } else {\n      " +
           (signal.derived ? ""
                           : "f_lack(" + ttcn3_string(signal.name) + ");") +
           "\n    }\n";
  }

  /// The value of X, X@pre or X@3 at step `i`.
  void add(logic::Term v,
           std::size_t i,
           Ttcn3Names& known,
           std::string& present) const {
    std::string name = v.name();
    std::size_t at = i;
    const std::size_t sign = name.rfind('@');
    if (sign != std::string::npos && !has(name)) {
      const std::string when = name.substr(sign + 1);
      name.resize(sign);
      if (when == "pre") {
        if (i == 0) return;
        at = i - 1;
      } else {
        at = std::stoul("0" + when.substr(0, 9)) - 1;
      }
    }
    if (at > i) return;
    if (const auto in = suite::find_signal(signature().inputs, name)) {
      known[v] = ttcn3_value(
          suite::values_of(test_.steps[at].inputs, signature().inputs)[*in]);
    } else if (const auto o = suite::find_signal(signature().outputs, name)) {
      known[v] = outputs_of(at + 1) + "." + names_.outputs[*o];
      present += " and ispresent(" + known[v] + ")";
    }
  }

  bool has(const std::string& name) const {
    return suite::find_signal(signature().inputs, name) ||
           suite::find_signal(signature().outputs, name);
  }

  const suite::Test& test_;
  const suite::Suite& suite_;
  const Ttcn3Interface& names_;
  std::string id_;
};

}  // namespace

std::string ttcn3_step_functions(const suite::Signature& signature,
                                 const Ttcn3Interface& names) {
  std::string out = R"t(  // The longest time that a step may take, in seconds.
  modulepar float tsp_step_time := 10.0;

  type component Tester {
    port SutPort sut;
    timer t_answer;
    var boolean v_is_over := false;
    var boolean v_is_settled := false;
    var integer v_checked := 0;
    var charstring v_missing := "";
  }

  function f_start(Initial p_initial) runs on Tester {
    map(self:sut, system:sut);
    sut.send(Start:{1.0, p_initial});
  }

  function f_step(Step p_step) runs on Tester return Outputs {
    var Outputs v_out;
    if (v_is_over) {
      setverdict(fail, "the system ended before step ", p_step.x_number);
      stop;
    }
    sut.send(p_step);
    t_answer.start(tsp_step_time);
    alt {
      [] sut.receive(Outputs:?) -> value v_out { t_answer.stop; }
      [] t_answer.timeout {
        testcase.stop("the system did not answer step ", p_step.x_number);
      }
    }
    return v_out;
  }

  function f_lack(charstring p_name) runs on Tester {
    if (v_missing == "") { v_missing := p_name; }
  }

  function f_check(boolean p_holds) runs on Tester return boolean {
    v_checked := v_checked + 1;
    return p_holds;
  }

  // An answer that is repeated or late belongs to another step: an error.
  function f_settle(float p_seconds) runs on Tester {
    if (v_is_settled or v_is_over) { return; }
    v_is_settled := true;
    t_answer.start(p_seconds);
    alt {
      [] sut.receive {
        testcase.stop("the system answers though nothing was asked");
      }
      [] t_answer.timeout { }
    }
  }

  // The first step that violates an expectation is the last one.
  function f_judge(Outputs p_out) runs on Tester {
    v_is_over := p_out.x_ended;
    if (getverdict == fail) {
      f_settle(0.2);
      stop;
    }
  }

  function f_finish(integer p_steps) runs on Tester {
    f_settle(0.01);
    if (v_missing != "") {
      setverdict(inconc, "the system has no output ", v_missing);
    } else if (v_checked == 0 and p_steps > 0) {
      setverdict(inconc, "no expectation could be checked");
    } else {
      setverdict(pass);
    }
  }
)t";
  for (std::size_t i = 0; i < signature.outputs.size(); ++i) {
    const Signal& s = signature.outputs[i];
    const std::string& id = names.outputs[i];
    out += "\n  function f_" + id + "(in Outputs p_out, template " +
           ttcn3_type(s, names.enumeration_types) +
           " p_expected)\n  runs on Tester return boolean {\n"
           "    if (not ispresent(p_out." +
           id + ")) {" +
           // A system need not provide what the generator computes.
           (s.derived ? "" : " f_lack(" + ttcn3_string(s.name) + ");") +
           " return true; }\n    return f_check(match(p_out." + id +
           ", p_expected));\n  }\n";
  }
  return out + "\n";
}

std::string ttcn3_steps(const suite::Test& test,
                        const suite::Suite& suite,
                        const Ttcn3Interface& names,
                        const std::string& id) {
  return StepTest(test, suite, names, id).write();
}

}  // namespace catenary::report
