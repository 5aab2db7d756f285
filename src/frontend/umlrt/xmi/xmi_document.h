// SPDX-License-Identifier: Apache-2.0
/// \file
/// An XMI file as UML elements with ids and stereotypes (OMG XMI). The type of
/// an element and the elements that it refers to are looked up here, so that
/// the readers work on UML and not on XML. Internal to frontend/umlrt.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/problems.h"
#include "base/text/xml.h"

namespace catenary::frontend::umlrt {

/// How a class that inherits sees the file: elements of its ancestors are
/// elements of the class.
struct XmiView {
  /// The element of the class that stands for an element of the file.
  std::unordered_map<const base::XmlElement*, const base::XmlElement*> seen_as;
  /// For elements of the class: elements of the file whose stereotypes hold for
  /// it, the last redefinition first.
  std::unordered_map<const base::XmlElement*,
                     std::vector<const base::XmlElement*>>
      styled;
};

/// An index over the XML elements of one file.
class XmiDocument {
 public:
  using Element = base::XmlElement;

  /// All arguments must outlive the document. Reports ids that occur twice, and
  /// a file that is not a UML model. Cost: linear in the file.
  XmiDocument(const Element& root,
              std::string_view text,
              const std::string& path,
              base::Problems& problems);

  /// The models of the file; usually one, none after an error.
  [[nodiscard]] const std::vector<const Element*>& models() const {
    return models_;
  }
  /// The applications of stereotypes, in the order of the file. Each is an XML
  /// element beside the model that refers to a UML element.
  [[nodiscard]] const std::vector<const Element*>& stereotypes() const {
    return stereotypes_;
  }
  /// The application of the stereotype `name` (without its profile) to `e`;
  /// nullptr where it is not applied.
  [[nodiscard]] const Element* stereotype(const Element& e,
                                          std::string_view name) const;

  /// From now on referred() and stereotype() answer in this view, which must
  /// outlive its use; nullptr: as the file is.
  void look_through(const XmiView* view) { view_ = view; }
  /// Whatever the view, `written`, which a class redefines, is seen as `whole`.
  void complete(const Element& written, const Element& whole) {
    completed_[&written] = &whole;
  }

  /// The element with that id; nullptr where there is none.
  [[nodiscard]] const Element* find(const std::string& id) const;
  /// The elements that an attribute refers to, as the view shows them, e.g.
  /// source="_a" or port="_a _b". Ids that no element has are reported.
  /// References to other files
  /// ("file#id") are left out without a report.
  [[nodiscard]] std::vector<const Element*> referred(
      const Element& e, std::string_view attribute) const;
  /// What follows "#" in the href of the child `name`: the id or name in a
  /// library. Empty where there is no such child.
  [[nodiscard]] static std::string fragment(const Element& e,
                                            std::string_view name);

  /// The UML type of the element: "State" for xmi:type="uml:State". Where the
  /// file omits it, it is the type that the role of the element implies: a
  /// <region> is a Region.
  [[nodiscard]] static std::string type(const Element& e);
  /// The xmi:id of the element; empty where it has none.
  [[nodiscard]] static std::string id(const Element& e);
  /// The value of the attribute without a namespace prefix: that of type="_id",
  /// not of xmi:type. Empty where it is missing.
  [[nodiscard]] static std::string plain(const Element& e,
                                         std::string_view attribute);
  /// Whether the attribute, without a namespace prefix, is "true".
  [[nodiscard]] static bool is_true(const Element& e,
                                    std::string_view attribute) {
    return plain(e, attribute) == "true";
  }
  /// The body of an opaque behaviour or expression; nullptr where it has none.
  [[nodiscard]] const Element* body(const Element& e) const;

  /// The place of the element for base::Problems.
  [[nodiscard]] base::Place place(const Element& e) const {
    return {e.where.line, e.where.column};
  }
  /// Maps offsets in the file to locations.
  [[nodiscard]] const base::XmlPlaces& places() const { return places_; }
  /// Where errors are reported; not const, since a const method may report.
  [[nodiscard]] base::Problems& problems() const { return problems_; }

 private:
  /// Enters the element and those within it into `by_id_`.
  void index(const Element& e);
  /// The element as the view shows it.
  [[nodiscard]] const Element* seen(const Element& e) const;
  /// An application to the element itself, whatever the view.
  [[nodiscard]] const Element* applied(const Element& e,
                                       std::string_view name) const;

  base::Problems& problems_;
  base::XmlPlaces places_;
  // In the order of the file; pointers into the tree of the caller.
  std::vector<const Element*> models_;
  std::vector<const Element*> stereotypes_;
  /// The first element of each id.
  std::unordered_map<std::string, const Element*> by_id_;
  /// The stereotypes of an element, by its id.
  std::unordered_map<std::string, std::vector<const Element*>> applied_;
  const XmiView* view_ = nullptr;
  std::unordered_map<const Element*, const Element*> completed_;
};

}  // namespace catenary::frontend::umlrt
