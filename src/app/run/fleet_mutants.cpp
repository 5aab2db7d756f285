// SPDX-License-Identifier: Apache-2.0
#include "app/run/fleet_mutants.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>

#include "base/error.h"
#include "base/text/json.h"
#include "option/text.h"

namespace catenary::app {

namespace {

using base::Json;
using suite::MutantResult;
using suite::MutantStatus;

/// Mutants of a task. Each costs a compilation or a search of its own, a task
/// loads the model once.
constexpr std::size_t kMutantsOfTask = 8;
/// Parts that are under way at once: each has the files of the model.
constexpr std::size_t kMostParts = 64;

/// What a part of the command printed.
struct Answer {
  std::map<std::string, MutantResult> mutants;  ///< by id
  std::uint64_t not_compiling = 0;
};

const Json& member(const Json& of, const char* name) {
  const Json* const found = of.is(Json::Kind::object) ? of.find(name) : nullptr;
  if (found == nullptr) {
    throw base::InputError({}, std::string("there is no ") + name, "answer");
  }
  return *found;
}

MutantStatus status_from(const std::string& name) {
  for (int i = 0; i <= static_cast<int>(MutantStatus::equivalent); ++i) {
    const auto status = static_cast<MutantStatus>(i);
    if (name == suite::to_string(status)) return status;
  }
  throw base::InputError({}, "'" + name + "' is no status", "answer");
}

/// Reads report::mutation_document(). Throws base::InputError for other texts.
Answer read_answer(const std::string& text) {
  const Json document = base::parse_json(text, "answer");
  Answer out;
  for (const Json& m : member(document, "mutants").items()) {
    MutantResult one;
    one.status = status_from(member(m, "status").text());
    one.reason = member(m, "reason").text();
    const Json& test = member(m, "test");
    if (test.is(Json::Kind::string)) one.test = test.text();
    for (const Json& r : member(m, "requirements").items()) {
      one.requirements.push_back(r.text());
    }
    if (!out.mutants.emplace(member(m, "id").text(), std::move(one)).second) {
      throw base::InputError({}, "a mutant is there twice", "answer");
    }
  }
  option::parse_text(
      member(member(document, "summary"), "not_compiling").text(),
      out.not_compiling);
  return out;
}

/// The wanted mutants of a part: indices `part`, `part` + `of`, ...
std::vector<std::size_t> mutants_of(std::size_t part,
                                    std::size_t of,
                                    std::size_t all) {
  std::vector<std::size_t> out;
  for (std::size_t i = part; i < all; i += of) out.push_back(i);
  return out;
}

void take_answer(const Answer& answer,
                 const std::vector<WantedMutant>& wanted,
                 const std::vector<std::size_t>& part,
                 const TakeMutant& take) {
  // A limit may have ended it. Whatever is missing otherwise does not compile.
  const bool whole =
      answer.mutants.size() + answer.not_compiling == part.size();
  for (const std::size_t i : part) {
    if (!wanted[i].open) continue;
    const auto found = answer.mutants.find(wanted[i].id);
    if (found != answer.mutants.end()) {
      take(i, found->second);
    } else if (whole) {
      take(i, std::nullopt);
    }
  }
}

}  // namespace

void judge_by_fleet(const std::vector<WantedMutant>& wanted,
                    const CommandFleet& fleet,
                    const base::Budget& budget,
                    const TakeMutant& take) {
  if (std::ranges::none_of(wanted, &WantedMutant::open)) return;
  const std::size_t of = (wanted.size() + kMutantsOfTask - 1) / kMutantsOfTask;
  const std::unique_ptr<Executor> executor = fleet.start();
  std::size_t next = 0;
  std::size_t under_way = 0;
  const auto submit_some = [&] {
    for (; next < of && under_way < kMostParts && executor->free_places() > 0;
         ++next) {
      const auto part = mutants_of(next, of, wanted.size());
      if (std::ranges::none_of(part,
                               [&](std::size_t i) { return wanted[i].open; })) {
        continue;
      }
      Task task;
      task.id = next;
      task.words = fleet.words;
      task.words.insert(task.words.begin() + 1,
                        fmt::format("--shard={}/{}", next + 1, of));
      executor->submit(task);
      ++under_way;
    }
  };
  submit_some();
  while (const auto result = executor->next(budget)) {
    --under_way;
    submit_some();
    // The command says itself what is wrong, when it judges what is open; what
    // crashes with a worker only is judged without one.
    if (!result->crash.empty() || result->out.empty()) continue;
    try {
      take_answer(read_answer(result->out),
                  wanted,
                  mutants_of(result->id, of, wanted.size()),
                  take);
    } catch (const base::InputError&) {
      continue;
    }
  }
}

}  // namespace catenary::app
