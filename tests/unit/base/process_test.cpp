// SPDX-License-Identifier: Apache-2.0
#include "base/process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

#include "base/check.h"
#include "base/error.h"

namespace catenary::base {
namespace {

using std::chrono::milliseconds;

ProcessCommand shell(const std::string& script) {
  ProcessCommand command;
  command.argv = {"sh", "-c", script};
  command.limits.time = milliseconds(20000);
  return command;
}

TEST(Process, CapturesBothStreamsAndTheExitCode) {
  const auto r = run_process(shell("echo out; echo err >&2; exit 7"));
  EXPECT_EQ(r.ending, Ending::exited);
  EXPECT_EQ(r.exit_code, 7);
  EXPECT_EQ(r.out, "out\n");
  EXPECT_EQ(r.err, "err\n");
  EXPECT_FALSE(r.succeeded());
  EXPECT_EQ(r.describe(), "exit code 7");
}

TEST(Process, PassesArgumentsWithoutAShell) {
  ProcessCommand command;
  command.argv = {"printf", "%s|", "a b", "$HOME", "*", ""};
  EXPECT_EQ(run_process(command).out, "a b|$HOME|*||");
}

TEST(Process, FeedsMoreThanAPipeHolds) {
  ProcessCommand command;
  command.argv = {"cat"};
  command.stdin_text.assign(3'000'000, 'x');
  const auto r = run_process(command);
  EXPECT_TRUE(r.succeeded());
  EXPECT_EQ(r.out, command.stdin_text);
}

TEST(Process, SurvivesAChildThatDoesNotReadItsInput) {
  ProcessCommand command = shell("exit 3");
  command.stdin_text.assign(3'000'000, 'x');
  EXPECT_EQ(run_process(command).exit_code, 3);
}

TEST(Process, GivesAnEmptyInputByDefault) {
  EXPECT_EQ(run_process(shell("wc -c | tr -d ' '")).out, "0\n");
}

TEST(Process, KeepsOnlyWhatTheCapsAllow) {
  ProcessCommand command = shell("head -c 100000 /dev/zero; echo long >&2");
  command.limits.stdout_bytes = 10;
  command.limits.stderr_bytes = 5;
  const auto r = run_process(command);
  EXPECT_EQ(r.out.size(), 10U);
  EXPECT_TRUE(r.out_truncated);
  EXPECT_EQ(r.err, "long\n");
  EXPECT_FALSE(r.err_truncated);
}

TEST(Process, NamesTheSignal) {
  const auto r = run_process(shell("kill -SEGV $$"));
  EXPECT_EQ(r.ending, Ending::signalled);
  EXPECT_EQ(r.signal, SIGSEGV);
  EXPECT_EQ(r.exit_code, -1);
  EXPECT_EQ(r.describe(), "killed by signal 11 (Segmentation fault)");
}

TEST(Process, KillsTheWholeGroupOnTimeOut) {
  const std::string mark = ::testing::TempDir() + "catenary_group_mark";
  std::remove(mark.c_str());
  ProcessCommand command = shell("(sleep 1; echo > '" + mark + "') & sleep 60");
  command.limits.time = milliseconds(100);
  const auto r = run_process(command);
  EXPECT_EQ(r.ending, Ending::timed_out);
  EXPECT_LT(r.wall_time, milliseconds(900));
  std::this_thread::sleep_for(milliseconds(1300));
  EXPECT_FALSE(std::ifstream(mark).good()) << "a grandchild went on";
}

TEST(Process, DoesNotWaitForGrandchildrenThatHoldThePipes) {
  const auto r = run_process(shell("sleep 60 & echo done"));
  EXPECT_EQ(r.out, "done\n");
  EXPECT_LT(r.wall_time, milliseconds(10000));
}

TEST(Process, ObeysTheBudget) {
  Budget budget;
  std::thread other([budget]() mutable {
    std::this_thread::sleep_for(milliseconds(50));
    budget.interrupt();
  });
  const auto r = run_process(shell("sleep 60"), budget);
  other.join();
  EXPECT_EQ(r.ending, Ending::interrupted);

  Budget short_time;
  short_time.set_time(milliseconds(50));
  EXPECT_EQ(run_process(shell("sleep 60"), short_time).ending,
            Ending::timed_out);
}

TEST(Process, LimitsMemoryFilesAndCores) {
  ProcessCommand command = shell("ulimit -v; ulimit -c; ulimit -n");
  command.limits.address_space_bytes = std::uint64_t{1} << 30;
  command.limits.open_files = 64;
  EXPECT_EQ(run_process(command).out, "1048576\n0\n64\n");

  command = shell("while :; do :; done");
  command.limits.cpu_seconds = 1;
  EXPECT_EQ(run_process(command).signal, SIGXCPU);
}

TEST(Process, UsesTheGivenDirectoryAndEnvironment) {
  ProcessCommand command = shell("pwd; echo $CATENARY_PROBE");
  command.working_directory = "/";
  command.environment = {{"CATENARY_PROBE", "set"}};
  EXPECT_EQ(run_process(command).out, "/\nset\n");
}

TEST(Process, SaysWhichProgramIsMissing) {
  ProcessCommand command;
  command.argv = {"no-such-program-anywhere"};
  try {
    static_cast<void>(run_process(command));
    FAIL() << "no exception";
  } catch (const ToolError& e) {
    EXPECT_STREQ(e.what(),
                 "cannot run 'no-such-program-anywhere': "
                 "No such file or directory");
  }
}

ForkedTask task(std::function<void(ForkedOutput&)> body) {
  ForkedTask t;
  t.body = std::move(body);
  t.limits.time = milliseconds(20000);
  return t;
}

TEST(Forked, ReturnsBytesAndWhatWasPrinted) {
  const auto r = run_forked(task([](ForkedOutput& out) {
    std::printf("printed");
    out.write("one ");
    out.write(std::string_view("t\0o", 3));
  }));
  EXPECT_TRUE(r.process.succeeded());
  EXPECT_EQ(r.bytes, std::string("one t\0o", 7));
  EXPECT_EQ(r.process.out, "printed");
}

TEST(Forked, StreamsMoreThanAPipeHolds) {
  std::size_t received = 0;
  ForkedTask t = task([](ForkedOutput& out) {
    const std::string block(1 << 20, 'b');
    for (int i = 0; i < 8; ++i) out.write(block);
  });
  t.on_bytes = [&](std::string_view b) { received += b.size(); };
  EXPECT_TRUE(run_forked(t).bytes.empty());
  EXPECT_EQ(received, std::size_t{8} << 20);
}

TEST(Forked, ACrashIsAResultAndKeepsWhatCameBefore) {
  const auto r = run_forked(task([](ForkedOutput& out) {
    out.write("half");
    std::abort();
  }));
  EXPECT_EQ(r.process.ending, Ending::signalled);
  EXPECT_EQ(r.process.signal, SIGABRT);
  EXPECT_EQ(r.bytes, "half");
}

TEST(Forked, ExitAndEndlessLoopsAreResults) {
  const auto left = run_forked(task([](ForkedOutput&) { ::_exit(9); }));
  EXPECT_EQ(left.process.exit_code, 9);

  ForkedTask endless = task([](ForkedOutput&) {
    for (std::atomic<int> i = 0;; ++i) {
    }
  });
  endless.limits.time = milliseconds(50);
  EXPECT_EQ(run_forked(endless).process.ending, Ending::timed_out);
}

TEST(Forked, DoesNotChangeOurMemory) {
  int value = 1;
  static_cast<void>(run_forked(task([&](ForkedOutput&) { value = 2; })));
  EXPECT_EQ(value, 1);
}

TEST(Forked, ThrowsAgainWhatTheBodyThrew) {
  try {
    static_cast<void>(run_forked(task([](ForkedOutput&) {
      throw InputError({"a.c", 3, 4}, "unexpected", "code");
    })));
    FAIL() << "no exception";
  } catch (const InputError& e) {
    ASSERT_EQ(e.diagnostics().size(), 1U);
    EXPECT_EQ(e.diagnostics()[0].where, (SourceLocation{"a.c", 3, 4}));
    EXPECT_EQ(e.diagnostics()[0].message, "unexpected");
    EXPECT_EQ(e.diagnostics()[0].code, "code");
  }
  EXPECT_THROW(static_cast<void>(run_forked(
                   task([](ForkedOutput&) { fail_check("f", 1, "c", "t"); }))),
               InternalError);
  EXPECT_THROW(static_cast<void>(run_forked(task(
                   [](ForkedOutput&) { throw std::runtime_error("other"); }))),
               ToolError);
}

#if !defined(__SANITIZE_ADDRESS__)
TEST(Forked, RunsOutOfMemoryAlone) {
  ForkedTask t = task([](ForkedOutput&) {
    const std::string large(std::size_t{1} << 30, 'x');
    if (large.back() != 'x') ::_exit(1);
  });
  t.limits.address_space_bytes = std::uint64_t{512} << 20;
  EXPECT_THROW(static_cast<void>(run_forked(t)), ToolError);
}
#endif

}  // namespace
}  // namespace catenary::base
