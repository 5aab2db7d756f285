// SPDX-License-Identifier: Apache-2.0
#include "app/fleet/prepare.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <ostream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "app/contract/contract_failures.h"
#include "app/model_file.h"
#include "app/output_files.h"
#include "app/suite_file.h"
#include "base/error.h"
#include "base/inputs/input_log.h"
#include "base/sha256.h"
#include "base/text_file.h"
#include "base/wire.h"
#include "program/syntax/include_scan.h"
#include "suite/read.h"

namespace catenary::app {

namespace {

namespace fs = std::filesystem;
using base::WireReader;
using base::WireWriter;
using fleet::FileDigest;

void write(WireWriter& to, const PreparedInputs& p) {
  to.put(p.obstacle, p.up, p.folders);
  write(to, p.files);
  to.put(p.contents);
  write(to, p.system);
  to.put(p.absent);
}

void read(WireReader& from, PreparedInputs& p) {
  from.get(p.obstacle, p.up, p.folders);
  read(from, p.files);
  from.get(p.contents);
  read(from, p.system);
  from.get(p.absent);
}

/// Notes what a command reads of a model.
void note(const std::string& path,
          const ModelOptions& options,
          Context& context) {
  switch (kind_of(path)) {
    case ModelKind::step:
    case ModelKind::machine:
      note_step_system(path, options, context);
      break;
    case ModelKind::timed:
      (void)load_timed_automaton(path, context);
      break;
    case ModelKind::contract:
      (void)load_interface(path, context);
      break;
    case ModelKind::none:
      base::note_input_file(path);
  }
}

bool is_of_system(const std::string& path) {
  return path.starts_with("/usr/") && path.find("..") == path.npos;
}

/// The part of a path before each "..", which has to be there.
void add_folders(const fs::path& path, std::set<std::string>& to) {
  fs::path before;
  for (const fs::path& part : path) {
    if (part == ".." && !before.empty()) to.insert(before.string());
    before /= part;
  }
}

/// Sorts what was noted into what is sent, and what has to be the same there.
class Bundler {
 public:
  explicit Bundler(const base::NotedInputs& noted) {
    out_.obstacle = noted.obstacle;
    if (!noted.folders.empty()) out_.obstacle = "it reads a whole folder";
    std::error_code failed;
    for (const auto& [path, existed] : noted.files) {
      if (!fs::exists(path, failed)) {
        out_.absent.push_back(path);
        if (is_of_system(path)) out_.system.push_back({path, ""});
      } else if (is_of_system(path)) {
        out_.system.push_back({path, base::sha256_file(path)});
      } else {
        add(path);
      }
    }
    for (const std::string& folder : folders_) {
      const std::string inside = relative(folder);
      if (inside != ".") out_.folders.push_back(inside);
    }
  }
  PreparedInputs take() { return std::move(out_); }

 private:
  std::string relative(const fs::path& path) const {
    std::string out =
        path.lexically_normal().lexically_relative(here_).string();
    if (out.ends_with('/')) out.pop_back();
    return out;
  }
  void add(const fs::path& path) {
    const fs::path plain = path.lexically_normal();
    std::error_code failed;
    if (!fs::is_regular_file(path, failed)) {
      out_.obstacle = path.string() + " is not a regular file";
      return;
    }
    // ".." behind a link leads elsewhere.
    if (!fs::equivalent(path, plain, failed) || failed) {
      out_.obstacle = path.string() + " leads through a link";
      return;
    }
    add_folders(path, folders_);
    const std::string inside = relative(plain);
    if (!names_.insert(inside).second) return;
    // The least that a worker may be asked for: nobody ships a home folder.
    if (fleet::is_inside(inside, fleet::kMostUp)) {
      out_.contents.push_back(base::read_file(path.string()));
      out_.files.push_back({inside, base::sha256(out_.contents.back())});
    } else {
      out_.obstacle = path.string() + " is not near the project";
    }
  }

  fs::path here_ = fs::current_path();
  std::set<std::string> folders_, names_;
  PreparedInputs out_;
};

/// Notes the models and the other files of a command.
ExitCode prepare(const std::vector<std::string>& models,
                 const ModelOptions& how,
                 const std::vector<std::string>& others,
                 const std::string& config,
                 Context& context) {
  std::optional<base::InputLog> log;
  if (!base::are_inputs_noted()) log.emplace();
  for (const std::string& path : models) {
    if (!path.empty()) note(path, how, context);
  }
  for (const std::string& path : others) {
    if (!path.empty()) note(path, {}, context);
  }
  std::error_code failed;
  if (fs::exists(config_file(config), failed)) {
    base::note_obstacle("there is a config file");
  }
  context.out << to_bytes(Bundler(base::noted_inputs()).take());
  // Nothing of this is an answer that may be kept.
  context.partial = true;
  return ExitCode::success;
}

/// The requirements that the suite of a run was made from, which name what a
/// failure violates; empty = there are none, or the run says what is wrong.
std::string requirements_of(const RunOptions& options) {
  try {
    const suite::Suite suite =
        parse_suite(suite::read_suite_text(options.suite), options.suite);
    if (!is_contract_suite(suite)) return "";
    const std::string path = model_of_suite(suite, options.suite);
    return fs::exists(path) ? path : "";
  } catch (const std::runtime_error&) {
    return "";
  }
}

/// Writes the files of a result, over what is there.
void write_outputs(const fleet::ResultBody& body) {
  for (std::size_t i = 0; i < body.files.size(); ++i) {
    base::write_file(
        body.files[i].path, body.contents[i], base::Overwrite::yes);
  }
}

}  // namespace

std::optional<PreparedInputs> with_files(const PreparedInputs& known,
                                         const std::vector<std::string>& more) {
  base::NotedInputs noted;
  const auto add = [&](const std::string& path, bool exists) {
    noted.files.emplace(fs::absolute(path).lexically_normal().string(), exists);
  };
  for (const FileDigest& f : known.files) add(f.path, true);
  for (const FileDigest& f : known.system) add(f.path, !f.digest.empty());
  for (const std::string& path : more) add(path, true);
  PreparedInputs out;
  try {
    out = Bundler(noted).take();
  } catch (const std::runtime_error&) {
    return std::nullopt;  // whoever reads the file says what is wrong
  }
  const auto has_all = [](const std::vector<FileDigest>& now,
                          const std::vector<FileDigest>& before) {
    return std::ranges::all_of(before, [&](const FileDigest& f) {
      return std::ranges::any_of(now, [&](const FileDigest& g) {
        return g.path == f.path && g.digest == f.digest;
      });
    });
  };
  const bool appeared = std::ranges::any_of(known.absent, [](const auto& path) {
    std::error_code failed;
    return fs::exists(path, failed);
  });
  if (!out.obstacle.empty() || appeared || !has_all(out.files, known.files) ||
      !has_all(out.system, known.system)) {
    return std::nullopt;
  }
  const auto append = [](const auto& from, auto& to) {
    to.insert(to.end(), from.begin(), from.end());
  };
  append(known.folders, out.folders);
  append(known.absent, out.absent);
  return out;
}

std::optional<fleet::TaskMessage> message_of(const ShippedWords& words,
                                             PreparedInputs& inputs,
                                             std::string& why) {
  std::vector<std::string> paths = words.inputs;
  paths.insert(paths.end(), words.outputs.begin(), words.outputs.end());
  for (const FileDigest& f : inputs.files) paths.push_back(f.path);
  paths.insert(paths.end(), inputs.folders.begin(), inputs.folders.end());
  fleet::TaskMessage m;
  m.words = words.words;
  m.up = steps_up(paths);
  m.folders = inputs.folders;
  m.files = inputs.files;
  m.system = inputs.system;
  m.outputs = words.outputs;
  m.body = fleet::write_contents(inputs.contents);
  inputs.contents.clear();
  inputs.contents.shrink_to_fit();
  const bool inside = std::ranges::all_of(
      paths, [&](const std::string& p) { return fleet::is_inside(p, m.up); });
  why = inputs.obstacle;
  if (why.empty() &&
      (!inside || m.up > fleet::kMostUp || m.body.size() > fleet::kMostBytes)) {
    why = "its files are not near the project";
  }
  if (why.empty()) why = fleet::fault_of_work(m);
  if (!why.empty()) return std::nullopt;
  return m;
}

std::string to_bytes(const PreparedInputs& inputs) {
  WireWriter to;
  write(to, inputs);
  return to.bytes();
}

PreparedInputs prepared_from(std::string_view bytes) {
  WireReader from(bytes);
  PreparedInputs out;
  read(from, out);
  return out;
}

std::string to_bytes(const ForeignAnswer& answer) {
  WireWriter to;
  to.put(static_cast<std::int32_t>(answer.code), answer.partial);
  to.put(fleet::write_body(answer.body));
  write(to, answer.inputs);
  return to.bytes();
}

ForeignAnswer foreign_from(std::string_view bytes) {
  WireReader from(bytes);
  ForeignAnswer out;
  out.code = static_cast<ExitCode>(from.get<std::int32_t>());
  std::string body;
  from.get(out.partial, body);
  auto read_back = fleet::read_body(body);
  if (!read_back) WireReader::fail();
  out.body = std::move(*read_back);
  read(from, out.inputs);
  return out;
}

ExitCode prepare(const CheckOptions& options, Context& context) {
  const CheckOptions o = with_component(options);
  return prepare({model_path(o)},
                 model_options(o),
                 {o.requirements, o.refines, o.assume},
                 o.config,
                 context);
}

ExitCode prepare(const GenerateOptions& options, Context& context) {
  const GenerateOptions o = with_component(options);
  return prepare({model_path(o)},
                 model_options(o),
                 {o.oracle, o.extend, o.assume},
                 o.config,
                 context);
}

ExitCode prepare(const RunOptions& options, Context& context) {
  constexpr std::string_view kModel = "model:";
  std::vector<std::string> models;
  for (const std::string& sut : options.suts) {
    if (sut.starts_with(kModel)) models.push_back(sut.substr(kModel.size()));
  }
  return prepare(models,
                 {},
                 {options.suite, options.oracle, requirements_of(options)},
                 options.config,
                 context);
}

ExitCode prepare(const ReportOptions& options, Context& context) {
  PreparedInputs none;
  none.obstacle = "only '" + options.suite + "' names its model";
  context.out << to_bytes(none);
  context.partial = true;
  return ExitCode::success;
}

bool write_page(const ShippedWords& words, const fleet::ResultBody& body) {
  if (words.words.front() != "report" || !body.err.empty()) return false;
  try {
    write_outputs(body);
  } catch (const std::runtime_error&) {
    return false;
  }
  return true;
}

ExitCode adopt(const ForeignAnswer& answer, Context& context) {
  bool changed = answer.partial;
  for (const auto* list : {&answer.inputs.files, &answer.inputs.system}) {
    for (const FileDigest& f : *list) {
      base::note_input_file(f.path);
      if (f.digest.empty()) continue;
      std::error_code failed;
      changed = changed || !fs::exists(f.path, failed) ||
                base::sha256_file(f.path) != f.digest;
    }
  }
  for (const std::string& path : answer.inputs.absent) {
    base::note_input_file(path);
    std::error_code failed;
    changed = changed || fs::exists(path, failed);
  }
  write_outputs(answer.body);
  std::string messages = answer.body.err;
  if (messages.ends_with('\n')) messages.pop_back();
  if (!messages.empty()) context.progress.message(messages);
  context.out << answer.body.out;
  context.partial = context.partial || changed;
  return answer.code;
}

TaskResult adopt_here(const CallProgram& adopt,
                      std::vector<std::string> words,
                      const ForeignAnswer& answer) {
  words.insert(words.begin(), to_bytes(answer));
  std::ostringstream out;
  std::ostringstream err;
  CallNotes notes;
  TaskResult result;
  result.code = adopt(words, out, err, notes);
  result.out = out.str();
  result.err = err.str();
  result.partial = notes.partial;
  return result;
}

CallProgram fleet_call(BatchCalls calls) {
  // Before children are forked, each of which would ask clang itself.
  (void)program::system_include_folders();
  return [calls = std::move(calls)](const std::vector<std::string>& words,
                                    std::ostream& out,
                                    std::ostream& err,
                                    CallNotes& notes) {
    if (words.empty()) return calls.command(words, out, err, notes);
    const std::vector<std::string> rest(words.begin() + 1, words.end());
    if (words.front() == kPrepareWord) {
      return calls.prepare(rest, out, err, notes);
    }
    return calls.command(words, out, err, notes);
  };
}

}  // namespace catenary::app
