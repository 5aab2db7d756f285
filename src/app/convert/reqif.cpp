// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary convert --to reqif`: verdicts of requirements in a copy of the
/// file that a requirements tool wrote.
#include <algorithm>
#include <set>
#include <vector>

#include "app/convert/conversion.h"
#include "app/report/results_file.h"
#include "base/archive/zip_reader.h"
#include "base/archive/zip_writer.h"
#include "base/text/reqif.h"
#include "base/text_file.h"
#include "report/console/console.h"
#include "report/export/findings/reqif.h"
#include "suite/read.h"

namespace catenary::app {

namespace {

constexpr std::uint64_t kLargestReqif = std::uint64_t{1} << 30;

using Verdicts = std::map<std::string, report::RequirementVerdict>;

/// What was done for one file or all files of an archive.
class ReqifCopy {
 public:
  ReqifCopy(const std::string& id_attribute, const Verdicts& verdicts)
      : id_attribute_(id_attribute.empty() ? base::kForeignId : id_attribute),
        verdicts_(verdicts) {}

  std::string file(const std::string& text, const std::string& path) {
    report::ReqifVerdicts out =
        report::write_reqif(text, path, id_attribute_, verdicts_);
    written_.insert(out.written.begin(), out.written.end());
    return std::move(out.text);
  }

  /// Pictures and other files of the archive stay as they are.
  std::string archive(const std::string& path) {
    base::ZipReader reader(path);
    std::vector<base::ZipFile> files;
    bool any = false;
    for (const base::ZipEntry& entry : reader.entries()) {
      std::string content = reader.read(entry, kLargestReqif);
      if (entry.name.ends_with(".reqif")) {
        content = file(content, path + "/" + entry.name);
        any = true;
      }
      files.push_back({entry.name, std::move(content)});
    }
    if (!any) {
      throw base::InputError({path, 0, 0},
                             "the archive has no file .reqif; expected one",
                             "reqif");
    }
    return base::write_zip(files);
  }

  /// Requirements that no object has.
  [[nodiscard]] std::vector<std::string> missing() const {
    std::vector<std::string> out;
    for (const auto& [id, verdict] : verdicts_) {
      if (!written_.contains(id)) out.push_back(id);
    }
    return out;
  }

 private:
  std::string id_attribute_;
  const Verdicts& verdicts_;
  std::set<std::string> written_;
};

/// The verdicts of all requirements of the suite.
Verdicts verdicts_of(const Conversion& conversion) {
  const ConvertOptions& o = conversion.options();
  const suite::Suite suite = conversion.suite();
  if (o.results.empty()) return report::requirement_verdicts(suite, nullptr);
  const suite::RunResults results =
      read_results_of(o.results, suite::read_suite_text(o.input), o.input);
  return report::requirement_verdicts(suite, &results);
}

}  // namespace

std::string make_reqif(const Conversion& conversion) {
  const ConvertOptions& o = conversion.options();
  if (o.into.empty()) {
    throw base::InputError(
        {},
        "--to reqif needs the requirements; expected --into FILE.reqif",
        "reqif-into");
  }
  const bool archive = o.into.ends_with(".reqifz");
  if (archive && o.output.empty()) {
    throw base::InputError(
        {},
        "an archive is written to a file; expected -o FILE.reqifz",
        "output");
  }
  const Verdicts verdicts = verdicts_of(conversion);
  ReqifCopy copy(o.id_attribute, verdicts);
  std::string out = archive ? copy.archive(o.into)
                            : copy.file(base::read_file(o.into), o.into);
  const std::vector<std::string> missing = copy.missing();
  if (!missing.empty()) {
    const std::size_t shown = std::min<std::size_t>(missing.size(), 10);
    std::string list =
        report::join({missing.begin(),
                      missing.begin() + static_cast<std::ptrdiff_t>(shown)});
    if (shown < missing.size()) {
      list += " and " + std::to_string(missing.size() - shown) + " more";
    }
    conversion.context().progress.message(base::Diagnostic{
        base::Severity::warning,
        {o.into, 0, 0},
        "no object has the id of these requirements of the suite: " + list,
        "reqif-missing",
        {}}.render());
  }
  return out;
}

}  // namespace catenary::app
