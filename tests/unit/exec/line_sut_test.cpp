// SPDX-License-Identifier: Apache-2.0
/// \file
/// Systems that exchange lines with us: good ones, and everything a bad one can
/// do.
#include "exec/adapter/line/line_sut.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "base/error.h"
#include "exec/runner.h"
#include "unit/exec/timed_example.h"

namespace catenary::exec {
namespace {

using std::chrono::milliseconds;

const std::string kExamples = CATENARY_SOURCE_DIR "/examples/sut/";

LineSutOptions quick() {
  LineSutOptions out;
  out.tool = "test";
  out.hello_time = milliseconds(5000);
  out.answer_time = milliseconds(5000);
  return out;
}

LineAddress program(std::vector<std::string> command) {
  LineAddress out;
  out.command = std::move(command);
  return out;
}
LineAddress shell(const std::string& script) {
  return program({"/bin/sh", "-c", script});
}
LineAddress example(const std::string& file, const std::string& fault = "") {
  if (fault.empty()) return program({"python3", kExamples + file});
  return program({"python3", kExamples + file, "--fault", fault});
}

std::unique_ptr<TimedAdapter> lines(LineAddress address,
                                    TimeMode mode = TimeMode::virtual_time,
                                    const mpq_class& unit = 1,
                                    LineSutOptions options = quick()) {
  static const base::Budget kBudget;
  return make_timed_lines(
      std::move(address), mode, unit, std::move(options), kBudget);
}

suite::Signature signature() {
  suite::Signature out;
  const auto add = [&out](const char* name,
                          suite::Direction direction,
                          std::vector<const char*> types,
                          bool controllable = true) {
    suite::Channel c{name, direction, controllable, {}};
    for (const char* type : types) {
      c.parameters.push_back(suite::example::signal(
          "p" + std::to_string(c.parameters.size()), type));
    }
    out.channels.push_back(c);
  };
  add("Coin", suite::Direction::input, {"int"});
  add("Choice", suite::Direction::input, {"int"});
  add("Serve", suite::Direction::output, {"int"});
  add("Change", suite::Direction::output, {"int"});
  add("Refund", suite::Direction::output, {"int"});
  add("Mixed", suite::Direction::output, {"real", "bool"});
  add("Auth", suite::Direction::input, {"bool"}, false);
  return out;
}

constexpr const char* kHello =
    "read x; echo '{\"hello\":{\"protocol\":1}}'; read x; "
    "echo '{\"reset\":{}}'; ";

logic::Value number(long i) {
  return logic::Value::integer(i);
}

TEST(LineSut, CommandsAreSplitAsAShellWould) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(split_command("./sut --fault late"),
            (Words{"./sut", "--fault", "late"}));
  EXPECT_EQ(split_command(R"(  a\ b "c 'd\"" 'e "f\' '' )"),
            (Words{"a b", "c 'd\"", "e \"f\\", ""}));
  EXPECT_THROW((void)split_command(""), base::InputError);
  EXPECT_THROW((void)split_command("a 'b"), base::InputError);
}

TEST(LineSut, Addresses) {
  EXPECT_EQ(parse_tcp_address("localhost:80").host, "localhost");
  EXPECT_EQ(parse_tcp_address("[::1]:8080").host, "::1");
  EXPECT_EQ(parse_tcp_address("[::1]:8080").port, 8080);
  for (const char* wrong :
       {"", "host", "host:", ":80", "h:0", "h:70000", "h:x"}) {
    EXPECT_THROW((void)parse_tcp_address(wrong), base::InputError) << wrong;
  }
}

TEST(LineSut, VirtualTimeIsExact) {
  const suite::Signature s = signature();
  const auto sut = lines(example("coffee_machine.py"));
  ASSERT_EQ(sut->open(s).reason, "");
  ASSERT_EQ(sut->reset(milliseconds(0)).outcome, SutOutcome::ok);
  EXPECT_FALSE(sut->is_real_time());
  EXPECT_EQ(sut->wait(mpq_class(1, 3)).now, mpq_class(1, 3));
  EXPECT_EQ(sut->send(0, {number(100)}).now, mpq_class(1, 3));
  TimedReply reply = sut->wait(5);
  EXPECT_FALSE(reply.message);
  EXPECT_EQ(reply.now, 5);
  ASSERT_EQ(sut->send(1, {number(2)}).outcome, SutOutcome::ok);
  EXPECT_FALSE(sut->wait(mpq_class(119, 10)).message);
  reply = sut->wait(12);
  ASSERT_TRUE(reply.message) << reply.reason;
  EXPECT_EQ(reply.message->channel, 2U);
  EXPECT_EQ(reply.message->at, 12);
  EXPECT_EQ(reply.message->values.at(0), number(2));
  reply = sut->wait(100);
  ASSERT_TRUE(reply.message);
  EXPECT_EQ(reply.message->channel, 3U);
  EXPECT_EQ(reply.message->at, mpq_class(25, 2));
  EXPECT_EQ(reply.message->values.at(0), number(20));
  // A reset forgets all of it.
  ASSERT_EQ(sut->send(0, {number(10)}).outcome, SutOutcome::ok);
  ASSERT_EQ(sut->reset(milliseconds(0)).outcome, SutOutcome::ok);
  EXPECT_FALSE(sut->wait(1000).message);
  sut->close();
}

TEST(LineSut, RealTimeStampsWhenMessagesCome) {
  const suite::Signature s = signature();
  const mpq_class unit(1, 20);
  const auto sut =
      lines(example("coffee_machine.py"), TimeMode::real_time, unit);
  ASSERT_EQ(sut->open(s).reason, "");
  ASSERT_EQ(sut->reset(milliseconds(0)).outcome, SutOutcome::ok);
  EXPECT_TRUE(sut->is_real_time());
  TimedReply reply = sut->wait(2);
  EXPECT_FALSE(reply.message);
  EXPECT_GE(reply.now, 2);
  EXPECT_GE(reply.jitter, 0.0);
  const mpq_class coin = sut->send(0, {number(100)}).now;
  EXPECT_GE(coin, reply.now);
  const mpq_class choice = sut->send(1, {number(2)}).now;
  reply = sut->wait(choice + 200);
  ASSERT_TRUE(reply.message) << reply.reason;
  EXPECT_GE(mpq_class(reply.message->at - choice), mpq_class(69, 10));
  EXPECT_LT(mpq_class(reply.message->at - choice), 60);
  // What came while we did not listen is returned in place of sending.
  ::usleep(200'000);
  reply = sut->send(0, {number(10)});
  ASSERT_TRUE(reply.message) << reply.reason;
  EXPECT_EQ(reply.message->channel, 3U);
  EXPECT_FALSE(sut->send(0, {number(10)}).message);
  sut->close();
}

/// What comes of a program at open().
SutReply opened(LineAddress address, LineSutOptions options = quick()) {
  const suite::Signature s = signature();
  const auto sut =
      lines(std::move(address), TimeMode::virtual_time, 1, options);
  SutReply reply = sut->open(s);
  sut->close();
  return reply;
}

TEST(LineSut, ProgramsThatCannotBeStarted) {
  const SutReply missing = opened(program({"./no/such/program"}));
  EXPECT_EQ(missing.outcome, SutOutcome::refused);
  EXPECT_NE(missing.reason.find("cannot run './no/such/program'"),
            std::string::npos);
  EXPECT_EQ(opened(program({"false"})).outcome, SutOutcome::exited);
  EXPECT_EQ(opened(shell("kill -SEGV $$")).outcome, SutOutcome::crashed);
  LineSutOptions hasty = quick();
  hasty.hello_time = milliseconds(150);
  const SutReply mute = opened(shell("sleep 60"), hasty);
  EXPECT_EQ(mute.outcome, SutOutcome::hung);
  EXPECT_NE(mute.reason.find("did not say hello"), std::string::npos);
  EXPECT_EQ(opened(example("atm_bank.py", "silent"), hasty).outcome,
            SutOutcome::hung);
  const SutReply other =
      opened(shell("echo '{\"hello\":{\"protocol\":2}}'; sleep 9"));
  EXPECT_EQ(other.outcome, SutOutcome::protocol);
  EXPECT_NE(other.reason.find("protocol 2"), std::string::npos) << other.reason;
  EXPECT_EQ(opened(shell("echo '{}'; sleep 9")).outcome, SutOutcome::protocol);
  EXPECT_EQ(opened(shell("echo hello; sleep 9")).outcome, SutOutcome::protocol);
  const SutReply real_only = opened(shell(
      "echo '{\"hello\":{\"protocol\":1,\"time\":[\"real\"]}}'; sleep 9"));
  EXPECT_EQ(real_only.outcome, SutOutcome::refused);
  const SutReply says =
      opened(shell("echo '{\"error\":\"no licence\"}'; sleep 9"));
  EXPECT_EQ(says.outcome, SutOutcome::refused);
  EXPECT_EQ(says.reason, "no licence");
}

TEST(LineSut, TheGreetingNamesInputsTheTesterDoesNotSend) {
  const auto greeting = [](const suite::Signature& s, TimeMode mode) {
    const auto sut = lines(shell("read -r x; echo \"$x\" >&2"), mode);
    // Twice, since a SUT may be started anew.
    EXPECT_EQ(sut->open(s).outcome, SutOutcome::exited);
    EXPECT_EQ(sut->open(s).outcome, SutOutcome::exited);
    return suite::parse_json(sut->take_output(), "hello");
  };
  suite::Signature s = signature();
  for (const TimeMode mode : {TimeMode::virtual_time, TimeMode::real_time}) {
    s.channels.back().controllable = false;
    const suite::Json first = greeting(s, mode);
    const suite::Json* observed = first.find("hello")->find("uncontrollable");
    ASSERT_NE(observed, nullptr);
    EXPECT_EQ(observed->compact(), R"(["Auth"])");
    s.channels.back().controllable = true;
    const suite::Json second = greeting(s, mode);
    observed = second.find("hello")->find("uncontrollable");
    ASSERT_NE(observed, nullptr);
    EXPECT_EQ(observed->compact(), "[]");
  }
}

TEST(LineSut, TheExamplesPlayOthersWhereTheTesterDoesNot) {
  suite::Signature s = signature();
  s.channels[0].name = "Withdraw";
  s.channels[0].parameters.push_back(suite::example::signal("wait", "int"));
  s.channels[2].name = "Debit";
  s.channels[3].name = "Cash";
  constexpr std::uint32_t kAuth = 6;
  const auto after_debit = [&s] {
    auto sut = lines(example("atm_bank.py"));
    EXPECT_EQ(sut->open(s).reason, "");
    EXPECT_EQ(sut->reset(milliseconds(0)).reason, "");
    EXPECT_EQ(sut->send(0, {number(50), number(10)}).reason, "");
    const TimedReply debit = sut->wait(5);
    EXPECT_TRUE(debit.message && debit.message->channel == 2U) << debit.reason;
    return sut;
  };
  auto sut = after_debit();
  const TimedReply bank = sut->wait(5);
  ASSERT_TRUE(bank.message) << bank.reason;
  EXPECT_EQ(bank.message->channel, kAuth);
  // Now the tester is the bank: nothing happens before it has decided.
  s.channels[kAuth].controllable = true;
  sut = after_debit();
  EXPECT_FALSE(sut->wait(9).message);
  ASSERT_EQ(sut->send(kAuth, {logic::Value::boolean(true)}).reason, "");
  const TimedReply cash = sut->wait(20);
  ASSERT_TRUE(cash.message) << cash.reason;
  EXPECT_EQ(cash.message->channel, 3U);
  EXPECT_EQ(cash.message->at, 10);
}

/// What the script's answer to the first wait comes to.
TimedReply waited(const std::string& script,
                  TimeMode mode = TimeMode::virtual_time) {
  const suite::Signature s = signature();
  const auto sut = lines(shell(kHello + script), mode, mpq_class(1, 10));
  EXPECT_EQ(sut->open(s).reason, "");
  EXPECT_EQ(sut->reset(milliseconds(0)).reason, "");
  TimedReply reply = sut->wait(20);
  sut->close();
  return reply;
}

TEST(LineSut, ValuesAreReadExactly) {
  const TimedReply reply = waited(
      "read x; echo '{\"event\":{\"channel\":\"Mixed\","
      "\"values\":[1.10,true],\"after\":\"1/3\"}}'; read x");
  ASSERT_TRUE(reply.message) << reply.reason;
  EXPECT_EQ(reply.message->values[0], logic::Value::real(mpq_class(11, 10)));
  EXPECT_EQ(reply.message->values[1], logic::Value::boolean(true));
  EXPECT_EQ(reply.message->at, mpq_class(1, 3));
}

TEST(LineSut, NonsenseNamesTheLine) {
  const auto event = [](const std::string& inner) {
    return "read x; echo '{\"event\":" + inner + "}'; read x";
  };
  for (const std::string& script : {
           std::string("read x; echo nonsense; read x"),
           std::string("read x; echo '[1]'; read x"),
           std::string("read x; echo '{\"silence\":\"3\"}'; read x"),
           std::string("read x; echo '{\"silence\":true}'; read x"),
           std::string("read x; echo '{\"silence\":\"-20\"}'; read x"),
           std::string("read x; echo '{\"reset\":{}}'; read x"),
           std::string("read x; printf '\\000\\377\\001\\n'; read x"),
           event("3"),
           event("{\"channel\":\"Serve\",\"values\":[1]}"),
           event("{\"channel\":\"Serve\",\"values\":[1],\"after\":\"21\"}"),
           event("{\"channel\":\"Serve\",\"values\":[1],\"after\":\"-1\"}"),
           event("{\"channel\":\"Serve\",\"values\":[],\"after\":1}"),
           event("{\"channel\":\"Serve\",\"values\":[1,2],\"after\":1}"),
           event("{\"channel\":\"Serve\",\"values\":[1.5],\"after\":1}"),
           event("{\"channel\":\"Serve\",\"values\":[true],\"after\":1}"),
           event("{\"channel\":\"Serve\",\"values\":1,\"after\":1}"),
           event("{\"channel\":\"Serve\",\"values\":[1],\"after\":1,\"a\":0}"),
           event("{\"channel\":\"Nobody\",\"values\":[1],\"after\":1}"),
           event("{\"channel\":\"Mixed\",\"values\":[1e999999,true],"
                 "\"after\":1}"),
           event("{\"channel\":7,\"values\":[1],\"after\":1}"),
       }) {
    const TimedReply reply = waited(script);
    EXPECT_EQ(reply.outcome, SutOutcome::protocol) << script;
    EXPECT_NE(reply.reason.find("line 3 of the SUT"), std::string::npos)
        << reply.reason;
  }
}

TEST(LineSut, LongAndUnfinishedLines) {
  const TimedReply endless =
      waited("read x; head -c 3000000 /dev/zero | tr '\\0' 'a'; read x");
  EXPECT_EQ(endless.outcome, SutOutcome::protocol);
  EXPECT_NE(endless.reason.find("1 MiB"), std::string::npos);
  const TimedReply partial = waited("read x; printf '{\"sil'; exit 4");
  EXPECT_EQ(partial.outcome, SutOutcome::exited);
  EXPECT_NE(partial.reason.find("exit status 4"), std::string::npos);
  EXPECT_NE(partial.reason.find("{\"sil"), std::string::npos);
  const TimedReply closed = waited("read x; exec >&-; sleep 60");
  EXPECT_EQ(closed.outcome, SutOutcome::protocol) << closed.reason;
}

TEST(LineSut, SpeakingWithoutBeingAsked) {
  const suite::Signature s = signature();
  const auto sut = lines(shell(
      std::string(kHello) +
      "echo '{\"event\":{\"channel\":\"Serve\",\"values\":[1],\"after\":0}}'; "
      "read x; read x"));
  ASSERT_EQ(sut->open(s).reason, "");
  ASSERT_EQ(sut->reset(milliseconds(0)).reason, "");
  ::usleep(300'000);
  const TimedReply reply = sut->wait(20);
  EXPECT_EQ(reply.outcome, SutOutcome::protocol) << reply.reason;
}

TEST(LineSut, DeathInRealTimeIsNoticedAtOnce) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(waited("exit 0", TimeMode::real_time).outcome, SutOutcome::exited);
  EXPECT_EQ(waited("kill -ABRT $$", TimeMode::real_time).outcome,
            SutOutcome::crashed);
  // Its child keeps the pipe open.
  EXPECT_EQ(waited("sleep 60 & exit 0", TimeMode::real_time).outcome,
            SutOutcome::exited);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(LineSut, LastWordsCountBeforeDeath) {
  const suite::Signature s = signature();
  const auto sut =
      lines(shell(std::string(kHello) +
                  "echo '{\"event\":{\"channel\":\"Serve\",\"values\":[1]}}'"),
            TimeMode::real_time);
  ASSERT_EQ(sut->open(s).reason, "");
  ASSERT_EQ(sut->reset(milliseconds(0)).reason, "");
  EXPECT_TRUE(sut->wait(20).message);
  EXPECT_EQ(sut->wait(20).outcome, SutOutcome::exited);
}

TEST(LineSut, AFloodDoesNotStarveUs) {
  const suite::Signature s = signature();
  LineSutOptions options = quick();
  options.answer_time = milliseconds(300);
  const auto sut = lines(
      shell("read x; echo '{\"hello\":{\"protocol\":1}}'; "
            "exec yes '{\"event\":{\"channel\":\"Serve\",\"values\":[1]}}'"),
      TimeMode::real_time,
      1,
      options);
  ASSERT_EQ(sut->open(s).reason, "");
  const SutReply reply = sut->reset(milliseconds(0));
  EXPECT_EQ(reply.outcome, SutOutcome::hung) << reply.reason;
}

TEST(LineSut, SilenceWhenAskedIsHanging) {
  const suite::Signature s = signature();
  LineSutOptions options = quick();
  options.answer_time = milliseconds(200);
  const auto sut = lines(shell(std::string(kHello) + "sleep 60"),
                         TimeMode::virtual_time,
                         1,
                         options);
  ASSERT_EQ(sut->open(s).reason, "");
  const SutReply reset = sut->reset(milliseconds(5000));
  ASSERT_EQ(reset.outcome, SutOutcome::ok) << reset.reason;
  EXPECT_EQ(sut->wait(20).outcome, SutOutcome::hung);
}

TEST(LineSut, NothingSurvivesTheClosing) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() /
      ("catenary_line_" + std::to_string(::getpid()));
  const suite::Signature s = signature();
  const auto sut = lines(shell("echo words >&2; sleep 60 & echo $! > " +
                               file.string() + "; " + kHello + "sleep 60"));
  ASSERT_EQ(sut->open(s).reason, "");
  sut->close();
  EXPECT_EQ(sut->take_output(), "words\n");
  pid_t child = 0;
  std::ifstream(file) >> child;
  std::filesystem::remove(file);
  ASSERT_GT(child, 0);
  for (int i = 0; i < 100 && ::kill(child, 0) == 0; ++i) ::usleep(10'000);
  // Gone, or a zombie that nobody has reaped.
  std::ifstream stat("/proc/" + std::to_string(child) + "/stat");
  std::string pid;
  std::string name;
  char state = 'Z';
  stat >> pid >> name >> state;
  EXPECT_EQ(state, 'Z');
}

TEST(LineSut, BudgetsInterruptWaiting) {
  const suite::Signature s = signature();
  base::Budget budget;
  const auto sut = make_timed_lines(shell(std::string(kHello) + "sleep 60"),
                                    TimeMode::real_time,
                                    1,
                                    quick(),
                                    budget);
  ASSERT_EQ(sut->open(s).reason, "");
  ASSERT_EQ(sut->reset(milliseconds(0)).reason, "");
  budget.interrupt();
  EXPECT_EQ(sut->wait(1000).outcome, SutOutcome::interrupted);
}

TEST(LineSut, ServersOverTcp) {
  const int listening = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(
      ::bind(listening, reinterpret_cast<sockaddr*>(&address), sizeof address),
      0);
  ASSERT_EQ(::listen(listening, 1), 0);
  socklen_t size = sizeof address;
  ::getsockname(listening, reinterpret_cast<sockaddr*>(&address), &size);
  std::thread server([listening] {
    const int fd = ::accept(listening, nullptr, nullptr);
    FILE* in = ::fdopen(fd, "r+");
    char line[1024];
    for (const char* answer : {"{\"hello\":{\"protocol\":1}}\r\n",
                               "{\"reset\":{}}\n",
                               "{\"silence\":\"5\"}\n"}) {
      if (std::fgets(line, sizeof line, in) == nullptr) break;
      std::fseek(in, 0, SEEK_CUR);
      std::fputs(answer, in);
      std::fflush(in);
    }
    std::fclose(in);
  });
  LineAddress where;
  where.host = "127.0.0.1";
  where.port = ntohs(address.sin_port);
  const suite::Signature s = signature();
  const auto sut = lines(where);
  EXPECT_EQ(sut->open(s).reason, "");
  EXPECT_EQ(sut->reset(milliseconds(0)).reason, "");
  EXPECT_EQ(sut->wait(5).now, 5);
  const TimedReply gone = sut->wait(6);
  EXPECT_EQ(gone.outcome, SutOutcome::exited) << gone.reason;
  sut->close();
  server.join();
  ::close(listening);
  EXPECT_EQ(sut->open(s).outcome, SutOutcome::refused);
}

TEST(LineSut, StepsOfAnotherProgram) {
  suite::Signature s;
  s.inputs = {suite::example::signal("in.button", "int32"),
              suite::example::signal("in.lamp_fault", "int32")};
  s.outputs = {suite::example::signal("l.cars", "int32"),
               suite::example::signal("l.wait_light", "bool"),
               suite::example::signal("p.holds", "bool")};
  s.outputs[2].derived = true;
  const base::Budget budget;
  const auto sut =
      make_step_lines(example("traffic_light.py"), quick(), budget);
  SutInfo info;
  ASSERT_EQ(sut->open(s, info).reason, "");
  EXPECT_EQ(info.name, "traffic light");
  EXPECT_EQ(info.outputs, (std::vector<bool>{true, true, false}));
  ASSERT_EQ(sut->reset({}, milliseconds(0)).reason, "");
  const std::vector<logic::Value> press{number(1), number(0)};
  // It knows one output more than the suite has.
  const SutReply unknown = sut->step(1, press, milliseconds(0));
  EXPECT_EQ(unknown.outcome, SutOutcome::protocol);
  EXPECT_NE(unknown.reason.find("l.pedestrians"), std::string::npos);

  s.outputs.push_back(suite::example::signal("l.pedestrians", "int32"));
  ASSERT_EQ(sut->open(s, info).reason, "");
  ASSERT_EQ(sut->reset({}, milliseconds(0)).reason, "");
  const SutReply first = sut->step(1, press, milliseconds(0));
  ASSERT_EQ(first.outcome, SutOutcome::ok) << first.reason;
  EXPECT_EQ(first.outputs[0], number(2));
  EXPECT_EQ(first.outputs[1], logic::Value::boolean(true));
  EXPECT_FALSE(first.outputs[2]);
  sut->close();
}

/// What a run says of a SUT that is a shell script behind the greeting, where
/// step k has to answer y = k.
suite::TestResult run_counting(const std::string& script) {
  suite::Suite suite;
  suite.signature.inputs = {suite::example::signal("x", "int32")};
  suite.signature.outputs = {suite::example::signal("y", "int32")};
  suite::Test test;
  for (long k = 1; k <= 3; ++k) {
    suite::Step step;
    step.inputs = {{0, number(0)}};
    step.expect = {{0, number(k)}};
    test.steps.push_back(std::move(step));
  }
  suite.tests.push_back(std::move(test));
  suite::canonicalise(suite);
  const base::Budget budget;
  const auto sut = make_step_lines(shell(kHello + script), quick(), budget);
  suite::RunListener silent;
  return run_suite(suite, *sut, {}, silent, budget).tests.at(0);
}

TEST(LineSut, AnswersMayNameTheirStep) {
  const suite::TestResult good = run_counting(
      "for i in 1 2 3; do read x; echo \"{\\\"step\\\":$i,"
      "\\\"out\\\":{\\\"y\\\":$i}}\"; done; read x");
  EXPECT_EQ(good.verdict, suite::Verdict::pass) << good.reason;
  const suite::TestResult wrong = run_counting(
      "for i in 1 1 2 3; do read x; echo \"{\\\"step\\\":$i,"
      "\\\"out\\\":{\\\"y\\\":$i}}\"; done; read x");
  EXPECT_EQ(wrong.verdict, suite::Verdict::error);
  EXPECT_EQ(wrong.code, suite::VerdictCode::adapter_protocol);
  EXPECT_NE(wrong.reason.find("it answers step 1, and step 2 was asked"),
            std::string::npos)
      << wrong.reason;
}

TEST(LineSut, RepeatedAnswersNeverFailAnotherStep) {
  const std::string one = "echo '{\"out\":{\"y\":1}}'; ";
  const std::string two = "echo '{\"out\":{\"y\":2}}'; ";
  // At once, and after the tester has asked for the next step.
  for (const std::string pause : {"", "sleep 0.05; "}) {
    const suite::TestResult repeated = run_counting(
        "read x; " + one + pause + one + "read x; " + two + "read x; read x");
    EXPECT_EQ(repeated.verdict, suite::Verdict::error) << pause;
    EXPECT_EQ(repeated.code, suite::VerdictCode::adapter_protocol) << pause;
    EXPECT_NE(repeated.reason.find("repeated or late"), std::string::npos)
        << repeated.reason;
    EXPECT_TRUE(repeated.violations.empty());
  }
  // A wrong answer alone is a failure.
  const suite::TestResult wrong = run_counting(
      "read x; " + one + "read x; echo '{\"out\":{\"y\":7}}'; read x");
  EXPECT_EQ(wrong.verdict, suite::Verdict::fail);
  EXPECT_EQ(wrong.step, 2);
}

TEST(LineSut, ARepeatedLastAnswerIsNoPass) {
  const std::string all =
      "for i in 1 2 3; do read x; echo \"{\\\"out\\\":{\\\"y\\\":$i}}\"; "
      "done; ";
  EXPECT_EQ(run_counting(all + "read x").verdict, suite::Verdict::pass);
  const suite::TestResult more =
      run_counting(all + "echo '{\"out\":{\"y\":3}}'; read x");
  EXPECT_EQ(more.verdict, suite::Verdict::error);
  EXPECT_EQ(more.code, suite::VerdictCode::adapter_protocol);
}

}  // namespace
}  // namespace catenary::exec
