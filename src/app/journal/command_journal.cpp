// SPDX-License-Identifier: Apache-2.0
#include "app/journal/command_journal.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <utility>

#include "app/cache/command_cache.h"
#include "app/cache/input_digests.h"
#include "base/error.h"
#include "base/sha256.h"
#include "base/wire.h"

namespace catenary::app {

namespace {

namespace fs = std::filesystem;

/// A command that takes less than this has no journal.
constexpr std::chrono::milliseconds kFirst{500};
/// Results are written together in between.
constexpr std::chrono::milliseconds kPeriod{100};

/// Items that are not results of tasks, which never begin so.
constexpr const char* kCommand = ":command";
constexpr const char* kOutput = ":output";
constexpr const char* kPlanned = ":planned";
/// The names of all files that the command may write.
constexpr const char* kNames = ":names";

/// Catenary, the compiler and the environment.
std::string surroundings() {
  return key_of({"", "journal", "", {}});
}

/// Ends names and digests: no name of a file has it.
constexpr char kEnd = '\0';

/// A file by its name and digest.
std::string describe_output(const std::string& path,
                            const std::string& digest) {
  return kEnd + fs::absolute(path).string() + kEnd + digest + kEnd;
}

/// Files by their names and digests; without those that cannot be read.
std::string describe_outputs(const std::vector<std::string>& paths) {
  std::string out;
  for (const std::string& path : paths) {
    std::error_code failed;
    if (path.empty() || !fs::exists(path, failed)) continue;
    try {
      out += describe_output(path, base::sha256_file(path));
    } catch (const base::InputError&) {
      continue;
    }
  }
  return out;
}

/// Whether each of the named files is as described, or does not exist. A file
/// without a description was written by somebody else.
bool outputs_hold(const std::string& names, const std::string& description) {
  std::istringstream lines(names);
  for (std::string path; std::getline(lines, path, kEnd);) {
    std::error_code failed;
    if (!fs::exists(path, failed)) continue;
    const std::string now = describe_outputs({path});
    if (now.empty() || description.find(now) == std::string::npos) return false;
  }
  return !description.empty();
}

/// Comes back to the working folder at its end.
class FolderGuard {
 public:
  FolderGuard() = default;
  ~FolderGuard() {
    std::error_code failed;
    fs::current_path(folder_, failed);
  }
  FolderGuard(const FolderGuard&) = delete;
  FolderGuard& operator=(const FolderGuard&) = delete;
  [[nodiscard]] const fs::path& folder() const { return folder_; }

 private:
  fs::path folder_ = fs::current_path();
};

/// Whether the journal must not be overwritten unasked: it has results, and the
/// user has not removed the output that its command left.
bool is_wanted(const std::string& file, const std::string& output) {
  const store::JournalStore store(file);
  std::error_code failed;
  return store.find(kCommand).has_value() &&
         (!store.find(kOutput) || fs::exists(output, failed));
}

[[noreturn]] void refuse(const std::string& output, const std::string& why) {
  throw base::InputError({output, 0, 0}, why, "resume");
}

}  // namespace

std::string journal_of(const std::string& output) {
  return output + ".journal";
}

bool can_resume(const std::string& output,
                const std::vector<std::string>& words) {
  std::error_code failed;
  if (!fs::exists(journal_of(output), failed)) return false;
  try {
    const FolderGuard here;
    const JournalledCommand command = read_journal(output);
    return command.words == words && command.folder == here.folder();
  } catch (const base::InputError&) {
    return false;
  } catch (const store::StoreError&) {
    return false;
  }
}

JournalledCommand read_journal(const std::string& output) {
  const std::string file = journal_of(output);
  std::error_code failed;
  if (!fs::exists(file, failed)) {
    refuse(output,
           "nothing to resume: " + file +
               " does not exist; expected the file that an interrupted command "
               "was to write");
  }
  const store::JournalStore store(file);
  const auto command = store.find(kCommand);
  if (!command) {
    refuse(output,
           "nothing to resume: the command was ended before anything was "
           "kept; expected the command again");
  }
  JournalledCommand out;
  std::string machine;
  std::string inputs;
  std::string written;
  try {
    base::WireReader from(*command);
    from.get(out.folder, written, out.words, machine, inputs);
    if (out.words.empty()) base::WireReader::fail();
  } catch (const base::WireError&) {
    refuse(output, file + " is damaged");
  }
  if (!fs::equivalent(journal_of(written), file, failed)) {
    refuse(output, file + " was moved here from " + journal_of(written));
  }
  out.owns_outputs = outputs_hold(
      store.find(kNames).value_or(""),
      store.find(kOutput).value_or("") + store.find(kPlanned).value_or(""));
  fs::current_path(out.folder, failed);
  if (failed) refuse(output, "the folder " + out.folder + " is gone");
  if (!inputs_hold(inputs)) {
    refuse(output,
           "a file of the model has changed since; expected 'catenary " +
               out.words.front() + "' again, with --force");
  }
  if (machine != surroundings()) {
    refuse(output,
           "it was begun by another version of Catenary, of the compiler, or "
           "with other environment variables for the compiler; expected "
           "'catenary " +
               out.words.front() + "' again, with --force");
  }
  return out;
}

CommandJournal::CommandJournal(std::vector<std::string> outputs,
                               std::vector<std::string> words,
                               Mode mode,
                               const base::Budget& budget,
                               base::Logger& log)
    : outputs_(std::move(outputs)),
      file_(journal_of(outputs_.at(0))),
      words_(std::move(words)),
      budget_(budget),
      log_(log) {
  std::error_code failed;
  const bool exists = fs::exists(file_, failed);
  if (mode == Mode::begin && exists && is_wanted(file_, outputs_[0])) {
    throw base::InputError(
        {file_, 0, 0},
        "the journal of an unfinished command; expected 'catenary resume " +
            outputs_[0] + "', or --force to begin again",
        "output-exists");
  }
  if (mode == Mode::resume) {
    open(store::JournalLock::File::is_there);
    planned_ = store_->find(kPlanned).value_or("");
  } else {
    store::remove_journal(file_);
  }
  if (!base::are_inputs_noted()) inputs_.emplace();
  began_ = next_tick();
}

CommandJournal::~CommandJournal() = default;

std::optional<std::string> CommandJournal::find(const std::string& task) {
  if (!store_ || given_up_) return std::nullopt;
  try {
    return store_->find(task);
  } catch (const store::StoreError& e) {
    give_up(e);
    return std::nullopt;
  }
}

void CommandJournal::keep(const std::string& task, std::string_view result) {
  // A limit or an interrupt may have made it incomplete.
  if (given_up_ || budget_.poll() != base::StopReason::none) return;
  pending_[task] = result;
  if (Clock::now() - written_ >= (store_ ? kPeriod : kFirst)) write_pending();
}

void CommandJournal::will_write(const std::string& path,
                                std::string_view content) {
  // Without a journal nobody resumes; the command is short.
  if (!store_ || given_up_ || std::ranges::count(outputs_, path) == 0) return;
  planned_ += describe_output(path, base::sha256(content));
  pending_[kPlanned] = planned_;
  write_pending();
}

void CommandJournal::write_pending() {
  if (given_up_ || pending_.empty()) return;
  try {
    if (!store_) {
      const std::string command = describe_command();
      if (command.empty()) return;
      open(store::JournalLock::File::is_new);
      pending_[kCommand] = command;
      std::string& names = pending_[kNames];
      for (const std::string& path : outputs_) {
        if (!path.empty()) names += fs::absolute(path).string() + kEnd;
      }
    }
    store_->put(pending_);
    pending_.clear();
    written_ = Clock::now();
  } catch (const store::StoreError& e) {
    give_up(e);
  }
}

std::string CommandJournal::describe_command() {
  std::string why;
  const auto inputs = describe_inputs(base::noted_inputs(), began_, why);
  if (!inputs) {
    log_.debug("no journal: " + why);
    given_up_ = true;
    return "";
  }
  base::WireWriter to;
  to.put(fs::current_path().string(),
         fs::absolute(outputs_[0]).string(),
         words_,
         surroundings(),
         *inputs);
  return to.bytes();
}

void CommandJournal::open(store::JournalLock::File file) {
  lock_ = std::make_unique<store::JournalLock>(file_, file);
  store_ = std::make_unique<store::JournalStore>(file_);
}

void CommandJournal::close_and_remove() {
  if (!store_) return;
  store_.reset();
  lock_.reset();
  store::remove_journal(file_);
}

void CommandJournal::give_up(const store::StoreError& error) {
  given_up_ = true;
  const std::string why = error.what();
  log_.warning("the command cannot be resumed from here on: " + why);
  // It would take the room of the result.
  if (error.kind() == store::StoreError::Kind::full) close_and_remove();
}

void CommandJournal::finish(bool is_partial) {
  if (!is_partial) {
    close_and_remove();
    return;
  }
  pending_[kOutput] = describe_outputs(outputs_);
  write_pending();
  if (store_ && !given_up_) {
    log_.info("'catenary resume " + outputs_[0] + "' goes on from here");
  }
}

}  // namespace catenary::app
