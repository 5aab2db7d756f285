// SPDX-License-Identifier: Apache-2.0
/// \file
/// Gives the model that Yosys wrote the names and places of the design, tells
/// covers from assertions, and removes inputs that no test needs to choose: the
/// clock, and undefined values that cannot matter.
#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <vector>

#include "base/sha256.h"
#include "base/text/unique_name.h"
#include "frontend/btor2/btor2.h"
#include "frontend/verilog/checks.h"
#include "frontend/verilog/clocks.h"
#include "frontend/verilog/comments.h"
#include "frontend/verilog/irrelevant.h"
#include "frontend/verilog/verilog.h"
#include "frontend/verilog/yosys.h"
#include "logic/term/substitute.h"
#include "logic/term/traverse.h"

namespace catenary::frontend::verilog {

using logic::Term;
using model::TransitionSystem;

namespace {

/// The digest of the model without comments and without what follows '|': these
/// name temporary files.
std::string digest(const std::string& btor2) {
  std::istringstream lines(btor2);
  std::string model;
  for (std::string line; std::getline(lines, line);) {
    model += line.substr(0, line.find_first_of(";|")) + '\n';
  }
  return base::sha256(model);
}

/// Returns the error for a design without goals. Where Yosys left modules out,
/// the goals may be in these.
base::Diagnostic no_statement(const std::vector<std::string>& unused,
                              const std::string& path) {
  base::Diagnostic error;
  error.where = {path, 0, 0};
  error.message =
      "the design has no 'cover' and no 'assert' statement; expected at least "
      "one";
  error.code = "verilog-no-goal";
  for (const std::string& module : unused) {
    error.notes.push_back(
        {base::Severity::note,
         error.where,
         "the module '" + module +
             "' is not part of the design: Yosys chose a top module that does "
             "not use it",
         "verilog-unused",
         {}});
  }
  return error;
}

class Design {
 public:
  Design(const Netlist& netlist, const std::string& path)
      : path_(path),
        comments_(read_comments(netlist.btor2)),
        checks_(read_checks(netlist.json, path)),
        clock_(clock_of(netlist.json, path)) {
    const bool any = std::ranges::any_of(checks_, [](const auto& entry) {
      return entry.second.kind != "assume";
    });
    if (!any) {
      throw base::InputError(no_statement(netlist.unused, path));
    }
    try {
      system_ = btor2::parse(netlist.btor2, path, btor2::NoNext::same);
    } catch (const base::InputError& error) {
      // Its line is of no file of the user.
      throw base::InputError({path, 0, 0},
                             "what yosys makes of the design cannot be read: " +
                                 error.diagnostics().front().message,
                             "verilog");
    }
  }

  TransitionSystem run() {
    sort_checks();
    name_states();
    place_variables();
    remove_overwritten();
    remove_irrelevant();
    remove_clock();
    name_undefined();
    return std::move(system_);
  }

 private:
  [[nodiscard]] const LineComment& comment(
      const base::SourceLocation& w) const {
    static const LineComment kNone;
    const auto at = comments_.find(w.line);
    return at == comments_.end() ? kNone : at->second;
  }
  [[nodiscard]] const Check* check(const base::SourceLocation& where) const {
    const auto at = checks_.find(comment(where).cell);
    return at == checks_.end() ? nullptr : &at->second;
  }
  /// The statement that a line was made of; there must be one.
  [[nodiscard]] const Check& statement(const TransitionSystem::Named& n) const;
  void require_all() const;
  void sort_checks();
  void place_variables();
  void name_states();
  void remove_overwritten();
  void remove_irrelevant();
  void remove_clock();
  void name_undefined();
  /// All variables that a term mentions, but for what is about `state`.
  [[nodiscard]] std::set<Term> mentioned(Term state = {}) const;

  const std::string& path_;
  std::map<std::uint32_t, LineComment> comments_;
  std::map<std::string, Check> checks_;
  std::string clock_;
  TransitionSystem system_;
  std::set<Term> undefined_;  ///< inputs that Yosys gave no name
};

const Check& Design::statement(const TransitionSystem::Named& n) const {
  const Check* of = check(n.where);
  if (of != nullptr) return *of;
  throw base::InputError({path_, 0, 0},
                         "yosys does not say which statement '" + n.name +
                             "' is; expected yosys 0.23 to 0.35",
                         "verilog-version");
}

/// Each statement must have its line: one that was lost would be a verdict
/// about another design.
void Design::require_all() const {
  std::set<const Check*> found;
  for (const auto* list : {&system_.goals, &system_.constraints}) {
    for (const TransitionSystem::Named& n : *list) found.insert(check(n.where));
  }
  for (const auto& [cell, one] : checks_) {
    if (found.contains(&one)) continue;
    throw base::InputError(one.where,
                           "yosys left out this statement; expected yosys 0.23 "
                           "to 0.35",
                           "verilog-version");
  }
}

/// What Yosys made of covers and assertions are lines `bad`.
void Design::sort_checks() {
  require_all();
  std::vector<TransitionSystem::Named> bads = std::move(system_.goals);
  system_.goals.clear();
  base::TakenNames taken;
  for (TransitionSystem::Named& bad : bads) {
    const Check& of = statement(bad);
    bad.name = base::unique_name(of.name, taken);
    bad.where = of.where;
    if (of.kind == "cover") {
      system_.goals.push_back(std::move(bad));
    } else {
      bad.term = system_.terms->logical_not(bad.term);
      system_.properties.push_back(std::move(bad));
    }
  }
  for (TransitionSystem::Named& c : system_.constraints) {
    const Check& of = statement(c);
    c.name = of.name;
    c.where = of.where;
  }
}

void Design::place_variables() {
  const auto place = [this](auto& list) {
    for (auto& one : list) {
      const base::SourceLocation where = comment(one.where).where;
      one.where = where.known() ? where : base::SourceLocation{path_, 0, 0};
    }
  };
  for (const TransitionSystem::Input& i : system_.inputs) {
    const LineComment& line = comment(i.where);
    if (!line.named) undefined_.insert(i.variable);
  }
  place(system_.inputs);
  place(system_.outputs);
  place(system_.states);
}

/// A register without name is shown by an output, or chosen by a signal: that
/// of its value after an asynchronous reset. Others are numbered: Yosys' own
/// numbers would change with the rest of the design.
void Design::name_states() {
  std::map<std::int64_t, std::string> names;
  for (const auto& [number, line] : comments_) {
    if (line.signal.empty()) continue;
    names.emplace(line.then, line.signal);
    names.emplace(line.otherwise, line.signal);
    names[line.id] = line.signal;
  }
  base::TakenNames taken;
  for (const TransitionSystem::State& s : system_.states)
    taken.emplace(s.name, 2);
  for (TransitionSystem::State& s : system_.states) {
    const LineComment& line = comments_.at(s.where.line);
    if (line.named) continue;
    const auto name = names.find(line.id);
    s.name = base::unique_name(name == names.end() ? "register" : name->second,
                               taken);
  }
}

/// Whether constants are written to all words of the array `base`.
bool overwrites(Term array, Term base) {
  std::set<Term> indices;
  for (; array.op() == logic::Op::store; array = array[0]) {
    if (array[1].is_constant()) indices.insert(array[1]);
  }
  const std::uint32_t bits = base.sort().index().bits();
  return array == base && bits < 32 && indices.size() == std::size_t{1} << bits;
}

/// The initial words of a memory are written to an array that may hold
/// anything. Where they are all words, what it holds does not matter.
void Design::remove_overwritten() {
  std::set<Term> unused;
  for (const TransitionSystem::State& s : system_.states) {
    const Term base = s.variable;
    if (base.sort().kind() != logic::SortKind::array || s.init.valid() ||
        s.next != base) {
      continue;
    }
    for (TransitionSystem::State& other : system_.states) {
      if (!other.init.valid() || !overwrites(other.init, base)) continue;
      const Term zero = system_.terms->bitvec(base.sort().element().bits(), 0);
      other.init = logic::substitute(
          *system_.terms,
          other.init,
          {{base, system_.terms->const_array(base.sort(), zero)}});
    }
    if (!mentioned(base).contains(base)) unused.insert(base);
  }
  std::erase_if(system_.states, [&unused](const TransitionSystem::State& s) {
    return unused.contains(s.variable);
  });
}

void Design::remove_irrelevant() {
  const auto prune = [this](Term& term) {
    term = without_irrelevant(*system_.terms, term, undefined_);
  };
  for (TransitionSystem::State& s : system_.states) prune(s.next);
  for (auto* list : {&system_.outputs, &system_.constraints, &system_.goals}) {
    for (TransitionSystem::Named& n : *list) prune(n.term);
  }
  // That it fails is the conjunction.
  for (TransitionSystem::Named& p : system_.properties) {
    p.term = system_.terms->logical_not(p.term);
    prune(p.term);
    p.term = system_.terms->logical_not(p.term);
  }
}

std::set<Term> Design::mentioned(Term state) const {
  std::vector<Term> all;
  for (const TransitionSystem::State& s : system_.states) {
    if (s.variable == state) continue;
    all.push_back(s.next);
    if (s.init.valid()) all.push_back(s.init);
  }
  for (const auto* list : {&system_.outputs,
                           &system_.constraints,
                           &system_.goals,
                           &system_.properties}) {
    for (const TransitionSystem::Named& n : *list) all.push_back(n.term);
  }
  const std::vector<Term> free = logic::free_variables(all);
  return {free.begin(), free.end()};
}

void Design::remove_clock() {
  const std::set<Term> used = mentioned();
  std::erase_if(system_.inputs, [&](const TransitionSystem::Input& i) {
    const bool is_used = used.contains(i.variable);
    const bool is_clock = !clock_.empty() && i.name == clock_;
    if (is_clock && is_used) {
      throw base::InputError(i.where,
                             "the clock '" + i.name +
                                 "' is read as a value; expected a clock that "
                                 "registers alone read",
                             "verilog-clock");
    }
    return is_clock || (!is_used && undefined_.contains(i.variable));
  });
}

/// Values that the design leaves open ('x') are inputs of the model.
void Design::name_undefined() {
  std::set<std::string> names;
  for (const TransitionSystem::Input& i : system_.inputs) names.insert(i.name);
  int number = 0;
  for (TransitionSystem::Input& i : system_.inputs) {
    if (!undefined_.contains(i.variable)) continue;
    do {
      i.name = "undefined" + std::to_string(++number);
    } while (!names.insert(i.name).second);
  }
}

}  // namespace

bool handles(const std::string& path) {
  return path.ends_with(".v") || path.ends_with(".sv");
}

TransitionSystem read(const std::string& path,
                      const base::Budget& budget,
                      std::vector<base::Diagnostic>& warnings) {
  const Netlist netlist = run_yosys(path, budget);
  for (const std::string& name : netlist.unused) {
    warnings.push_back(
        {base::Severity::warning,
         {path, 0, 0},
         "the module '" + name + "' is not part of the design, and left out",
         "verilog-unused",
         {}});
  }
  TransitionSystem out = Design(netlist, path).run();
  out.sha256 = digest(netlist.btor2);
  return out;
}

}  // namespace catenary::frontend::verilog
