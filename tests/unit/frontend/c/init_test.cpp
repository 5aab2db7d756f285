// SPDX-License-Identifier: Apache-2.0
/// \file
/// First descriptions of C files: what is guessed, the text that is written,
/// and that it can be loaded.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "frontend/c/init/guess.h"
#include "frontend/c/load.h"
#include "unit/frontend/c/fault.h"

namespace catenary::frontend::c {
namespace {

namespace fs = std::filesystem;

class Init : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              ("frontend_c_init_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  Guess guess(const std::string& program, const ChooseStep& choose = {}) {
    std::ofstream(folder_ / "pump.c") << program;
    Description bare;
    bare.path = (folder_ / "pump.toml").string();
    bare.directory = folder_.string();
    bare.sources = {{"pump.c", {(folder_ / "pump.c").string(), 0, 0}}};
    return guess_description(bare, choose, {});
  }
  std::string text(const std::string& program) {
    return description_text(guess(program));
  }
  /// Loads what is written.
  model::StepSystem load_guessed(const std::string& program) {
    const std::string path = (folder_ / "pump.toml").string();
    std::ofstream(path) << text(program);
    return load(path, {}, {});
  }

  fs::path folder_;
};

std::string names(const std::vector<Candidate>& all) {
  std::string out;
  for (const Candidate& c : all) out += (out.empty() ? "" : " ") + c.name;
  return out;
}

std::string rows(const std::vector<GuessedRow>& all) {
  std::string out;
  for (const GuessedRow& r : all) {
    out += (out.empty() ? "" : " ") + std::string(r.taken ? "" : "#") +
           r.lvalue + ":" + r.type;
  }
  return out;
}

constexpr const char* kHead =
    "# A description of this program for Catenary, made by 'catenary init'.\n"
    "# It holds guesses: correct what is wrong. docs/description.md explains\n"
    "# all keys; 'catenary check' shows what they make of the program.\n"
    "\n[program]\nsources = [\"pump.c\"]\n"
    "# Add further sources here, or name a database in compile_commands.\n"
    "# flags = [\"-Iinclude\", \"-DVARIANT=1\"]\n";
std::string tail(const std::string& criterion) {
  return "\n[coverage]\n"
         "# What tests must cover; docs/coverage.md lists the criteria.\n"
         "criteria = [\"" +
         criterion +
         "\"]\n"
         "\n# What must hold:\n"
         "# [[property]]\n# id = \"name\"\n"
         "# when = \"a condition before the step, over state and inputs\"\n"
         "# then = \"a condition after it\"\n";
}

constexpr const char* kMicrocontroller =
    "unsigned char level; _Bool on;\nstatic volatile int ticks;\n"
    "static int limit = 3; int table[2];\n"
    "void TIM2_IRQHandler(void) { if (ticks < 9) ++ticks; }\n"
    "void HardFault_Handler(void) { while (1) {} }\n"
    "void setup(void) { on = 0; }\nvoid blink(void) { on = !on; }\n"
    "void loop(void) { if (level > limit && ticks > table[1]) on = 1; }\n";

TEST_F(Init, WritesWhatItGuessesAndWhatElseItCouldBe) {
  EXPECT_EQ(
      text(kMicrocontroller),
      std::string(kHead) +
          "# Taken as the step: nobody calls it, and its name says so "
          "(pump.c:8).\n"
          "step = \"loop();\"\n"
          "# It could also be:\n"
          "# step = \"blink();\"  # pump.c:7: nobody calls it\n"
          "# Runs once, before the first step.\n"
          "init = \"setup();\"\n"
          "\n[inputs]\n"
          "# Set before every step: what the file reads and never writes. A\n"
          "# constant of the program belongs under [parameters].\n"
          "\"level\" = {}  # uint8, e.g. { range = [0, 100] }\n"
          "\"limit\" = {}  # int32, e.g. { range = [0, 100] }\n"
          "# \"table[0]\" = {}  # read, but never written, e.g. { range = [0, "
          "100] }\n"
          "# \"table[1]\" = {}  # read, but never written, e.g. { range = [0, "
          "100] }\n"
          "\n[outputs]\n"
          "# Read after every step, and expected by tests.\n"
          "\"on\" = {}  # bool\n"
          "# \"ticks\" = {}  # int32, static\n"
          "\n[interrupts]\n"
          "# Handlers that may be called before a step. With a condition:\n"
          "# \"handler()\" = { assume = \"enabled\" }\n"
          "\"TIM2_IRQHandler()\" = {}  # pump.c:4\n"
          "# \"HardFault_Handler()\" = {}  # pump.c:5\n"
          "\n# [tasks]\n"
          "# Calls that run at every N-th step only, e.g.:\n"
          "# \"blink()\" = { period = 10 }\n" +
          tail("branch"));
  const model::StepSystem system = load_guessed(kMicrocontroller);
  ASSERT_EQ(system.inputs.size(), 3U);
  EXPECT_EQ(system.inputs[2].name, "TIM2_IRQHandler");
}

TEST_F(Init, AProgramWithAnEndlessLoopRunsAsItIs) {
  const std::string program =
      "int n;\nvoid poll(void) { n = __VERIFIER_nondet_int(); }\n"
      "int main(void) { for (;;) poll(); }\n";
  EXPECT_EQ(
      text(program),
      std::string(kHead) +
          "# main() runs in an endless loop, so the file is a program of its "
          "own:\n"
          "# one iteration is a step. Inputs are calls such as "
          "CATENARY_INPUT(x).\n"
          "# To drive functions of the file instead, remove the '#' below.\n"
          "# rename_main = true\n"
          "# It could also be:\n"
          "# step = \"poll();\"  # pump.c:2: only main() calls it, and its "
          "name says so\n"
          "\n# [inputs]\n"
          "# Set before every step: what the file reads and never writes. A\n"
          "# constant of the program belongs under [parameters].\n"
          "# \"variable\" = { range = [0, 100] }\n"
          "\n# [outputs]\n"
          "# Read after every step, and expected by tests.\n"
          "# \"n\" = {}  # int32\n"
          "\n# [interrupts]\n"
          "# Handlers that may be called before a step. With a condition:\n"
          "# \"handler()\" = { assume = \"enabled\" }\n"
          "\n# [tasks]\n"
          "# Calls that run at every N-th step only, e.g.:\n"
          "# \"poll()\" = { period = 10 }\n" +
          tail("statement"));
  EXPECT_TRUE(load_guessed(program).outputs.empty());
}

TEST_F(Init, AMainThatReadsNoInputsGivesWayToWhatItCalls) {
  const char* program =
      "static volatile int flag; int seen;\n"
      "static void b_init(void) { flag = 0; }\n"
      "static void a_setup(void) { seen = 0; }\n"
      "__attribute__((used)) void UART_ISR(void) { flag = 1; }\n"
      "static void poll(void) { if (flag) seen = 1; }\n"
      "int main(void) { b_init(); a_setup(); while (1) poll(); }\n";
  const Guess g = guess(program);
  EXPECT_FALSE(g.whole_program);
  EXPECT_TRUE(g.description.rename_main);
  EXPECT_EQ(g.step, "poll");
  EXPECT_EQ(g.description.init->text, "b_init(); a_setup();");
  EXPECT_EQ(names(g.handlers), "UART_ISR");
  EXPECT_EQ(load_guessed(program).inputs.size(), 1U);
}

TEST_F(Init, FunctionsNamedAfterTheirPeriodsAreTasks) {
  const char* program =
      "int a; _Bool in;\nvoid Log_1s(void) { a = 0; }\n"
      "void Door_250ms(void) { a = in; }\nvoid class_s(void) { a = 3; }\n";
  const std::string written = text(program);
  EXPECT_NE(written.find("\n[tasks]\n"
                         "# Their names end in their periods; a step is 250 "
                         "ms.\n"
                         "\"Log_1s()\" = { period = 4 }\n"
                         "\"Door_250ms()\" = { period = 1 }\n"
                         "\n[time]\nstep_ms = 250\n"),
            std::string::npos)
      << written;
  EXPECT_NE(written.find("# step = \"class_s();\""), std::string::npos);
  EXPECT_EQ(load_guessed(program).step_ms, 250);
}

TEST_F(Init, AsksOnlyWhereSeveralStepsAreAsLikely) {
  const std::string two =
      "int a, x;\nvoid spare(void) { a = 3; }\nvoid run(void) { a = x; }\n"
      "void motorUpdate(void) { a = 1; }\n";
  std::string asked;
  const auto second = [&](const std::vector<Candidate>& steps) {
    asked = names(steps);
    return std::size_t{1};
  };
  Guess g = guess(two, second);
  EXPECT_EQ(asked, "run motorUpdate spare");
  EXPECT_EQ(g.step, "motorUpdate");
  EXPECT_EQ(g.equally_likely, 0U);
  g = guess(two);
  EXPECT_EQ(g.step, "run");
  EXPECT_EQ(g.equally_likely, 2U);
  EXPECT_NE(description_text(g).find("# As likely, or less so:\n"
                                     "# step = \"motorUpdate();\""),
            std::string::npos);
  asked.clear();
  (void)guess(kMicrocontroller, second);
  EXPECT_EQ(asked, "");
}

TEST_F(Init, AStepWithArgumentsIsWiredLikeThatOfABareFile) {
  const char* program =
      "struct mem { int n; };\nvoid ctl_reset(struct mem *m) { m->n = 0; }\n"
      "void ctl_step(int speed, _Bool on, int *out, struct mem *m) "
      "{ if (on) m->n = speed; *out = m->n; }\n";
  const Guess g = guess(program);
  EXPECT_EQ(g.description.step->text, "ctl_step(speed, on, &out, &m);");
  EXPECT_EQ(rows(g.inputs), "speed:int on:_Bool");
  EXPECT_EQ(rows(g.outputs), "out:int");
  EXPECT_NE(description_text(g).find(
                "declare = \"\"\"\nstatic int speed;\nstatic _Bool on;\n"),
            std::string::npos);
  EXPECT_EQ(load_guessed(program).inputs.size(), 2U);
}

constexpr const char* kPort =
    "typedef struct { int state; const unsigned char *last; } port_t;\n"
    "void port_reset(port_t *p) { p->state = 0; }\n"
    "void port_init(port_t *p, int mode) { p->state = mode; }\n"
    "int port_read(port_t *p, const unsigned char *data, unsigned len) {\n"
    "  for (unsigned i = 0; i < len; ++i) p->state += data[i] == 192;\n"
    "  return p->state;\n}\n"
    "static void port_poll(port_t *p, void *user) { port_read(p, 0, 0); }\n"
    "void test_port(port_t *p) { port_poll(p, p); }\n";

std::string elements(const std::string& name, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) {
    out += "\"" + name + "[" + std::to_string(i) +
           "]\" = {}  # unsigned char, e.g. { range = [0, 100] }\n";
  }
  return out;
}

TEST_F(Init, WritesArgumentsForAStructureAPointerAndALength) {
  const std::string program = std::string(kPort).substr(
      0, std::string(kPort).find("static void port_poll"));
  EXPECT_EQ(
      text(program),
      std::string(kHead) +
          "# Variables for arguments.\n"
          "declare = \"\"\"\n"
          "static port_t p;\n"
          "static unsigned char p_last[16];\n"
          "static unsigned char data[8];\n"
          "static unsigned int len;\n"
          "static int port_read_result;\n"
          "\"\"\"\n"
          "# Taken as the step: nobody calls it (pump.c:4).\n"
          "step = \"port_read_result = port_read(&p, data, len);\"\n"
          "# Runs once, before the first step.\n"
          "# 0 is passed for 'mode' of port_init(): change it to what the "
          "program needs.\n"
          "init = \"p.last = p_last; port_init(&p, 0);\"\n"
          "# init = \"port_reset(...);\"  # pump.c:2: nobody calls it, and its "
          "name says so\n"
          "\n[inputs]\n"
          "# Set before every step: what the file reads and never writes. A\n"
          "# constant of the program belongs under [parameters].\n"
          "# \"p.state\" = {}  # e.g. { range = [0, 100] }\n" +
          elements("data", 8) +
          "\"len\" = { range = [0, 8] }  # unsigned int\n"
          "\n[outputs]\n"
          "# Read after every step, and expected by tests.\n"
          "# \"p.state\" = {}\n"
          "\"port_read_result\" = {}  # int\n"
          "\n# [interrupts]\n"
          "# Handlers that may be called before a step. With a condition:\n"
          "# \"handler()\" = { assume = \"enabled\" }\n"
          "\n# [tasks]\n"
          "# Calls that run at every N-th step only, e.g.:\n"
          "# \"task()\" = { period = 10, offset = 0 }\n" +
          tail("branch"));
  EXPECT_EQ(load_guessed(program).inputs.size(), 9U);
}

// SCADE hands the inputs of a node over in a structure of its own.
TEST_F(Init, AStructureThatNothingWritesIsAnInput) {
  const Guess g = guess(
      "typedef struct { int speed, brake; } inC_cruise;\n"
      "typedef struct outC { int throttle; } outC_cruise;\n"
      "void cruise_init(outC_cruise *outC) { outC->throttle = 0; }\n"
      "void cruise(inC_cruise *inC, outC_cruise *outC) {\n"
      "  if (inC->speed > 3 && !inC->brake) outC->throttle++;\n"
      "}\n");
  EXPECT_EQ(rows(g.inputs), "inC.speed: inC.brake: #outC.throttle:");
}

// What a parser is told to fill in is no input.
TEST_F(Init, AStructureWhoseMembersArePassedOnIsNoInput) {
  const Guess g = guess(
      "typedef struct { int hours, minutes; } time_frame;\n"
      "int scan(const char *text, ...);\n"
      "int parse(time_frame *frame, const char *text) {\n"
      "  if (!scan(text, &frame->hours, &frame->minutes)) return 0;\n"
      "  return frame->hours < 24;\n"
      "}\n");
  EXPECT_EQ(rows(g.inputs).substr(0, 30), "#frame.hours: #frame.minutes: ");
}

// The tag of a structure is written, and its typedef is another name.
TEST_F(Init, AStructureIsWrittenUnderAllItsNames) {
  const Guess g = guess(
      "typedef struct button { int presses; } button_t;\n"
      "void button_task(button_t *own) { if (own->presses < 3) "
      "own->presses++; }\n");
  EXPECT_EQ(rows(g.inputs), "#own.presses:");
}

// MATIEC writes the configuration, which drives all, into a file of its own.
TEST_F(Init, FunctionsOfOtherSourcesAreDeclared) {
  std::ofstream(folder_ / "config.c")
      << "void pump_init(void); int pump_body(int);\n"
         "void config_init__(void) { pump_init(); }\n"
         "void config_run__(unsigned long tick) { pump_body((int)tick); }\n";
  const std::string program =
      "extern int level(void);\n"
      "int valve, now;\n"
      "extern unsigned long greatest_tick__;\n"
      "void config_init__(void);\n"
      "void pump_init(void) { valve = 0; }\n"
      "int pump_body(int tick) { if (tick % 2) valve = 1; return valve; }\n";
  std::ofstream(folder_ / "pump.c") << program;
  Description bare;
  bare.path = (folder_ / "pump.toml").string();
  bare.directory = folder_.string();
  bare.sources = {{"pump.c", {(folder_ / "pump.c").string(), 0, 0}},
                  {"config.c", {(folder_ / "config.c").string(), 0, 0}}};
  const Guess g = guess_description(bare, {}, {});
  EXPECT_EQ(g.description.step->text, "config_run__(tick);");
  EXPECT_EQ(g.description.init->text, "config_init__();");
  EXPECT_EQ(g.description.declare->text,
            "void config_init__(void);\nvoid config_run__(unsigned long);\n"
            "static unsigned long tick;\n");
  std::ofstream(bare.path) << description_text(g);
  EXPECT_EQ(load(bare.path, {}, {}).inputs.size(), 1U);
}

TEST_F(Init, WhatTestsCallIsACandidate) {
  const Guess g = guess(kPort);
  EXPECT_EQ(g.step, "port_poll");
  EXPECT_EQ(names(g.steps), "port_poll");
  EXPECT_EQ(g.steps.at(0).reason(), "only tests call it, and its name says so");
  EXPECT_EQ(g.description.step->text, "port_poll(&p, 0);");
  ASSERT_EQ(g.step_remarks.size(), 1U);
  EXPECT_EQ(g.step_remarks[0],
            "0 is passed for the pointer 'user' of port_poll(): what it points "
            "to is not known");
}

// As of a port: what it reads is chosen byte by byte.
TEST_F(Init, APointerToAFunctionThatFillsABufferIsAFunctionWithoutSource) {
  const char* program =
      "typedef struct { int (*read)(unsigned char *buf, unsigned n, void *arg);"
      " unsigned char buf[4]; void *arg; } link;\n"
      "int link_poll(link *l) {\n"
      "  if (l->read(l->buf, 1, l->arg) != 1) return -1;\n"
      "  return l->buf[0] == 0x55 ? 1 : 0;\n}\n";
  const Guess g = guess(program);
  EXPECT_TRUE(g.description.stub_missing);
  EXPECT_NE(
      g.description.declare->text.find(
          "extern int l_read_stub(unsigned char *, unsigned int , void *);"
          "\nstatic int l_read(unsigned char *p1, unsigned int p2, "
          "void *p3) { return l_read_stub(p1, p2, p3); }\n"),
      std::string::npos)
      << g.description.declare->text;
  const model::StepSystem system = load_guessed(program);
  const auto chosen = [&system](const std::string& name) {
    return std::ranges::count_if(
        system.inputs, [&name](const model::Variable& v) {
          return v.name.find(name) != std::string::npos;
        });
  };
  EXPECT_GT(chosen("l_read_stub"), 1) << "bytes and the result";
  EXPECT_GT(chosen("l_read_stub__10"), 0) << "the first byte of parameter 1";
  EXPECT_GT(chosen("l_read_stub__115"), 0) << "the last one";
}

TEST_F(Init, APointerToAFunctionIsAFunctionWhoseResultIsAnInput) {
  const char* program =
      "typedef struct { unsigned char *buf; unsigned size; } pool;\n"
      "typedef struct { const pool *p; int (*get)(int); } button;\n"
      "int process_ex(button *b, int (*put)(int), const void *raw, int n) {\n"
      "  if (n > 0) b->p->buf[b->p->size - 1] = ((const char *)raw)[0];\n"
      "  return b->get(1) > 3 ? put(2) : 0;\n}\n";
  const Guess g = guess(program);
  EXPECT_EQ(g.description.step->text,
            "process_ex_result = process_ex(&b, b_get, raw, n);");
  EXPECT_NE(g.description.declare->text.find(
                "static int b_get(int p1) { return b_get_result; }\n"),
            std::string::npos);
  EXPECT_EQ(g.description.init->text,
            "b.get = b_get; b_p.size = 16; b_p.buf = b_p_buf; b.p = &b_p;");
  EXPECT_EQ(rows(g.inputs).find("b_get_result:int raw[0]:unsigned char"), 0U);
  EXPECT_EQ(load_guessed(program).inputs.size(), 10U);
}

TEST_F(Init, NumbersBehindPointersAreWhatTheirUseSays) {
  const char* program =
      "void f(void) {}\n"
      "void mix(const int *gain, int *state, int *table, char *done,\n"
      "         const char *text) {\n"
      "  *state += *gain; table[3] = *state; *done = text[2] == 'x';\n}\n";
  const Guess g = guess(program);
  EXPECT_EQ(g.description.step->text,
            "mix(&gain, &state, table, &done, text);");
  EXPECT_EQ(rows(g.inputs).find("gain:int text[0]:char"), 0U);
  EXPECT_EQ(rows(g.outputs).find("state:int table[0]:int"), 0U);
  EXPECT_NE(g.description.declare->text.find("static char text[9];"),
            std::string::npos);
  EXPECT_EQ(load_guessed(program).inputs.size(), 9U);
}

TEST_F(Init, AnOutputThatIsReadFirstHasARemark) {
  const Guess g = guess(
      "struct cmd { int ack, request; };\nint alarm;\n"
      "void control(int x, int *level, int *done, struct cmd *p_out) {\n"
      "  if (*level > 50) alarm = p_out->request;\n"
      "  *level = x; *done = x; p_out->ack = *done;\n}\n");
  EXPECT_EQ(g.read_outputs, (std::vector<std::string>{"level", "p_out"}));
  ASSERT_EQ(g.step_remarks.size(), 2U);
  EXPECT_EQ(g.step_remarks[0],
            "'level' is read and written: if others change it between steps, "
            "list under [inputs] as well what they change");
}

TEST_F(Init, OfSeveralStepsWithArgumentsTheLastIsTaken) {
  const char* program =
      "struct m { int n; };\n"
      "void a_reset(struct m *m) { m->n = 0; }\n"
      "void a_step(int x, struct m *m) { m->n = x; }\n"
      "struct k { int n; };\n"
      "void b_reset(struct k *m) { m->n = 0; }\n"
      "void b_step(int x, struct k *m) { if (x) m->n = x; }\n";
  const Guess g = guess(program);
  EXPECT_EQ(names(g.steps), "b_step a_step");
  EXPECT_EQ(g.description.step->text, "b_step(x, &m);");
  EXPECT_EQ(g.description.init->text, "b_reset(&m);");
  EXPECT_NE(description_text(g).find("# step = \"a_step(...);\"  # pump.c:3"),
            std::string::npos);
}

TEST_F(Init, RatesOfEmbeddedCoderAreTasks) {
  const char* program =
      "int a, b;\nvoid M_initialize(void) { a = 0; }\n"
      "void M_step1(void) { b = a; }\nvoid M_step0(void) { a = b + 1; }\n";
  EXPECT_NE(text(program).find(
                "\n[tasks]\n# Their names number their rates, the fastest "
                "first; correct the periods.\n"
                "\"M_step0()\" = { period = 1 }\n"
                "\"M_step1()\" = { period = 2 }\n"
                "\n[coverage]\n# What tests must cover; docs/coverage.md lists "
                "the criteria.\ncriteria = [\"statement\"]\n"),
            std::string::npos)
      << text(program);
}

/// `text` without the '#' before a line that begins like this.
std::string enabled(std::string text, const std::string& line) {
  const std::size_t at = text.find("# " + line);
  EXPECT_NE(at, std::string::npos) << line << " in\n" << text;
  return at == std::string::npos ? text : text.erase(at, 2);
}

TEST_F(Init, WhatMayBeCalledBetweenStepsIsACommentThatCanBeEnabled) {
  const char* program =
      "typedef struct { int state; unsigned char last; } port;\n"
      "void port_init(port *p) { p->state = 0; p->last = 0; }\n"
      "void port_received(port *p, unsigned char byte) { p->last = byte; "
      "p->state = 1; }\n"
      "int port_is_idle(const port *p) { return p->state == 0; }\n"
      "void port_deinit(port *p) { p->state = 9; }\n"
      "int port_poll(port *p, int now) {\n"
      "  if (p->state == 1) { p->state = 0; return p->last + now; }\n"
      "  return 0;\n}\n";
  const Guess g = guess(program);
  EXPECT_EQ(g.step, "port_poll");
  ASSERT_EQ(g.events.size(), 1U);
  EXPECT_EQ(g.events[0].call, "port_received(&p, port_received_byte)");
  std::string description = description_text(g);
  for (const char* line :
       {"\"port_received_byte\"", "[interrupts]", "\"port_received("}) {
    description = enabled(description, line);
  }
  const std::string path = (folder_ / "pump.toml").string();
  std::ofstream(path) << description;
  const model::StepSystem system = load(path, {}, {});
  std::vector<std::string> inputs;
  for (const auto& input : system.inputs) inputs.push_back(input.name);
  EXPECT_EQ(
      inputs,
      (std::vector<std::string>{"now", "port_received_byte", "port_received"}));
}

TEST_F(Init, WhatHasNoEffectIsTheStepOnlyWhereNothingElseIs) {
  const char* program =
      "static int on; int out;\nint is_on(void) { return on; }\n"
      "static int twice(int x) { int y = x; y += x; return y; }\n"
      "int twice_on(void) { return twice(on); }\n"
      "void toggle(void) { on = !on; out = on; }\n";
  const Guess g = guess(program);
  EXPECT_EQ(names(g.steps), "toggle is_on twice_on");
  EXPECT_EQ(g.equally_likely, 0U);
}

TEST_F(Init, AStateMachineThatIsEnteredTakesItsEventsOrAnEmptyStep) {
  const char* program =
      "typedef struct { int state, on; } lamp;\nenum { up, level };\n"
      "void lamp_init(lamp *handle) { handle->state = 0; }\n"
      "void lamp_enter(lamp *handle) { handle->state = 1; }\n"
      "void lamp_exit(lamp *handle) { handle->state = 0; }\n"
      "void lamp_raise_up(lamp *handle, int level) { if (level) handle->on = "
      "1; "
      "}\n"
      "void lamp_raise_down(lamp *handle) { if (handle->on) handle->on = 0; "
      "}\n";
  const Guess g = guess(program);
  EXPECT_EQ(g.description.init->text,
            "lamp_init(&handle); lamp_enter(&handle);");
  EXPECT_EQ(g.equally_likely, 2U);
  std::string description = description_text(g);
  EXPECT_NE(
      description.find(
          "# \"lamp_raise_up(&handle, lamp_raise_up_level)\" = {}  # pump.c:6\n"
          "# \"lamp_raise_down(&handle)\" = {}  # "
          "pump.c:7\n"),
      std::string::npos)
      << description;
  EXPECT_NE(description.find("# step = \";\"  # an empty step: only calls "
                             "under [interrupts] run\n"),
            std::string::npos)
      << description;
}

TEST_F(Init, AStepWithoutArgumentsMayHaveAnInitialisationWithSome) {
  const Guess g = guess(
      "static int *at; int seen;\nvoid Gate_Create(int *to) { at = to; }\n"
      "void Gate_Destroy(void) {}\nvoid Gate_Coin(void) { seen = *at; }\n");
  EXPECT_EQ(g.step, "Gate_Coin");
  EXPECT_EQ(g.description.init->text, "Gate_Create(to);");
}

TEST_F(Init, WhatGuessWiringRefusesIsAComment) {
  const Guess g = guess(
      "int o;\nvoid a_step(int x) { o = x; }\nvoid b_step(void) { o = 1; }\n");
  EXPECT_EQ(g.step, "b_step");
  EXPECT_NE(description_text(g).find(
                "# In doubt: several step functions: 'b_step', 'a_step'.\n"),
            std::string::npos);
}

TEST_F(Init, AFileWithoutCandidatesHasAPlaceForTheStep) {
  const Guess g =
      guess("static int f(int x) { return x; }\nint (*g)(int) = f;\n");
  EXPECT_FALSE(g.description.step.has_value());
  EXPECT_NE(description_text(g).find("# No function looks like a step: name "
                                     "what runs at every step.\n"
                                     "# step = \"...();\"\n"),
            std::string::npos);
  EXPECT_EQ(names(guess("void __vector_16(void) {}\nint g;\n"
                        "void h_vect(void) { g = 1; }\nint s_isr(void) {}\n")
                      .handlers),
            "__vector_16 h_vect");
}

TEST_F(Init, TextsAreQuotedForToml) {
  Guess g = guess("void step(void) {}\n");
  g.description.flags = {"-DNAME=\"a\\b\"", "-Dx=\t1"};
  const Description d =
      parse_description(description_text(g), g.description.path);
  EXPECT_EQ(d.flags, g.description.flags);
}

}  // namespace
}  // namespace catenary::frontend::c
