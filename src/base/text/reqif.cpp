// SPDX-License-Identifier: Apache-2.0
#include "base/text/reqif.h"

#include <unordered_map>
#include <utility>

namespace catenary::base {

namespace {

/// Collects objects; names of attributes come from their definitions.
class ReqifReader {
 public:
  explicit ReqifReader(const std::string& id_attribute)
      : id_attribute_(id_attribute) {}

  std::vector<ReqifObject> run(const XmlElement& root) {
    if (root.name != "REQ-IF") {
      throw InputError(root.where,
                       "expected the element REQ-IF, found '" + root.name + "'",
                       "reqif");
    }
    walk(root);
    return std::move(out_);
  }

 private:
  /// Visits all elements. The schema has types before objects, so names are
  /// known when objects need them.
  void walk(const XmlElement& e) {
    if (e.name.starts_with("ATTRIBUTE-DEFINITION-") &&
        !e.attribute("IDENTIFIER").empty()) {
      names_.emplace(e.attribute("IDENTIFIER"), e.attribute("LONG-NAME"));
    }
    if (e.name == "SPEC-OBJECT" && !e.attribute("IDENTIFIER").empty()) {
      return object(e);
    }
    for (const XmlElement& c : e.children) walk(c);
  }

  void object(const XmlElement& e) {
    std::unordered_map<std::string, std::string> values;
    if (const auto* all = e.child("VALUES"); all != nullptr) {
      for (const XmlElement& v : all->children) value(v, values);
    }
    ReqifObject r;
    r.element = &e;
    r.id = values[id_attribute_];
    // The id of the user's tool, or else that of the exchange.
    if (r.id.empty()) r.id = e.attribute("IDENTIFIER");
    // In this order: the first that has a text.
    for (const char* name : {"ReqIF.Text", "ReqIF.Name", "ReqIF.ChapterName"}) {
      if (r.text.empty()) r.text = values[name];
    }
    out_.push_back(std::move(r));
  }

  /// Reads one attribute of an object under the name that its definition has.
  void value(const XmlElement& v,
             std::unordered_map<std::string, std::string>& values) const {
    const auto* definition = v.child("DEFINITION");
    if (definition == nullptr || definition->children.empty()) return;
    const auto name = names_.find(definition->children[0].plain_text());
    if (name == names_.end()) return;
    // Formatted text is an element (XHTML), plain text an attribute.
    const auto* formatted = v.child("THE-VALUE");
    values[name->second] = formatted != nullptr ? formatted->plain_text()
                                                : v.attribute("THE-VALUE");
  }

  const std::string& id_attribute_;
  std::unordered_map<std::string, std::string> names_;  ///< of attributes
  std::vector<ReqifObject> out_;
};

}  // namespace

std::vector<ReqifObject> reqif_objects(const XmlElement& root,
                                       const std::string& id_attribute) {
  return ReqifReader(id_attribute).run(root);
}

}  // namespace catenary::base
