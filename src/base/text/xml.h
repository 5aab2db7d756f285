// SPDX-License-Identifier: Apache-2.0
/// \file
/// XML 1.0 as files of other tools need it: elements, attributes and character
/// data with their positions.
///
/// Document types, and the entities that they may define, are refused, so that
/// reading costs no more than the length of the file ("billion laughs" is
/// impossible). Namespaces are not resolved: prefixes are kept as they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace catenary::base {

/// One attribute of an element.
struct XmlAttribute {
  /// "xmi" in xmi:id="…"; mostly empty.
  std::string prefix;
  /// The name without its prefix.
  std::string name;
  /// The value, with character references replaced.
  std::string value;
  /// Offset in the document of the first byte after the opening quote.
  std::size_t begin = 0;
};

/// One element with everything in it; owns its children.
struct XmlElement {
  /// The name without its prefix, e.g. "div" of <xhtml:div>.
  std::string name;
  /// In the order of the document; declarations of namespaces are left out.
  std::vector<XmlAttribute> attributes;
  /// In the order of the document.
  std::vector<XmlElement> children;
  /// Character data before the first child, or all of it if there is no child.
  std::string text;
  /// Character data after the end of this element, in its parent.
  std::string tail;
  /// The position of the "<" that begins the element.
  SourceLocation where;
  /// Offset in the document at which `text` begins; 0 for an empty-element tag.
  std::size_t text_begin = 0;
  /// Offsets in the document: of the '<' that begins the element, of its end
  /// tag (0 for an empty-element tag), and behind the element.
  std::size_t begin = 0, end_tag = 0, end = 0;

  /// The value of the first attribute of that name, whatever its prefix; "" if
  /// there is none.
  [[nodiscard]] std::string attribute(std::string_view wanted) const;
  /// The attribute of that name and prefix (which may be empty), or nullptr.
  [[nodiscard]] const XmlAttribute* attribute(std::string_view prefix,
                                              std::string_view wanted) const;
  /// The first child of that name, or nullptr. Valid as long as this element is
  /// not changed.
  [[nodiscard]] const XmlElement* child(std::string_view wanted) const;
  /// The character data of the element and its descendants, in order. Runs of
  /// white space become one blank; blocks (p, div, li, br, tr) end words.
  [[nodiscard]] std::string plain_text() const;
};

/// Reads a document and returns its root element. `file` is for messages.
/// Throws InputError with line and column if the document is not well-formed,
/// is nested more than 200 deep, has more than a million elements, or declares
/// a document type. Requires: well-formed UTF-8 without NUL (require_text()).
/// Cost: linear.
[[nodiscard]] XmlElement parse_xml(std::string_view text,
                                   const std::string& file);

/// Translates offsets in a document into source locations, for character data
/// of several lines that itself contains a program or an expression. A line
/// break may be written as "&#xA;", which does not begin a new line of the
/// file.
class XmlPlaces {
 public:
  /// The document must outlive the object; `file` is for the locations.
  XmlPlaces(std::string_view document, std::string file);
  /// Returns the location of the beginning of each line of `value`. `begin`
  /// must be XmlAttribute::begin or XmlElement::text_begin, and `value` the
  /// string that was read there. Cost: linear in the value, and a binary search
  /// for each line.
  [[nodiscard]] std::vector<SourceLocation> lines(std::size_t begin,
                                                  std::string_view value) const;
  /// The location of the byte at `offset`. Cost: a binary search.
  [[nodiscard]] SourceLocation at(std::size_t offset) const;

 private:
  std::string_view document_;
  std::string file_;
  /// The offset of the first byte of each line, ascending.
  std::vector<std::size_t> line_starts_;
};

}  // namespace catenary::base
