// SPDX-License-Identifier: Apache-2.0
#include "report/html/html.h"

#include <cstdint>
#include <utility>

#include "base/check.h"
#include "base/sha256.h"
#include "report/export/junit.h"
#include "report/html/data.h"
#include "report/html/page_parts.h"

namespace catenary::report {

namespace {

/// The value of a hexadecimal digit in lower case.
std::uint32_t digit_value(char c) {
  return static_cast<std::uint32_t>(c <= '9' ? c - '0' : c - 'a' + 10);
}

/// Base64 (RFC 4648) of bytes that are given in hexadecimal.
std::string base64_of_hex(std::string_view hex) {
  static constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  // Three hexadecimal digits are twelve bits, which are two digits of base64.
  for (std::size_t i = 0; i < hex.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = i; k < i + 3; ++k) {
      bits = bits << 4U | (k < hex.size() ? digit_value(hex[k]) : 0U);
    }
    out += kDigits[bits >> 6U];
    if (i + 1 < hex.size()) out += kDigits[bits & 63U];
  }
  while (out.size() % 4 != 0) out += '=';
  return out;
}

/// The template with its places filled in: each "{{NAME}}" once, in the order
/// of the template. What is filled in is not searched again, whatever it holds.
std::string fill(
    std::string_view page,
    const std::vector<std::pair<std::string_view, std::string>>& values) {
  std::string out;
  for (const auto& [name, value] : values) {
    const std::string place = "{{" + std::string(name) + "}}";
    const std::size_t at = page.find(place);
    CATENARY_CHECK(at != std::string_view::npos,
                   "the template of the page lacks " + place);
    out += page.substr(0, at);
    out += value;
    page.remove_prefix(at + place.size());
  }
  return out.append(page);
}

}  // namespace

std::string script_json(const suite::Json& json) {
  std::string out;
  for (const char c : json.compact()) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

std::string csp_hash(std::string_view text) {
  return "'sha256-" + base64_of_hex(base::sha256(text)) + "'";
}

std::string write_html(const PageContent& content) {
  // The policy is about the text between the tags, to the byte.
  const std::string style = page_style();
  const std::string script = page_script();
  const std::string policy =
      "default-src 'none'; script-src " + csp_hash(script) + "; style-src " +
      csp_hash(style) + "; base-uri 'none'; form-action 'none'";
  const std::string name = content.suite.model.name.empty()
                               ? content.suite_path
                               : content.suite.model.name;
  return fill(page_template(),
              {{"policy", policy},
               {"tool", xml_escape(content.suite.tool)},
               {"title", xml_escape(name)},
               {"style", style},
               {"data", script_json(page_data(content))},
               {"script", script}});
}

LivePage write_live_page(const std::string& heading) {
  const std::string style = page_style();
  const std::string script = live_script();
  // The modules that both pages share read the document of a report.
  const suite::Suite nothing;
  const PageContent content{.suite = nothing, .suite_path = heading};
  LivePage out;
  out.policy = "default-src 'none'; script-src " + csp_hash(script) +
               "; style-src " + csp_hash(style) +
               "; connect-src 'self'; base-uri 'none'; form-action 'none'";
  out.html = fill(page_template(),
                  {{"policy", out.policy},
                   {"tool", "catenary"},
                   {"title", xml_escape(heading)},
                   {"style", style},
                   {"data", script_json(page_data(content))},
                   {"script", script}});
  return out;
}

}  // namespace catenary::report
