// SPDX-License-Identifier: Apache-2.0
#include "lsp/conflicts.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/sha256.h"
#include "base/text_file.h"
#include "lsp/json.h"

namespace catenary::lsp {

using base::Json;

namespace {

/// The limits of a check: beyond them it says that nothing is decided.
constexpr const char* kCheckTime = "20s";
constexpr const char* kCheckMemory = "1GiB";

/// Joins the names, not too many of them.
std::string listed(const std::set<std::string>& names) {
  constexpr std::size_t kMost = 5;
  std::string out;
  std::size_t n = 0;
  for (const std::string& name : names) {
    if (n++ == kMost) return out + ", …";
    out += (out.empty() ? "" : ", ") + name;
  }
  return out;
}

/// Adds, for each requirement of a conflict, the others in it.
void add_conflicts(const Json& verdict,
                   const char* list,
                   std::map<std::string, std::set<std::string>>& partners) {
  const Json* conflicts = member(verdict, {list});
  if (conflicts == nullptr || !conflicts->is(Json::Kind::array)) return;
  for (const Json& conflict : conflicts->items()) {
    const Json* names = member(conflict, {"requirements"});
    if (names == nullptr || !names->is(Json::Kind::array)) continue;
    std::set<std::string> all;
    for (const Json& name : names->items()) {
      if (name.is(Json::Kind::string)) all.insert(name.text());
    }
    for (const std::string& name : all) {
      for (const std::string& other : all) {
        if (other != name) partners[name].insert(other);
      }
      partners.try_emplace(name);
    }
  }
}

/// "consistent (unbounded)", "consistent up to step 7", "inconsistent", …
std::string verdict_text(const Json& verdict) {
  std::string word = string_at(verdict, {"verdict"});
  if (word != "consistent") return word;
  const auto bound = integer_at(verdict, {"k"});
  if (bound) return "consistent up to step " + std::to_string(*bound);
  return "consistent (unbounded)";
}

}  // namespace

std::optional<ConflictResult> conflicts_in(const std::string& json,
                                           const std::string& digest) {
  ConflictResult out;
  out.digest = digest;
  try {
    const Json document = base::parse_json(json, "check");
    const Json* strategy = member(document, {"consistency", "strategy"});
    const Json* dead_end = member(document, {"consistency", "no_dead_end"});
    if (strategy == nullptr || dead_end == nullptr) return std::nullopt;
    std::map<std::string, std::set<std::string>> partners;
    add_conflicts(*strategy, "conflicts", partners);
    add_conflicts(*dead_end, "cores", partners);
    for (const auto& [name, others] : partners) {
      out.of[name] = others.empty() ? "contradicts itself, or a range"
                                    : "conflict with " + listed(others);
    }
    const std::string first = verdict_text(*strategy);
    const std::string second = verdict_text(*dead_end);
    if (first == "inconsistent" || second == "inconsistent") {
      const bool complete = truth_at(*strategy, {"complete"}) &&
                            truth_at(*dead_end, {"complete"});
      out.all = complete ? "in no conflict" : "in no conflict that was found";
    } else if (first == second) {
      out.all = first;
    } else {
      out.all = "strategy: " + first + "; no dead end: " + second;
    }
  } catch (const base::InputError&) {
    return std::nullopt;
  }
  return out;
}

const ConflictResult* Conflicts::result(const std::string& uri,
                                        const std::string& text) {
  if (program_.empty()) return nullptr;
  std::string digest = base::sha256(text);
  const auto found = results_.find(uri);
  if (found != results_.end() && found->second.digest == digest) {
    return &found->second;
  }
  const bool runs =
      running_ && running_->uri == uri && running_->digest == digest;
  if (!runs) {
    cancel(uri);
    waiting_.push_back({uri, text, std::move(digest)});
    begin();
  }
  return nullptr;
}

void Conflicts::cancel(const std::string& uri) {
  std::erase_if(waiting_, [&](const Job& job) { return job.uri == uri; });
  if (!running_ || running_->uri != uri) return;
  child_.reset();  // kills it
  running_.reset();
  begin();
}

void Conflicts::forget(const std::string& uri) {
  cancel(uri);
  results_.erase(uri);
}

void Conflicts::begin() {
  if (running_ || waiting_.empty()) return;
  try {
    if (!folder_) folder_ = std::make_unique<base::TemporaryDirectory>();
    running_ = std::move(waiting_.front());
    waiting_.erase(waiting_.begin());
    const std::string file = folder_->write("model.req", running_->text);
    child_ = std::make_unique<base::BackgroundProcess>(
        std::vector<std::string>{program_,
                                 "check",
                                 file,
                                 "--json",
                                 "--quiet",
                                 "--timeout",
                                 kCheckTime,
                                 "--memory",
                                 kCheckMemory},
        folder_->path().string(),
        folder_->file("result.json"));
  } catch (const base::ToolError&) {
    // Without a child there is no verdict, which is no reason to stop.
    child_.reset();
    running_.reset();
    waiting_.clear();
  }
}

bool Conflicts::poll() {
  if (!child_ || !child_->has_ended()) return false;
  (void)child_->wait(base::Budget{});
  child_.reset();
  std::string text;
  try {
    text = base::read_file(folder_->file("result.json"));
  } catch (const base::InputError&) {
    text.clear();
  }
  ConflictResult result =
      conflicts_in(text, running_->digest)
          .value_or(ConflictResult{running_->digest, "not decided", {}});
  results_[running_->uri] = std::move(result);
  running_.reset();
  begin();
  return true;
}

int Conflicts::end_fd() {
  return child_ ? child_->end_fd() : -1;
}

}  // namespace catenary::lsp
