// SPDX-License-Identifier: Apache-2.0
/// \file
/// What was added before is removed first; so there is one way to add.
#include "report/export/findings/reqif.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/sha256.h"
#include "base/text/reqif.h"
#include "base/text/xml.h"
#include "base/text/xml_edit.h"
#include "base/text_file.h"
#include "report/export/junit.h"

namespace catenary::report {

namespace {

using base::XmlElement;
using base::XmlPiece;

/// Of all identifiers that are written.
constexpr std::string_view kOwn = "_catenary-";
constexpr const char* kVerdict = "Catenary verdict";
constexpr const char* kTests = "Catenary tests";
constexpr std::size_t kLongestTests = 4000;
constexpr std::array kStatuses = {RequirementStatus::passed,
                                  RequirementStatus::failed,
                                  RequirementStatus::inconclusive,
                                  RequirementStatus::not_run};

[[noreturn]] void refuse_reqif(const XmlElement& e, const std::string& what) {
  throw base::InputError(e.where, what, "reqif");
}

/// Whether an identifier, or the name of what tools gave another one, is ours.
bool is_own(const XmlElement& e) {
  const std::string name = e.attribute("LONG-NAME");
  return e.attribute("IDENTIFIER").starts_with(kOwn) || name == kVerdict ||
         name == kTests;
}

/// The text of a reference: the child of a child.
std::string reference(const XmlElement& e, std::string_view child) {
  const XmlElement* in = e.child(child);
  return in == nullptr || in->children.empty() ? ""
                                               : in->children[0].plain_text();
}

/// What an earlier call added.
class Earlier {
 public:
  static std::string removed(std::string_view document,
                             const std::string& path) {
    const XmlElement root = base::parse_xml(document, path);
    base::XmlEdit edit(document, root);
    Earlier all;
    all.walk(root, edit);
    return edit.apply();
  }

 private:
  /// Definitions come before values.
  void walk(const XmlElement& e, base::XmlEdit& edit) {
    const bool definition = e.name.starts_with("ATTRIBUTE-DEFINITION-");
    if ((definition || e.name.starts_with("DATATYPE-DEFINITION-")) &&
        !e.attribute("IDENTIFIER").empty() && is_own(e)) {
      if (definition) definitions_.insert(e.attribute("IDENTIFIER"));
      return edit.remove(e);
    }
    if (e.name.starts_with("ATTRIBUTE-VALUE-")) {
      const std::string of = reference(e, "DEFINITION");
      if (of.starts_with(kOwn) || definitions_.contains(of)) {
        return edit.remove(e);
      }
    }
    for (const XmlElement& c : e.children) walk(c, edit);
  }

  std::set<std::string> definitions_;
};

/// A date that a schema accepts: 2026-11-28T10:11:59.495+01:00.
bool is_date(const std::string& text) {
  constexpr std::string_view kForm = "dddd-dd-ddTdd:dd:dd";
  if (text.size() < kForm.size()) return false;
  for (std::size_t i = 0; i < kForm.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (kForm[i] == 'd' ? !digit : text[i] != kForm[i]) return false;
  }
  return text.find_first_not_of("0123456789.:+-Z", kForm.size()) ==
         std::string::npos;
}

class VerdictWriter {
 public:
  VerdictWriter(std::string_view document,
                const std::string& path,
                const std::string& id_attribute,
                const std::map<std::string, RequirementVerdict>& verdicts)
      : root_(base::parse_xml(document, path)),
        edit_(document, root_),
        verdicts_(verdicts) {
    objects_ = base::reqif_objects(root_, id_attribute);
  }

  ReqifVerdicts run() {
    find(root_);
    ReqifVerdicts out;
    for (const base::ReqifObject& o : objects_) {
      const auto at = verdicts_.find(o.id);
      if (at == verdicts_.end()) continue;
      write(*o.element, at->second);
      out.written.push_back(o.id);
    }
    if (!out.written.empty()) write_datatypes();
    out.text = edit_.apply();
    return out;
  }

 private:
  void find(const XmlElement& e);
  void write(const XmlElement& object, const RequirementVerdict& verdict);
  /// The ids of the two definitions of a type; defines them once.
  std::string define(const XmlElement& object);
  void write_datatypes();
  [[nodiscard]] XmlPiece definition(const char* kind,
                                    const std::string& id,
                                    const char* name,
                                    const std::string& datatype) const;
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> named(
      const std::string& id, const std::string& name) const {
    return {{"IDENTIFIER", id}, {"LAST-CHANGE", date_}, {"LONG-NAME", name}};
  }

  XmlElement root_;
  base::XmlEdit edit_;
  const std::map<std::string, RequirementVerdict>& verdicts_;
  std::vector<base::ReqifObject> objects_;
  const XmlElement* content_ = nullptr;
  std::map<std::string, const XmlElement*> types_;
  /// By the identifier of the type: how the ids of its definitions end.
  std::map<std::string, std::string> defined_;
  std::string date_ = "1970-01-01T00:00:00Z";
};

/// Finds types, content and date, and refuses identifiers that would collide.
void VerdictWriter::find(const XmlElement& e) {
  const std::string id = e.attribute("IDENTIFIER");
  if (id.starts_with(kOwn)) {
    refuse_reqif(e,
                 "the identifier '" + id +
                     "' begins with '_catenary-', which is kept for verdicts");
  }
  if (e.name == "SPEC-OBJECT-TYPE") types_.emplace(id, &e);
  if (e.name == "REQ-IF-CONTENT" && content_ == nullptr) content_ = &e;
  if (e.name == "CREATION-TIME" && is_date(e.plain_text())) {
    date_ = e.plain_text();
  }
  for (const XmlElement& c : e.children) find(c);
}

XmlPiece VerdictWriter::definition(const char* kind,
                                   const std::string& id,
                                   const char* name,
                                   const std::string& datatype) const {
  const std::string k(kind);
  XmlPiece out{"ATTRIBUTE-DEFINITION-" + k, named(id, name), {}, ""};
  if (k == "ENUMERATION") out.attributes.emplace_back("MULTI-VALUED", "false");
  out.children = {{"TYPE",
                   {},
                   {{"DATATYPE-DEFINITION-" + k + "-REF", {}, {}, datatype}},
                   ""}};
  return out;
}

std::string VerdictWriter::define(const XmlElement& object) {
  const std::string type = reference(object, "TYPE");
  const auto at = types_.find(type);
  if (at == types_.end()) {
    refuse_reqif(object,
                 type.empty() ? "the object has no type; expected a TYPE in it"
                              : "there is no SPEC-OBJECT-TYPE '" + type +
                                    "', which is the type of the object");
  }
  std::string& ending = defined_[type];
  if (!ending.empty()) return ending;
  ending = "-of-" + base::sha256(type).substr(0, 16);
  std::vector<XmlPiece> both = {
      definition("ENUMERATION",
                 std::string(kOwn) + "verdict" + ending,
                 kVerdict,
                 std::string(kOwn) + "verdict"),
      definition("STRING",
                 std::string(kOwn) + "tests" + ending,
                 kTests,
                 std::string(kOwn) + "tests")};
  const XmlElement* list = at->second->child("SPEC-ATTRIBUTES");
  if (list == nullptr) {
    edit_.append(*at->second, {"SPEC-ATTRIBUTES", {}, std::move(both), ""});
    return ending;
  }
  for (XmlPiece& p : both) edit_.append(*list, std::move(p));
  return ending;
}

/// At most so many bytes, whole characters.
std::string short_tests(const std::string& text) {
  if (text.size() <= kLongestTests) return text;
  std::size_t end = kLongestTests - 4;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
    --end;
  }
  return text.substr(0, end) + " ...";
}

/// "_catenary-verdict-not-run".
std::string id_of_status(RequirementStatus status) {
  std::string out = std::string(kOwn) + "verdict-" + to_string(status);
  std::ranges::replace(out, ' ', '-');
  return out;
}

void VerdictWriter::write(const XmlElement& object,
                          const RequirementVerdict& verdict) {
  const std::string ending = define(object);
  const auto of = [&](const char* kind, const char* what) {
    return XmlPiece{"DEFINITION",
                    {},
                    {{"ATTRIBUTE-DEFINITION-" + std::string(kind) + "-REF",
                      {},
                      {},
                      std::string(kOwn) + what + ending}},
                    ""};
  };
  const std::string value = id_of_status(verdict.status);
  std::vector<XmlPiece> both = {
      {"ATTRIBUTE-VALUE-ENUMERATION",
       {},
       {of("ENUMERATION", "verdict"),
        {"VALUES", {}, {{"ENUM-VALUE-REF", {}, {}, value}}, ""}},
       ""},
      {"ATTRIBUTE-VALUE-STRING",
       {{"THE-VALUE", xml_escape(short_tests(verdict.tests))}},
       {of("STRING", "tests")},
       ""}};
  const XmlElement* values = object.child("VALUES");
  if (values == nullptr) {
    edit_.append(object, {"VALUES", {}, std::move(both), ""});
    return;
  }
  for (XmlPiece& p : both) edit_.append(*values, std::move(p));
}

void VerdictWriter::write_datatypes() {
  XmlPiece verdict{"DATATYPE-DEFINITION-ENUMERATION",
                   named(std::string(kOwn) + "verdict", kVerdict),
                   {{"SPECIFIED-VALUES", {}, {}, ""}},
                   ""};
  for (std::size_t i = 0; i < kStatuses.size(); ++i) {
    XmlPiece key{"EMBEDDED-VALUE",
                 {{"KEY", std::to_string(i)}, {"OTHER-CONTENT", ""}},
                 {},
                 ""};
    verdict.children[0].children.push_back(
        {"ENUM-VALUE",
         named(id_of_status(kStatuses[i]), to_string(kStatuses[i])),
         {{"PROPERTIES", {}, {std::move(key)}, ""}},
         ""});
  }
  XmlPiece tests{"DATATYPE-DEFINITION-STRING",
                 named(std::string(kOwn) + "tests", kTests),
                 {},
                 ""};
  tests.attributes.emplace_back("MAX-LENGTH", std::to_string(kLongestTests));
  if (content_ == nullptr) {
    refuse_reqif(root_, "the file has no REQ-IF-CONTENT; expected one");
  }
  const XmlElement* list = content_->child("DATATYPES");
  if (list == nullptr) {
    edit_.prepend(
        *content_,
        {"DATATYPES", {}, {std::move(verdict), std::move(tests)}, ""});
    return;
  }
  edit_.append(*list, std::move(verdict));
  edit_.append(*list, std::move(tests));
}

}  // namespace

ReqifVerdicts write_reqif(
    std::string_view document,
    const std::string& path,
    const std::string& id_attribute,
    const std::map<std::string, RequirementVerdict>& verdicts) {
  base::require_text(document, path);
  const std::string plain = Earlier::removed(document, path);
  return VerdictWriter(plain, path, id_attribute, verdicts).run();
}

}  // namespace catenary::report
