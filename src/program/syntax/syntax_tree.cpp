// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads `-ast-dump=json` of Clang into a small tree with byte offsets.
#include "program/syntax/syntax_tree.h"

#include <llvm/Support/JSON.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include "base/process.h"
#include "base/temporary_directory.h"
#include "program/build/annotations.h"
#include "program/syntax/syntax_json.h"

namespace catenary::program {

namespace {

namespace fs = std::filesystem;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

/// The type as it is written; empty for nodes without one.
std::string type_of(const Object& o) {
  const Object* type = o.getObject("type");
  return type == nullptr ? std::string() : text_of(*type, "qualType");
}

/// One end of a range, in bytes; nothing where it is not in the file itself.
struct End {
  std::size_t offset = 0, length = 0;
  bool in_macro = false;
};

std::optional<End> end_of(const Object* place) {
  if (place == nullptr) return std::nullopt;
  // Only where a macro is used can the text be changed.
  if (const Object* at = place->getObject("expansionLoc")) {
    std::optional<End> out = end_of(at);
    if (out) out->in_macro = true;
    return out;
  }
  const auto offset = place->getInteger("offset");
  const auto length = place->getInteger("tokLen");
  if (!offset || !length || place->get("includedFrom") != nullptr) {
    return std::nullopt;
  }
  return End{static_cast<std::size_t>(*offset),
             static_cast<std::size_t>(*length),
             false};
}

std::optional<TextRange> range_of(const Object& node) {
  const Object* range = node.getObject("range");
  if (range == nullptr) return std::nullopt;
  const auto begin = end_of(range->getObject("begin"));
  const auto end = end_of(range->getObject("end"));
  if (!begin || !end) return std::nullopt;
  return TextRange{
      begin->offset, end->offset + end->length, begin->in_macro, end->in_macro};
}

/// Builds the tree of one file.
class SyntaxTreeReader {
 public:
  SyntaxTree read(const Object& file) {
    declarations(file, true);
    return std::move(out_);
  }

 private:
  /// Reads the declarations of a scope; `is_file`: variables of it are global.
  void declarations(const Object& scope, bool is_file);
  /// Adds declarations that may stand for each other in a mutant.
  void add_group(Siblings group);
  /// Reads a statement or expression with its children.
  [[nodiscard]] SyntaxNode statement(const Object& from);

  SyntaxTree out_;
};

void SyntaxTreeReader::add_group(Siblings group) {
  if (group.empty()) return;
  for (const Sibling& s : group) out_.group_of[s.id] = out_.groups.size();
  out_.groups.push_back(std::move(group));
}

void SyntaxTreeReader::declarations(const Object& scope, bool is_file) {
  const Array* inner = scope.getArray("inner");
  if (inner == nullptr) return;
  Siblings variables;
  Siblings fields;
  Siblings enumerators;
  for (const Value& value : *inner) {
    const Object* node = value.getAsObject();
    if (node == nullptr) continue;
    const std::string kind = text_of(*node, "kind");
    const Sibling self{
        text_of(*node, "id"), text_of(*node, "name"), type_of(*node)};
    if (kind == "VarDecl") {
      const Object* place = node->getObject("loc");
      // A header may declare variables that only other files define.
      if (is_file && end_of(place)) variables.push_back(self);
    } else if (kind == "FieldDecl") {
      if (!self.name.empty()) fields.push_back(self);
    } else if (kind == "EnumConstantDecl") {
      enumerators.push_back(self);
    } else if (kind == "FunctionDecl" || kind == "CXXMethodDecl" ||
               kind == "CXXConstructorDecl" || kind == "CXXConversionDecl") {
      const Array* parts = node->getArray("inner");
      if (parts == nullptr || !range_of(*node)) continue;
      for (const Value& part : *parts) {
        const Object* body = part.getAsObject();
        if (body == nullptr || text_of(*body, "kind") != "CompoundStmt") {
          continue;
        }
        out_.functions.push_back(statement(*body));
      }
    } else if (kind == "RecordDecl" || kind == "EnumDecl" ||
               kind == "CXXRecordDecl") {
      // Members are siblings of each other, not of variables around the type.
      declarations(*node, false);
    } else if (kind == "NamespaceDecl" || kind == "LinkageSpecDecl") {
      declarations(*node, true);
    }
  }
  add_group(std::move(variables));
  add_group(std::move(fields));
  add_group(std::move(enumerators));
}

SyntaxNode SyntaxTreeReader::statement(const Object& from) {
  SyntaxNode out;
  out.kind = text_of(from, "kind");
  out.type = type_of(from);
  const std::optional<TextRange> range = range_of(from);
  // A node from another file has no place here: treated as out of a macro.
  out.range = range ? *range : TextRange{0, 0, true, true};
  if (const auto opcode = from.getString("opcode")) {
    out.text = opcode->str();
    out.postfix = from.getBoolean("isPostfix").value_or(false);
  } else if (const auto literal = from.getString("value")) {
    out.text = literal->str();
  } else if (const auto truth = from.getBoolean("value")) {
    out.text = *truth ? "true" : "false";
  } else if (const auto name = from.getString("name")) {
    out.text = name->str();
  }
  if (const Object* named = from.getObject("referencedDecl")) {
    out.refers_to = text_of(*named, "id");
    out.text = text_of(*named, "name");
    if (text_of(*named, "kind") == "EnumConstantDecl") {
      out.kind = "EnumeratorRef";
    }
  } else {
    out.refers_to = text_of(from, "referencedMemberDecl");
  }
  const Array* inner = from.getArray("inner");
  if (inner == nullptr) return out;
  // A child that is absent keeps its position: positions have meanings.
  for (const Value& value : *inner) {
    const Object* child = value.getAsObject();
    out.inner.push_back(child == nullptr ? SyntaxNode() : statement(*child));
  }
  return out;
}

}  // namespace

SyntaxTree read_syntax(const Recipe& recipe,
                       const std::string& path,
                       const base::Budget& budget) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 29;
  const base::TemporaryDirectory directory;
  fs::create_directories(directory.file("include/catenary"));
  std::ofstream(directory.file("include/catenary/c.h")) << annotations_header();
  base::ProcessCommand command;
  command.argv = {"clang-19"};
  command.argv.insert(
      command.argv.end(), recipe.flags.begin(), recipe.flags.end());
  for (const Unit& unit : recipe.units) {
    if (unit.path != path) continue;
    command.argv.insert(
        command.argv.end(), unit.flags.begin(), unit.flags.end());
  }
  // The flags must not change what the compiler of the program saw; errors are
  // not fatal, since a file may need others to compile.
  for (const char* flag : {"-fsyntax-only",
                           "-w",
                           "-ferror-limit=0",
                           "-D__CATENARY__=1",
                           "-iquote",
                           ".",
                           "-idirafter"}) {
    command.argv.push_back(flag);
  }
  command.argv.push_back(directory.file("include"));
  command.argv.insert(command.argv.end(), {"-Xclang", "-ast-dump=json", path});
  command.working_directory = recipe.directory;
  command.limits.stdout_bytes = kMostBytes;
  const base::ProcessResult result = base::run_process(command, budget);
  if (result.out_truncated) {
    throw base::ToolError("the syntax tree of " + path + " is too large");
  }
  llvm::Expected<Value> tree = llvm::json::parse(result.out);
  const Object* file = tree ? tree->getAsObject() : nullptr;
  if (file == nullptr) {
    llvm::consumeError(tree.takeError());
    throw base::ToolError("clang-19 does not tell the syntax of " + path +
                          " (" + result.describe() + ")");
  }
  return SyntaxTreeReader().read(*file);
}

std::string text_of(const Object& object, const char* key) {
  const auto text = object.getString(key);
  return text ? text->str() : std::string();
}

}  // namespace catenary::program
