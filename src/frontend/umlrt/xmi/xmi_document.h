// SPDX-License-Identifier: Apache-2.0
/// \file
/// An XMI file as UML elements with ids and stereotypes. What an element is and
/// whom it refers to is looked up here, so that the readers above see UML and
/// not XML.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/problems.h"
#include "base/xml.h"

namespace catenary::frontend::umlrt {

class XmiDocument {
 public:
  using Element = base::XmlElement;

  /// All of them must outlive it. Reports ids that stand twice, and a file that
  /// is no UML model.
  XmiDocument(const Element& root,
              std::string_view text,
              const std::string& path,
              base::Problems& problems);

  /// The models of the file, mostly one.
  [[nodiscard]] const std::vector<const Element*>& models() const {
    return models_;
  }
  /// Elements of profiles, in their order.
  [[nodiscard]] const std::vector<const Element*>& stereotypes() const {
    return stereotypes_;
  }
  /// That of `e` with this name, or nullptr.
  [[nodiscard]] const Element* stereotype(const Element& e,
                                          std::string_view name) const;

  /// The element of that id, or nullptr.
  [[nodiscard]] const Element* find(const std::string& id) const;
  /// Those an attribute names, e.g. source="_a" or port="_a _b". Reports ids
  /// that nobody has; a file may refer to other files, which is no fault.
  [[nodiscard]] std::vector<const Element*> referred(
      const Element& e, std::string_view attribute) const;
  /// What stands behind "#" in the href of the child `name`; empty where there
  /// is no such child.
  [[nodiscard]] static std::string fragment(const Element& e,
                                            std::string_view name);

  /// "State" of xmi:type="uml:State"; where the file leaves it out, what the
  /// role of the element says: <region> is a Region.
  [[nodiscard]] static std::string type(const Element& e);
  [[nodiscard]] static std::string id(const Element& e);
  /// The attribute without a prefix: type="_id", not xmi:type.
  [[nodiscard]] static std::string plain(const Element& e,
                                         std::string_view attribute);
  /// The body of an opaque behaviour or expression.
  [[nodiscard]] const Element* body(const Element& e) const;

  [[nodiscard]] base::Place place(const Element& e) const {
    return {e.where.line, e.where.column};
  }
  [[nodiscard]] const base::XmlPlaces& places() const { return places_; }
  [[nodiscard]] base::Problems& problems() const { return problems_; }

 private:
  void index(const Element& e);

  base::Problems& problems_;
  base::XmlPlaces places_;
  std::vector<const Element*> models_;
  std::vector<const Element*> stereotypes_;
  std::unordered_map<std::string, const Element*> by_id_;
  std::unordered_map<std::string, std::vector<const Element*>> applied_;
};

}  // namespace catenary::frontend::umlrt
