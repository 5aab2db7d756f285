// SPDX-License-Identifier: Apache-2.0
/// \file
/// The formats differ in their outermost level and in what variables are
/// called; requirements of all versions of FRET are alike.
#include "frontend/contract/fret/document.h"

#include <algorithm>
#include <utility>

namespace catenary::frontend::contract::fret {

using base::Json;
using base::Place;

namespace {

// JSON has no place for an empty document.
Place place(const Json& json) {
  return {std::max(json.line(), 1U), std::max(json.column(), 1U)};
}

/// The text of a member; "" where there is none or it is not a string.
std::string text(const Json& of, const char* key) {
  const Json* found = of.is(Json::Kind::object) ? of.find(key) : nullptr;
  return found != nullptr && found->is(Json::Kind::string) ? found->text() : "";
}

class DocumentReader {
 public:
  explicit DocumentReader(base::Problems& problems) : problems_(problems) {}

  Document run(const Json& root) {
    const auto member = [&root](const char* key) {
      return root.is(Json::Kind::object) ? root.find(key) : nullptr;
    };
    if (root.is(Json::Kind::array)) {
      all(root);
    } else if (const Json* requirements = member("requirements")) {
      all(*requirements);
      if (const Json* variables = member("variables")) all(*variables);
    } else if (const Json* ogma = ogma_spec(root)) {
      of_ogma(*ogma);
    } else {
      one(root);
    }
    return std::move(out_);
  }

 private:
  /// The specification in a file of Ogma, by any name that ends in "Spec", such
  /// as "RTSASpec"; null where there is none.
  static const Json* ogma_spec(const Json& root) {
    if (!root.is(Json::Kind::object)) return nullptr;
    for (const auto& [name, value] : root.members()) {
      if (name.ends_with("Spec") && value.is(Json::Kind::object)) return &value;
    }
    return nullptr;
  }

  void refuse(const Json& at) {
    problems_.error(place(at),
                    "this is no file of FRET: expected requirements with "
                    "'reqid', or an 'RTSASpec'",
                    "fret-version");
  }

  void all(const Json& array) {
    if (!array.is(Json::Kind::array)) return refuse(array);
    for (const Json& item : array.items()) one(item);
  }

  /// A requirement or a variable.
  void one(const Json& item) {
    if (!item.is(Json::Kind::object)) return refuse(item);
    if (item.find("reqid") != nullptr) {
      requirement(item);
    } else if (item.find("variable_name") != nullptr) {
      variable(item);
    } else if (item.find("fretComponent") == nullptr) {
      // FRET 3 exports the Simulink model of a component among the variables.
      refuse(item);
    }
  }

  void requirement(const Json& item) {
    Requirement r;
    r.id = text(item, "reqid");
    r.where = place(*item.find("reqid"));
    r.text = text(item, "fulltext");
    r.rationale = text(item, "rationale");
    r.component.project = text(item, "project");
    if (const Json* semantics = item.find("semantics")) {
      r.component.name = text(*semantics, "component_name");
      formula(*semantics, "ptExpanded", r);
    }
    out_.requirements.push_back(std::move(r));
  }

  static void formula(const Json& of, const char* key, Requirement& to) {
    const Json* found = of.is(Json::Kind::object) ? of.find(key) : nullptr;
    if (found == nullptr || !found->is(Json::Kind::string) ||
        found->text().empty()) {
      return;
    }
    to.formula = found->text();
    // Behind the quote; escapes within the string shift what follows them.
    to.formula_where = place(*found);
    ++to.formula_where.column;
  }

  void variable(const Json& item) {
    // Ports of a Simulink model to which variables may be tied.
    const Json* port = item.find("modeldoc");
    if (port != nullptr && port->is(Json::Kind::boolean) && port->as_bool()) {
      return;
    }
    out_.variables.push_back(
        {text(item, "variable_name"),
         {text(item, "project"), text(item, "component_name")},
         text(item, "idType"),
         text(item, "dataType"),
         text(item, "assignment"),
         place(item)});
  }

  /// Ogma asks for no kinds: internal variables have a value, others do not.
  void of_ogma(const Json& spec) {
    const auto each = [&](const char* key, const auto& take) {
      const Json* list = spec.is(Json::Kind::object) ? spec.find(key) : nullptr;
      if (list == nullptr || !list->is(Json::Kind::array)) return;
      for (const Json& item : list->items()) take(item);
    };
    if (!spec.is(Json::Kind::object) || spec.find("Requirements") == nullptr) {
      problems_.error(place(spec),
                      "this has no 'Requirements': expected a specification as "
                      "Ogma reads it",
                      "fret-version");
      return;
    }
    each("Internal_variables", [this](const Json& v) {
      out_.variables.push_back({text(v, "name"),
                                {},
                                "Internal",
                                text(v, "type"),
                                text(v, "assignmentCopilot"),
                                place(v)});
    });
    each("Other_variables", [this](const Json& v) {
      out_.variables.push_back(
          {text(v, "name"), {}, "", text(v, "type"), "", place(v)});
    });
    each("Requirements", [this](const Json& item) {
      Requirement r;
      r.id = text(item, "name");
      r.where = place(item);
      r.text = text(item, "fretish");
      formula(item, "ptLTL", r);
      out_.requirements.push_back(std::move(r));
    });
  }

  base::Problems& problems_;
  Document out_;
};

}  // namespace

Document document_of(const Json& root, base::Problems& problems) {
  return DocumentReader(problems).run(root);
}

}  // namespace catenary::frontend::contract::fret
