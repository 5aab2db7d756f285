// SPDX-License-Identifier: Apache-2.0
/// \file
/// Requirements: docs/req.md says what its words mean; here is the short form.
#include <algorithm>
#include <array>
#include <utility>

#include "frontend/contract/contract.h"
#include "frontend/contract/parse/parser.h"
#include "frontend/contract/symbols.h"
#include "lsp/language/language.h"

namespace catenary::lsp {

namespace {

namespace contract = frontend::contract;

using Meaning = std::pair<std::string_view, std::string_view>;

/// The words of the language with their meaning.
constexpr auto kMeanings = std::to_array<Meaning>({
    {"interface", "`interface NAME`: the head of a file."},
    {"const", "`const NAME = NUMBER`: a constant."},
    {"enum", "`enum NAME = VALUE, …`: an enumeration."},
    {"input", "`input NAME : TYPE`: a variable that the environment chooses."},
    {"output",
     "`output NAME : TYPE`: a variable that the system chooses, and "
     "that is observed."},
    {"hidden",
     "`hidden NAME : TYPE`: a variable that the system chooses, and "
     "that nobody observes."},
    {"env",
     "`env NAME: C`: a promise of the environment, about inputs and the "
     "previous step."},
    {"def", "`def NAME = E`: a name for an expression."},
    {"function",
     "`function NAME(x: TYPE) = E`: an expression with parameters."},
    {"view",
     "`view NAME`: requirements of one concern, checked by themselves."},
    {"req", "`req ID \"TEXT\"`: a requirement with its contracts."},
    {"purpose", "`purpose NAME: C`: a condition that tests are to reach."},
    {"cover", "`cover CRITERION`: what tests are to cover."},
    {"init", "`init ID: C`: the contract is about the first step only."},
    {"step", "`step ID: C`: the contract is about all steps but the first."},
    {"always", "`always ID: C`: the contract is about all steps."},
    {"frame",
     "`frame x`: x' = x at later steps, unless another contract of "
     "the view whose assumption holds speaks of x'."},
    {"when", "`when A then G`: if A holds at a step, then G holds at it."},
    {"then", "`when A then G`: if A holds at a step, then G holds at it."},
    {"within",
     "`when A then within N steps G`: if A holds at step t, then G "
     "holds at one of t … t+N."},
    {"for",
     "`when A then for N steps G`: if A holds at step t, then G holds at "
     "each of t … t+N-1."},
    {"until",
     "`when A then until R, G`: if A holds at step t, then G holds at "
     "each step from t on before the first with R; R need not come."},
    {"and", "`a and b`: both are true."},
    {"or", "`a or b`: at least one is true."},
    {"not", "`not a`: a is false; `not x = 1` is `not (x = 1)`."},
    {"if", "`if a then b else c`: b where a is true, else c."},
    {"else", "`if a then b else c`: b where a is true, else c."},
    {"true", "The Boolean that is true."},
    {"false", "The Boolean that is false."},
    {"bool", "true or false."},
    {"int", "`int LO..HI`: an integer, both ends included."},
    {"real", "`real` or `real LO..HI`: an exact rational number."},
    {"pre",
     "`pre(e)`: e was true at the step before, false at the first step; "
     "`pre(e, v)`: the value of e at the step before, v at the first."},
    {"once",
     "`once(e)`: e is true at this step or was at an earlier one; "
     "`once(e, N)`: at most N steps ago."},
    {"historically",
     "`historically(e)`: e is true at this step and was at all "
     "earlier ones; `historically(e, N)`: at most N steps ago."},
    {"since",
     "`since(a, e)`: e was true at this step or an earlier one, and a "
     "at all steps after that; `since(a, e, N)`: at most N steps ago."},
    {"rise", "`rise(e)`: e is true now and was not at the step before."},
    {"fall", "`fall(e)`: e is not true now and was at the step before."},
    {"=>", "`a => b`: b is true if a is."},
    {"<=>", "`a <=> b`: both are true, or both are false."},
});

class Req : public Language {
 public:
  [[nodiscard]] const char* name() const override { return "req"; }

  [[nodiscard]] base::Inspection inspect(
      const std::string& text, const std::string& path) const override {
    return contract::inspect(text, path);
  }

  /// The writer keeps comments; what it writes is checked all the same.
  [[nodiscard]] std::optional<std::string> canonical(
      const std::string& text, const std::string& path) const override {
    try {
      // A file with errors in its meaning is not laid out either.
      (void)contract::parse(text, path);
      std::string out = contract::write(contract::read(text, path));
      if (comments(out) != comments(text)) return std::nullopt;
      return out;
    } catch (const base::InputError&) {
      return std::nullopt;
    }
  }

  [[nodiscard]] std::string meaning(std::string_view word) const override {
    const auto found = std::ranges::find(kMeanings, word, &Meaning::first);
    return found == kMeanings.end() ? "" : std::string(found->second);
  }

  [[nodiscard]] std::span<const std::string_view> words() const override {
    static const std::vector<std::string_view> kWords = [] {
      std::vector<std::string_view> out;
      for (const Meaning& m : kMeanings) {
        if (!m.first.starts_with('=') && !m.first.starts_with('<')) {
          out.push_back(m.first);
        }
      }
      return out;
    }();
    return kWords;
  }

  [[nodiscard]] bool has_text_digest() const override { return true; }
  [[nodiscard]] bool has_conflicts() const override { return true; }

 private:
  /// All comments, sorted: the writer may move them.
  static std::vector<std::string> comments(const std::string& text) {
    base::Problems none("", "req");
    std::vector<std::string> out;
    for (const base::Comment& c : contract::tokens_of(text, none).comments) {
      out.emplace_back(c.text);
    }
    std::ranges::sort(out);
    return out;
  }
};

}  // namespace

const Language& req_language() {
  static const Req kLanguage;
  return kLanguage;
}

}  // namespace catenary::lsp
