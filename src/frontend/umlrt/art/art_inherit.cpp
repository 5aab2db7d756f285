// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/art/art_inherit.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace catenary::frontend::umlrt {

namespace {

using Refusals = std::vector<ArtRefusal>;

/// Applies a child's list to the inherited one: leaves out, replaces by
/// `redefine(inherited, element)`, and appends.
template <typename Element, typename Redefine>
void overlay(std::vector<Element>& into,
             const std::vector<Element>& from,
             const char* what,
             Refusals& refusals,
             const Redefine& redefine) {
  std::set<std::string> names;
  for (const Element& e : into) names.insert(e.name.text);
  for (const Element& e : from) {
    const auto is_it = [&](const Element& other) {
      return other.name.text == e.name.text;
    };
    const bool inherited = names.contains(e.name.text);
    const auto known =
        inherited ? std::ranges::find_if(into, is_it) : into.end();
    if (e.change == ArtChange::none) {
      into.push_back(e);
      names.insert(e.name.text);
      if (inherited) {
        refusals.push_back({e.name.where,
                            std::string("a ") + what + " '" + e.name.text +
                                "' that is inherited, or declared twice"});
      }
    } else if (!inherited) {
      refusals.push_back({e.name.where,
                          std::string("no ") + what + " '" + e.name.text +
                              "' is inherited that could be changed"});
    } else if (e.change == ArtChange::exclude) {
      into.erase(known);
      names.erase(e.name.text);
    } else {
      redefine(*known, e);
    }
  }
}

template <typename Element>
void replace(Element& inherited, const Element& e) {
  inherited = e;
  inherited.change = ArtChange::none;
}

/// Whether the transition begins or ends in the vertex, or at a point on its
/// boundary.
bool touches(const ArtTransition& t, const std::string& vertex) {
  return !t.internal &&
         (t.source.names.front() == vertex || t.target.names.front() == vertex);
}

/// Replaces an inherited transition. The manual does not say what becomes of
/// parts that the child does not mention.
void redefine(ArtTransition& inherited,
              const ArtTransition& t,
              Refusals& refusals) {
  const auto lost = [&](bool had, bool has, const char* what) {
    if (!had || has) return;
    refusals.push_back(
        {t.name.where,
         "transition '" + t.name.text + "' is redefined without " + what +
             ", which the inherited one has: it is not known whether it is "
             "inherited"});
  };
  lost(!inherited.triggers.empty(), !t.triggers.empty(), "a trigger");
  lost(inherited.has_guard, t.has_guard, "a guard");
  lost(inherited.has_effect, t.has_effect, "an effect");
  inherited = t;
  inherited.redefines = false;
}

void overlay_region(ArtRegion& into, const ArtRegion& from, Refusals& refusals);

void redefine_vertex(ArtVertex& inherited,
                     const ArtVertex& v,
                     Refusals& refusals) {
  if (v.has_entry) inherited.entry = v.entry;
  if (v.has_exit) inherited.exit = v.exit;
  inherited.has_entry |= v.has_entry;
  inherited.has_exit |= v.has_exit;
  overlay_region(inherited.inside, v.inside, refusals);
}

void overlay_region(ArtRegion& into,
                    const ArtRegion& from,
                    Refusals& refusals) {
  for (const ArtName& name : from.excluded) {
    const auto gone = std::erase_if(into.transitions, [&](const auto& t) {
      return t.name.text == name.text;
    });
    if (gone > 0) continue;
    refusals.push_back({name.where,
                        "no transition '" + name.text +
                            "' is inherited that could be "
                            "excluded"});
  }
  for (const ArtVertex& v : from.vertices) {
    if (v.change != ArtChange::exclude) continue;
    std::erase_if(into.transitions,
                  [&](const auto& t) { return touches(t, v.name.text); });
  }
  overlay(into.vertices,
          from.vertices,
          "vertex",
          refusals,
          [&](ArtVertex& inherited, const ArtVertex& v) {
            redefine_vertex(inherited, v, refusals);
          });
  for (const ArtTransition& t : from.transitions) {
    if (!t.redefines) {
      into.transitions.push_back(t);
      continue;
    }
    const auto known = std::ranges::find_if(
        into.transitions,
        [&](const auto& other) { return other.name.text == t.name.text; });
    if (known == into.transitions.end()) {
      refusals.push_back({t.name.where,
                          "no transition '" + t.name.text +
                              "' is inherited that could be redefined"});
    } else {
      redefine(*known, t, refusals);
    }
  }
}

void overlay_capsule(ArtCapsule& into,
                     const ArtCapsule& from,
                     Refusals& refusals) {
  for (const ArtPort& p : from.ports) {
    if (p.change != ArtChange::exclude) continue;
    std::erase_if(into.connectors, [&](const model::Connector& k) {
      return (k.from.part.empty() && k.from.port == p.name.text) ||
             (k.to.part.empty() && k.to.port == p.name.text);
    });
  }
  for (const ArtPart& p : from.parts) {
    if (p.change != ArtChange::exclude) continue;
    std::erase_if(into.connectors, [&](const model::Connector& k) {
      return k.from.part == p.name.text || k.to.part == p.name.text;
    });
  }
  overlay(into.ports, from.ports, "port", refusals, replace<ArtPort>);
  overlay(into.parts, from.parts, "part", refusals, replace<ArtPart>);
  std::ranges::copy(from.connectors, std::back_inserter(into.connectors));
  std::ranges::copy(from.snippets, std::back_inserter(into.snippets));
  std::ranges::copy(from.cpp_bases, std::back_inserter(into.cpp_bases));
  overlay_region(into.machine, from.machine, refusals);
  into.has_machine |= from.has_machine;
  into.is_abstract = from.is_abstract;
  into.is_class = from.is_class;
  into.name = from.name;
}

void overlay_protocol(ArtProtocol& into,
                      const ArtProtocol& from,
                      Refusals& refusals) {
  for (const ArtEvent& e : from.events) {
    // "in e(); out e();" is one event in both directions.
    const auto known = std::ranges::find_if(into.events, [&](const auto& o) {
      return o.name.text == e.name.text && o.direction == e.direction;
    });
    const bool inherited = known != into.events.end();
    if (e.change == ArtChange::none && !inherited) {
      into.events.push_back(e);
    } else if (e.change == ArtChange::redefine && inherited) {
      replace(*known, e);
    } else if (e.change == ArtChange::exclude && inherited) {
      into.events.erase(known);
    } else {
      refusals.push_back({e.name.where,
                          "event '" + e.name.text +
                              (inherited ? "' is declared twice"
                                         : "' is changed but not inherited")});
    }
  }
  std::ranges::copy(from.snippets, std::back_inserter(into.snippets));
  into.name = from.name;
  into.bases = from.bases;
}

void overlay_any(ArtCapsule& into, const ArtCapsule& from, Refusals& r) {
  overlay_capsule(into, from, r);
}
void overlay_any(ArtProtocol& into, const ArtProtocol& from, Refusals& r) {
  overlay_protocol(into, from, r);
}

std::vector<const ArtCapsule*> found(const ArtCapsule& /*of*/,
                                     const std::string& name,
                                     ArtProject& project) {
  return project.capsules(name);
}
std::vector<const ArtProtocol*> found(const ArtProtocol& /*of*/,
                                      const std::string& name,
                                      ArtProject& project) {
  return project.protocols(name);
}

/// How many parents are collected: a bound for those that are met on many
/// paths.
constexpr std::size_t kMostParents = 200;

/// `below` has the elements whose parents are being collected; `left` counts
/// what may still be collected.
template <typename Element>
Element collect(const Element& e,
                ArtProject& project,
                Refusals& refusals,
                std::set<const Element*> below,
                std::size_t& left) {
  Element out;
  if (left == 0 || !below.insert(&e).second) {
    refusals.push_back({e.name.where,
                        "'" + e.name.text +
                            "' inherits from itself, or from "
                            "too many parents"});
    return out;
  }
  --left;
  for (const ArtName& base : e.bases) {
    const auto all = found(e, base.text, project);
    if (all.size() != 1) {
      refusals.push_back(
          {base.where,
           (all.empty() ? "there is no parent '" : "there are several '") +
               base.text + "' in the files of the folder"});
      continue;
    }
    const Element parent =
        collect(*all.front(), project, refusals, below, left);
    overlay_any(out, parent, refusals);
  }
  overlay_any(out, e, refusals);
  return out;
}

}  // namespace

ArtCapsule with_inherited(const ArtCapsule& capsule,
                          ArtProject& project,
                          Refusals& refusals) {
  std::size_t left = kMostParents;
  ArtCapsule out = collect(capsule, project, refusals, {}, left);
  out.bases = capsule.bases;
  if (capsule.bases.size() > 1) {
    refusals.push_back({capsule.bases[1].where, "a second parent"});
  }
  return out;
}

ArtProtocol with_inherited(const ArtProtocol& protocol,
                           ArtProject& project,
                           Refusals& refusals) {
  std::size_t left = kMostParents;
  return collect(protocol, project, refusals, {}, left);
}

}  // namespace catenary::frontend::umlrt
