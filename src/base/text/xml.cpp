// SPDX-License-Identifier: Apache-2.0
/// \file
/// A recursive-descent parser for the part of XML 1.0 (W3C, fifth edition) that
/// other tools write. Depth and number of elements are bounded, so that a
/// hostile file can exhaust neither stack nor memory.
#include "base/text/xml.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/text/scanner.h"
#include "base/text/utf8.h"

namespace catenary::base {

namespace {

constexpr int kDeepest = 200;
// Bounds the recursion of element(), and of everything that walks the tree.
/// An element takes some 200 bytes of memory, and may take 4 of the file.
constexpr std::size_t kMostElements = 1'000'000;

/// Bytes of names. All bytes of other scripts are accepted: a name is compared,
/// never interpreted.
bool in_name(char c) {
  return in_word(c) || c == '-' || c == '.' || c == ':' ||
         static_cast<unsigned char>(c) >= 0x80;
}

std::string without_prefix(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  return std::string(colon == std::string_view::npos ? name
                                                     : name.substr(colon + 1));
}

std::string prefix_of(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? ""
                                         : std::string(name.substr(0, colon));
}

/// The parser: a position in the text, advanced by each accept. Errors are
/// reported at the position.
class XmlParser : Scanner {
 public:
  XmlParser(std::string_view text, const std::string& file)
      : Scanner(text), file_(file) {}

  XmlElement run() {
    skip_mark();
    std::string between;
    content_until_tag(between);
    if (at_end()) fail("expected an element, found the end");
    XmlElement root = element(1);
    content_until_tag(between);
    if (!at_end() ||
        !std::ranges::all_of(between, [](char c) { return is_blank(c); })) {
      fail("expected nothing behind the root element");
    }
    return root;
  }

 private:
  [[noreturn]] void fail(const std::string& message) {
    throw InputError(here(), message, "xml");
  }

  [[nodiscard]] SourceLocation here() const {
    return {file_, place().line, place().column};
  }

  void skip_space() { take_while(is_blank); }

  void skip_past(std::string_view end, const char* what) {
    if (Scanner::skip_past(end)) return;
    std::string message = what;
    message.append(" has no end: expected '").append(end).append("'");
    fail(message);
  }

  std::string_view name() {
    const std::string_view out = take_while(in_name);
    if (out.empty()) fail("expected a name");
    return out;
  }

  /// Character data up to the next tag or the end. Comments and processing
  /// instructions are left out; CDATA sections are copied as they are.
  void content_until_tag(std::string& out) {
    while (!at_end()) {
      if (sees("<!--")) {
        skip_past("-->", "this comment");
      } else if (sees("<?")) {
        skip_past("?>", "this instruction");
      } else if (sees("<![CDATA[")) {
        const std::size_t start = at_ + 9;
        skip_past("]]>", "this section");
        out += text_.substr(start, at_ - 3 - start);
      } else if (sees("<!")) {
        fail("a document type is not read: expected elements only");
        // "<!DOCTYPE" above all: entities that it defines could expand to
        // exponentially long text.
      } else if (text_[at_] == '<') {
        return;
      } else {
        character(out);
      }
    }
  }

  /// One character, or one reference to a character; appends it.
  void character(std::string& out) {
    if (text_[at_] != '&') {
      out += text_[at_++];
      return;
    }
    static constexpr std::array<std::pair<std::string_view, char>, 5> kNamed = {
        {{"&lt;", '<'},
         {"&gt;", '>'},
         {"&amp;", '&'},
         {"&quot;", '"'},
         {"&apos;", '\''}}};
    for (const auto& [entity, meaning] : kNamed) {
      if (!accept(entity)) continue;
      out += meaning;
      return;
    }
    if (!sees("&#")) {
      fail(
          "this entity is unknown: expected &lt; &gt; &amp; &quot; &apos; or "
          "a number");
    }
    const std::size_t start = at_;
    at_ += 2;
    const bool hexadecimal = accept("x");
    std::uint32_t code = 0;
    bool any = false;
    // Stops beyond the largest code point, so that the number cannot overflow.
    for (; at_ < text_.size() && code <= 0x10FFFF; ++at_, any = true) {
      const char c = text_[at_];
      std::uint32_t digit = 0;
      if (c >= '0' && c <= '9') {
        digit = static_cast<std::uint32_t>(c - '0');
      } else if (hexadecimal &&
                 ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'))) {
        digit = static_cast<std::uint32_t>((c | 0x20) - 'a' + 10);
      } else {
        break;
      }
      code = code * (hexadecimal ? 16 : 10) + digit;
    }
    // XML 1.0 excludes most control characters even when written as numbers.
    const bool is_character =
        code >= 0x20 || code == '\t' || code == '\n' || code == '\r';
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (!any || !is_character || surrogate || code > 0x10FFFF || !accept(";")) {
      at_ = start;
      fail("this is not a character: expected '&#', its number and ';'");
    }
    append_utf8(code, out);
  }

  /// The attributes of a tag, up to its '>' or '/>', which is not consumed.
  void attributes(XmlElement& e) {
    while (true) {
      skip_space();
      if (at_end()) fail("this tag has no end: expected '>'");
      if (sees(">") || sees("/>")) return;
      const std::string_view full = name();
      skip_space();
      if (!accept("=")) fail("expected '=' after the name of an attribute");
      skip_space();
      const char quote = look();
      if (quote != '"' && quote != '\'') fail("expected a value in quotes");
      ++at_;
      const std::size_t begin = at_;
      std::string value;
      while (!at_end() && look() != quote) {
        if (text_[at_] == '<') fail("'<' is written '&lt;' in a value");
        character(value);
      }
      if (at_end()) fail("this value has no end");
      ++at_;
      if (full == "xmlns" || full.starts_with("xmlns:")) continue;
      e.attributes.push_back(
          {prefix_of(full), without_prefix(full), std::move(value), begin});
    }
  }

  /// An element, from its '<' to behind its end tag. Recursive; `depth` counts
  /// from 1.
  XmlElement element(int depth) {
    if (depth > kDeepest) {
      fail("this is nested more than " + std::to_string(kDeepest) + " deep");
    }
    if (++elements_ > kMostElements) {
      fail("this file has more than " + std::to_string(kMostElements) +
           " elements");
    }
    XmlElement e;
    e.where = here();
    e.begin = at_;
    ++at_;
    const std::string_view full = name();
    e.name = without_prefix(full);
    attributes(e);
    if (accept("/>")) {
      e.end = at_;
      return e;
    }
    ++at_;
    e.text_begin = at_;
    content_until_tag(e.text);
    while (!sees("</")) {
      if (at_end()) {
        fail("element '" + std::string(full) + "' has no end: expected '</" +
             std::string(full) + ">'");
      }
      e.children.push_back(element(depth + 1));
      content_until_tag(e.children.back().tail);
    }
    // The end tag is compared with its prefix, as it was written.
    const std::size_t start = at_;
    e.end_tag = at_;
    at_ += 2;
    if (name() != full) {
      at_ = start;
      fail("expected '</" + std::string(full) + ">'");
    }
    skip_space();
    if (!accept(">")) fail("expected '>' after the name of an element");
    e.end = at_;
    return e;
  }

  const std::string& file_;
  std::size_t elements_ = 0;
};

/// Appends the character data of an element and its descendants in document
/// order.
void add_text(const XmlElement& e, std::string& out) {
  static constexpr std::array<std::string_view, 5> kBlocks = {
      "p", "div", "li", "br", "tr"};
  const bool block = std::ranges::find(kBlocks, e.name) != kBlocks.end();
  if (block) out += ' ';
  out += e.text;
  for (const XmlElement& c : e.children) {
    add_text(c, out);
    out += c.tail;
  }
  if (block) out += ' ';
}

}  // namespace

std::string XmlElement::attribute(std::string_view wanted) const {
  for (const XmlAttribute& a : attributes) {
    if (a.name == wanted) return a.value;
  }
  return "";
}

const XmlAttribute* XmlElement::attribute(std::string_view prefix,
                                          std::string_view wanted) const {
  for (const XmlAttribute& a : attributes) {
    if (a.name == wanted && a.prefix == prefix) return &a;
  }
  return nullptr;
}

const XmlElement* XmlElement::child(std::string_view wanted) const {
  const auto it = std::ranges::find(children, wanted, &XmlElement::name);
  return it == children.end() ? nullptr : &*it;
}

std::string XmlElement::plain_text() const {
  std::string all;
  add_text(*this, all);
  std::string out;
  for (const char c : all) {
    if (!is_blank(c)) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

XmlPlaces::XmlPlaces(std::string_view document, std::string file)
    : document_(document), file_(std::move(file)), line_starts_{0} {
  for (std::size_t at = document.find('\n'); at != std::string_view::npos;
       at = document.find('\n', at + 1)) {
    line_starts_.push_back(at + 1);
  }
}

SourceLocation XmlPlaces::at(std::size_t offset) const {
  const auto next =
      std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  return {file_,
          static_cast<std::uint32_t>(next - line_starts_.begin()),
          static_cast<std::uint32_t>(offset - *std::prev(next) + 1)};
}

// Walks over the raw document and the decoded value in parallel: `from` is the
// offset of what the next byte of the value was written as.
std::vector<SourceLocation> XmlPlaces::lines(std::size_t begin,
                                             std::string_view value) const {
  std::vector<SourceLocation> out = {at(begin)};
  std::size_t from = begin;
  bool section = false;  // of characters that stand for themselves
  const auto sees = [&](std::string_view sign) {
    return document_.substr(std::min(from, document_.size()), sign.size()) ==
           sign;
  };
  for (const char c : value) {
    while (!section && sees("<!--")) {
      from = std::min(document_.find("-->", from), document_.size() - 3) + 3;
    }
    if (!section && sees("<![CDATA[")) {
      section = true;
      from += 9;
    }
    if (section && sees("]]>")) {
      section = false;
      from += 3;
    }
    if (from >= document_.size()) break;
    // The further bytes of a character that was written as a number.
    const bool further = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    if (further && document_[from] != c) continue;
    if (!section && document_[from] == '&') {
      from = std::min(document_.find(';', from), document_.size() - 1);
    }
    ++from;
    // A newline that was written as a reference does not begin a line of the
    // file; the next line of the value then continues on the same line.
    if (c == '\n') out.push_back(at(std::min(from, document_.size() - 1)));
  }
  return out;
}

XmlElement parse_xml(std::string_view text, const std::string& file) {
  return XmlParser(text, file).run();
}

}  // namespace catenary::base
