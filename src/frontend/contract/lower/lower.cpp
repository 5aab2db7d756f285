// SPDX-License-Identifier: Apache-2.0
/// \file
/// The order of lowering: names, promises, views, purposes; then owners of
/// hidden variables.
#include "frontend/contract/lower/lower.h"

#include <utility>

#include "frontend/contract/lower/lower_contracts.h"
#include "frontend/contract/lower/partial.h"
#include "logic/term/traverse.h"

namespace catenary::frontend::contract {

using logic::Term;

namespace {

/// One file; collects errors of all parts before it throws.
class Lowering {
 public:
  Lowering(const FileSyntax& file, const std::string& path, Problems& problems)
      : file_(file),
        problems_(problems),
        memory_(out_),
        scope_(out_, memory_, problems) {
    out_.name = file.name.text;
    out_.text = file.doc.text;
    out_.path = path;
    out_.terms = std::make_shared<logic::TermManager>();
  }

  model::Interface run() {
    scope_.declare(file_);
    for (const NamedSyntax& p : file_.promises) promise(p);
    // Views come first: purposes and criteria refer to them by name.
    ContractLowering contracts(out_, scope_, memory_, problems_);
    contracts.run(file_);
    for (std::uint32_t i = 0; i < out_.views.size(); ++i) {
      views_.emplace(out_.views[i].name, i);
    }
    for (std::size_t i = 0; i < file_.purposes.size(); ++i) {
      purpose(file_.purposes[i], contracts.purpose(i));
    }
    for (const CoverSyntax& c : file_.covers) {
      out_.covers.push_back(
          {c.criterion, view(c.view), problems_.location(c.where)});
    }
    // Without errors all terms are valid, so that owners() can inspect them.
    problems_.throw_errors();
    owners();
    scope_.warn_unused();
    out_.warnings = problems_.warnings();
    out_.left_out = file_.left_out;
    out_.promises_left_out = file_.promises_left_out;
    return std::move(out_);
  }

 private:
  /// Reports a name that occurs twice.
  void unique(const Name& name,
              std::unordered_map<std::string, Place>& all,
              const char* what) {
    const auto [first, is_new] = all.emplace(name.text, name.where);
    if (is_new) return;
    problems_.again(name.where,
                    std::string("a second ") + what + " of the name '" +
                        name.text + "': expected another name",
                    "req-duplicate",
                    first->second);
  }

  void promise(const NamedSyntax& syntax) {
    unique(syntax.name, promises_, "promise");
    Reads reads;
    model::Promise p;
    p.id = syntax.name.text;
    p.text = syntax.doc.text;
    p.where = problems_.location(syntax.name.where);
    p.condition = scope_.condition(syntax.value, reads, "a promise");
    if (p.condition.valid()) {
      // Where it divides by 0, nothing is promised.
      logic::TermManager& terms = *out_.terms;
      const Term value = has_value(terms, p.condition);
      if (!value.is_true()) p.condition = terms.implies(value, p.condition);
      p.condition = over_integers(terms, p.condition);
    }
    // A promise about outputs would restrict the system, not the environment.
    if (reads.system_now) {
      problems_.error(reads.system_now->where,
                      "the environment cannot promise what '" +
                          reads.system_now->name +
                          "' becomes, which the system chooses: expected "
                          "inputs, or variables without a prime",
                      "req-env");
    }
    out_.promises.push_back(std::move(p));
  }

  void purpose(const PurposeSyntax& syntax, std::optional<Term> condition) {
    unique(syntax.name, purposes_, "purpose");
    model::Purpose p;
    p.id = syntax.name.text;
    p.text = syntax.doc.text;
    p.view = view(syntax.view);
    p.where = problems_.location(syntax.name.where);
    if (syntax.within) {
      p.within = scope_.count(*syntax.within, 1, "the number of steps");
    }
    Reads reads;
    // The purpose of a view was lowered with it.
    p.condition = condition ? *condition : scope_.purpose(syntax.value, reads);
    out_.purposes.push_back(std::move(p));
  }

  /// The index of the view; -1 for the whole interface, and after an error.
  std::int32_t view(const Name& name) {
    if (name.text.empty()) return -1;
    const auto it = views_.find(name.text);
    if (it != views_.end()) return static_cast<std::int32_t>(it->second);
    std::vector<std::string> names;
    for (const model::View& v : out_.views) names.push_back(v.name);
    problems_.error(name.where,
                    "'" + name.text + "' is unknown: expected a view" +
                        suggestion(name.text, names),
                    "req-unknown-view");
    return -1;
  }

  /// Gives each hidden variable its owner: the view whose contracts mention it,
  /// or, where several or none do, the whole interface.
  void owners() {
    constexpr std::int32_t kNone = -2;
    std::unordered_map<std::uint32_t, std::int32_t> owner;
    for (const model::InterfaceVariable& v : out_.variables) {
      if (v.role != model::Role::hidden || v.derived) continue;
      owner.emplace(v.now.id(), kNone);
      owner.emplace(v.before.id(), kNone);
    }
    if (owner.empty()) return;
    // A variable that a second view mentions belongs to none: -1.
    for (std::uint32_t i = 0; i < out_.views.size(); ++i) {
      std::vector<Term> roots;
      for (const std::uint32_t r : out_.views[i].requirements) {
        for (const std::uint32_t c : out_.requirements[r].contracts) {
          roots.push_back(out_.contracts[c].assumption);
          roots.push_back(out_.contracts[c].guarantee);
        }
      }
      const auto index = static_cast<std::int32_t>(i);
      for (const Term t : logic::free_variables(roots)) {
        const auto it = owner.find(t.id());
        if (it == owner.end()) continue;
        const bool same = it->second == kNone || it->second == index;
        it->second = same ? index : -1;
      }
    }
    for (model::InterfaceVariable& v : out_.variables) {
      if (v.role != model::Role::hidden || v.derived) continue;
      // The two terms of a variable may have been found in different views.
      const std::int32_t now = owner.at(v.now.id());
      const std::int32_t before = owner.at(v.before.id());
      const bool one = now == before || before == kNone || now == kNone;
      const std::int32_t known = now == kNone ? before : now;
      v.view = one && known != kNone ? known : -1;
    }
  }

  const FileSyntax& file_;
  Problems& problems_;
  model::Interface out_;
  Memory memory_;
  Scope scope_;
  std::unordered_map<std::string, std::uint32_t> views_;
  std::unordered_map<std::string, Place> promises_, purposes_;
};

}  // namespace

model::Interface lower(const FileSyntax& file,
                       const std::string& path,
                       Problems& problems) {
  return Lowering(file, path, problems).run();
}

}  // namespace catenary::frontend::contract
