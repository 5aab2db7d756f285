// SPDX-License-Identifier: Apache-2.0
#include "cli/program.h"

#include <catenary/version.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <new>
#include <sstream>
#include <stdexcept>

#include "base/check.h"
#include "base/error.h"

namespace catenary::cli {
namespace {

using app::ExitCode;

/// Runs the program with handlers that only record.
class Program : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = ::testing::TempDir() + "catenary-program-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    directory_ = name;
    handlers_.generate = [this](const app::GenerateOptions& o,
                                app::Context& context) {
      generate_ = o;
      memory_ = context.budget.memory_bytes();
      time_left_ = context.budget.time_left();
      return body_(context);
    };
    handlers_.doctor = [this](const app::DoctorOptions&,
                              app::Context& context) { return body_(context); };
    handlers_.versions = [] {
      return std::vector<std::pair<std::string, std::string>>{{"Solver", "1"}};
    };
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  int run(const std::vector<std::string>& arguments) {
    out_.str("");
    err_.str("");
    Surroundings surroundings{
        out_, err_, {}, false, false, false, 80, directory_, {}};
    return static_cast<int>(run_program(arguments, handlers_, surroundings));
  }
  std::string put(const std::string& name, const std::string& text) const {
    const std::string path = directory_ + "/" + name;
    std::ofstream(path) << text;
    return path;
  }

  std::string directory_;
  Handlers handlers_;
  std::function<ExitCode(app::Context&)> body_ = [](app::Context&) {
    return ExitCode::success;
  };
  app::GenerateOptions generate_;
  std::uint64_t memory_ = 0;
  std::chrono::milliseconds time_left_{0};
  std::ostringstream out_, err_;
};

TEST_F(Program, PassesOptionsAndTheResult) {
  body_ = [](app::Context& context) {
    context.out << "result\n";
    return ExitCode::findings;
  };
  EXPECT_EQ(run({"generate", "m.c", "--max-steps", "7"}), 1);
  EXPECT_EQ(out_.str(), "result\n");
  EXPECT_EQ(err_.str(), "");
  EXPECT_EQ(generate_.model, "m.c");
  EXPECT_EQ(generate_.max_steps, 7U);
}

TEST_F(Program, FillsTheBudget) {
  EXPECT_EQ(run({"generate", "m.c", "--memory", "2G", "--timeout", "1h"}), 0);
  EXPECT_EQ(memory_, std::uint64_t{2} << 30);
  EXPECT_LE(time_left_, std::chrono::hours(1));
  EXPECT_GT(time_left_, std::chrono::minutes(59));
  EXPECT_EQ(run({"generate", "m.c"}), 0);
  EXPECT_GT(memory_, std::uint64_t{64} << 20);
  EXPECT_GT(time_left_, std::chrono::hours(10000));
}

TEST_F(Program, TurnsExceptionsIntoExitCodes) {
  struct Case {
    std::function<void()> thrower;
    int code;
    std::string err;
  };
  const std::string defect =
      "\nThis is a defect of Catenary, not of your input.\n";
  const Case cases[] = {
      {[] { throw base::InputError({"none.c", 3, 2}, "bad", "c-bad"); },
       2,
       "none.c:3:2: error: bad [c-bad]\n"},
      {[] { throw base::ToolError("no clang"); }, 3, "error: no clang\n"},
      {[] { throw base::InternalError("x.cpp:1: check failed"); },
       70,
       "internal error: x.cpp:1: check failed" + defect},
      {[] { throw std::runtime_error("odd"); },
       70,
       "internal error: odd" + defect},
      {[] { throw std::bad_alloc(); },
       3,
       "error: out of memory; see --memory\n"},
  };
  for (const Case& c : cases) {
    body_ = [&](app::Context&) {
      c.thrower();
      return ExitCode::success;
    };
    EXPECT_EQ(run({"doctor", "--json"}), c.code);
    EXPECT_EQ(err_.str(), c.err);
    EXPECT_EQ(out_.str(), "");
  }
}

TEST_F(Program, EveryExitCodeComesThrough) {
  for (const auto& [code, meaning] : program_text().exit_codes) {
    body_ = [code = code](app::Context&) {
      return static_cast<ExitCode>(code);
    };
    EXPECT_EQ(run({"doctor"}), code) << meaning;
  }
}

TEST_F(Program, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(run({"genrate", "m.c"}), 2);
  EXPECT_EQ(err_.str(),
            "error: catenary does not have a command 'genrate'; did you mean "
            "'generate'?; see 'catenary --help' [command-unknown]\n");
  EXPECT_EQ(run({"--quiet"}), 2);
  EXPECT_EQ(run({"generate", "m.c", "--jbos", "2"}), 2);
  EXPECT_NE(err_.str().find("did you mean '--jobs'?"), std::string::npos);
  EXPECT_EQ(run({"generate"}), 2);
  EXPECT_EQ(run({"run", "s.json"}), 2);
  EXPECT_NE(err_.str().find("needs --sut WHERE"), std::string::npos);
  EXPECT_EQ(run({}), 2);
  EXPECT_EQ(out_.str(), "");
  EXPECT_NE(err_.str().find("Commands:"), std::string::npos);
}

TEST_F(Program, HelpIsAResult) {
  for (const char* name : {"check",
                           "generate",
                           "run",
                           "trace",
                           "report",
                           "convert",
                           "init",
                           "doctor",
                           "lsp",
                           "bench"}) {
    ASSERT_EQ(run({name, "--help"}), 0) << name;
    EXPECT_NE(out_.str().find("Exit codes:"), std::string::npos) << name;
    EXPECT_NE(out_.str().find("Examples:"), std::string::npos) << name;
    const std::string help = out_.str();
    EXPECT_EQ(run({"help", name}), 0);
    EXPECT_EQ(out_.str(), help);
    EXPECT_EQ(err_.str(), "");
  }
  EXPECT_EQ(run({"--help"}), 0);
  EXPECT_NE(out_.str().find("130"), std::string::npos);
  EXPECT_EQ(run({"help", "nothing"}), 2);
  EXPECT_EQ(run({"help", "run", "trace"}), 2);
}

TEST_F(Program, WritesWhatIsShipped) {
  ASSERT_EQ(run({"help", "--commands"}), 0);
  const std::string commands = out_.str();
  EXPECT_EQ(commands,
            "check\ngenerate\nrun\ntrace\nreport\nconvert\nbatch\nresume\n"
            "worker\ninit\ndoctor\nqualify\nlsp\nbench\n");
  EXPECT_EQ(run({"help", "--man"}), 0);
  EXPECT_EQ(out_.str().rfind(".TH CATENARY 1", 0), 0U);
  EXPECT_EQ(run({"help", "--man", "generate"}), 0);
  EXPECT_EQ(out_.str().rfind(".TH CATENARY\\-GENERATE 1", 0), 0U);
  EXPECT_EQ(run({"help", "--man", "nothing"}), 2);
  EXPECT_EQ(run({"help", "--zsh"}), 0);
  EXPECT_EQ(out_.str().rfind("#compdef catenary", 0), 0U);
  EXPECT_EQ(run({"help", "--fish"}), 0);
  EXPECT_NE(out_.str().find("-a generate"), std::string::npos);
  EXPECT_EQ(run({"help", "--bash"}), 0);
  EXPECT_NE(out_.str().find("complete -o"), std::string::npos);
}

TEST_F(Program, TellsItsVersion) {
  EXPECT_EQ(run({"--version"}), 0);
  EXPECT_EQ(out_.str(), "catenary " CATENARY_VERSION_STRING "\nSolver 1\n");
}

TEST_F(Program, FlagsOverrideTheConfigFile) {
  put("catenary.toml", "jobs = 3\n[generate]\nseed = 5\nmax-steps = 9\n");
  EXPECT_EQ(run({"generate", "m.c", "--seed", "6"}), 0);
  EXPECT_EQ(generate_.jobs, 3U);
  EXPECT_EQ(generate_.seed, 6U);
  EXPECT_EQ(generate_.max_steps, 9U);
  const std::string other = put("other.toml", "[generate]\nseed = 8\n");
  EXPECT_EQ(run({"generate", "m.c", "--config", other}), 0);
  EXPECT_EQ(generate_.seed, 8U);
  EXPECT_EQ(generate_.jobs, 0U);
}

TEST_F(Program, ConfigFaultsHaveAPlace) {
  const std::string path = put("catenary.toml", "[generate]\n  sed = 5\n");
  EXPECT_EQ(run({"generate", "m.c"}), 2);
  EXPECT_EQ(err_.str(),
            path +
                ":2:3: error: unknown key 'sed' in [generate]; did "
                "you mean 'seed'? [config-unknown-key]\n"
                "    sed = 5\n"
                "    ^\n");
  EXPECT_EQ(run({"generate", "m.c", "--config", "/none.toml"}), 2);
}

TEST_F(Program, DumpsTheConfigInEffect) {
  EXPECT_EQ(
      run({"generate", "--seed", "77", "--cover", "branch", "--dump-config"}),
      0);
  const std::string dumped = out_.str();
  EXPECT_NE(dumped.find("[generate]\n"), std::string::npos);
  EXPECT_NE(dumped.find("\nseed = 77\n"), std::string::npos);
  EXPECT_NE(dumped.find("\ncover = [\"branch\"]\n"), std::string::npos);
  const std::string path = put("again.toml", dumped);
  EXPECT_EQ(run({"generate", "--config", path, "--dump-config"}), 0);
  EXPECT_EQ(out_.str(), dumped);
}

TEST_F(Program, EveryCommandReadsWhatItDumps) {
  for (const char* name : {"check",
                           "generate",
                           "run",
                           "trace",
                           "report",
                           "convert",
                           "init",
                           "doctor",
                           "lsp",
                           "bench"}) {
    ASSERT_EQ(run({name, "--dump-config"}), 0) << name << err_.str();
    const std::string dumped = out_.str();
    const std::string path = put("dump.toml", dumped);
    ASSERT_EQ(run({name, "--dump-config", "--config", path}), 0) << err_.str();
    EXPECT_EQ(out_.str(), dumped);
  }
}

TEST_F(Program, QuietAndVerboseSetTheLevel) {
  body_ = [](app::Context& context) {
    context.log.warning("w");
    context.log.info("i");
    context.log.debug("d");
    return ExitCode::success;
  };
  run({"doctor"});
  EXPECT_EQ(err_.str(), "warning: w\ni\n");
  run({"doctor", "-q"});
  EXPECT_EQ(err_.str(), "warning: w\n");
  run({"doctor", "-v"});
  EXPECT_EQ(err_.str(), "warning: w\ni\ndebug: d\n");
}

TEST_F(Program, NoticesThatTheResultWasLost) {
  std::ofstream full("/dev/full");
  Surroundings surroundings{
      full, err_, {}, false, false, false, 80, directory_, {}};
  body_ = [](app::Context& context) {
    context.out << "result\n";
    return ExitCode::success;
  };
  EXPECT_EQ(run_program({"doctor"}, handlers_, surroundings),
            ExitCode::tool_error);
  surroundings.reader_gone = [] { return true; };
  EXPECT_EQ(run_program({"doctor"}, handlers_, surroundings),
            ExitCode::success);
}

}  // namespace
}  // namespace catenary::cli
