// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads Clang's coverage mapping (LLVM documentation, "LLVM Code Coverage
/// Mapping Format") and symbols from an executable.
#include "program/plain/counters.h"

#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/ProfileData/Coverage/CoverageMapping.h>
#include <llvm/ProfileData/Coverage/CoverageMappingReader.h>
#include <llvm/ProfileData/InstrProf.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "base/error.h"

namespace catenary::program::plain {

namespace {

namespace coverage = llvm::coverage;
using coverage::Counter;
using coverage::CounterMappingRegion;

[[noreturn]] void fail(const std::string& what, llvm::Error error) {
  throw base::ToolError("cannot read the challenge's executable: " + what +
                        ": " + llvm::toString(std::move(error)));
}

/// The first counter of each function, by the hash of its name.
using Starts = std::map<std::uint64_t, std::uint64_t>;

/// The contents of a section of the executable, and its address when it runs.
struct SectionBytes {
  std::uint64_t address = 0;
  llvm::StringRef bytes;
};

std::optional<SectionBytes> section(const llvm::object::ObjectFile& file,
                                    llvm::StringRef wanted) {
  for (const llvm::object::SectionRef& s : file.sections()) {
    llvm::Expected<llvm::StringRef> name = s.getName();
    if (!name) {
      llvm::consumeError(name.takeError());
      continue;
    }
    if (*name != wanted) continue;
    llvm::Expected<llvm::StringRef> bytes = s.getContents();
    if (!bytes) fail("a section", bytes.takeError());
    return SectionBytes{s.getAddress(), *bytes};
  }
  return std::nullopt;
}

Starts counter_starts(const llvm::object::ObjectFile& file) {
  using Data = llvm::RawInstrProf::ProfileData<std::uint64_t>;
  Starts out;
  const auto data = section(file, "__llvm_prf_data");
  const auto counters = section(file, "__llvm_prf_cnts");
  // Nothing is instrumented.
  if (!data || !counters) return out;
  // One record for each instrumented function. The address of its counters is
  // stored relative to the field, as linkers resolve it.
  for (std::size_t at = 0; at + sizeof(Data) <= data->bytes.size();
       at += sizeof(Data)) {
    const auto field = [&](std::size_t offset) {
      std::uint64_t value = 0;
      std::memcpy(&value, data->bytes.data() + at + offset, sizeof value);
      return value;
    };
    const std::uint64_t address =
        data->address + at + field(offsetof(Data, CounterPtr));
    // Of a function in several units, one is kept.
    out.try_emplace(field(offsetof(Data, NameRef)),
                    (address - counters->address) / 8);
  }
  return out;
}

/// Counts of one function. `start` is its first counter, `sums` the number of
/// sums before its own.
struct Counts {
  std::uint64_t start = 0;
  std::uint64_t sums = 0;
  std::string function;

  [[nodiscard]] CountRef ref(const Counter& counter) const {
    if (counter.isZero()) return {};
    return counter.getKind() == Counter::CounterValueReference
               ? CountRef{CountRef::Kind::counter,
                          start + counter.getCounterID()}
               : CountRef{CountRef::Kind::sum,
                          sums + counter.getExpressionID()};
  }
  [[nodiscard]] Count count(const Counter& counter) const {
    const CountRef value = ref(counter);
    return {value, value.kind == CountRef::Kind::counter, function};
  }
};

/// File, line and column where a region begins; macros are files of their own.
using Begin = std::tuple<unsigned, unsigned, unsigned>;

/// Where code begins, and macros that contain code.
std::set<Begin> code_begins(const coverage::CoverageMappingRecord& record) {
  std::set<Begin> out;
  std::set<unsigned> with_code;
  std::size_t before = 0;
  do {  // a macro may contain another
    before = out.size();
    for (const CounterMappingRegion& r : record.MappingRegions) {
      const bool is_code = r.Kind == CounterMappingRegion::CodeRegion ||
                           (r.Kind == CounterMappingRegion::ExpansionRegion &&
                            with_code.count(r.ExpandedFileID) != 0);
      if (!is_code) continue;
      out.emplace(r.FileID, r.LineStart, r.ColumnStart);
      with_code.insert(r.FileID);
    }
  } while (out.size() > before);
  return out;
}

/// Whether a condition contains code with counts of its own: a statement
/// expression, a lambda, or `?:` within an argument. Clang derives counts as if
/// nothing jumped out of it, which only the first may do; they all look alike.
bool has_statements_in_condition(
    const coverage::CoverageMappingRecord& record) {
  const std::set<Begin> code = code_begins(record);
  return std::ranges::any_of(
      record.MappingRegions, [&code](const CounterMappingRegion& r) {
        if (r.Kind != CounterMappingRegion::BranchRegion) return false;
        const auto next =
            code.upper_bound({r.FileID, r.LineStart, r.ColumnStart});
        return next != code.end() &&
               *next < Begin(r.FileID, r.LineEnd, r.ColumnEnd);
      });
}

void add_record(const coverage::CoverageMappingRecord& record,
                std::uint64_t start,
                ExecutableMap& out) {
  // The name of a static function begins with its file.
  const std::string name = record.FunctionName.str();
  const std::string function = name.substr(name.find_last_of(":;") + 1);
  const Counts counts{start, out.sums.size(), function};
  for (const coverage::CounterExpression& e : record.Expressions) {
    out.sums.push_back({counts.ref(e.LHS),
                        counts.ref(e.RHS),
                        e.Kind == coverage::CounterExpression::Subtract});
  }
  out.functions[name] = Count{{CountRef::Kind::counter, start}, true, function};
  out.counted_in[function];
  const bool derives_wrongly = has_statements_in_condition(record);
  for (const CounterMappingRegion& r : record.MappingRegions) {
    const bool branch = r.Kind == CounterMappingRegion::BranchRegion;
    if (!branch && r.Kind != CounterMappingRegion::CodeRegion) continue;
    // A damaged mapping; LLVM checks it elsewhere.
    if (r.FileID >= record.Filenames.size()) continue;
    CountedPlace place;
    place.kind = branch ? CountedPlace::Kind::branch : CountedPlace::Kind::code;
    place.file = record.Filenames[r.FileID].str();
    place.line = r.LineStart;
    place.column = r.ColumnStart;
    place.when_true = counts.count(r.Count);
    if (branch) {
      place.when_false = counts.count(r.FalseCount);
      // One outcome has a counter of its own; that of true, if both have one.
      // Clang simplifies then: "begun + true - true" is how often the condition
      // was begun.
      if (place.when_true.exact) place.when_false.exact = false;
    }
    if (derives_wrongly) {
      for (Count* c : {&place.when_true, &place.when_false}) {
        // It shows nothing.
        if (c->value.kind == CountRef::Kind::sum) c->value = {};
      }
    }
    out.places.push_back(std::move(place));
  }
}

// The hash of the name connects a mapping with the function's counters.
void read_mapping(const llvm::MemoryBuffer& buffer,
                  const Starts& starts,
                  ExecutableMap& out) {
  llvm::SmallVector<std::unique_ptr<llvm::MemoryBuffer>, 4> kept;
  auto readers = coverage::BinaryCoverageReader::create(
      buffer.getMemBufferRef(), "", kept, "");
  if (!readers) {
    llvm::consumeError(readers.takeError());  // nothing was instrumented
    return;
  }
  for (const auto& reader : *readers) {
    for (auto record : *reader) {
      if (!record) {
        llvm::consumeError(record.takeError());
        break;
      }
      const auto start = starts.find(
          llvm::IndexedInstrProf::ComputeHash(record->FunctionName));
      if (start != starts.end()) add_record(*record, start->second, out);
    }
  }
}

void read_symbols(const llvm::object::ObjectFile& file, ExecutableMap& out) {
  std::set<std::string> seen;
  for (const llvm::object::SymbolRef& s : file.symbols()) {
    auto type = s.getType();
    auto name = s.getName();
    auto address = s.getAddress();
    if (!type || !name || !address) {
      llvm::consumeError(type.takeError());
      llvm::consumeError(name.takeError());
      llvm::consumeError(address.takeError());
      continue;
    }
    const std::uint64_t size = llvm::object::ELFSymbolRef(s).getSize();
    if (*type == llvm::object::SymbolRef::ST_Function) {
      out.code[*address] = {name->str(), size};
    }
    if (*type != llvm::object::SymbolRef::ST_Data) continue;
    // Two variables of one name: neither can be identified. A third one is not
    // added again, since the name stays in `seen`.
    if (!seen.insert(name->str()).second) {
      out.variables.erase(name->str());
      continue;
    }
    out.variables[name->str()] = *address;
    out.sizes[name->str()] = size;
  }
}

/// Finds references to counters in machine code: each four bytes that may be
/// the address of one, absolute or relative to what follows. Some may be none,
/// which makes a function seem to be inlined where it is not.
void find_counting(const llvm::object::ObjectFile& file, ExecutableMap& out) {
  const auto text = section(file, ".text");
  const auto counters = section(file, "__llvm_prf_cnts");
  if (!text || !counters) return;
  // By the first counter.
  std::map<std::uint64_t, std::string> owners;
  for (const auto& [name, count] : out.functions) {
    owners[count.value.index] = count.function;
  }
  const auto note = [&](std::uint64_t address, const std::string& by) {
    if (address < counters->address ||
        address >= counters->address + counters->bytes.size()) {
      return;
    }
    auto owner = owners.upper_bound((address - counters->address) / 8);
    if (owner != owners.begin()) {
      out.counted_in[std::prev(owner)->second].insert(by);
    }
  };
  for (const auto& [address, code] : out.code) {
    if (address < text->address) continue;
    const std::uint64_t begin = address - text->address;
    for (std::uint64_t k = begin;
         k + 4 <=
         std::min<std::uint64_t>(begin + code.bytes, text->bytes.size());
         ++k) {
      std::int32_t number = 0;
      std::memcpy(&number, text->bytes.data() + k, sizeof number);
      note(static_cast<std::uint32_t>(number), code.symbol);
      // An operand of one or four bytes may follow.
      for (const std::uint64_t behind : {4U, 5U, 8U}) {
        note(text->address + k + behind +
                 static_cast<std::uint64_t>(static_cast<std::int64_t>(number)),
             code.symbol);
      }
    }
  }
}

}  // namespace

std::int64_t CountValues::of(const CountRef& ref) {
  if (ref.kind == CountRef::Kind::zero) return 0;
  if (ref.kind == CountRef::Kind::counter) return counter_(ref.index);
  // A damaged mapping; LLVM checks it elsewhere.
  if (ref.index >= sums_.size()) return 0;
  if (!known_[ref.index]) {
    const CountSum& sum = sums_[ref.index];
    const std::int64_t left = of(sum.left);
    const std::int64_t right = of(sum.right);
    known_[ref.index] = sum.minus ? left - right : left + right;
  }
  return *known_[ref.index];
}

std::string ExecutableMap::function_at(std::uint64_t address) const {
  auto at = code.upper_bound(address);
  if (at == code.begin()) return "";
  --at;
  return address < at->first + at->second.bytes ? at->second.symbol : "";
}

ExecutableMap read_executable(const std::string& path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer) throw base::ToolError("cannot read " + path);
  auto file = llvm::object::ObjectFile::createELFObjectFile(
      (*buffer)->getMemBufferRef());
  if (!file) fail("it is not ELF", file.takeError());
  ExecutableMap out;
  read_symbols(**file, out);
  read_mapping(**buffer, counter_starts(**file), out);
  find_counting(**file, out);
  return out;
}

}  // namespace catenary::program::plain
