// SPDX-License-Identifier: Apache-2.0
#include "serve/live_site.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "serve/token.h"

namespace catenary::serve {
namespace {

constexpr std::uint16_t kPort = 8123;

class LiveSiteTest : public testing::Test {
 protected:
  LiveSiteTest() { site.set_port(kPort); }

  /// What a browser sends that was given the address.
  Request get(const std::string& name) const {
    Request r;
    r.method = "GET";
    r.path = "/" + site.token() + "/" + name;
    r.host = "127.0.0.1:8123";
    return r;
  }
  nlohmann::json events(const std::string& from) {
    Request r = get("events");
    r.from = from;
    const Response answer = site.answer(r);
    EXPECT_EQ(answer.status, 200U) << answer.body;
    return nlohmann::json::parse(answer.body);
  }

  int cancelled = 0;
  LiveSite site{
      make_token(), "the page", "default-src 'none'", [this] { ++cancelled; }};
};

TEST(TokenTest, Has128BitsThatDifferEachTime) {
  const std::string a = make_token();
  EXPECT_EQ(a.size(), 32U);
  EXPECT_EQ(a.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(a, make_token());
}

TEST(TokenTest, ComparesWholeTexts) {
  EXPECT_TRUE(is_same_secret("abc", "abc"));
  EXPECT_TRUE(is_same_secret("", ""));
  EXPECT_FALSE(is_same_secret("abc", "abd"));
  EXPECT_FALSE(is_same_secret("abc", "xbc"));
  EXPECT_FALSE(is_same_secret("abc", "ab"));
  EXPECT_FALSE(is_same_secret("", "a"));
}

TEST_F(LiveSiteTest, ShowsThePageToWhoHasItsAddress) {
  const Response page = site.answer(get(""));
  EXPECT_EQ(page.status, 200U);
  EXPECT_EQ(page.body, "the page");
  EXPECT_EQ(page.type, "text/html; charset=utf-8");
}

TEST_F(LiveSiteTest, RefusesAddressesWithoutTheToken) {
  for (const std::string& path : {std::string("/"),
                                  std::string(""),
                                  std::string("/events"),
                                  "/" + make_token() + "/",
                                  "/" + site.token().substr(0, 31) + "/",
                                  "/" + site.token() + "0/",
                                  "//" + site.token() + "/"}) {
    Request r = get("");
    r.path = path;
    EXPECT_EQ(site.answer(r).status, 403U) << path;
  }
}

TEST_F(LiveSiteTest, RefusesOtherHosts) {
  for (const char* host : {"",
                           "127.0.0.1",
                           "127.0.0.1:8124",
                           "evil.example:8123",
                           "127.0.0.1:8123.evil.example",
                           "localhost.evil.example:8123",
                           "[::1]:8123",
                           "0.0.0.0:8123"}) {
    Request r = get("");
    r.host = host;
    EXPECT_EQ(site.answer(r).status, 403U) << host;
  }
  Request r = get("");
  r.host = "localhost:8123";
  EXPECT_EQ(site.answer(r).status, 200U);
}

TEST_F(LiveSiteTest, AnswersNobodyBeforeItsPortIsKnown) {
  LiveSite fresh("t", "page", "", [] {});
  Request r;
  r.method = "GET";
  r.path = "/t/";
  r.host = "127.0.0.1:0";
  EXPECT_EQ(fresh.answer(r).status, 403U);
}

TEST_F(LiveSiteTest, RefusesOtherOrigins) {
  for (const char* origin : {"null",
                             "http://evil.example",
                             "https://127.0.0.1:8123",
                             "http://127.0.0.1:8124",
                             "http://127.0.0.1",
                             "http://localhost:8123",
                             "http://127.0.0.1:8123.evil.example"}) {
    Request r = get("events");
    r.from = "0";
    r.origin = origin;
    EXPECT_EQ(site.answer(r).status, 403U) << origin;
  }
  Request own = get("");
  own.origin = "http://127.0.0.1:8123";
  EXPECT_EQ(site.answer(own).status, 200U);
}

TEST_F(LiveSiteTest, RefusesRequestsThatOtherSitesCause) {
  Request r = get("");
  for (const char* site_name : {"cross-site", "same-site", "something"}) {
    r.fetch_site = site_name;
    EXPECT_EQ(site.answer(r).status, 403U) << site_name;
  }
  for (const char* site_name : {"none", "same-origin"}) {
    r.fetch_site = site_name;
    EXPECT_EQ(site.answer(r).status, 200U) << site_name;
  }
}

TEST_F(LiveSiteTest, CancelsByPostWithTheTokenInAHeaderOnly) {
  Request r = get("cancel");
  EXPECT_EQ(site.answer(r).status, 405U);
  r.method = "POST";
  EXPECT_EQ(site.answer(r).status, 403U);
  r.token = make_token();
  EXPECT_EQ(site.answer(r).status, 403U);
  EXPECT_EQ(cancelled, 0);
  r.token = site.token();
  EXPECT_EQ(site.answer(r).status, 200U);
  EXPECT_EQ(cancelled, 1);
}

TEST_F(LiveSiteTest, KnowsNoOtherMethodsAndNames) {
  for (const char* method : {"POST", "HEAD", "PUT", "DELETE", "OPTIONS", ""}) {
    Request r = get("");
    r.method = method;
    EXPECT_EQ(site.answer(r).status, 405U) << method;
  }
  for (const char* name : {"..", "../x", "etc/passwd", "events/", "Report"}) {
    EXPECT_EQ(site.answer(get(name)).status, 404U) << name;
  }
}

TEST_F(LiveSiteTest, TellsTheEventsFromANumberOn) {
  site.add_event(R"({"event":"message","text":"one"})");
  site.add_event(R"({"event":"message","text":"two"})");
  EXPECT_EQ(events("0")["events"].size(), 2U);
  const nlohmann::json rest = events("1");
  EXPECT_EQ(rest["events"].size(), 1U);
  EXPECT_EQ(rest["events"][0]["text"], "two");
  EXPECT_EQ(rest["now"]["next"], 2);
  EXPECT_EQ(rest["now"]["state"], "running");
  EXPECT_EQ(events("2")["events"].size(), 0U);
  EXPECT_EQ(events("99")["now"]["next"], 2);
}

TEST_F(LiveSiteTest, RefusesWhatIsNoNumber) {
  for (const char* from : {"", "-1", "x", "1x", "99999999999999999999999"}) {
    Request r = get("events");
    r.from = from;
    EXPECT_EQ(site.answer(r).status, 400U) << from;
  }
}

TEST_F(LiveSiteTest, KeepsTheLastFiguresOnly) {
  site.add_event(R"({"event":"progress","phase":"a"})");
  site.add_event(R"({"event":"progress","phase":"b"})");
  site.add_event(R"({"event":"searching","states":3})");
  const nlohmann::json answer = events("0");
  EXPECT_EQ(answer["events"].size(), 0U);
  EXPECT_EQ(answer["progress"]["phase"], "b");
  EXPECT_EQ(answer["searching"]["states"], 3);
  EXPECT_EQ(answer["testing"], nullptr);
}

TEST_F(LiveSiteTest, DropsLinesThatAreNoEvents) {
  for (const char* line : {"", "{", "[]", "null", R"({"event":)", "\xff"}) {
    site.add_event(line);
  }
  EXPECT_EQ(events("0")["events"].size(), 0U);
}

TEST_F(LiveSiteTest, SendsManyEventsInParts) {
  const std::string line =
      R"({"event":"message","text":")" + std::string(1000, 'x') + "\"}";
  constexpr int kLines = 3000;
  for (int i = 0; i < kLines; ++i) site.add_event(line);
  std::size_t seen = 0;
  int answers = 0;
  for (bool more = true; more; ++answers) {
    const nlohmann::json answer = events(std::to_string(seen));
    seen += answer["events"].size();
    more = answer["now"]["more"];
    ASSERT_LT(answers, 100);
  }
  EXPECT_EQ(seen, std::size_t{kLines});
  EXPECT_GT(answers, 1);
}

TEST_F(LiveSiteTest, KnowsTheFilesThatWereWritten) {
  site.add_event(
      R"({"event":"written","kind":"results","path":"r","suite":"s"})");
  EXPECT_EQ(site.suite_path(), "s");
  EXPECT_EQ(site.results_path(), "r");
  site.add_event(R"({"event":"written","kind":"suite","path":"t"})");
  EXPECT_EQ(site.suite_path(), "t");
  EXPECT_EQ(site.results_path(), "");
}

TEST_F(LiveSiteTest, ShowsTheReportAtTheEnd) {
  EXPECT_EQ(site.answer(get("report")).status, 404U);
  site.set_exit(1, "");
  site.set_report("the report");
  site.set_state(LiveState::ended);
  EXPECT_EQ(site.answer(get("report")).body, "the report");
  const nlohmann::json now = events("0")["now"];
  EXPECT_EQ(now["state"], "ended");
  EXPECT_EQ(now["exit"], 1);
  EXPECT_EQ(now["report"], true);
}

}  // namespace
}  // namespace catenary::serve
