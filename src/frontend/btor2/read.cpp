// SPDX-License-Identifier: Apache-2.0
/// \file
/// The reader: one pass over the lines, each of which may refer to those before
/// it only.
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "base/sha256.h"
#include "base/text/unique_name.h"
#include "base/text_file.h"
#include "frontend/btor2/btor2.h"
#include "frontend/btor2/line.h"
#include "frontend/btor2/operators.h"
#include "logic/term/traverse.h"

namespace catenary::frontend::btor2 {

using logic::Op;
using logic::Sort;
using logic::SortKind;
using logic::Term;
using model::TransitionSystem;

namespace {

constexpr std::uint64_t kWidest = 1U << 20;

class Reader {
 public:
  Reader(const std::string& path, NoNext arrays)
      : path_(path), arrays_(arrays) {
    out_.name = std::filesystem::path(path).stem().string();
    out_.path = path;
    out_.terms = std::make_shared<logic::TermManager>();
    operators_.emplace(*out_.terms);
  }

  TransitionSystem run(std::string_view text) {
    out_.sha256 = base::sha256(text);
    std::uint32_t number = 0;
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      read(Line(line, path_, ++number));
    }
    finish();
    return std::move(out_);
  }

 private:
  struct Known {
    std::optional<Sort> sort;  ///< of a line that declares one
    Term term;                 ///< of a line that has a value
    std::size_t state = kNone;
  };
  static constexpr std::size_t kNone = ~std::size_t{0};

  void read(Line line);
  void read_node(std::string_view kind, std::int64_t id, Line& line);
  [[nodiscard]] Sort declared_sort(Line& line) const;
  [[nodiscard]] Sort sort(Line& line) const;
  [[nodiscard]] Term constant(std::string_view kind, Line& line);
  [[nodiscard]] Term argument(Line& line);
  [[nodiscard]] Term bit_argument(Line& line);
  TransitionSystem::State& state(Line& line);
  void read_init(Line& line);
  void read_next(Line& line);
  void add(std::int64_t id, Term term, Line& line);
  void add_named(std::string_view kind, std::int64_t id, Line& line);
  /// `kind` also tells apart what may have one name: ports and states often do.
  [[nodiscard]] std::string name(const char* kind, std::int64_t id, Line& line);
  void finish();

  const std::string& path_;
  NoNext arrays_;
  TransitionSystem out_;
  std::optional<Operators> operators_;
  std::map<std::int64_t, Known> known_;
  std::map<std::string, base::TakenNames> names_;  ///< by kind
};

void Reader::read(Line line) {
  if (line.empty()) return;
  const std::int64_t id = line.id("the id of the line, from 1");
  if (id < 0 || known_.contains(id)) {
    line.fail(id < 0 ? "the id of a line is negative"
                     : "the id " + std::to_string(id) + " is taken");
  }
  const std::string_view kind = line.word("what the line is");
  if (kind == "sort") {
    known_[id].sort = declared_sort(line);
  } else if (kind == "init") {
    read_init(line);
  } else if (kind == "next") {
    read_next(line);
  } else if (kind == "bad" || kind == "constraint" || kind == "output") {
    return add_named(kind, id, line);
  } else if (kind == "fair" || kind == "justice") {
    line.fail("'" + std::string(kind) +
                  "' is a liveness property, which a finite test can never "
                  "violate; expected a model with 'bad' alone",
              "btor2-liveness");
  } else {
    return read_node(kind, id, line);
  }
  // A symbol may follow every line.
  if (!line.at_end()) (void)line.word("");
  if (!line.at_end()) {
    (void)line.word("");
    line.fail("more words than the line needs");
  }
}

Sort Reader::declared_sort(Line& line) const {
  const std::string_view kind = line.word("'bitvec' or 'array'");
  if (kind == "bitvec") {
    const std::uint64_t width = line.number("a width in bits");
    if (width == 0 || width > kWidest) {
      line.fail(
          "a width of " + std::to_string(width) + " bits; expected 1 to 2^20",
          "btor2-sort");
    }
    return Sort::bitvec(static_cast<std::uint32_t>(width));
  }
  if (kind != "array") line.fail("expected 'bitvec' or 'array'");
  const Sort index = sort(line);
  const Sort element = sort(line);
  if (index.kind() != SortKind::bitvec || element.kind() != SortKind::bitvec) {
    line.fail("an array from and to bit-vectors is expected", "btor2-sort");
  }
  return Sort::array(index, element);
}

Sort Reader::sort(Line& line) const {
  const auto at = known_.find(line.id("the id of a sort"));
  if (at == known_.end() || !at->second.sort) {
    line.fail("no line before has a sort of this id", "btor2-unknown");
  }
  return *at->second.sort;
}

Term Reader::argument(Line& line) {
  const std::int64_t id = line.id("the id of a value, negated or not");
  const auto at = known_.find(id < 0 ? -id : id);
  if (at == known_.end() || !at->second.term.valid()) {
    line.fail("no line before has a value of this id", "btor2-unknown");
  }
  const Term term = at->second.term;
  if (id > 0) return term;
  if (term.sort().kind() != SortKind::bitvec) {
    line.fail("an array cannot be negated", "btor2-sort");
  }
  return out_.terms->make(Op::bv_not, {term});
}

Term Reader::bit_argument(Line& line) {
  const Term term = argument(line);
  if (term.sort() != Sort::bitvec(1)) {
    line.fail("one bit is expected, not " + term.sort().to_string(),
              "btor2-sort");
  }
  return term;
}

void Reader::add(std::int64_t id, Term term, Line& line) {
  known_[id].term = term;
  if (line.at_end()) return;
  (void)line.word("");
  if (line.at_end()) return;
  (void)line.word("");
  line.fail("more words than the line needs");
}

/// The symbol that follows, made unique, or one made of kind and id.
std::string Reader::name(const char* kind, std::int64_t id, Line& line) {
  std::string out = line.at_end() ? kind + std::to_string(id)
                                  : std::string(line.word("a symbol"));
  base::TakenNames& taken = names_[kind];
  if (taken.contains(out)) out += "#" + std::to_string(id);
  return base::unique_name(out, taken);
}

Term Reader::constant(std::string_view kind, Line& line) {
  const Sort of = sort(line);
  if (of.kind() != SortKind::bitvec) {
    line.fail("constants are bit-vectors", "btor2-sort");
  }
  const std::uint32_t width = of.bits();
  if (kind == "zero") return out_.terms->bitvec(width, 0);
  if (kind == "one") return out_.terms->bitvec(width, 1);
  if (kind == "ones") return out_.terms->bitvec(width, -1);
  const int base = kind == "const" ? 2 : kind == "constd" ? 10 : 16;
  const std::string digits(line.word("a number"));
  mpz_class number;
  const bool negative = digits.front() == '-' && base == 10;
  const bool valid =
      digits.find_first_not_of(base == 2    ? "01"
                               : base == 10 ? "0123456789"
                                            : "0123456789abcdefABCDEF",
                               negative ? 1 : 0) == std::string::npos &&
      number.set_str(digits, base) == 0;
  const mpz_class limit = mpz_class(1) << width;
  if (!valid || number >= limit || -number > limit / 2) {
    line.fail("'" + digits + "' is not a number of " + std::to_string(width) +
              " bits to the base " + std::to_string(base));
  }
  return out_.terms->bitvec(width, number);
}

void Reader::read_node(std::string_view kind, std::int64_t id, Line& line) {
  for (const char* c : {"zero", "one", "ones", "const", "constd", "consth"}) {
    if (kind == c) return add(id, constant(kind, line), line);
  }
  if (kind == "input" || kind == "state") {
    const Sort of = sort(line);
    const bool input = kind == "input";
    const base::SourceLocation where = line.where();
    const std::string called = name(input ? "input" : "state", id, line);
    const Term variable =
        out_.terms->variable(std::to_string(id) + " " + called, of);
    if (input) {
      if (of.kind() == SortKind::array) {
        line.fail("an array is an input; expected a bit-vector", "btor2-sort");
      }
      out_.inputs.push_back({called, where, variable});
    } else {
      known_[id].state = out_.states.size();
      out_.states.push_back({called, where, variable, {}, {}});
    }
    return add(id, variable, line);
  }
  const std::optional<Shape> shape = shape_of(kind);
  if (!shape) {
    line.fail("'" + std::string(kind) + "' is not an operator of BTOR2",
              "btor2-unknown");
  }
  const Sort of = sort(line);
  std::vector<Term> arguments;
  for (std::uint8_t i = 0; i < shape->arguments; ++i) {
    arguments.push_back(argument(line));
  }
  std::vector<std::uint64_t> numbers;
  for (std::uint8_t i = 0; i < shape->numbers; ++i) {
    numbers.push_back(line.number("a number of bits"));
  }
  const Term made = operators_->apply(kind, arguments, numbers, line);
  if (made.sort() != of) {
    line.fail("the value is of sort " + made.sort().to_string() + ", not " +
                  of.to_string(),
              "btor2-sort");
  }
  add(id, made, line);
}

/// The state that a line is about, after its sort.
TransitionSystem::State& Reader::state(Line& line) {
  const Sort of = sort(line);
  const auto at = known_.find(line.id("the id of a state"));
  if (at == known_.end() || at->second.state == kNone) {
    line.fail("no line before has a state of this id", "btor2-unknown");
  }
  TransitionSystem::State& state = out_.states[at->second.state];
  if (state.variable.sort() != of) {
    line.fail("the state is of another sort", "btor2-sort");
  }
  return state;
}

void Reader::read_init(Line& line) {
  TransitionSystem::State& s = state(line);
  if (s.init.valid()) line.fail("a second 'init' of this state");
  Term value = argument(line);
  const Sort of = s.variable.sort();
  if (of.kind() == SortKind::array && value.sort() == of.element()) {
    value = out_.terms->const_array(of, value);
  }
  if (value.sort() != of) {
    line.fail("the value is of sort " + value.sort().to_string() + ", not " +
                  of.to_string(),
              "btor2-sort");
  }
  // The states before it have their initial values.
  std::set<Term> before;
  for (const TransitionSystem::State& other : out_.states) {
    if (&other == &s) break;
    before.insert(other.variable);
  }
  for (const Term x : logic::free_variables(value)) {
    if (before.contains(x)) continue;
    line.fail("an initial value over '" + x.name() +
                  "'; expected states of lines before alone",
              "btor2-init");
  }
  s.init = value;
}

void Reader::read_next(Line& line) {
  TransitionSystem::State& s = state(line);
  if (s.next.valid()) line.fail("a second 'next' of this state");
  const Term value = argument(line);
  if (value.sort() != s.variable.sort()) {
    line.fail("the value is of sort " + value.sort().to_string() + ", not " +
                  s.variable.sort().to_string(),
              "btor2-sort");
  }
  s.next = value;
}

void Reader::add_named(std::string_view kind, std::int64_t id, Line& line) {
  if (kind == "output") {
    const Term value = argument(line);
    const base::SourceLocation where = line.where();
    out_.outputs.push_back({name("output", id, line), where, value});
  } else {
    const Term value = operators_->condition(bit_argument(line));
    const base::SourceLocation where = line.where();
    const bool bad = kind == "bad";
    auto& list = bad ? out_.goals : out_.constraints;
    list.push_back({name(bad ? "bad" : "constraint", id, line), where, value});
  }
  add(id, {}, line);
}

/// A state without next value may be anything at each step: an input.
void Reader::finish() {
  for (TransitionSystem::State& s : out_.states) {
    if (s.next.valid()) continue;
    if (s.variable.sort().kind() == SortKind::array) {
      if (arrays_ == NoNext::same) {
        s.next = s.variable;
        continue;
      }
      throw base::InputError(s.where,
                             "the array '" + s.name +
                                 "' has no 'next', so that it may be "
                                 "anything at each step; expected one",
                             "btor2-next");
    }
    const std::string called =
        base::unique_name(s.name + ".next", names_["input"]);
    s.next =
        out_.terms->variable(s.variable.name() + ".next", s.variable.sort());
    out_.inputs.push_back({called, s.where, s.next});
  }
  if (out_.goals.empty()) {
    throw base::InputError({path_, 0, 0},
                           "the model has no 'bad', so that there is nothing "
                           "to cover",
                           "btor2-no-goal");
  }
}

}  // namespace

bool handles(const std::string& path) {
  return path.ends_with(".btor2") || path.ends_with(".btor");
}

TransitionSystem parse(std::string_view text,
                       const std::string& path,
                       NoNext arrays) {
  return Reader(path, arrays).run(text);
}

TransitionSystem read(const std::string& path) {
  return parse(base::read_text_file(path), path);
}

}  // namespace catenary::frontend::btor2
