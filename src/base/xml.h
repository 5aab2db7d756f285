// SPDX-License-Identifier: Apache-2.0
/// \file
/// XML 1.0 as files of other tools need it: elements, attributes and texts with
/// their places. Document types and the entities they may define are refused,
/// so that reading costs no more than the file is long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace catenary::base {

struct XmlAttribute {
  std::string prefix;  ///< "xmi" of xmi:id="…"; mostly empty
  std::string name;    ///< without it
  std::string value;
  std::size_t begin = 0;  ///< of what stands between the quotes, in bytes
};

struct XmlElement {
  std::string name;  ///< without a prefix, e.g. "div" of <xhtml:div>
  std::vector<XmlAttribute> attributes;  ///< in their order, without xmlns
  std::vector<XmlElement> children;
  std::string text;  ///< what stands before the first child
  std::string tail;  ///< what stands behind the element, in its parent
  SourceLocation where;
  std::size_t text_begin = 0;  ///< where `text` begins in the file, in bytes

  /// The attribute's value, whatever its prefix; "" where there is none.
  [[nodiscard]] std::string attribute(std::string_view wanted) const;
  /// The attribute of that prefix, which may be empty, or nullptr.
  [[nodiscard]] const XmlAttribute* attribute(std::string_view prefix,
                                              std::string_view wanted) const;
  /// The first child of that name, or nullptr.
  [[nodiscard]] const XmlElement* child(std::string_view wanted) const;
  /// All texts in it, in order; runs of white space are one blank, blocks
  /// (p, div, li, br, tr) end words.
  [[nodiscard]] std::string plain_text() const;
};

/// Reads a document; `file` is for messages. Throws InputError with line and
/// column where it is not well-formed, nested more than 200 deep, has more than
/// a million elements, or declares a document type. Requires: well-formed
/// UTF-8 without NUL (require_text()). Cost: linear.
[[nodiscard]] XmlElement parse_xml(std::string_view text,
                                   const std::string& file);

/// Where each line of a text or value of a document begins that stands at
/// `begin` of it: a line break may be written as "&#xA;", which begins no line
/// of the file. The document must outlive it.
class XmlPlaces {
 public:
  XmlPlaces(std::string_view document, std::string file);
  /// Requires: `begin` is XmlAttribute::begin or XmlElement::text_begin, and
  /// `value` what was read there. Cost: of the value, and a binary search.
  [[nodiscard]] std::vector<SourceLocation> lines(std::size_t begin,
                                                  std::string_view value) const;
  [[nodiscard]] SourceLocation at(std::size_t offset) const;

 private:
  std::string_view document_;
  std::string file_;
  std::vector<std::size_t> line_starts_;
};

}  // namespace catenary::base
