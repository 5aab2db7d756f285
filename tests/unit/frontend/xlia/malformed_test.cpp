// SPDX-License-Identifier: Apache-2.0
/// \file
/// Some thousand damaged models: each is read, or refused with places.
#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <set>

#include "base/rng.h"
#include "base/text_file.h"
#include "sample.h"

namespace catenary::frontend::xlia::test {
namespace {

std::vector<std::string> models() {
  std::vector<std::string> out;
  for (const char* name : {"atm_bank", "coffee_machine", "alarm_two_clocks"}) {
    out.push_back(base::read_file(std::string(CATENARY_SOURCE_DIR) +
                                  "/examples/" + name + "/" + name + ".xlia"));
  }
  out.push_back(
      with_block("input Two(x, b); if (x > 0) { {|,| x := y; y := x / 2; } "
                 "guard b; } else "
                 "{ newfresh(n); } tguard 1 <= cl < 2.5; r := -x % 3;"));
  return out;
}

class Damage {
 public:
  explicit Damage(std::uint64_t seed) : rng_(seed) {}

  std::string some(const std::string& text, const std::string& other) {
    std::string out = text;
    const std::uint64_t times = 1 + rng_.below(3);
    for (std::uint64_t i = 0; i < times && !out.empty(); ++i) {
      out = one(out, other);
    }
    return out;
  }

 private:
  std::string one(std::string text, const std::string& other) {
    const std::size_t at = rng_.below(text.size());
    const std::size_t length = 1 + rng_.below(30);
    switch (rng_.below(9)) {
      case 0:
        return text.substr(0, at);
      case 1:
        return text.erase(at, length);
      case 2:
        return text.insert(at, text.substr(at, length));
      case 3:
        text[at] = static_cast<char>(rng_.below(256));
        return text;
      case 4:
        std::swap(text[at], text[rng_.below(text.size())]);
        return text;
      case 5:
        return text.insert(at, sign());
      case 6:
        return text.insert(at, other.substr(rng_.below(other.size()), length));
      case 7: {  // a word where another was
        const auto from = text.find_first_of(" ;({", at);
        if (from == std::string::npos) return text;
        return text.replace(at, from - at, sign());
      }
      default: {
        const auto from = text.find('\n', at);
        return from == std::string::npos ? text : text.erase(at, from - at + 1);
      }
    }
  }
  std::string sign() {
    static const std::vector<std::string> kSigns = {
        "{", "}",  "(",    ")",      ";",     "|,|",     "-->",   "@init",
        "@", ":=", "==",   "state",  "clock", "<start>", "guard", "if",
        ",", ".",  "else", "output", "-",     "/*",      "\xC3",  "\"",
        "1", "0",  "int",  "bool",   "[",     "@region:"};
    return " " + kSigns[rng_.below(kSigns.size())] + " ";
  }

  base::Rng rng_;
};

/// What became of a damaged model: "read", or the codes of its errors.
std::string outcome(const std::string& text) {
  try {
    const auto a = parse(text, "m.xlia");
    (void)parse(write(a), "again.xlia");  // what is read can be written
    return "read";
  } catch (const base::InputError& e) {
    std::string codes;
    EXPECT_FALSE(e.diagnostics().empty());
    for (const base::Diagnostic& d : e.diagnostics()) {
      EXPECT_EQ(d.where.file, "m.xlia") << d.message;
      EXPECT_FALSE(d.message.empty());
      EXPECT_TRUE(d.code == "xlia-many" || d.where.line > 0) << d.message;
      codes += d.code + " ";
    }
    return codes;
  }
}

TEST(Malformed, EveryTruncation) {
  for (const std::string& model : models()) {
    std::size_t refused = 0;
    for (std::size_t n = 0; n < model.size(); n += 3) {
      if (outcome(model.substr(0, n)) != "read") ++refused;
      if (HasFailure()) FAIL() << model.substr(0, n);
    }
    // Only the line break at the end may be missing.
    EXPECT_GE(refused + 2, (model.size() + 2) / 3);
  }
}

TEST(Malformed, RandomDamage) {
  const auto all = models();
  std::set<std::string> outcomes;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    Damage damage(seed);
    const std::string text =
        damage.some(all[seed % all.size()], all[(seed + 1) % all.size()]);
    outcomes.insert(outcome(text));
    if (HasFailure()) FAIL() << "seed " << seed << "\n" << text;
  }
  EXPECT_TRUE(outcomes.contains("read"));
  EXPECT_GT(outcomes.size(), 30U);
}

TEST(Malformed, OneStrangeByteAnywhere) {
  const std::string model = models()[3];
  for (const char c : {'\0', '\x80', '\xFF', '#', '\r', '$'}) {
    for (std::size_t at = 0; at < model.size(); at += 5) {
      std::string text = model;
      text.insert(at, 1, c);
      (void)outcome(text);
      if (HasFailure()) FAIL() << at;
    }
  }
}

}  // namespace
}  // namespace catenary::frontend::xlia::test
