// SPDX-License-Identifier: Apache-2.0
/// \file
/// Timed models.
#include <algorithm>
#include <array>
#include <utility>

#include "frontend/xlia/symbols.h"
#include "lsp/language/language.h"

namespace catenary::lsp {

namespace {

using XliaMeaning = std::pair<std::string_view, std::string_view>;

constexpr auto kXliaMeanings = std::to_array<XliaMeaning>({
    {"port", "`port input NAME( TYPE )`: a channel of messages."},
    {"input", "`input PORT( x );`: waits for a message and stores its values."},
    {"output", "`output PORT( e );`: sends a message."},
    {"guard", "`guard C;`: the transition fires only if C holds."},
    {"tguard",
     "`tguard C;`: the same as `guard`; its condition is about time."},
    {"newfresh", "`newfresh( x );`: an arbitrary value of its type."},
    {"clock", "`var clock urational NAME;`: starts at 0 and grows with time."},
    {"const",
     "`const TYPE NAME = E;`: a constant; without a value a parameter."},
    {"var", "`var TYPE NAME = E;`: a variable."},
    {"state", "`state NAME { … }`: a state with its transitions."},
    {"transition", "`transition NAME --> STATE { … }`: an edge."},
    {"connect", "`connect< env > { … }`: the ports of the environment."},
    {"if", "`if ( C ) { … } else { … }`: a choice of statements."},
    {"else", "`if ( C ) { … } else { … }`: a choice of statements."},
    {"timed", "`timed system NAME`: the only kind of system that is read."},
    {"system", "`timed system NAME`: the frame of the model."},
    {"statemachine", "`statemachine NAME { … }`: the machine of the system."},
    {"bool", "true or false."},
    {"int", "An integer."},
    {"uint", "An integer that is not negative."},
    {"rational", "A rational number."},
    {"urational", "A rational number that is not negative."},
});

class Xlia : public Language {
 public:
  [[nodiscard]] const char* name() const override { return "xlia"; }
  [[nodiscard]] bool has_text_digest() const override { return true; }
  [[nodiscard]] bool has_braces() const override { return true; }

  [[nodiscard]] base::Inspection inspect(
      const std::string& text, const std::string& path) const override {
    return frontend::xlia::inspect(text, path);
  }

  [[nodiscard]] std::string meaning(std::string_view word) const override {
    const auto found =
        std::ranges::find(kXliaMeanings, word, &XliaMeaning::first);
    return found == kXliaMeanings.end() ? "" : std::string(found->second);
  }

  [[nodiscard]] std::span<const std::string_view> words() const override {
    static const std::vector<std::string_view> kWords = [] {
      std::vector<std::string_view> out;
      for (const XliaMeaning& m : kXliaMeanings) out.push_back(m.first);
      return out;
    }();
    return kWords;
  }
};

}  // namespace

const Language& xlia_language() {
  static const Xlia kLanguage;
  return kLanguage;
}

}  // namespace catenary::lsp
