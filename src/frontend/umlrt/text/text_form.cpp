// SPDX-License-Identifier: Apache-2.0
/// \file
/// Checks by searching: names by a map per scope, pieces of C++ by scanning
/// them as the reader would.
#include "frontend/umlrt/text/text_form.h"

#include <map>
#include <string>
#include <vector>

#include "frontend/umlrt/text/sm_scanner.h"

namespace catenary::frontend::umlrt {

namespace {

/// The place for base::Problems.
base::Place place_of(const base::SourceLocation& where) {
  return {where.line, where.column};
}

/// Reports elements of the list that have the same name.
template <typename Elements>
void differ(const Elements& elements,
            const char* what,
            base::Problems& problems) {
  std::map<std::string, base::SourceLocation> seen;
  for (const auto& e : elements) {
    const auto [first, is_new] = seen.emplace(e.name, e.where);
    if (is_new) continue;
    problems.again(place_of(e.where),
                   std::string("there are two ") + what + " '" + e.name + "'",
                   "name-twice",
                   place_of(first->second));
  }
}

/// Checks the pieces of C++ that the text form has within a line.
class Pieces {
 public:
  explicit Pieces(base::Problems& problems) : problems_(problems) {}

  /// The terminators are those with which SmParser reads such a piece.
  void variable(const model::MachineVariable& v) {
    piece(v, "type", v.type, "=[,){;}`");
    piece(v, "size", v.array_size, "]");
  }
  void variables(const std::vector<model::MachineVariable>& all) {
    for (const model::MachineVariable& v : all) variable(v);
  }
  void capsule(const model::Capsule& c) {
    variables(c.attributes);
    for (const model::Port& p : c.ports) piece(p, "number", p.upper, "].");
    for (const model::CapsulePart& p : c.parts) {
      if (p.type.empty()) {
        problems_.error(place_of(p.where),
                        "part '" + p.name +
                            "' is of no capsule in this file; expected one, to "
                            "write it as text",
                        "no-text-form");
      }
      piece(p, "number", p.lower, "].");
      piece(p, "number", p.upper, "].");
    }
    operations(c.operations);
  }
  void values(const model::MachineType& t) {
    if (t.values.empty()) return;
    problems_.error(place_of(t.where),
                    "the values of the enumerators of '" + t.name +
                        "' cannot be written as text; expected 0, 1 and so on",
                    "no-text-form");
  }
  void operations(const std::vector<model::Operation>& all) {
    for (const model::Operation& o : all) {
      variables(o.parameters);
      piece(o, "result", o.result, "{`");
    }
  }

 private:
  /// Reports a piece that does not end where the reader would end it.
  void piece(const model::MachineElement& of,
             const char* what,
             const std::string& text,
             std::string_view ends) {
    if (is_piece(text, ends)) return;
    problems_.error(place_of(of.where),
                    std::string("the ") + what + " of '" + of.name +
                        "' cannot be written as text: expected C++ in one line "
                        "with closed brackets, and without comments, found '" +
                        text.substr(0, 100) + "'",
                    "no-text-form");
  }

  base::Problems& problems_;
};

}  // namespace

void reject_clashes(const model::MachineModel& model,
                    base::Problems& problems) {
  differ(model.protocols, "protocols", problems);
  differ(model.types, "types", problems);
  differ(model.capsules, "capsules", problems);
  for (const model::Protocol& p : model.protocols) {
    differ(p.messages, "messages", problems);
  }
  for (const model::Capsule& c : model.capsules) {
    differ(c.ports, "ports", problems);
    differ(c.attributes, "attributes", problems);
    // Vertices are found by their path: names differ among siblings.
    std::map<std::uint32_t, std::vector<model::Vertex>> siblings;
    for (const model::Vertex& v : c.machine.vertices) {
      siblings[v.parent].push_back(v);
    }
    for (const auto& [parent, vertices] : siblings) {
      differ(vertices, "vertices", problems);
    }
  }
}

void reject_what_no_text_says(const model::MachineModel& model,
                              base::Problems& problems) {
  if (model.kind == "art") {
    problems.error({1, 1},
                   "a model of Code RealTime cannot be written as .sm: its C++ "
                   "is for TargetRTS, and its machines follow other rules",
                   "no-text-form");
    return;
  }
  reject_clashes(model, problems);
  Pieces pieces(problems);
  for (const model::MachineType& t : model.types) {
    pieces.values(t);
    pieces.variables(t.fields);
    pieces.operations(t.operations);
  }
  for (const model::Protocol& p : model.protocols) {
    for (const model::MachineMessage& m : p.messages) {
      pieces.variables(m.parameters);
    }
  }
  for (const model::Capsule& c : model.capsules) pieces.capsule(c);
}

}  // namespace catenary::frontend::umlrt
