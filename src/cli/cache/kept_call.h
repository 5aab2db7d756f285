// SPDX-License-Identifier: Apache-2.0
/// \file
/// Commands with --cache: an answer that was kept is printed again, with its
/// messages, and its files are written again.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "app/cache/command_cache.h"
#include "app/commands.h"
#include "app/options.h"
#include "option/table.h"

namespace catenary::cli {

/// Passes progress on, and remembers the messages. Thread-safe, except for
/// messages().
class RecordedProgress final : public app::Progress {
 public:
  /// `shown` must outlive this.
  explicit RecordedProgress(app::Progress& shown) : shown_(shown) {}
  void update(const app::ProgressUpdate& update) override {
    shown_.update(update);
  }
  void finish() override { shown_.finish(); }
  void message(std::string_view text) override;
  [[nodiscard]] const std::vector<std::string>& messages() const {
    return messages_;
  }

 private:
  app::Progress& shown_;
  std::mutex mutex_;
  std::vector<std::string> messages_;
};

/// Whether answers to such a call are kept. Systems under test outside of
/// Catenary may behave in another way next time; events and the summaries of
/// code hosts are about what goes on now.
[[nodiscard]] bool is_kept(const app::CheckOptions& options);
[[nodiscard]] bool is_kept(const app::GenerateOptions& options);
[[nodiscard]] bool is_kept(const app::RunOptions& options);

/// The call, for its key. `options` are those of `table`, `folder` is where
/// answers are kept; empty names in `outputs` are no files.
[[nodiscard]] app::CommandCall call_of(const option::CommandTable& table,
                                       const void* options,
                                       const std::string& folder,
                                       std::vector<std::string> outputs,
                                       const app::Context& context);

/// A call that may be answered by what was kept.
struct KeptCall {
  app::CommandCall call;
  bool force = false;  ///< outputs may be replaced
};

/// Answers the call, by `compute` where nothing was kept that still holds.
/// `recorded` is what the context shows its progress by. Sets `from_cache`
/// where the answer was kept. Throws what writing outputs and `compute` throw.
[[nodiscard]] app::ExitCode call_kept(
    const KeptCall& kept,
    app::Context& context,
    RecordedProgress& recorded,
    const std::function<app::ExitCode(app::Context&)>& compute,
    bool& from_cache);

}  // namespace catenary::cli
