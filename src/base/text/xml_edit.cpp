// SPDX-License-Identifier: Apache-2.0
#include "base/text/xml_edit.h"

#include <algorithm>

#include "base/text/characters.h"

namespace catenary::base {

XmlEdit::XmlEdit(std::string_view document, const XmlElement& root)
    : document_(document) {
  if (root.children.empty()) return;
  const std::string_view margin = blanks_before(root.children.front().begin);
  const std::size_t line = margin.rfind('\n');
  if (line != std::string_view::npos) unit_ = margin.substr(line + 1);
}

std::string_view XmlEdit::blanks_before(std::size_t offset) const {
  std::size_t begin = offset;
  while (begin > 0 && is_blank(document_[begin - 1])) --begin;
  return document_.substr(begin, offset - begin);
}

std::string_view XmlEdit::full_name(const XmlElement& e) const {
  std::size_t end = e.begin + 1;
  while (!is_blank(document_[end]) && document_[end] != '>' &&
         document_[end] != '/') {
    ++end;
  }
  return document_.substr(e.begin + 1, end - e.begin - 1);
}

std::string XmlEdit::child_margin(const XmlElement& parent) const {
  if (!parent.children.empty()) {
    return std::string(blanks_before(parent.children.back().begin));
  }
  const std::string_view own = blanks_before(parent.begin);
  if (own.find('\n') == std::string_view::npos) return "";
  return std::string(own) + unit_;
}

void XmlEdit::remove(const XmlElement& element) {
  const std::size_t blanks = blanks_before(element.begin).size();
  removed_.push_back({element.begin - blanks, element.end, ""});
}

void XmlEdit::append(const XmlElement& parent, XmlPiece piece) {
  added_[&parent].last.push_back(std::move(piece));
}

void XmlEdit::prepend(const XmlElement& parent, XmlPiece piece) {
  added_[&parent].first.push_back(std::move(piece));
}

std::string XmlEdit::rendered(const std::vector<XmlPiece>& pieces,
                              const std::string& prefix,
                              const std::string& margin) const {
  std::string out;
  for (const XmlPiece& p : pieces) {
    out += margin + "<" + prefix + p.name;
    for (const auto& [name, value] : p.attributes) {
      out += " ";
      out += name;
      out += "=\"" + value + "\"";
    }
    if (p.children.empty() && p.text.empty()) {
      out += "/>";
      continue;
    }
    out += ">" + p.text;
    if (!p.children.empty()) {
      out += rendered(
          p.children, prefix, margin.empty() ? margin : margin + unit_);
      out += margin;
    }
    out += "</" + prefix + p.name + ">";
  }
  return out;
}

/// The change that gives children to an element without any.
XmlEdit::Change XmlEdit::fill(const XmlElement& parent,
                              const std::vector<XmlPiece>& pieces) const {
  const std::string name(full_name(parent));
  const std::string prefix = name.substr(0, name.find(':') + 1);
  const std::string margin = child_margin(parent);
  const std::string inside = rendered(pieces, prefix, margin);
  const std::string own =
      margin.empty() ? "" : std::string(blanks_before(parent.begin));
  if (parent.end_tag == 0) {
    // "<NAME ... />" gets an end tag.
    const std::size_t slash = parent.end - 2;
    const std::size_t blanks = blanks_before(slash).size();
    return {slash - blanks, parent.end, ">" + inside + own + "</" + name + ">"};
  }
  // Blanks alone are laid out anew; anything else stays before the children.
  const std::size_t blanks = blanks_before(parent.end_tag).size();
  const bool empty = parent.end_tag - blanks == parent.text_begin;
  return {parent.end_tag - blanks,
          empty ? parent.end_tag : parent.end_tag - blanks,
          empty ? inside + own : inside};
}

std::vector<XmlEdit::Change> XmlEdit::changes_of(const XmlElement& parent,
                                                 const Added& added) const {
  if (parent.children.empty()) {
    std::vector<XmlPiece> all = added.first;
    all.insert(all.end(), added.last.begin(), added.last.end());
    return {fill(parent, all)};
  }
  const std::string name(full_name(parent));
  const std::string prefix = name.substr(0, name.find(':') + 1);
  std::vector<Change> out;
  if (!added.first.empty()) {
    const std::size_t first = parent.children.front().begin;
    const std::string_view margin = blanks_before(first);
    const std::size_t at = first - margin.size();
    out.push_back({at, at, rendered(added.first, prefix, std::string(margin))});
  }
  if (!added.last.empty()) {
    const std::size_t at = parent.children.back().end;
    out.push_back({at, at, rendered(added.last, prefix, child_margin(parent))});
  }
  return out;
}

std::string XmlEdit::apply() const {
  std::vector<Change> all = removed_;
  for (const auto& [parent, added] : added_) {
    for (Change& c : changes_of(*parent, added)) all.push_back(std::move(c));
  }
  // No two begin at one place but where an element was added to a last child
  // and behind it: the inner one ends there, so it comes first.
  std::ranges::stable_sort(all, {}, &Change::begin);
  std::string out;
  std::size_t at = 0;
  for (const Change& c : all) {
    out += document_.substr(at, c.begin - at);
    out += c.text;
    at = c.end;
  }
  out += document_.substr(at);
  return out;
}

}  // namespace catenary::base
