// SPDX-License-Identifier: Apache-2.0
/// \file
/// From files to a step system: wiring found by name, goals and outputs of a
/// description, and faults of its C in the places of the description.
#include "frontend/c/load.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>

#include "base/inputs/input_log.h"
#include "frontend/c/adapter.h"
#include "frontend/c/harness.h"
#include "unit/frontend/c/fault.h"

namespace catenary::frontend::c {
namespace {

namespace fs = std::filesystem;

class Load : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              ("frontend_c_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    put("ok.c", "int x, o; struct { int a; } in;\nvoid s(void) { o = x; }\n");
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string put(const std::string& name, const std::string& text) {
    const std::string path = (folder_ / name).string();
    std::ofstream(path) << text;
    return path;
  }
  model::StepSystem load_text(const std::string& name,
                              const std::string& text,
                              const LoadOptions& options = {}) {
    return load(put(name, text), options, {});
  }
  /// The fault without the folder in front.
  std::string fault(const std::string& name, const std::string& text) {
    const std::string all =
        test::fault_of([&] { (void)load_text(name, text); });
    const std::string prefix = folder_.string() + "/";
    return all.rfind(prefix, 0) == 0 ? all.substr(prefix.size()) : all;
  }

  fs::path folder_;
};

std::string names(const std::vector<model::Variable>& variables) {
  std::string out;
  for (const model::Variable& v : variables) {
    out += (out.empty() ? "" : " ") + v.name + ":" + model::to_string(v.type) +
           (v.derived ? "*" : "");
  }
  return out;
}

std::string ids(const model::StepSystem& system) {
  std::string out;
  for (const model::Goal& g : system.goals) {
    out += (out.empty() ? "" : " ") + g.id;
  }
  return out;
}

TEST_F(Load, ABareFileIsWiredByWhatItReadsAndWrites) {
  const model::StepSystem system = load_text(
      "bare.c",
      "_Bool button;\nunsigned char level;\nint lamp;\nstatic int hidden;\n"
      "const int kLimit = 3;\n"
      "void pump_init(void) { lamp = hidden = 0; }\n"
      "void pump_step(void) { if (button) hidden = level > kLimit; "
      "lamp = hidden; }\n");
  EXPECT_EQ(system.name, "bare");
  EXPECT_EQ(system.kind, "c");
  EXPECT_EQ(names(system.inputs), "button:bool level:uint8");
  EXPECT_EQ(names(system.outputs), "lamp:int32");
  EXPECT_EQ(ids(system), "bare.c:7:28:true bare.c:7:28:false")
      << "branches, where there is no other goal";
  EXPECT_TRUE(system.any_state_final);
}

TEST_F(Load, StructuresOfEmbeddedCoderAreInputsAndOutputs) {
  const model::StepSystem system = load_text(
      "ec.c",
      "typedef struct { double speed; unsigned char mode[2]; } ExtU_pump_T;\n"
      "typedef struct { struct { _Bool lamp; } out; } ExtY_pump_T;\n"
      "typedef struct { int count; } DW_pump_T;\n"
      "ExtU_pump_T pump_U; ExtY_pump_T pump_Y; DW_pump_T pump_DW;\n"
      "void pump_initialize(void) { pump_DW.count = 0; pump_U.speed = 0; }\n"
      "void pump_step(void) { pump_DW.count += pump_U.mode[1]; "
      "pump_Y.out.lamp = pump_DW.count > 3 && pump_U.speed > 1.5; }\n");
  EXPECT_EQ(names(system.inputs),
            "pump_U.speed:float64 pump_U.mode[0]:uint8 pump_U.mode[1]:uint8");
  EXPECT_EQ(names(system.outputs), "pump_Y.out.lamp:bool");
}

// As compilers of Lustre write nodes: memories hold pointers to those of the
// nodes inside.
constexpr const char* kNode =
    "struct arrow { struct { _Bool first; } reg; };\n"
    "struct edge_mem { struct { _Bool before; } reg; struct arrow *ni_0; };\n"
    "struct top_mem { struct { int n; } reg; struct edge_mem *ni_1; };\n"
    "void arrow_reset(struct arrow *self) { self->reg.first = 1; }\n"
    "void edge_reset(struct edge_mem *self) { arrow_reset(self->ni_0); }\n"
    "void edge_step(_Bool x, _Bool (*up), struct edge_mem *self) {\n"
    "  *up = self->ni_0->reg.first ? 0 : x && !self->reg.before;\n"
    "  self->ni_0->reg.first = 0; self->reg.before = x;\n"
    "}\n"
    "void top_reset(struct top_mem *self) "
    "{ self->reg.n = 0; edge_reset(self->ni_1); }\n"
    "void top_step(_Bool x, int limit, _Bool (*full), struct top_mem *self) {\n"
    "  _Bool up; edge_step(x, &up, self->ni_1);\n"
    "  if (up && self->reg.n < 3) self->reg.n++;\n"
    "  *full = self->reg.n == 3 && limit == 7;\n"
    "}\n";

TEST_F(Load, ParametersOfAStepAreInputsOutputsAndMemories) {
  const model::StepSystem system = load_text("top.c", kNode);
  EXPECT_EQ(names(system.inputs), "x:bool limit:int32");
  EXPECT_EQ(names(system.outputs), "full:bool");
  const auto stepper = system.factory->make();
  std::vector<std::byte> letter(system.letter_bytes());
  ASSERT_EQ(stepper->reset(nullptr), model::StepOutcome::running);
  for (int round = 0; round < 6; ++round) {
    const logic::Value values[] = {logic::Value::boolean(round % 2 == 1),
                                   logic::Value::integer(7)};
    for (std::size_t i = 0; i < 2; ++i) {
      const model::Variable& v = system.inputs[i];
      model::encode_scalar(v.type, values[i], letter.data() + v.offset);
    }
    ASSERT_EQ(stepper->step(letter.data()), model::StepOutcome::running);
    EXPECT_EQ(stepper->output(0).as_bool(), round == 5) << round;
  }
}

TEST_F(Load, AStepMayGetStructuresAndReturnSomething) {
  const model::StepSystem system = load_text(
      "s.c",
      "typedef struct { int set; float gain; } In;\n"
      "typedef struct { int level; } Out;\n"
      "static void twice(int *y) { *y = 2 * *y; }\n"
      "static void put(int *y, int v) { if (v) *y = 1; else *y = 2; }\n"
      "int tank_step(const In *in, Out *out, int *x, int *z)\n"
      "{ out->level = in->set; put(x, in->set); twice(x); return *z > 3; }\n");
  EXPECT_EQ(names(system.inputs), "in.set:int32 in.gain:float32 z:int32");
  EXPECT_EQ(names(system.outputs),
            "out.level:int32 x:int32 tank_step_result:int32");
}

// Comments of old sources are in Latin-1, Windows-1252 or Shift-JIS.
TEST_F(Load, CommentsAreInAnyEncoding) {
  EXPECT_EQ(names(load_text("latin1.c",
                            "int in, out; // gr\xfc\xdf\n"
                            "void step(void) { out = in; }")
                      .inputs),
            "in:int32");
  EXPECT_NE(fault("zero.c", std::string("int a;\0", 7)).find("not a text file"),
            std::string::npos);
}

// As a linker takes members of a library; a test program beside it has a
// main().
TEST_F(Load, FilesThatDefineWhatIsMissingBelongToTheProgram) {
  put("many_data.c",
      "extern int scale(int); int factor = 3;\n"
      "int twice(int v) { return scale(v) * 2; }");
  put("many_scale.c", "int scale(int v) { return v; }");
  put("many_test.c",
      "extern int scale(int); int main(void) { return 0; }\n"
      "int factor = 4;");
  put("many_other.c", "int scale_unused(int v) { return v; }");
  const model::StepSystem system =
      load_text("many.c",
                "extern int factor; extern int twice(int);\n"
                "int in, out; void step(void) { out = twice(in) + factor; }");
  std::string notes;
  for (const base::Diagnostic& w : system.warnings) notes += w.message + "\n";
  EXPECT_NE(notes.find("define what is missing: many_data.c, many_scale.c\n"),
            std::string::npos)
      << notes;
}

// A header that lacks 'extern', which older linkers put up with.
TEST_F(Load, AFileThatDefinesSomethingTwiceIsLeftOutWithAWarning) {
  put("queue.h", "int queue[4]; int first(void);");
  put("queue.c", "#include \"queue.h\"\nint first(void) { return queue[0]; }");
  put("twice.c",
      "#include \"queue.h\"\nint in, out;\n"
      "void step(void) { queue[0] = in; out = first(); }");
  LoadOptions options;
  options.stub_missing = true;
  const model::StepSystem system =
      load((folder_ / "twice.c").string(), options, {});
  std::string warnings;
  for (const base::Diagnostic& w : system.warnings) warnings += w.message;
  EXPECT_NE(warnings.find("queue.c defines 'first', which is missing, but also "
                          "'queue', which another source defines, so it is "
                          "left out"),
            std::string::npos)
      << warnings;
  // Without stubs that is why something is missing.
  try {
    (void)load((folder_ / "twice.c").string(), {}, {});
    FAIL() << "first() is missing";
  } catch (const base::InputError& e) {
    const std::vector<base::Diagnostic>& notes = e.diagnostics().front().notes;
    ASSERT_FALSE(notes.empty());
    EXPECT_NE(notes.back().message.find("queue.c defines 'first'"),
              std::string::npos);
  }
}

TEST_F(Load, OfTwoFilesThatDefineWhatIsMissingNoneIsTaken) {
  put("two_a.c", "int mode(void) { return 0; }");
  put("two_b.c", "int mode(void) { return 3; }");
  EXPECT_NE(fault("two.c",
                  "extern int mode(void); int in, out;\n"
                  "void step(void) { out = in + mode(); }")
                .find("'mode' is defined in two_a.c and in two_b.c"),
            std::string::npos);
}

TEST_F(Load, AFileWithoutAStepIsRefused) {
  EXPECT_EQ(fault("bare.c", "void stepper(void) {}\nvoid walk(int x) {}\n"),
            "bare.c: no step function: expected a function named 'step' or "
            "'..._step', a main() with an infinite loop, or a description file "
            "that says what a step is; 'catenary init " +
                folder_.string() +
                "/bare.c' writes a description to start from [no-step]");
}

TEST_F(Load, AFileWithoutAStepNamesFunctionsThatMayBeOne) {
  const std::string path =
      put("bare.c",
          "static int helper(void) { return 1; }\nint x;\n"
          "void other(void) { x = helper(); }\nvoid setup(void) { x = 0; }\n"
          "void motor_update(void) { x = 2; }\nvoid walk(int x) {}\n");
  try {
    (void)load(path, {}, {});
    FAIL() << "it has no step";
  } catch (const base::InputError& e) {
    const std::vector<base::Diagnostic>& notes = e.diagnostics().front().notes;
    ASSERT_EQ(notes.size(), 3U);
    EXPECT_EQ(notes[0].message,
              "motor_update() may be the step: nobody calls it, and its name "
              "says so");
    EXPECT_EQ(notes[0].where.line, 5U);
    EXPECT_EQ(notes[1].message, "other() may be the step: nobody calls it");
    EXPECT_EQ(notes[2].message, "walk() may be the step: nobody calls it");
  }
}

// What somebody else writes there between steps would not be tried, and the
// branches that need it would be unreachable (proved).
TEST_F(Load, AnOutputThatIsReadFirstIsRefused) {
  const std::string type =
      "struct cmd { int ack, request; int log[2]; };\nint alarm;\n";
  const auto of = [&](const std::string& body, const std::string& more = "") {
    return fault("out.c",
                 type + more + "void c_step(int x, struct cmd *p_out) {\n" +
                     body + "\n}\n");
  };
  const std::string refused =
      ": parameter 'p_out' of c_step is read before it is written: output or "
      "memory; expected a description file that says what a step is [no-step]";
  EXPECT_EQ(of("p_out->ack = x; if (p_out->request == 7) alarm = 1;\n"
               "p_out->request = 2;"),
            "out.c:3" + refused);
  EXPECT_EQ(of("if (x) p_out->ack = 1; alarm = p_out->ack;"),
            "out.c:3" + refused);
  EXPECT_EQ(of("struct cmd old = *p_out; alarm = old.ack; p_out->ack = x;"),
            "out.c:3" + refused);
  EXPECT_EQ(of("p_out->log[0] = x; if (p_out->log[1] == 7) alarm = 1;"),
            "out.c:3" + refused);
  // A call may write on some paths only.
  const std::string set = "static void set(struct cmd *c, int x) { if (x) ";
  EXPECT_EQ(of("set(p_out, x); alarm = p_out->ack;", set + "c->ack = 1; }\n"),
            "out.c:4" + refused);
  EXPECT_EQ(of("set(p_out, x); alarm = p_out->ack;",
               set + "c->ack = 1; else c->ack = 2; }\n"),
            "");
  EXPECT_EQ(of("p_out->ack = x; if (p_out->ack == 7) alarm = 1;\n"
               "p_out->log[0] = p_out->log[1] = x; alarm += p_out->log[0];"),
            "");
  EXPECT_EQ(of("struct cmd zero = {0}; *p_out = zero;\n"
               "if (p_out->request == 0) alarm = x;"),
            "");
}

// Heptagon's code has an empty `default` for values that an enumeration lacks.
TEST_F(Load, OutputsOfGeneratedCodeAreTheProgramsOwn) {
  EXPECT_EQ(fault("hept.c",
                  "typedef struct { int y; } Node_out; int last;\n"
                  "void Node_step(int mode, Node_out *_out) {\n"
                  "  switch (mode) { case 0: _out->y = 1; break;\n"
                  "                  default: break; }\n"
                  "  last = _out->y;\n}\n"),
            "");
}

TEST_F(Load, WhatMayBeMeantOtherwiseIsRefused) {
  const std::string tail =
      "; expected a description file that says what a step is [no-step]";
  EXPECT_EQ(fault("two.c", "void a_step(int x) {}\nvoid b_step(void) {}\n"),
            "two.c: several step functions: 'b_step', 'a_step'" + tail);
  EXPECT_EQ(fault("odd.c", "void step(void (*f)(void)) { f(); }\n"),
            "odd.c:1: parameter 'f' of step is of a type that no value can be "
            "made up for" +
                tail);
  EXPECT_EQ(
      fault("in.c",
            "struct s { int a; };\n"
            "int t_step(struct s *p) { return p->a; }\n"),
      "in.c:2: parameter 'p' of t_step may be input, output or memory: it "
      "is not const, no initialisation gets it, and its name does not "
      "say" +
          tail);
  EXPECT_EQ(fault("inout.c", "void t_step(int *p) { if (*p > 3) *p = 1; }\n"),
            "inout.c:1: parameter 'p' of t_step is read and written: input, "
            "output or memory" +
                tail);
  EXPECT_EQ(
      fault("array.c", "int t_step(const int p[3]) { return p[2]; }\n"),
      "array.c:1: parameter 'p' of t_step points to more than one number, "
      "or is kept" +
          tail);
  EXPECT_EQ(fault("union.c",
                  "struct s { union { int a; } u; };\n"
                  "int t_step(const struct s *p) "
                  "{ return p->u.a; }\n"),
            "union.c:2: parameter 'p' of t_step holds inputs that are not "
            "numbers, or too many" +
                tail);
  EXPECT_EQ(fault("init.c",
                  "struct s { int a; };\n"
                  "void t_init(struct s *p, int n) { p->a = n; }\n"
                  "int t_step(struct s *p) { return p->a++; }\n"),
            "init.c:2: parameter 'n' of t_init is none of the structures that "
            "t_step gets" +
                tail);
  EXPECT_EQ(fault("link.c",
                  "struct u { int x; }; struct s { struct u *u; };\n"
                  "void t_init(struct s *p) { }\n"
                  "int t_step(struct s *p) { return p->u->x; }\n"),
            "link.c:3: what 'p.u' points to is written by no function: perhaps "
            "it holds inputs" +
                tail);
  EXPECT_EQ(
      fault("list.c",
            "struct s { struct s *next; int a; };\n"
            "void t_init(struct s *p) { p->a = 0; }\n"
            "int t_step(struct s *p) { return p->a; }\n"),
      "list.c:3: parameter 'p' of t_step holds pointers to what cannot be "
      "made up" +
          tail);
  EXPECT_EQ(
      fault("big.c",
            "struct { int a[100]; } m_U;\n"
            "int o; void m_step(void) { o = m_U.a[1]; }\n"),
      "big.c:1: 'm_U' holds inputs that are not numbers, or too many" + tail);
}

TEST_F(Load, APointerInAMemoryIsToWhatTheStepGets) {
  const model::StepSystem system = load_text(
      "rt.c",
      "typedef struct { int d; } ExtU; struct rtm { ExtU *inputs; int n; };\n"
      "void m_initialize(struct rtm *m, ExtU *rtU) { rtU->d = 0; m->n = 1; }\n"
      "int m_step(struct rtm *m, ExtU *rtU) { return m->inputs->d > m->n; }\n");
  EXPECT_EQ(names(system.inputs), "rtU.d:int32");
  EXPECT_EQ(names(system.outputs), "m_step_result:int32");
}

TEST_F(Load, AStepThatAnotherOneCallsIsNone) {
  const model::StepSystem system =
      load_text("calls.c",
                "int b, o; static void debounce_step(void) { o = b; }\n"
                "void main_step(void) { debounce_step(); if (b) o = 3; }\n");
  EXPECT_EQ(ids(system), "calls.c:2:45:true calls.c:2:45:false");
}

constexpr const char* kProgram =
    "[program]\nsources = [\"ok.c\"]\nstep = \"s();\"\n";

TEST_F(Load, PropertiesBecomeGoalsAndOutputs) {
  const model::StepSystem system = load_text(
      "m.toml",
      std::string(kProgram) +
          "final = \"o == 0\"\n"
          "[inputs]\n\"x\" = { range = [0, 2], unit = \"V\", "
          "names = { high = 2 } }\n"
          "[outputs]\n\"o\" = { names = { OFF = 0 } }\n\"o > 1\" = {}\n"
          "[[property]]\nid = \"p\"\ntext = \"t\"\nrequirements = [\"R\"]\n"
          "when = \"x == 1\"\nthen = \"o == 1\"\n"
          "[[property]]\nid = \"q\"\nwhen = [\"x == 1\", \"x == 2\"]\n"
          "[[invariant]]\nwhen = \"o < 3\"\n"
          "[time]\nstep_ms = 10\nreset_ms = 500\n");
  EXPECT_EQ(names(system.inputs), "x:int32");
  EXPECT_EQ(system.inputs[0].domain.size(), 3U);
  EXPECT_EQ(system.inputs[0].unit, "V");
  EXPECT_EQ(system.inputs[0].names.at(0).name, "high");
  EXPECT_EQ(names(system.outputs), "o:int32 o > 1:int32 p.holds:bool*");
  EXPECT_EQ(ids(system), "p p.violated q invariant1.violated");
  EXPECT_EQ(system.goals[0].requirements, std::vector<std::string>{"R"});
  EXPECT_FALSE(system.goals[0].is_violation());
  EXPECT_TRUE(system.goals[1].is_violation());
  EXPECT_EQ(system.goals[1].requirements, std::vector<std::string>{"R"});
  EXPECT_EQ(system.goals[3].where.line, 20U);
  EXPECT_FALSE(system.any_state_final);
  EXPECT_EQ(system.step_ms, 10);
  EXPECT_EQ(system.reset_ms, 500);
}

TEST_F(Load, CriteriaOfTheCallerCountBeforeThoseOfTheFile) {
  const std::string text =
      "[program]\nsources = [\"b.c\"]\nstep = \"step();\"\n"
      "[inputs]\n\"x\" = { range = [0, 1] }\n"
      "[[property]]\nid = \"p\"\nwhen = \"x\"\n"
      "[coverage]\ncriteria = [\"branch\"]\n";
  put("b.c", "int x, o; void step(void) { o = x ? 1 : 2; }\n");
  EXPECT_EQ(load_text("m.toml", text).goals.size(), 3U);
  LoadOptions options;
  options.criteria = {"property"};
  EXPECT_EQ(ids(load_text("m.toml", text, options)), "p");
}

TEST_F(Load, FaultsStandWhereTheUserWroteThem) {
  const std::string p = kProgram;
  EXPECT_EQ(
      fault("m.toml", p + "[[property]]\nid = \"p\"\nwhen = \"x == z\"\n"),
      "m.toml:6:14: use of undeclared identifier 'z' [c]");
  EXPECT_EQ(fault("m.toml",
                  p + "[[property]]\nid = \"p\"\nwhen = \"x\"\nthen = '''\n"
                      "x ==\n  z'''\n"),
            "m.toml:9:3: use of undeclared identifier 'z' [c]");
  EXPECT_EQ(fault("m.toml", p + "[[invariant]]\nwhen = \"x +* o\"\n"),
            "m.toml:5:12: indirection requires pointer operand ('int' "
            "invalid) [c]");
  EXPECT_EQ(fault("m.toml", p + "declare = \"static int x(void);\"\n"),
            "m.toml:4:23: redefinition of 'x' as different kind of symbol [c]");
  EXPECT_EQ(fault("m.toml", p + "[inputs]\n\"in\" = {}\n"),
            "m.toml:5:2: input 'in' is not a number or truth value; expected a "
            "scalar such as a structure's field [not-a-scalar]");
  EXPECT_EQ(fault("m.toml", p + "[outputs]\n\"&o\" = {}\n").substr(0, 27),
            "m.toml:5:2: output '&o' is ");
  EXPECT_EQ(fault("m.toml", p + "[inputs]\n\"x\" = { range = [0, 1e3] }\n"),
            "m.toml:5:17: the range of 'x', of type int32, must be integers "
            "[range-type]");
  EXPECT_EQ(
      fault("m.toml", "[program]\nsources = [\"none.c\"]\nstep = \"s();\"\n"),
      "m.toml:2:13: source 'none.c': no such file [file-missing]");
}

TEST_F(Load, AWrongSourceIsToldInTheSource) {
  put("bad.c", "int x;\nvoid s(void) { x = y; }\n");
  EXPECT_EQ(
      fault("m.toml", "[program]\nsources = [\"bad.c\"]\nstep = \"s();\"\n"),
      "bad.c:2:20: use of undeclared identifier 'y' [c]");
}

TEST(Handles, FilesByTheirNames) {
  EXPECT_TRUE(handles("a/b.toml"));
  EXPECT_TRUE(handles("b.c"));
  EXPECT_TRUE(handles("b.i"));
  EXPECT_FALSE(handles("b.json"));
  EXPECT_FALSE(handles("toml"));
}

constexpr const char* kCpp = R"cpp(
  struct Shape {
    virtual int size(int k) const = 0;
    virtual ~Shape() = default;
  };
  struct Square : Shape {
    int side = 3;
    int size(int k) const override { return side * side + k; }
  };
  struct Line : Shape {
    int size(int k) const override { return -k; }
  };
  template <typename T>
  struct Sum {
    T total{};
    Sum& operator+=(const T& x) {
      total = total + x;
      return *this;
    }
  };
  struct Start {
    int value;
    Start() : value(40) { value += 2; }
  };
  enum class Mode : short { square, line };
  namespace plant {
  static Square square;
  static Line line;
  Sum<int> sum;
  Start start;
  Mode mode;
  bool on;
  struct {
    unsigned low : 3;
  } bits;
  static int& counted() {
    static int count = start.value;
    return ++count;
  }
  void step() {
    const Shape* const now =
        mode == Mode::line ? static_cast<Shape*>(&line) : &square;
    if (on) sum += now->size(bits.low) + counted();
  }
  }  // namespace plant
)cpp";

TEST_F(Load, ASourceMayBeCpp) {
  put("plant.cpp", kCpp);
  const model::StepSystem system = load_text(
      "m.toml",
      "[program]\nsources = [\"plant.cpp\"]\nstep = \"plant::step();\"\n"
      "[inputs]\n\"plant::mode\" = { range = [0, 1] }\n"
      "\"plant::on\" = {}\n\"plant::bits.low\" = { range = [0, 7] }\n"
      "[outputs]\n\"plant::sum.total\" = {}\n\"plant::mode\" = {}\n"
      "[[property]]\nid = \"p\"\nwhen = \"plant::mode == Mode::line\"\n"
      "then = \"plant::sum.total > 0\"\n");
  EXPECT_EQ(names(system.inputs),
            "plant::mode:int16 plant::on:bool plant::bits.low:uint32");
  EXPECT_EQ(names(system.outputs),
            "plant::sum.total:int32 plant::mode:int16 p.holds:bool*");
  const std::unique_ptr<model::Stepper> stepper = system.factory->make();
  const auto run = [&](long mode, bool on, long low) {
    std::vector<std::byte> letter(system.letter_bytes());
    const auto set = [&](std::size_t k, const logic::Value& v) {
      model::encode_scalar(
          system.inputs[k].type, v, letter.data() + system.inputs[k].offset);
    };
    set(0, logic::Value::integer(static_cast<long long>(mode)));
    set(1, logic::Value::boolean(on));
    set(2, logic::Value::integer(static_cast<long long>(low)));
    EXPECT_EQ(stepper->step(letter.data()), model::StepOutcome::running);
    return stepper->output(0).to_string();
  };
  for (int round = 0; round < 2; ++round) {
    ASSERT_EQ(stepper->reset(nullptr), model::StepOutcome::running);
    EXPECT_EQ(run(0, true, 2), "54") << "3 * 3 + 2, and 42 + 1";
    EXPECT_EQ(run(1, false, 7), "54");
    EXPECT_EQ(run(1, true, 7), "91") << "54 - 7 + 44";
  }
}

TEST_F(Load, CppWithoutARunTimeIsRefusedByName) {
  put("heap.cpp", "int* p;\nvoid step() { p = new int(3); }\n");
  EXPECT_NE(fault("m.toml",
                  "[program]\nsources = [\"heap.cpp\"]\n"
                  "step = \"step();\"\n")
                .find("heap.cpp:2:19: call of '_Znwm'"),
            std::string::npos);
  put("throw.cpp", "void step() { throw 3; }\n");
  EXPECT_NE(fault("m.toml",
                  "[program]\nsources = [\"throw.cpp\"]\n"
                  "step = \"step();\"\n")
                .find("throw.cpp:1:15: cannot use 'throw'"),
            std::string::npos);
}

TEST_F(Load, AnAdapterOfCppIsRefused) {
  put("plant.cpp", kCpp);
  const std::string path = put("m.toml",
                               "[program]\nsources = [\"plant.cpp\"]\n"
                               "step = \"plant::step();\"\n");
  EXPECT_NE(test::fault_of([&] {
              (void)write_adapter(describe(path, {}), folder_.string());
            }).find("[adapter-cpp]"),
            std::string::npos);
}

Description description(const std::string& more) {
  return parse_description("[program]\nsources = [\"ok.c\"]\n" + more,
                           "dir/m.toml");
}

TEST(Harness, NumbersGoalsInTheOrderOfTheFile) {
  const HarnessText h = write_harness(description(
      "step = \"s();\"\n[inputs]\n\"x\" = {}\n\"y\" = {}\n"
      "[outputs]\n\"o\" = {}\n"
      "[[property]]\nid = \"p\"\nwhen = \"1\"\nthen = \"2\"\n"
      "[[property]]\nid = \"q\"\nwhen = \"3\"\n[[invariant]]\nwhen = \"4\"\n"));
  EXPECT_EQ(h.harness.inputs, 2U);
  EXPECT_EQ(h.harness.outputs, 2U);
  EXPECT_EQ(h.derived_outputs, std::vector<std::string>{"p.holds"});
  ASSERT_EQ(h.harness.goals.size(), 4U);
  EXPECT_EQ(h.harness.goals[1].id, "p.violated");
  EXPECT_EQ(h.harness.goals[2].id, "q");
  EXPECT_EQ(h.harness.goals[3].id, "invariant1.violated");
  EXPECT_EQ(h.harness.goals[3].kind, model::GoalKind::violation);
}

TEST(Harness, PutsThePiecesAtTheirPlaces) {
  const HarnessText h =
      write_harness(description("step = \"s();\"\ninit = \"i();\"\n"));
  EXPECT_NE(h.text.find("\n#line 3 \"m.toml\"\n        s();\n"),
            std::string::npos)
      << h.text;
  EXPECT_NE(h.text.find("\n#line 4 \"m.toml\"\n        i();\n"),
            std::string::npos);
  ASSERT_EQ(h.pieces.size(), 2U);
  EXPECT_EQ(h.pieces[0].code.text, "i();");
  EXPECT_LT(h.pieces[0].line, h.pieces[1].line);
  HarnessOptions options;
  options.positions = false;
  EXPECT_EQ(write_harness(description("step = \"s();\"\n"), options)
                .text.find("m.toml"),
            std::string::npos);
}

TEST(Harness, AWholeProgramHasNeitherInitNorStep) {
  const std::string text = write_harness(description("")).text;
  EXPECT_EQ(text.find("__cat_step"), std::string::npos);
  EXPECT_EQ(text.find("__cat_init"), std::string::npos);
}

TEST_F(Load, AnAdapterCompilesWithEveryCompilerAndNeedsNoMain) {
  put("main.c",
      "extern int nondet_int(void);\nint x, o;\n"
      "void idle(void) { x = nondet_int(); __CPROVER_assume(x > 1); }\n"
      "void s(void) { o = x; }\n"
      "int main(void) { x = nondet_other(); }\n");
  const std::string path =
      put("m.toml",
          "[program]\nsources = [\"main.c\"]\nrename_main = true\n"
          "step = \"s();\"\nassume = [\"x < 3\"]\n[inputs]\n\"x\" = {}\n"
          "[outputs]\n\"o\" = {}\n[[property]]\nid = \"p\"\nwhen = \"x\"\n"
          "then = \"o\"\n");
  const std::string text = "#include \"" CATENARY_SOURCE_DIR
                           "/include/catenary/adapter.h\"\n" +
                           write_adapter(describe(path, {}), folder_.string());
  put("adapter.c", text);
  for (const std::string compiler : {"cc -O0", "cc -O2", "clang-19 -O0"}) {
    const std::string command = "cd " + folder_.string() + " && " + compiler +
                                " -w -shared -fPIC -Wl,-z,defs -o a.so "
                                "adapter.c";
    EXPECT_EQ(std::system(command.c_str()), 0) << compiler;
  }
}

TEST_F(Load, AnAdapterOfAWholeProgramIsRefused) {
  const std::string path = put("whole.c", "int main(void) { for (;;) {} }\n");
  const std::string fault = test::fault_of(
      [&] { (void)write_adapter(describe(path, {}), folder_.string()); });
  EXPECT_NE(fault.find("whole.c: an adapter needs a step function to call"),
            std::string::npos)
      << fault;
}

/// The files that were noted while it ran, but those of the system.
std::map<std::string, bool> noted(const std::function<void()>& body) {
  const base::InputLog log;
  body();
  EXPECT_EQ(log.inputs().obstacle, "");
  std::map<std::string, bool> out = log.inputs().files;
  std::erase_if(out, [](const auto& f) { return f.first.starts_with("/usr"); });
  return out;
}

// A coordinator that notes less would send tasks without a file, or keep
// answers that a change of a file makes wrong.
TEST_F(Load, NotesNoFewerFilesWithoutBuilding) {
  fs::create_directories(folder_ / "include");
  put("include/inner.h", "#define STEP 2\n");
  put("outer.h", "#include \"inner.h\"\n");
  put("noted.c",
      "#include <stdint.h>\n#include \"outer.h\"\n"
      "int x, o; void s(void) { o = x + STEP; }\n");
  const std::string path = put("noted.toml",
                               "[program]\nsources = [\"noted.c\"]\n"
                               "flags = [\"-Iinclude\"]\nstep = \"s();\"\n"
                               "[inputs]\n\"x\" = { range = [0, 3] }\n"
                               "[outputs]\n\"o\" = {}\n");
  const auto by_load = noted([&] { (void)load(path, {}, {}); });
  const auto by_note = noted([&] { note_inputs(path, {}, {}); });
  // Conditions are not evaluated: headers that would be read, were they there.
  for (const auto& [file, is_there] : by_load) {
    EXPECT_TRUE(by_note.contains(file) && by_note.at(file) == is_there) << file;
  }
  for (const auto& [file, is_there] : by_note) {
    EXPECT_TRUE(by_load.contains(file) || !is_there) << file;
  }
  EXPECT_TRUE(by_note.at((folder_ / "include/inner.h").string()));
  // It would be included in place of the other.
  EXPECT_FALSE(by_note.at((folder_ / "inner.h").string()));
}

TEST_F(Load, NotesAnObstacleWhereAHeaderIsMissing) {
  put("lost.c", "#include \"lost.h\"\nint x; void s(void) { x = 1; }\n");
  const std::string path =
      put("lost.toml", "[program]\nsources = [\"lost.c\"]\nstep = \"s();\"\n");
  const base::InputLog log;
  note_inputs(path, {}, {});
  EXPECT_NE(log.inputs().obstacle, "");
}

}  // namespace
}  // namespace catenary::frontend::c
