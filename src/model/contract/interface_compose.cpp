// SPDX-License-Identifier: Apache-2.0
/// \file
/// Projection of an interface to some of its views, and conjunction of two
/// interfaces.
#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/sha256.h"
#include "logic/term/copy.h"
#include "logic/term/traverse.h"
#include "model/contract/interface.h"

namespace catenary::model {

using logic::Term;

namespace {

/// Old index -> new index, for entries that are kept.
using Renumbering = std::unordered_map<std::uint32_t, std::uint32_t>;

/// Builds the projection: entries are copied in their order, and indices
/// renumbered.
class Projection {
 public:
  Projection(const Interface& whole, const std::vector<std::uint32_t>& views)
      : whole_(whole) {
    out_.name = whole.name;
    out_.text = whole.text;
    out_.path = whole.path;
    out_.terms = whole.terms;
    out_.promises = whole.promises;
    // The hash names the views, so that results for different views differ.
    std::string key = whole.sha256;
    for (const std::uint32_t v :
         // A set: ascending, each view once.
         std::set<std::uint32_t>(views.begin(), views.end())) {
      views_.emplace(v, static_cast<std::uint32_t>(out_.views.size()));
      out_.views.push_back(whole.views.at(v));
      out_.views.back().requirements.clear();
      key += "\n" + whole.views[v].name;
    }
    out_.sha256 = base::sha256(key);
  }

  Interface run() {
    for (const Requirement& r : whole_.requirements) requirement(r);
    for (const Purpose& p : whole_.purposes) {
      if (!kept(p.view)) continue;
      out_.purposes.push_back(p);
      out_.purposes.back().view = renumbered(p.view);
    }
    for (const CoverRequest& c : whole_.covers) {
      if (!kept(c.view)) continue;
      out_.covers.push_back(c);
      out_.covers.back().view = renumbered(c.view);
    }
    variables();
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool kept(std::int32_t view) const {
    return view < 0 || views_.contains(static_cast<std::uint32_t>(view));
  }
  [[nodiscard]] std::int32_t renumbered(std::int32_t view) const {
    if (view < 0) return view;
    const auto it = views_.find(static_cast<std::uint32_t>(view));
    return it == views_.end() ? -1 : static_cast<std::int32_t>(it->second);
  }

  void requirement(const Requirement& r) {
    const auto view = views_.find(r.view);
    if (view == views_.end()) return;
    const auto index = static_cast<std::uint32_t>(out_.requirements.size());
    out_.views[view->second].requirements.push_back(index);
    out_.requirements.push_back(r);
    out_.requirements.back().view = view->second;
    out_.requirements.back().contracts.clear();
    for (const std::uint32_t c : r.contracts) {
      out_.requirements.back().contracts.push_back(
          static_cast<std::uint32_t>(out_.contracts.size()));
      out_.contracts.push_back(whole_.contracts[c]);
      out_.contracts.back().requirement = index;
    }
  }

  /// The variables of the result. A hidden variable of another view may be
  /// mentioned by a kept contract; it stays, and is free to take any value.
  void variables() {
    std::vector<Term> roots;
    for (const Contract& c : out_.contracts) {
      roots.push_back(c.assumption);
      roots.push_back(c.guarantee);
    }
    for (const Promise& p : out_.promises) roots.push_back(p.condition);
    for (const Purpose& p : out_.purposes) roots.push_back(p.condition);
    std::unordered_set<std::uint32_t> mentioned;
    for (const Term v : logic::free_variables(roots)) mentioned.insert(v.id());
    for (const InterfaceVariable& v : whole_.variables) {
      const bool of_view = v.role != Role::hidden || kept(v.view);
      if (!of_view && !mentioned.contains(v.before.id()) &&
          !mentioned.contains(v.now.id())) {
        continue;
      }
      out_.variables.push_back(v);
      out_.variables.back().view = renumbered(v.view);
      // The contract that determined it may be gone.
      if (!of_view) out_.variables.back().derived = false;
    }
  }

  const Interface& whole_;
  Interface out_;
  Renumbering views_;
};

/// Copies terms into another manager, renaming variables. NAME and NAME' are
/// renamed together.
class RenamingCopier {
 public:
  RenamingCopier(logic::TermManager& to,
                 std::unordered_map<std::string, std::string> names)
      : names_(std::move(names)),
        copier_(to, [this](const std::string& variable) {
          if (!variable.ends_with('\'')) return name(variable);
          return name(variable.substr(0, variable.size() - 1)) + "'";
        }) {}
  // The copier calls back.
  RenamingCopier(const RenamingCopier&) = delete;

  [[nodiscard]] std::string name(const std::string& from) const {
    const auto it = names_.find(from);
    return it == names_.end() ? from : it->second;
  }

  Term operator()(Term t) { return copier_.copy(t); }

 private:
  std::unordered_map<std::string, std::string> names_;
  logic::TermCopier copier_;
};

using Index = std::unordered_map<std::string, std::uint32_t>;

/// Position of each entry by its id or name.
template <class T>
Index index_of(const std::vector<T>& all, std::string T::* key) {
  Index out;
  for (std::uint32_t i = 0; i < all.size(); ++i) out.emplace(all[i].*key, i);
  return out;
}

/// The error about two entries that clash; a note points at the first one.
[[noreturn]] void refuse(const base::SourceLocation& where,
                         std::string message,
                         const base::SourceLocation& first) {
  base::Diagnostic d{base::Severity::error,
                     where,
                     std::move(message),
                     "interface-conjunction",
                     {}};
  d.notes.push_back(
      {base::Severity::note, first, "the first one is here", "", {}});
  throw base::InputError(std::move(d));
}

/// Builds the conjunction: first all of `a`, then all of `b`, with indices
/// moved by what is there already.
class Conjunction {
 public:
  Conjunction(const Interface& a, const Interface& b) : a_(a), b_(b) {
    out_.name = a.name + "_" + b.name;
    out_.text = a.text.empty() || b.text.empty() ? a.text + b.text
                                                 : a.text + "; " + b.text;
    out_.path = a.path;
    out_.sha256 = base::sha256(a.sha256 + "\n" + b.sha256);
    out_.terms = std::make_shared<logic::TermManager>();
    name_variables();
  }

  Interface run() {
    RenamingCopier of_a(*out_.terms, names_of_a_);
    RenamingCopier of_b(*out_.terms, names_of_b_);
    add(a_, of_a);
    add(b_, of_b);
    return std::move(out_);
  }

 private:
  /// Decides the names of variables. Two hidden variables of one name are
  /// different variables, and get the name of their interface as a prefix; so
  /// does a hidden variable whose name is a shared variable of the other
  /// interface.
  void name_variables() {
    const Index in_a = index_of(a_.variables, &InterfaceVariable::name);
    std::unordered_set<std::string> taken;
    for (const auto& v : a_.variables) taken.insert(v.name);
    for (const auto& v : b_.variables) taken.insert(v.name);
    const auto tell_apart = [&](const std::string& name,
                                const Interface& owner) {
      const std::string wanted = owner.name + "." + name;
      std::string unique = wanted;
      for (int n = 2; !taken.insert(unique).second; ++n) {
        // The name may be taken as well; numbers make it unique.
        unique = wanted + "." + std::to_string(n);
      }
      return unique;
    };
    for (const InterfaceVariable& v : b_.variables) {
      const auto same = in_a.find(v.name);
      if (same == in_a.end()) continue;
      const InterfaceVariable& first = a_.variables[same->second];
      const bool hidden_in_a = first.role == Role::hidden;
      const bool hidden_in_b = v.role == Role::hidden;
      if (hidden_in_a) names_of_a_.emplace(v.name, tell_apart(v.name, a_));
      if (hidden_in_b) names_of_b_.emplace(v.name, tell_apart(v.name, b_));
      if (!hidden_in_a && !hidden_in_b) agree(first, v);
    }
    enumerations();
  }

  /// Shared variables must agree, because one of them is dropped.
  static void agree(const InterfaceVariable& a, const InterfaceVariable& b) {
    const std::string variable = "variable '" + b.name + "'";
    if (a.role != b.role) {
      refuse(b.where,
             variable + " is an " + to_string(b.role) +
                 " here, which elsewhere is an " + to_string(a.role) +
                 ": expected one role",
             a.where);
    }
    if (!(a.sort() == b.sort()) || a.lo != b.lo || a.hi != b.hi) {
      refuse(b.where,
             variable +
                 " has another type than elsewhere: expected the same "
                 "type and range",
             a.where);
    }
  }

  /// Sorts are compared by name and values; two enumerations of one name would
  /// be different sorts that look the same.
  void enumerations() {
    std::unordered_map<std::string, const InterfaceVariable*> seen;
    for (const Interface* from : {&a_, &b_}) {
      for (const InterfaceVariable& v : from->variables) {
        if (v.sort().kind() != logic::SortKind::enumeration) continue;
        const std::string& name = v.sort().enumerators().name;
        const auto [it, is_new] = seen.emplace(name, &v);
        if (is_new || it->second->sort() == v.sort()) continue;
        refuse(v.where,
               "enumeration '" + name +
                   "' has other values than elsewhere: expected the same",
               it->second->where);
      }
    }
  }

  /// Adds everything of one interface; views of the other come first, so that
  /// indices of views are moved.
  void add(const Interface& from, RenamingCopier& copy) {
    const auto view = static_cast<std::int32_t>(out_.views.size());
    const auto moved = [&](std::int32_t v) { return v < 0 ? v : v + view; };
    for (InterfaceVariable v : from.variables) {
      v.before = copy(v.before);
      v.now = copy(v.now);
      v.name = copy.name(v.name);
      v.view = moved(v.view);
      // The second declaration of a shared variable is left out.
      if (variables_.insert(v.name).second) out_.variables.push_back(v);
    }
    for (const Promise& p : from.promises) {
      share(p, copy, out_.promises, promises_, "promise");
    }
    requirements(from, copy);
    for (const Purpose& p : from.purposes) {
      Purpose renumbered = p;
      renumbered.view = moved(p.view);
      share(renumbered, copy, out_.purposes, purposes_, "purpose");
    }
    for (CoverRequest c : from.covers) {
      c.view = moved(c.view);
      const bool known = std::ranges::any_of(out_.covers, [&](const auto& x) {
        return x.criterion == c.criterion && x.view == c.view;
      });
      if (!known) out_.covers.push_back(c);
    }
    out_.warnings.insert(
        out_.warnings.end(), from.warnings.begin(), from.warnings.end());
  }

  /// Adds a promise or purpose unless the other interface has the same one.
  template <class T>
  void share(T x,
             RenamingCopier& copy,
             std::vector<T>& all,
             Index& ids,
             const char* what) {
    x.condition = copy(x.condition);
    const auto [it, is_new] =
        ids.emplace(x.id, static_cast<std::uint32_t>(all.size()));
    if (is_new) {
      all.push_back(std::move(x));
    } else if (all[it->second].condition != x.condition) {
      refuse(x.where,
             std::string("a second ") + what + " of the id '" + x.id +
                 "': expected another id",
             all[it->second].where);
    }
  }

  /// Registers an id, which must be new.
  template <class T>
  void unique(const T& x,
              const std::string& id,
              const char* what,
              const std::vector<T>& all,
              Index& ids) const {
    const auto [it, is_new] =
        ids.emplace(id, static_cast<std::uint32_t>(all.size()));
    if (is_new) return;
    refuse(x.where,
           std::string("a second ") + what + " of the id '" + id +
               "': expected another id",
           all[it->second].where);
  }

  /// Views, requirements and contracts, with their references to each other
  /// moved.
  void requirements(const Interface& from, RenamingCopier& copy) {
    const auto views = static_cast<std::uint32_t>(out_.views.size());
    const auto requirements =
        static_cast<std::uint32_t>(out_.requirements.size());
    const auto contracts = static_cast<std::uint32_t>(out_.contracts.size());
    for (View v : from.views) {
      unique(v, v.name, "view", out_.views, views_);
      for (std::uint32_t& r : v.requirements) r += requirements;
      out_.views.push_back(std::move(v));
    }
    for (Requirement r : from.requirements) {
      unique(r, r.id, "requirement", out_.requirements, requirements_);
      r.view += views;
      for (std::uint32_t& c : r.contracts) c += contracts;
      out_.requirements.push_back(std::move(r));
    }
    for (Contract c : from.contracts) {
      unique(c, c.id, "contract", out_.contracts, contracts_);
      c.requirement += requirements;
      c.assumption = copy(c.assumption);
      c.guarantee = copy(c.guarantee);
      out_.contracts.push_back(std::move(c));
    }
  }

  const Interface& a_;
  const Interface& b_;
  Interface out_;
  std::unordered_map<std::string, std::string> names_of_a_, names_of_b_;
  std::unordered_set<std::string> variables_;
  Index views_, requirements_, contracts_, promises_, purposes_;
};

}  // namespace

Interface project(const Interface& interface,
                  const std::vector<std::uint32_t>& views) {
  return Projection(interface, views).run();
}

Interface conjoin(const Interface& a, const Interface& b) {
  return Conjunction(a, b).run();
}

}  // namespace catenary::model
