// SPDX-License-Identifier: Apache-2.0
/// \file
/// Choosing transitions where the rules do not define in which order they are
/// tried, as in Code RealTime: if two could be taken, the run ends as
/// unsupported, since either may be. Guards behind junctions and connection
/// points are evaluated before anything is left, and the branches are noted.
#include <algorithm>
#include <utility>

#include "frontend/umlrt/code/dispatch/dispatch_writer.h"

namespace catenary::frontend::umlrt {

namespace {

using model::kNoIndex;
using model::VertexKind;

std::string branch_of(std::uint32_t vertex) {
  return "catenary_branch_" + std::to_string(vertex);
}

}  // namespace

std::string DispatchWriter::unsupported(const base::SourceLocation& where,
                                        const std::string& what) {
  return "\n" + line_of(where) + "__catenary_unsupported(\"" + what + "\")";
}

bool DispatchWriter::is_always_enabled(const Candidate& one) {
  return !is_guarded(one) &&
         (m_.transitions[one.transition].kind ==
              model::TransitionKind::internal ||
          path(m_.transitions[one.transition].target) == "true");
}

std::string DispatchWriter::enabled(const Candidate& one) {
  const model::Transition& t = m_.transitions[one.transition];
  std::string own =
      is_guarded(one) ? passes(one.transition, one.trigger) : "true";
  if (t.kind == model::TransitionKind::internal) return own;
  std::string on = path(t.target);
  if (on == "true") return own;
  if (own == "true") return on;
  return own + " && " + on;
}

/// Level by level from the innermost state outwards. A trigger for any signal
/// gives way to an earlier one for the signal itself: the public test
/// "receive_any" of Code RealTime requires it.
std::string DispatchWriter::open_candidates(Index leaf, const Delivery& d) {
  const std::vector<Candidate> all = matching(leaf, d);
  const auto rivals = [&](const Candidate& one, const Candidate& later) {
    return later.from == one.from && later.transition != one.transition &&
           (!later.any || one.any);
  };
  std::string out;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::string body;
    for (std::size_t k = i + 1; k < all.size(); ++k) {
      if (!rivals(all[i], all[k])) continue;
      body += "if (" + enabled(all[k]) + ") " +
              unsupported(m_.transitions[all[k].transition].where,
                          "two transitions of a state that are enabled at "
                          "once") +
              ";\n";
    }
    // The others may have noted branches that both lead to.
    const model::Transition& t = m_.transitions[all[i].transition];
    const bool leads = t.kind != model::TransitionKind::internal;
    const std::string on = leads ? path(t.target) : "true";
    if (!body.empty() && on != "true") body += "(void)" + on + ";\n";
    body += fire_for(all[i], leaf);
    if (is_always_enabled(all[i])) return out + body;
    out += "if (" + enabled(all[i]) + ") {\n" + body + "}\n";
  }
  if (all.empty()) return "";
  return out + all_false(leaf, d, all.front().transition);
}

std::string DispatchWriter::path(Index vertex) {
  const VertexKind kind = m_.vertices[vertex].kind;
  const std::vector<Index>& onward = rules_.onward(vertex);
  const bool merges = kind == VertexKind::junction ||
                      kind == VertexKind::entry_point ||
                      kind == VertexKind::exit_point;
  if (!merges || onward.empty()) return "true";
  if (!on_path_.insert(vertex).second) {
    return "(" +
           unsupported(m_.vertices[vertex].where, "junctions in a circle") +
           ", false)";
  }
  std::string out;
  if (rules_.chooses_before(vertex)) {
    out = "catenary_path_" + std::to_string(vertex);
    if (made_.insert(out).second) {
      const std::string body = choose_branch(vertex);
      const std::string head = "bool " + out + "(const UMLRTMessage* msg)";
      declarations_ += head + ";\n";
      definitions_ += head + " {\n" + body + "}\n";
    }
    out += "(msg)";
  } else {
    out = path(m_.transitions[onward.front()].target);
  }
  on_path_.erase(vertex);
  return out;
}

std::string DispatchWriter::no_other(const std::vector<Index>& branches,
                                     std::size_t tried,
                                     const std::string& of,
                                     bool before) {
  std::string out;
  for (std::size_t k = tried; k < branches.size(); ++k) {
    const model::Transition& t = m_.transitions[branches[k]];
    if (t.guard.empty()) continue;
    const std::string on = before ? path(t.target) : "true";
    out += "if (" + passes(branches[k], kNoIndex) +
           (on == "true" ? "" : " && " + on) + ") " +
           unsupported(t.where,
                       "two branches of " + of + " that are true at once") +
           ";\n";
  }
  return out;
}

std::string DispatchWriter::choose_branch(Index vertex) {
  const std::vector<Index>& branches = rules_.onward(vertex);
  const auto note = [&](Index t) {
    return branch_of(vertex) + " = " + std::to_string(t) + ";\nreturn true;\n";
  };
  std::string out = "bool some = false;\n(void)some;\n";
  std::string otherwise;
  for (std::size_t i = 0; i < branches.size(); ++i) {
    const Index t = branches[i];
    const std::string on = path(m_.transitions[t].target);
    if (m_.transitions[t].guard.empty()) {
      // Two of them are both "else".
      otherwise = otherwise.empty()
                      ? "if (" + on + ") {\n" + note(t) + "}\n"
                      : unsupported(m_.transitions[t].where,
                                    "two branches without a guard") +
                            ";\n";
      continue;
    }
    const std::string others = no_other(branches, i + 1, "a junction", true);
    out += "if (" + passes(t, kNoIndex) + ") {\nsome = true;\nif (" + on +
           ") {\n" + others +
           (others.empty() || on == "true" ? "" : "(void)" + on + ";\n") +
           note(t) + "}\n}\n";
  }
  if (!otherwise.empty()) {
    out += "if (some) " +
           unsupported(m_.vertices[vertex].where,
                       "'else' beside a branch whose guard is true and that "
                       "leads nowhere") +
           ";\n" + otherwise;
  }
  return out + branch_of(vertex) + " = -1;\nreturn false;\n";
}

std::string DispatchWriter::take_noted(Index vertex, Index scope) {
  std::string out = "const int branch = " + branch_of(vertex) + ";\n" +
                    branch_of(vertex) + " = -1;\nswitch (branch) {\n";
  for (const Index t : rules_.onward(vertex)) {
    out += "case " + std::to_string(t) + ":\n" + take(t, scope) + "return;\n";
  }
  return out + "default:\n" +
         unsupported(m_.vertices[vertex].where,
                     "guards of a junction that is not reached from a state "
                     "directly") +
         ";\n}\n";
}

std::string DispatchWriter::open_choice(Index vertex, Index scope) {
  const std::vector<Index>& branches = rules_.onward(vertex);
  std::string out;
  std::string otherwise;
  for (std::size_t i = 0; i < branches.size(); ++i) {
    const Index t = branches[i];
    if (m_.transitions[t].guard.empty()) {
      otherwise = otherwise.empty()
                      ? take(t, scope)
                      : unsupported(m_.transitions[t].where,
                                    "two branches without a guard") +
                            ";\n";
      continue;
    }
    out += "if (" + passes(t, kNoIndex) + ") {\n" +
           no_other(branches, i + 1, "a choice", false) + take(t, scope) +
           "return;\n}\n";
  }
  return out + (otherwise.empty() ? stuck(vertex) : otherwise);
}

}  // namespace catenary::frontend::umlrt
