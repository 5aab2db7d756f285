// SPDX-License-Identifier: Apache-2.0
/// \file
/// Changes of XML documents that leave all other bytes as they are: elements
/// are added in the layout of their neighbours, and removed with it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/xml.h"

namespace catenary::base {

/// An element to be added. Names have no prefix: it is that of the parent.
struct XmlPiece {
  std::string name;
  /// In this order; values are escaped already.
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<XmlPiece> children;
  /// Escaped already; only where there are no children.
  std::string text;
};

/// Collects changes, and makes them. Each is of an element that was read from
/// the document; none may be inside of one that is removed.
class XmlEdit {
 public:
  /// Both must outlive the object; `root` was read from the document.
  XmlEdit(std::string_view document, const XmlElement& root);

  /// Removes an element and the blanks before it. What append() or prepend()
  /// added to a parent with other children is gone without a trace then.
  void remove(const XmlElement& element);
  /// Adds a last child, behind those added before.
  void append(const XmlElement& parent, XmlPiece piece);
  /// Adds a child before the first one, behind those added so before.
  void prepend(const XmlElement& parent, XmlPiece piece);

  /// The changed document. Cost: linear, and n log n in the changes.
  [[nodiscard]] std::string apply() const;

 private:
  struct Added {
    std::vector<XmlPiece> first, last;
  };
  /// Replaces bytes of the document.
  struct Change {
    std::size_t begin = 0, end = 0;
    std::string text;
  };
  [[nodiscard]] std::string_view blanks_before(std::size_t offset) const;
  /// Where the lines of the children of an element begin; "" in a document
  /// without lines.
  [[nodiscard]] std::string child_margin(const XmlElement& parent) const;
  [[nodiscard]] std::string_view full_name(const XmlElement& e) const;
  [[nodiscard]] std::string rendered(const std::vector<XmlPiece>& pieces,
                                     const std::string& prefix,
                                     const std::string& margin) const;
  [[nodiscard]] std::vector<Change> changes_of(const XmlElement& parent,
                                               const Added& added) const;
  [[nodiscard]] Change fill(const XmlElement& parent,
                            const std::vector<XmlPiece>& pieces) const;

  std::string_view document_;
  /// What a level is further to the right.
  std::string unit_;
  std::vector<Change> removed_;
  std::map<const XmlElement*, Added> added_;
};

}  // namespace catenary::base
