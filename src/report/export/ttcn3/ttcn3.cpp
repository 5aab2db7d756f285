// SPDX-License-Identifier: Apache-2.0
#include "report/export/ttcn3/ttcn3.h"

#include "base/error.h"
#include "report/console/console.h"
#include "report/export/tree_names.h"
#include "report/export/ttcn3/ttcn3_interface.h"
#include "report/export/ttcn3/ttcn3_tests.h"
#include "report/export/ttcn3/ttcn3_text.h"
#include "suite/adaptive.h"

namespace catenary::report {

namespace {

/// Whether all tests are trees of a timed system; refuses those that have no
/// form here.
bool is_timed(const suite::Suite& suite) {
  std::size_t trees = 0;
  for (const suite::Test& t : suite.tests) {
    if (suite::is_automaton(t)) {
      ++trees;
      continue;
    }
    bool has_events = false;
    for (const suite::Step& s : t.steps) has_events |= !s.events.empty();
    if (!suite::is_adaptive(t) && !has_events) continue;
    throw base::InputError(
        {},
        "test " + short_id(t.id) +
            (has_events ? " has messages within its steps"
                        : " is a tree of steps") +
            ", which has no form in TTCN-3 yet; 'catenary run' runs it",
        "ttcn3-export");
  }
  if (trees != 0 && trees != suite.tests.size()) {
    throw base::InputError({},
                           "the suite has tests by steps and test-case trees; "
                           "a test port is for one of them (--test chooses)",
                           "ttcn3-export");
  }
  return trees != 0;
}

const char* timed_functions() {
  return R"t(  const float c_long := 1000000.0;

  // Time is in the unit of the model. Its clock begins anew in every state of
  // a test; t_silence runs until silence is quiescence.
  type component Tester {
    port SutPort sut;
    timer t_clock;
    timer t_stimulus;
    timer t_silence;
    var float v_delay;
  }

  // Time in this state. What is seen together with the time-out comes at it.
  function f_elapsed(float p_most) runs on Tester return float {
    var float v_now := t_clock.read / tsp_unit;
    if (v_now > p_most) { return p_most; }
    return v_now;
  }

  function f_start() runs on Tester {
    map(self:sut, system:sut);
    sut.send(Start:{tsp_unit, {}});
  }

)t";
}

std::string makefile() {
  return R"m(# make check SUT='COMMAND' builds the tests and runs them on a system under
# test that speaks the line protocol; 1 if not all of them pass.
PREFIX ?= /usr
CXX ?= g++
CXXFLAGS ?= -O0
OBJECTS = CatenaryTests.o SutPort.o SutLine.o
export SUT

tests: $(OBJECTS)
	$(CXX) -o $@ $(OBJECTS) -L$(PREFIX)/lib/titan -lttcn3 -lxml2 -lcrypto -lpthread

%.o: %.cc CatenaryTests.hh
	$(CXX) $(CXXFLAGS) -DLINUX -I$(PREFIX)/include/titan -c -o $@ $<

CatenaryTests.cc CatenaryTests.hh: CatenaryTests.ttcn
	$(PREFIX)/bin/ttcn3_compiler -L CatenaryTests.ttcn

check: tests
	./tests tests.cfg 2>&1 | tee tests.out
	@grep -q 'Overall verdict: pass' tests.out

clean:
	rm -f tests tests.out *.o CatenaryTests.cc CatenaryTests.hh *.log

.PHONY: check clean
)m";
}

std::string configuration(bool timed, const mpq_class& unit) {
  std::string out =
      "# Eclipse Titan: ./tests tests.cfg\n"
      "[LOGGING]\nFileName := \"tests.log\"\nFileMask := LOG_ALL\n"
      "ConsoleMask := ERROR | WARNING | TESTCASE | STATISTICS\n\n"
      "[TESTPORT_PARAMETERS]\n"
      "# The system under test; else the environment variable SUT.\n"
      "# *.sut.command := \"./my_system\"\n\n[MODULE_PARAMETERS]\n";
  out += timed ? "# Seconds of the model's time unit.\ntsp_unit := " +
                     ttcn3_float(unit) + "\n"
               : "tsp_step_time := 10.0\n";
  return out + "\n[EXECUTE]\n" + kTtcn3Module + ".control\n";
}

}  // namespace

std::vector<HarnessFile> write_ttcn3(const suite::Suite& suite,
                                     const Ttcn3Options& options) {
  if (suite.tests.empty()) {
    throw base::InputError({}, "the suite has no tests", "no-tests");
  }
  const bool timed = is_timed(suite);
  const Ttcn3Interface names = ttcn3_interface(suite.signature);
  std::string out = "// Tests of " + printable(suite.model.name) +
                    ".\nmodule " + kTtcn3Module + " {\n\n" +
                    ttcn3_types(suite.signature, names, timed);
  if (timed) {
    out +=
        "  // Seconds of the model's time unit.\n  modulepar float tsp_unit "
        ":= " +
        ttcn3_float(options.seconds_of_unit) + ";\n";
  }
  out += ttcn3_functions();
  out += "\n";
  out +=
      timed ? timed_functions() : ttcn3_step_functions(suite.signature, names);
  Identifiers ids;
  std::string control;
  static const std::map<std::uint32_t, PlannedStimulation> kNoPlan;
  for (std::size_t i = 0; i < suite.tests.size(); ++i) {
    const suite::Test& t = suite.tests[i];
    const std::string id =
        ids.unique(as_identifier(t.name.empty() ? short_id(t.id) : t.name));
    out += timed ? ttcn3_tree(
                       t,
                       suite.signature,
                       names,
                       i < options.plans.size() ? options.plans[i] : kNoPlan,
                       id)
                 : ttcn3_steps(t, suite, names, id);
    control += "    execute(tc_" + id + "());\n";
  }
  out += "  control {\n" + control + "  }\n}\n";
  return {
      {std::string(kTtcn3Module) + ".ttcn", out},
      {"SutPort.hh", ttcn3_port_header(suite.signature, names, timed)},
      {"SutPort.cc", ttcn3_port_source(suite.signature, names, timed)},
      {"SutLine.hh", ttcn3_line_header()},
      {"SutLine.cc", std::string(ttcn3_json_source()) + ttcn3_process_source()},
      {"tests.cfg", configuration(timed, options.seconds_of_unit)},
      {"Makefile", makefile()}};
}

}  // namespace catenary::report
