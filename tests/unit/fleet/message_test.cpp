// SPDX-License-Identifier: Apache-2.0
#include "fleet/message.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "base/sha256.h"

namespace catenary::fleet {
namespace {

const std::string kKey = "a key";

TaskMessage task() {
  TaskMessage out;
  out.job = "job1";
  out.words = {"generate", "a/b.toml", "--output=../out/b.json"};
  out.up = 1;
  out.folders = {"include"};
  out.files = {{"a/b.toml", base::sha256("text")}};
  out.system = {{"/usr/include/stdio.h", base::sha256("h")},
                {"/usr/local/include/b.h", ""}};
  out.outputs = {"../out/b.json"};
  out.time_ms = 5000;
  out.body = write_contents({"text"});
  return out;
}

ResultMessage result() {
  ResultMessage out;
  out.job = "job1";
  out.task = task().id();
  out.worker = "host:1";
  out.code = 1;
  out.partial = true;
  out.seconds = 1.5;
  ResultBody body{"out", "err", {{"../out/b.json", base::sha256("s")}}, {"s"}};
  out.body = write_body(body);
  return out;
}

TEST(Message, TaskIsReadAsItWasSealed) {
  std::string why;
  const auto read = open_task(seal(task(), kKey), kKey, why);
  ASSERT_TRUE(read) << why;
  EXPECT_EQ(read->words, task().words);
  EXPECT_EQ(read->id(), task().id());
  EXPECT_EQ(read->time_ms, 5000);
  EXPECT_EQ(seal(*read, kKey), seal(task(), kKey));
  const auto contents = read_contents(read->body, read->files);
  ASSERT_TRUE(contents);
  EXPECT_EQ(contents->at(0), "text");
}

TEST(Message, ResultIsReadAsItWasSealed) {
  std::string why;
  const auto read = open_result(seal(result(), kKey), kKey, why);
  ASSERT_TRUE(read) << why;
  EXPECT_EQ(seal(*read, kKey), seal(result(), kKey));
  const auto body = read_body(read->body);
  ASSERT_TRUE(body);
  EXPECT_EQ(body->contents.at(0), "s");
}

TEST(Message, NameOfTaskDependsOnWorkAlone) {
  TaskMessage other = task();
  other.job = "job2";
  other.time_ms = 1;
  EXPECT_EQ(other.id(), task().id());
  other.files[0].digest = base::sha256("another text");
  EXPECT_NE(other.id(), task().id());
  other = task();
  other.words.back() += "x";
  EXPECT_NE(other.id(), task().id());
}

TEST(Message, RefusesAnotherKeyAndKind) {
  std::string why;
  EXPECT_FALSE(open_task(seal(task(), "another key"), kKey, why));
  EXPECT_EQ(why, "not sealed with the key of this fleet");
  // A result is no task, although the code is right.
  EXPECT_FALSE(open_task(seal(result(), kKey), kKey, why));
  EXPECT_FALSE(open_result(seal(task(), kKey), kKey, why));
  EXPECT_FALSE(open_task("", kKey, why));
}

/// Whether every changed byte, and every end that is missing, is noticed.
template <typename Open>
void expect_tamper_proof(const std::string& good, const Open& open) {
  std::string why;
  ASSERT_TRUE(open(good, kKey, why)) << why;
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 1);
    EXPECT_FALSE(open(bad, kKey, why)) << i;
    EXPECT_FALSE(open(good.substr(0, i), kKey, why)) << i;
  }
}

TEST(Message, RefusesEveryChangedByteAndEveryTornMessage) {
  expect_tamper_proof(seal(task(), kKey), open_task);
  expect_tamper_proof(seal(result(), kKey), open_result);
}

// Whoever has the key may still be an older or a broken program.
TEST(Message, RefusesSealedTasksThatBreakRules) {
  const auto refused = [](const auto& change) {
    TaskMessage bad = task();
    change(bad);
    std::string why;
    return !open_task(seal(bad, kKey), kKey, why) && !why.empty();
  };
  EXPECT_FALSE(refused([](TaskMessage&) {}));
  EXPECT_TRUE(refused([](TaskMessage& t) { t.words.clear(); }));
  EXPECT_TRUE(refused([](TaskMessage& t) { t.words.resize(5000); }));
  EXPECT_TRUE(refused([](TaskMessage& t) { t.job = "a.b"; }));
  EXPECT_TRUE(refused([](TaskMessage& t) { t.job = ""; }));
  EXPECT_TRUE(refused([](TaskMessage& t) { t.up = 17; }));
  EXPECT_TRUE(refused([](TaskMessage& t) { t.up = 0; }));
  EXPECT_TRUE(refused([](TaskMessage& t) { t.files[0].path = "/etc/x"; }));
  EXPECT_TRUE(refused([](TaskMessage& t) { t.files[0].path = "a/../../x"; }));
  EXPECT_TRUE(refused([](TaskMessage& t) { t.files[0].path = "../../x"; }));
  EXPECT_TRUE(refused([](TaskMessage& t) { t.files[0].digest = "x"; }));
  EXPECT_TRUE(refused([](TaskMessage& t) { t.outputs[0] = "/tmp/x"; }));
  EXPECT_TRUE(refused([](TaskMessage& t) { t.folders[0] = "a/.."; }));
  EXPECT_TRUE(refused([](TaskMessage& t) { t.system[0].path = "/etc/x"; }));
  EXPECT_TRUE(
      refused([](TaskMessage& t) { t.system[0].path = "/usr/../etc/x"; }));
  EXPECT_TRUE(refused([](TaskMessage& t) { t.body_digest = "x"; }));
  EXPECT_TRUE(refused([](TaskMessage& t) { t.body_bytes = ~0ULL; }));
}

TEST(Message, RefusesBodiesThatDisagreeWithTheirDigests) {
  EXPECT_FALSE(read_contents(write_contents({"other"}), task().files));
  EXPECT_FALSE(read_contents(write_contents({"text", "x"}), task().files));
  EXPECT_FALSE(read_contents("", task().files));
  EXPECT_FALSE(
      read_body(write_body({"", "", {{"a", base::sha256("a")}}, {"b"}})));
  EXPECT_FALSE(read_body(write_body({"", "", {}, {"b"}})));
  EXPECT_FALSE(read_body("xyz"));
}

TEST(Message, PathsStayInTheFolder) {
  for (const char* good : {"a", "a/b.c", "..a", "a..b/c", "-x"}) {
    EXPECT_TRUE(is_inside(good, 0)) << good;
  }
  for (const char* bad : {"",
                          "/",
                          "/a",
                          "..",
                          "../a",
                          "a/..",
                          "a/../b",
                          "a//b",
                          "./a",
                          "a/",
                          ".",
                          "a/./b",
                          "a\nb"}) {
    EXPECT_FALSE(is_inside(bad, 0)) << bad;
  }
  EXPECT_TRUE(is_inside("../../a", 2));
  EXPECT_FALSE(is_inside("../../../a", 2));
  EXPECT_FALSE(is_inside("../..", 2));
  EXPECT_FALSE(is_inside("../a/../b", 2));
  EXPECT_FALSE(is_inside(std::string_view("a\0b", 3), 0));
}

TEST(Message, ChunksGiveTheBody) {
  const std::string body(1000, 'x');
  std::string all;
  for (const auto chunk : chunks_of(body, 333)) {
    EXPECT_LE(chunk.size(), 333U);
    all += chunk;
  }
  EXPECT_EQ(all, body);
  EXPECT_TRUE(chunks_of("", 10).empty());
}

// Sealed rubbish reaches the reader behind the code.
RC_GTEST_PROP(Message, RubbishIsRefusedWithoutACrash, (std::string bytes)) {
  for (const std::string head : {"", "\x01", "\x01\x00T"}) {
    const std::string message = head + bytes;
    const std::string sealed = message + base::hmac_sha256(kKey, message);
    std::string why;
    (void)open_task(sealed, kKey, why);
    (void)open_result(sealed, kKey, why);
    (void)read_body(bytes);
    (void)read_contents(bytes, task().files);
  }
}

// Messages with random changes, sealed again.
RC_GTEST_PROP(Message,
              ChangedMessagesAreRefusedOrObeyTheRules,
              (std::size_t at, char to)) {
  std::string bytes = seal(task(), kKey);
  bytes.resize(bytes.size() - 64);
  bytes[at % bytes.size()] = to;
  std::string why;
  const auto read =
      open_task(bytes + base::hmac_sha256(kKey, bytes), kKey, why);
  if (!read) return;
  for (const FileDigest& f : read->files) {
    RC_ASSERT(is_inside(f.path, read->up));
  }
  for (const std::string& path : read->outputs) {
    RC_ASSERT(is_inside(path, read->up));
  }
}

}  // namespace
}  // namespace catenary::fleet
