// SPDX-License-Identifier: Apache-2.0
/// \file
/// The compiler's diagnostics with their places, what is declared for programs
/// that do not, replaced macros, several sources, branch goals.
#include "program/build/compile.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "program/build/build_watch.h"
#include "program/build/redefine.h"
#include "program/syntax/clang_messages.h"
#include "program/syntax/inventory.h"
#include "unit/program/program.h"

namespace catenary::program {
namespace {

namespace fs = std::filesystem;
using test::build_step;
using test::fault_of;
using test::Instance;
using test::recipe_of;

TEST(ClangOutput, IsReadWithNotes) {
  const std::vector<base::Diagnostic> all = parse_clang_output(
      "In file included from a.c:1:\n"
      "a.c:3:7: error: use of undeclared identifier 'x'\n"
      "b:c.c:12:1: fatal error: 'no.h' file not found\n"
      "b:c.c:9:2: note: as said here\n"
      "clang-19: error: no such file or directory: 'z.c'\n"
      "a.c:4: warning: odd\n"
      "2 errors generated.\n",
      "");
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].where.to_string(), "a.c:3:7");
  EXPECT_EQ(all[0].message, "use of undeclared identifier 'x'");
  EXPECT_EQ(all[0].code, "c");
  EXPECT_EQ(all[1].where.to_string(), "b:c.c:12:1");
  ASSERT_EQ(all[1].notes.size(), 1U);
  EXPECT_EQ(all[1].notes[0].where.line, 9U);
  EXPECT_FALSE(all[2].where.known());
  EXPECT_EQ(all[3].severity, base::Severity::warning);
  EXPECT_EQ(all[3].where.to_string(), "a.c:4");
}

TEST(Compile, FaultsHaveTheirPlace) {
  EXPECT_EQ(fault_of(recipe_of("int x;\nvoid __cat_step(void) { x = y; }")),
            "t.c:2:29: use of undeclared identifier 'y' [c]");
  EXPECT_EQ(fault_of(recipe_of("void __cat_step(void) {")),
            "t.c:1:24: expected '}' [c]");
  EXPECT_EQ(fault_of(recipe_of("#include \"none.h\"\n")),
            "t.c:1:10: 'none.h' file not found [c]");
  EXPECT_EQ(fault_of(recipe_of("#error \"not here\"\n")),
            "t.c:1:2: \"not here\" [c]");
}

TEST(Compile, EveryFaultIsToldUpToALimit) {
  std::string text;
  for (int i = 0; i < 30; ++i) text += "int a" + std::to_string(i) + " = z;\n";
  try {
    (void)build(recipe_of(text), {});
    FAIL() << "it compiles";
  } catch (const base::InputError& e) {
    EXPECT_EQ(e.diagnostics().size(), 20U);
    EXPECT_EQ(e.diagnostics()[19].where.line, 20U);
  }
}

TEST(Compile, FlagsOfTheUserCount) {
  Recipe recipe = recipe_of(
      "int o; void __cat_step(void) { o = VALUE; }\n"
      "OUTPUT(0, o, 5)",
      {0, 0, 1});
  EXPECT_EQ(fault_of(recipe),
            "t.c:1:36: use of undeclared identifier 'VALUE' [c]");
  recipe.flags = {"-DVALUE=8"};
  Instance run(build(recipe, {}));
  run.reset();
  run.step();
  EXPECT_EQ(run.output(0), "8");
  recipe.flags = {"-DVALUE=8", "--no-such-flag"};
  EXPECT_NE(fault_of(recipe).find("no-such-flag"), std::string::npos);
}

TEST(Compile, OneIntermediateLanguageForEveryOptimisation) {
  const std::string text =
      "int in, o; void __cat_step(void) { o = in + 1 > in; }\n"
      "INPUT(0, in, 5) OUTPUT(0, o, 5)";
  for (const char* level : {"-O0", "-O3"}) {
    Recipe recipe = recipe_of(text, {1, 0, 1});
    recipe.flags = {level};
    Instance run(build(recipe, {}));
    run.reset();
    run.step({2147483647});
    EXPECT_EQ(run.output(0), "0") << level << ": overflow wraps";
  }
}

TEST(Prelude, DeclaresWhatTheSourceDoesNot) {
  // Declared differently in the source: that counts.
  EXPECT_EQ(fault_of(recipe_of(
                "extern void __VERIFIER_assume(_Bool);\nint o;\n"
                "void __cat_step(void) { unsigned char c = "
                "__VERIFIER_nondet_uchar(); __VERIFIER_assume(c < 4); "
                "__CPROVER_assume(c != 2); assert(c < 4); if (c == 9) "
                "reach_error(); if (c == 8) abort(); if (c == 7) exit(1); "
                "o = nondet_int(); }")),
            "");
  EXPECT_NE(fault_of(recipe_of("void __cat_step(void) { no_verifier(); }"))
                .find("call of 'no_verifier', which no source defines"),
            std::string::npos);
}

TEST(Redefine, ReplacesBodiesAndKeepsLines) {
  std::set<std::string> found;
  const std::map<std::string, std::string> macros = {{"LIMIT", "400"},
                                                     {"OTHER", "1"}};
  EXPECT_EQ(redefine_in("#define LIMIT 4 /* 400 */\n"
                        "  #  define LIMIT\t(5)\n"
                        "#define LIMITS 4\n"
                        "#define LIMIT(x) x\n"
                        "int LIMIT;\n",
                        macros,
                        found),
            "#define LIMIT 400\n"
            "  #  define LIMIT 400\n"
            "#define LIMITS 4\n"
            "#define LIMIT(x) x\n"
            "int LIMIT;\n");
  EXPECT_EQ(found, std::set<std::string>{"LIMIT"});
}

TEST(Redefine, DropsLinesThatContinueADefinition) {
  std::set<std::string> found;
  const std::map<std::string, std::string> macros = {{"N", "9"}};
  EXPECT_EQ(
      redefine_in(
          "#define N \\\r\n  (1 + \\\r\n  2)\r\nint a;\r\n", macros, found),
      "#define N 9\n\n\nint a;\r\n");
  EXPECT_EQ(found.size(), 1U);
}

TEST(Redefine, DropsCommentsThatGoOn) {
  std::set<std::string> found;
  const std::map<std::string, std::string> macros = {{"N", "9"}};
  EXPECT_EQ(redefine_in("#define N 1 /* the\n number */\n", macros, found),
            "#define N 9\n\n");
  EXPECT_EQ(redefine_in("#define N 1 \\\n /* the\nnumber */\n", macros, found),
            "#define N 9\n\n\n");
  // The directive ends behind the comment, not where that begins.
  EXPECT_EQ(redefine_in("#define N 1 /* a\n b */ + 2\nint x;\n", macros, found),
            "#define N 9\n\nint x;\n");
  for (const char* closed :
       {"1 /* one */", "\"/*\"", "'/'", "1 // see a/*.c", "\"a\\\"/*\""}) {
    EXPECT_EQ(redefine_in(std::string("#define N ") + closed, macros, found),
              "#define N 9\n");
  }
}

/// A folder of sources.
class Sources : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              ("program_sources_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    recipe_.name = "t";
    recipe_.directory = folder_.string();
  }
  void TearDown() override { fs::remove_all(folder_); }

  void put(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    if (fs::path(name).extension() == ".c") {
      recipe_.units.push_back({name, std::nullopt});
    }
  }

  fs::path folder_;
  Recipe recipe_;
};

TEST_F(Sources, RedefinedMacrosReachHeaders) {
  put("limits.h", "#define LIMIT 4\n");
  put("t.c",
      "#include \"limits.h\"\nint o; void __cat_step(void) { o = LIMIT; }\n"
      "const int __cat_otype_0 = 5; long long __cat_outi_0(void) { return o; "
      "}\n"
      "double __cat_outd_0(void) { return o; }\n");
  recipe_.harness.outputs = 1;
  recipe_.redefine = {{"LIMIT", "400"}};
  recipe_.redefine_where = {"m.toml", 4, 12};
  Instance run(build(recipe_, {}));
  run.reset();
  run.step();
  EXPECT_EQ(run.output(0), "400");
  recipe_.redefine = {{"LIMIT", "400"}, {"LIMTI", "3"}};
  EXPECT_EQ(fault_of(recipe_),
            "m.toml:4:12: no '#define LIMTI' of an object-like macro in the "
            "sources [redefine-unknown]");
}

TEST_F(Sources, FaultsAreToldInTheirOwnFile) {
  put("t.c", "void __cat_step(void) {}\n");
  put("b.c", "\n  int = 3;\n");
  const std::string fault = fault_of(recipe_);
  EXPECT_NE(fault.find("b.c:2:7: expected identifier or '('"),
            std::string::npos)
      << fault;
}

TEST_F(Sources, WhatTwoFilesDefineClashes) {
  put("t.c", "int shared(void) { return 1; } void __cat_step(void) {}\n");
  put("b.c", "int shared(void) { return 2; }\n");
  const std::string fault = fault_of(recipe_);
  EXPECT_NE(fault.find("shared"), std::string::npos) << fault;
  EXPECT_NE(fault.find("[link-failed]"), std::string::npos) << fault;
}

TEST_F(Sources, StaticFunctionsOfOneNameHaveBranchesOfTheirOwn) {
  put("limits.h", "static inline int low(int x) { return x < 3 ? 1 : 0; }\n");
  put("t.c",
      "#include \"limits.h\"\n"
      "#define BOTH(a, b) ((a) && (b))\n"
      "int in, o; int other(int);\n"
      "static int f(int x) { return x == 1 ? 2 : 3; }\n"
      "void __cat_step(void) {\n"
      "  o = f(in) + other(in) + low(in) + BOTH(in > 1, in < 9)\n"
      "      + BOTH(in > 2, in < 8); }\n"
      "const int __cat_type_0 = 5; void __cat_seti_0(long long v) { in = v; }\n"
      "void __cat_setd_0(double v) { in = v; }\n");
  put("b.c",
      "#include \"limits.h\"\n"
      "static int f(int x) { return x == 5 ? 2 : 3; }\n"
      "int other(int x) { return f(x) + low(x); }\n"
      "int idle(int x) { return x ? 1 : 2; }\n");
  recipe_.harness.inputs = 1;
  recipe_.criteria = {model::GoalKind::branch};
  const Built built = build(recipe_, {});
  std::string ids;
  for (const model::Goal& g : built.goals) {
    if (g.id.find(":true") != std::string::npos) ids += g.id + "\n";
  }
  EXPECT_EQ(built.goals.size(), 16U);
  for (const char* one : {"t.c:4:30:true",
                          "b.c:2:30:true",
                          "limits.h:1:39:true",
                          "limits.h:1:39#2:true",
                          "t.c:2:21:true",
                          "t.c:2:21#2:true",
                          "t.c:2:28:true",
                          "t.c:2:28#2:true"}) {
    EXPECT_NE(ids.find(std::string(one) + "\n"), std::string::npos)
        << one << " is not in\n"
        << ids;
  }
  Instance run(built);
  run.reset();
  run.step({5});
  const std::string hits = " " + run.hits() + " ";
  EXPECT_NE(hits.find(" b.c:2:30:true "), std::string::npos) << hits;
  EXPECT_NE(hits.find(" t.c:4:30:false "), std::string::npos) << hits;
  EXPECT_NE(hits.find(" limits.h:1:39#2:false "), std::string::npos) << hits;
}

TEST(Hash, IsOfTheProgramAndNothingElse) {
  const std::string text = "int o; void __cat_step(void) { o = 3; }";
  const std::string hash = build_step(text).sha256;
  EXPECT_EQ(hash.size(), 64U);
  EXPECT_EQ(build_step(text).sha256, hash);
  EXPECT_NE(build_step("int o; void __cat_step(void) { o = 4; }").sha256, hash);
}

TEST(Inventory, ListsWhatASourceDefines) {
  Recipe recipe;
  recipe.units = {{"t.c",
                   "#line 1 \"t.c\"\n"
                   "int button;\nstatic int ticks;\nconst int kLimit = 4;\n"
                   "int a[3];\nvolatile _Bool lamp;\n"
                   "void init(void) { ticks = 0; }\n"
                   "static int helper(int x) { return x; }\n"
                   "void step(void) { if (button) ++ticks; "
                   "lamp = helper(ticks) > kLimit; a[0] = 1; }\n"}};
  const Inventory all = take_inventory(recipe, {});
  std::string functions;
  for (const Inventory::Function& f : all.functions) {
    functions += f.name + (f.takes_arguments ? "(x)" : "()") +
                 (f.is_static ? " static" : "") + "; ";
  }
  EXPECT_EQ(functions, "init(); helper(x) static; step(); ");
  std::string globals;
  for (const Inventory::Global& g : all.globals) {
    globals += g.name + (g.scalar ? "" : " aggregate") +
               (g.read ? " read" : "") + (g.written ? " written" : "") +
               (g.is_static ? " static" : "") + (g.is_const ? " const" : "") +
               "; ";
  }
  EXPECT_EQ(globals,
            "button read; ticks read written static; kLimit const; a "
            "aggregate written; lamp written; ");
}

TEST(Inventory, KnowsTypesInParts) {
  Recipe recipe;
  recipe.units = {
      {"t.c",
       "#line 1 \"t.c\"\n"
       "typedef unsigned char U8; struct leaf { U8 v; };\n"
       "struct list { int n; struct list *next; };\n"
       "typedef struct { struct leaf *one; struct { float f; } in; "
       "int a[2][2]; struct list *l; union { int x; } u; } Big;\n"
       "Big big;\n"
       "float step(const U8 *p, Big *b, const void *v, enum { A } e)"
       "{ return big.in.f; }\n"}};
  const Inventory all = take_inventory(recipe, {});
  const TypeShape& big = all.globals.at(0).type;
  EXPECT_EQ(big.kind, TypeShape::Kind::structure);
  EXPECT_EQ(big.name, "Big");
  EXPECT_EQ(big.numbers,
            (std::vector<std::string>{
                ".in.f", ".a[0][0]", ".a[0][1]", ".a[1][0]", ".a[1][1]"}));
  ASSERT_EQ(big.links.size(), 2U);
  EXPECT_EQ(big.links[0].member, ".one");
  EXPECT_EQ(big.links[0].target, "struct leaf");
  EXPECT_TRUE(big.links[1].links.empty()) << "a list is not a part of itself";
  const Inventory::Function& step = all.functions.at(0);
  EXPECT_EQ(step.result.name, "float");
  ASSERT_EQ(step.parameters.size(), 4U);
  EXPECT_EQ(step.parameters[0].name, "p");
  EXPECT_EQ(step.parameters[0].type.kind, TypeShape::Kind::pointer);
  EXPECT_EQ(step.parameters[0].type.target, TypeShape::Kind::scalar);
  EXPECT_TRUE(step.parameters[0].type.is_const);
  EXPECT_EQ(step.parameters[1].type.name, "Big");
  EXPECT_EQ(step.parameters[2].type.target, TypeShape::Kind::nothing);
  EXPECT_TRUE(step.parameters[2].type.is_const);
  EXPECT_EQ(step.parameters[3].type.kind, TypeShape::Kind::scalar);
  EXPECT_EQ(step.parameters[3].type.name, "") << "it has no name";
}

TEST(Inventory, ListsCallersAndPointersInsideTypes) {
  Recipe recipe;
  recipe.units = {
      {"t.c",
       "#line 1 \"t.c\"\n"
       "typedef unsigned char U8; struct leaf { U8 *data; int n; };\n"
       "typedef struct { struct leaf *one; int (*get)(const U8 *, float); "
       "void *any; } Big;\n"
       "static void last(Big *b) { last(b); b->get(0, 0); }\n"
       "void (*kept)(Big *) = last;\n"
       "void test_it(Big *b, void (*f)(void)) { last(b); f(); }\n"}};
  Inventory all = take_inventory(recipe, {});
  EXPECT_FALSE(all.has_branches);
  ASSERT_EQ(all.functions.size(), 2U);
  EXPECT_EQ(all.functions[0].callers, (std::set<std::string>{"", "test_it"}));
  EXPECT_TRUE(all.functions[1].callers.empty());
  EXPECT_GT(all.functions[0].size, Inventory::Function::kEmptySize);
  const TypeShape& big = all.functions[0].parameters.at(0).type;
  ASSERT_EQ(big.pointers.size(), 1U) << "void * tells nothing";
  EXPECT_EQ(big.pointers[0].member, ".get");
  ASSERT_TRUE(big.pointers[0].function.has_value());
  EXPECT_EQ(big.pointers[0].function->result, "int");
  EXPECT_TRUE(big.pointers[0].function->returns_number);
  EXPECT_EQ(big.pointers[0].function->parameters, "U8 const *p1, float p2");
  ASSERT_EQ(big.links.size(), 1U);
  EXPECT_EQ(big.links[0].numbers, std::vector<std::string>{".n"});
  ASSERT_EQ(big.links[0].pointers.size(), 1U);
  EXPECT_EQ(big.links[0].pointers[0].target, "U8");
  ASSERT_TRUE(all.functions[1].parameters.at(1).type.function.has_value());
  EXPECT_EQ(all.functions[1].parameters[1].type.function->parameters, "void");
  recipe.units[0].text = "int f(int x) { if (x) return 1; return 2; }\n";
  recipe.units.push_back(
      {"u.c", "int x; void h(void) { x = 1; } void g(void) {}\n"});
  all = take_inventory(recipe, {});
  EXPECT_TRUE(all.has_branches);
  EXPECT_FALSE(all.functions.back().in_first_unit);
  EXPECT_GT(all.functions.at(1).size, Inventory::Function::kEmptySize);
  EXPECT_LE(all.functions.back().size, Inventory::Function::kEmptySize);
}

TEST(Constructors, RunBeforeEveryInitialisationByPriority) {
  Instance run(
      build_step("int o = 1, start;\n"
                 "__attribute__((constructor)) void b(void) { o = o * 5; }\n"
                 "__attribute__((constructor(101))) void a(void) { o += 2; }\n"
                 "__attribute__((destructor)) void c(void) { o = 77; }\n"
                 "void __cat_init(void) { o += start; }\n"
                 "void __cat_step(void) { ++o; }\n"
                 "INITIAL(0, start, 5) OUTPUT(0, o, 5)",
                 {0, 1, 1}));
  for (int round = 0; round < 2; ++round) {
    ASSERT_EQ(run.reset({100}), model::StepOutcome::running);
    EXPECT_EQ(run.output(0), "115");
    ASSERT_EQ(run.step(), model::StepOutcome::running);
    EXPECT_EQ(run.output(0), "116");
  }
}

/// The goals of a program whose criteria are for want of others, and how often
/// the caller is given its sources: each time starts another compiler.
std::pair<std::size_t, int> goals_and_starts(const std::string& text,
                                             std::uint32_t harness_goals,
                                             std::size_t uncounted) {
  Recipe recipe = recipe_of(text, {1, 0, 0, harness_goals});
  recipe.criteria_without_goals = {model::GoalKind::branch};
  recipe.uncounted_goals = uncounted;
  int starts = 0;
  BuildWatch watch;
  watch.on_sources = [&starts](const CompiledSources&) { ++starts; };
  const Built built = build(recipe, {}, watch);
  return {built.goals.size(), starts};
}

TEST(Criteria, ForWantOfGoalsStartNoSecondCompilerOfTheCaller) {
  const std::string plain =
      "int x, o;\nvoid __cat_step(void) { if (x > 3) o = 1; }\nINPUT(0, x, 5)";
  const std::string labelled =
      "int x, o;\nvoid __cat_step(void) { if (x > 3) { error_1: o = 1; } }\n"
      "INPUT(0, x, 5)";
  using Pair = std::pair<std::size_t, int>;
  EXPECT_EQ(goals_and_starts(plain, 0, 0), Pair(2, 1)) << "both branches";
  EXPECT_EQ(goals_and_starts(labelled, 0, 0), Pair(1, 1)) << "the label alone";
  EXPECT_EQ(goals_and_starts(plain, 1, 0), Pair(1, 1)) << "that of the harness";
  EXPECT_EQ(goals_and_starts(plain, 1, 1), Pair(3, 1))
      << "where that one does not count";
}

// Each source is a module of its own, which linking destroys: the memory of its
// counters is used again by those of later ones.
TEST(Compile, TheBranchesOfManySourcesAreAllCounted) {
  constexpr int kSources = 60;
  std::string step = "extern int x;\nint x;\nvoid __cat_step(void) {\n";
  std::string declared;
  Recipe r = recipe_of("");
  std::vector<int> branches;
  for (int i = 0; i < kSources; ++i) {
    std::string text;
    branches.push_back(0);
    for (int part = 0; part <= i * i % 7; ++part) {
      const std::string f =
          "f" + std::to_string(i) + "_" + std::to_string(part);
      text += "int " + f + "(int x) {\n";
      for (int k = 0; k < (i + part) % 5; ++k) {
        text += "if (x == " + std::to_string(100 * i + k) + ") return 1;\n";
        branches.back() += 2;
      }
      text += "return 0;\n}\n";
      declared += "int " + f + "(int);\n";
      step += "x += " + f + "(x);\n";
    }
    r.units.push_back({"f" + std::to_string(i) + ".c", text});
  }
  *r.units.front().text += declared + step + "}\n";
  r.criteria = {model::GoalKind::branch};
  const Built built = build(r, {});
  EXPECT_TRUE(built.warnings.empty());
  std::map<std::string, int> counted;
  for (const model::Goal& goal : built.goals) {
    ++counted[goal.id.substr(0, goal.id.find(':'))];
  }
  for (int i = 0; i < kSources; ++i) {
    EXPECT_EQ(counted["unit" + std::to_string(i + 1) + ".c"], branches[i]);
  }
}

}  // namespace
}  // namespace catenary::program
