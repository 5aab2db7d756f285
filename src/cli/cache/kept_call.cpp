// SPDX-License-Identifier: Apache-2.0
#include "cli/cache/kept_call.h"

#include <algorithm>
#include <cstdlib>
#include <ostream>
#include <sstream>
#include <utility>

#include "base/error.h"
#include "base/text_file.h"

namespace catenary::cli {

namespace {

bool can_keep(const app::CommonOptions& common,
              const app::CacheOptions& cache) {
  const char* summary = std::getenv("GITHUB_STEP_SUMMARY");
  return !cache.cache.empty() && common.events.empty() &&
         (summary == nullptr || *summary == '\0');
}

/// Whether this is the content of the file.
bool holds(const std::string& path, const std::string& content) {
  try {
    return base::read_file(path, content.size() + 1) == content;
  } catch (const base::InputError&) {
    return false;
  }
}

/// Does again what a command did.
app::ExitCode repeat(const app::CommandAnswer& answer,
                     const KeptCall& kept,
                     app::Context& context) {
  for (std::size_t i = 0; i < answer.files.size(); ++i) {
    // One that is right already keeps its time.
    if (kept.force && holds(kept.call.outputs[i], answer.files[i])) continue;
    base::write_file(kept.call.outputs[i],
                     answer.files[i],
                     kept.force ? base::Overwrite::yes : base::Overwrite::no);
  }
  for (const std::string& text : answer.messages) {
    context.progress.message(text);
  }
  context.progress.finish();
  context.log.info("from " + kept.call.folder +
                   ": the same was asked before, and no file has changed "
                   "since");
  context.out << answer.out;
  return answer.code;
}

}  // namespace

void RecordedProgress::message(std::string_view text) {
  {
    const std::lock_guard lock(mutex_);
    messages_.emplace_back(text);
  }
  shown_.message(text);
}

bool is_kept(const app::CheckOptions& options) {
  return can_keep(options, options);
}

bool is_kept(const app::GenerateOptions& options) {
  return can_keep(options, options);
}

bool is_kept(const app::RunOptions& options) {
  const bool models = std::ranges::all_of(
      options.suts,
      [](const std::string& sut) { return sut.starts_with("model:"); });
  return can_keep(options, options) && models && !options.online &&
         options.clock != app::ClockChoice::real;
}

app::CommandCall call_of(const option::CommandTable& table,
                         const void* options,
                         const std::string& folder,
                         std::vector<std::string> outputs,
                         const app::Context& context) {
  std::string all = table.fingerprint(options);
  all += context.color ? "colour\n" : "";
  all += context.out_is_terminal ? "terminal\n" : "";
  std::erase(outputs, "");
  return {folder, table.text().name, all, std::move(outputs)};
}

app::ExitCode call_kept(
    const KeptCall& kept,
    app::Context& context,
    RecordedProgress& recorded,
    const std::function<app::ExitCode(app::Context&)>& compute,
    bool& from_cache) {
  app::CommandCache cache(kept.call, context.log);
  if (const auto answer = cache.find()) {
    from_cache = true;
    return repeat(*answer, kept, context);
  }
  const std::size_t said = recorded.messages().size();
  std::ostringstream out;
  app::Context inner{context.budget,
                     context.log,
                     context.progress,
                     out,
                     context.color,
                     context.ask,
                     context.out_is_terminal,
                     context.events};
  app::CommandAnswer answer;
  answer.code = compute(inner);
  answer.out = out.str();
  answer.messages.assign(
      recorded.messages().begin() + static_cast<std::ptrdiff_t>(said),
      recorded.messages().end());
  context.out << answer.out;
  const app::ExitCode code = answer.code;
  cache.keep(std::move(answer),
             !inner.partial && context.budget.poll() == base::StopReason::none);
  return code;
}

}  // namespace catenary::cli
