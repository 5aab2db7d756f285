// SPDX-License-Identifier: Apache-2.0
#include "fuzz/readers.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <optional>

#include "app/generate/test_comp.h"
#include "base/archive/zip_reader.h"
#include "base/error.h"
#include "base/problems.h"
#include "base/sha256.h"
#include "base/text/csv.h"
#include "base/text/json.h"
#include "base/text/xml.h"
#include "engine/reach/journal/result_wire.h"
#include "exec/adapter/fmu/description.h"
#include "exec/adapter/line/message.h"
#include "fleet/message.h"
#include "frontend/btor2/btor2.h"
#include "frontend/c/compile_commands.h"
#include "frontend/c/description.h"
#include "frontend/contract/contract.h"
#include "frontend/contract/fret/texts.h"
#include "frontend/umlrt/umlrt.h"
#include "frontend/verilog/comments.h"
#include "frontend/xlia/xlia.h"
#include "lsp/framing.h"
#include "lsp/server.h"
#include "report/export/csv.h"
#include "suite/read.h"
#include "suite/results.h"
#include "suite/write.h"

namespace catenary::fuzz {

namespace {

/// The name that readers are given; no file has it.
constexpr const char* kNowhere = "/nonexistent/input";

void require(bool holds, std::string_view what) {
  if (holds) return;
  std::cerr << "a property does not hold: " << what << "\n";
  std::abort();
}

/// What `write` makes of something must be read again, and written the same.
template <class Read, class Write>
void same_again(std::string_view bytes, Read read, Write write) {
  const std::string first = write(read(bytes));
  std::string second;
  try {
    second = write(read(first));
  } catch (const base::InputError& e) {
    std::cerr << first << "\n" << e.what() << "\n";
    require(false, "what was written can be read");
  }
  if (first != second) std::cerr << first << "\n---\n" << second << "\n";
  require(first == second, "what was written is written the same");
}

void suite(std::string_view bytes) {
  same_again(
      bytes,
      [](std::string_view t) { return suite::read_suite(t, kNowhere); },
      suite::write_suite);
}

void results(std::string_view bytes) {
  same_again(
      bytes,
      [](std::string_view t) { return suite::read_results(t, kNowhere); },
      suite::write_results);
}

void csv(std::string_view bytes) {
  same_again(
      bytes,
      [](std::string_view t) { return report::read_csv(t, kNowhere); },
      report::write_csv);
}

/// A result of a search in the journal of a command: of a system with an input
/// of each type that is coded in its own way.
void journal(std::string_view bytes) {
  namespace reach = engine::reach;
  model::StepSystem system;
  system.goals.resize(2);
  for (const auto type :
       {model::ScalarType::int32, model::ScalarType::float64}) {
    system.inputs.emplace_back().type = type;
  }
  base::WireReader from(bytes);
  reach::Result result;
  try {
    read(from, system, result);
  } catch (const base::WireError&) {
    return;
  }
  base::WireWriter to, again;
  write(to, system, result, {});
  base::WireReader back(to.bytes());
  reach::Result same;
  read(back, system, same);
  write(again, system, same, {});
  require(to.bytes() == again.bytes(), "what was written is written the same");
}

void req(std::string_view bytes) {
  const std::string path = std::string(kNowhere) + ".req";
  same_again(
      bytes,
      [&](std::string_view t) { return frontend::contract::read(t, path); },
      frontend::contract::write);
  (void)frontend::contract::parse(bytes, path);
}

void fret(std::string_view bytes) {
  (void)frontend::contract::parse(bytes, std::string(kNowhere) + ".fret.json");
}

void reqif(std::string_view bytes) {
  (void)frontend::contract::read_reqif_texts(bytes, kNowhere);
}

void requirement_table(std::string_view bytes) {
  (void)frontend::contract::read_csv_texts(bytes, kNowhere);
}

void xlia(std::string_view bytes) {
  same_again(
      bytes,
      [](std::string_view t) { return frontend::xlia::parse(t, kNowhere); },
      frontend::xlia::write);
}

/// The text form of a model, if it has one.
std::optional<std::string> sm_text(const model::MachineModel& model) {
  try {
    return frontend::umlrt::write_sm(model);
  } catch (const base::InputError&) {
    return std::nullopt;  // not everything has a text
  }
}

/// A model that was read, and can be written, is the same after it was read.
void check_machines(const model::MachineModel& model) {
  const std::optional<std::string> text = sm_text(model);
  if (!text) return;
  same_again(
      *text,
      [](std::string_view t) { return frontend::umlrt::parse_sm(t, kNowhere); },
      frontend::umlrt::write_sm);
}

void sm(std::string_view bytes) {
  check_machines(frontend::umlrt::parse_sm(bytes, kNowhere));
}

void xmi(std::string_view bytes) {
  check_machines(frontend::umlrt::parse_xmi(bytes, kNowhere));
}

void art(std::string_view bytes) {
  check_machines(frontend::umlrt::parse_art(bytes, kNowhere));
}

void btor2(std::string_view bytes) {
  (void)frontend::btor2::parse(bytes, kNowhere);
}

void verilog_comments(std::string_view bytes) {
  (void)frontend::verilog::read_comments(bytes);
}

void description(std::string_view bytes) {
  (void)frontend::c::parse_description(std::string(bytes), kNowhere);
}

void compile_commands(std::string_view bytes) {
  (void)frontend::c::parse_compile_commands(std::string(bytes), kNowhere);
}

void fmu_description(std::string_view bytes) {
  (void)exec::fmu::read_description(bytes, kNowhere);
}

/// A file that only this process sees.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes)
      : fd_(memfd_create("input", MFD_CLOEXEC)) {
    require(write(fd_, bytes.data(), bytes.size()) ==
                static_cast<ssize_t>(bytes.size()),
            "a file in memory can be written");
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { close(fd_); }
  [[nodiscard]] std::string path() const {
    return "/proc/self/fd/" + std::to_string(fd_);
  }

 private:
  int fd_;
};

void zip(std::string_view bytes) {
  const MemoryFile file(bytes);
  base::ZipReader reader(file.path());
  std::size_t total = 0;
  for (const base::ZipEntry& entry : reader.entries()) {
    total += reader.read(entry, std::size_t{1} << 20U).size();
    if (total > (std::size_t{8} << 20U)) return;
  }
}

void test_comp(std::string_view bytes) {
  const MemoryFile file(bytes);
  (void)app::read_test_comp(file.path());
}

/// A line of a system under test with one integer and one real number.
void line(std::string_view bytes) {
  const suite::Json json = exec::parse_line(bytes, "a line");
  suite::Signal integer;
  integer.name = "n";
  integer.type = "int32";
  suite::Signal real;
  real.name = "x";
  real.type = "real";
  suite::Signature signature;
  signature.channels.push_back(
      {"c", suite::Direction::output, false, {integer, real}});
  (void)exec::read_message(json, signature, "a line");
}

void json(std::string_view bytes) {
  same_again(
      bytes,
      [](std::string_view t) { return base::parse_json(t, kNowhere); },
      [](const base::Json& j) { return j.pretty(); });
}

void xml(std::string_view bytes) {
  (void)base::parse_xml(bytes, kNowhere);
}

void csv_rows(std::string_view bytes) {
  (void)base::csv_rows(bytes);
}

/// Bytes with the headers of LSP.
void lsp_framing(std::string_view bytes) {
  lsp::Framing framing;
  const std::size_t half = bytes.size() / 2;
  for (const std::string_view part :
       {bytes.substr(0, half), bytes.substr(half)}) {
    framing.receive(part);
    while (framing.next()) {
    }
  }
}

/// Messages of a fleet, behind their seal, and bodies.
void fleet_messages(std::string_view bytes) {
  const std::string key = "key";
  const std::string sealed = std::string(bytes) + base::hmac_sha256(key, bytes);
  std::string why;
  if (const auto task = fleet::open_task(sealed, key, why)) {
    require(fleet::seal(*task, key) == sealed, "a task is sealed the same");
    for (const fleet::FileDigest& f : task->files) {
      require(fleet::is_inside(f.path, task->up), "a file stays inside");
    }
  }
  if (const auto result = fleet::open_result(sealed, key, why)) {
    require(fleet::seal(*result, key) == sealed, "a result is sealed the same");
  }
  if (const auto body = fleet::read_body(bytes)) {
    require(fleet::write_body(*body) == bytes, "a body is written the same");
  }
}

/// What an editor sends, a message a line.
void lsp_messages(std::string_view bytes) {
  lsp::Server server([](const base::Json&) {}, "/nonexistent/catenary", "0");
  while (!bytes.empty() && !server.ended()) {
    const std::size_t end = bytes.find('\n');
    server.receive(std::string(bytes.substr(0, end)));
    while (server.handle_next()) {
    }
    server.settle();
    if (end == std::string_view::npos) return;
    bytes.remove_prefix(end + 1);
  }
}

constexpr Reader kReaders[] = {
    {"art", art},
    {"btor2", btor2},
    {"compile-commands", compile_commands},
    {"csv", csv},
    {"csv-rows", csv_rows},
    {"description", description},
    {"fleet-messages", fleet_messages},
    {"fmu-description", fmu_description},
    {"fret", fret},
    {"journal", journal},
    {"json", json},
    {"line", line},
    {"lsp-framing", lsp_framing},
    {"lsp-messages", lsp_messages},
    {"req", req},
    {"reqif", reqif},
    {"requirement-table", requirement_table},
    {"results", results},
    {"sm", sm},
    {"suite", suite},
    {"test-comp", test_comp},
    {"verilog-comments", verilog_comments},
    {"xlia", xlia},
    {"xmi", xmi},
    {"xml", xml},
    {"zip", zip},
};

}  // namespace

std::span<const Reader> readers() {
  return kReaders;
}

void call(const Reader& reader, std::string_view bytes) {
  try {
    reader.read(bytes);
  } catch (const base::InputError&) {
    return;  // said what is wrong
  }
}

}  // namespace catenary::fuzz
