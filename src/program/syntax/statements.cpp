// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads `-ast-dump=json` of Clang: a walk over the tree that keeps the
/// statements in bodies of functions, see statements.h.
#include "program/syntax/statements.h"

#include <llvm/Support/JSON.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <tuple>

#include "program/build/paths.h"
#include "program/syntax/syntax_json.h"

namespace catenary::program {

namespace {

namespace fs = std::filesystem;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

/// The line markers of a file, `#line 12 "file"` and `# 12 "file"`, in order.
class LineMarkers {
 public:
  explicit LineMarkers(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::string line;
    for (std::uint32_t n = 1; std::getline(in, line); ++n) {
      const std::size_t hash = line.find_first_not_of(" \t");
      if (hash == std::string::npos || line[hash] != '#') continue;
      std::istringstream words(line.substr(hash + 1));
      std::string word;
      words >> word;
      if (word == "line") words >> word;
      if (word.empty() ||
          !std::all_of(word.begin(), word.end(), [](unsigned char c) {
            return std::isdigit(c) != 0;
          })) {
        continue;
      }
      Marker m{n + 1, static_cast<std::uint32_t>(std::stoul(word)), ""};
      const std::size_t open = line.find('"');
      const std::size_t close = line.rfind('"');
      if (open != close) m.file = line.substr(open + 1, close - open - 1);
      if (m.file.empty())
        m.file = markers_.empty() ? path : markers_.back().file;
      markers_.push_back(std::move(m));
    }
  }
  /// Replaces a physical place by the one that the last marker before it says.
  void apply(std::string& file, std::uint32_t& line) const {
    const Marker* last = nullptr;
    for (const Marker& m : markers_) {
      if (m.from <= line) last = &m;
    }
    if (last == nullptr) return;
    line = last->line + (line - last->from);
    file = last->file;
  }

 private:
  struct Marker {
    std::uint32_t from = 0;  ///< first line it holds for
    std::uint32_t line = 0;  ///< what that is called
    std::string file;
  };
  std::vector<Marker> markers_;
};

/// Reads the places of a tree, in the order in which they were printed: Clang
/// leaves out file and line where they are the same as in the place printed
/// before. So every place must be read, even if it is not needed.
class Places {
 public:
  struct Place {
    std::string file;  ///< the real one
    std::uint32_t line = 0, column = 0, length = 0;
  };

  std::optional<Place> read(const Object* at) {
    if (at == nullptr) return std::nullopt;
    if (at->getObject("spellingLoc") != nullptr ||
        // A place in a macro: the use counts, but both must be read in order.
        at->getObject("expansionLoc") != nullptr) {
      (void)read(at->getObject("spellingLoc"));
      return read(at->getObject("expansionLoc"));
    }
    const auto column = at->getInteger("col");
    const auto length = at->getInteger("tokLen");
    if (const auto file = at->getString("file")) file_ = file->str();
    if (const auto line = at->getInteger("line")) {
      line_ = static_cast<std::uint32_t>(*line);
    }
    if (!column || !length) return std::nullopt;
    return Place{file_,
                 line_,
                 static_cast<std::uint32_t>(*column),
                 static_cast<std::uint32_t>(*length)};
  }

 private:
  std::string file_;
  std::uint32_t line_ = 0;
};

/// The child of a block or of a control statement is a statement; the same node
/// elsewhere may be an operand.
enum class Role : std::uint8_t { other, statement };

class StatementReader {
 public:
  StatementReader(const std::string& skip, const std::string& directory)
      : skip_(skip), directory_(directory) {}

  void visit(const Object& json, Role role);
  std::vector<Statement> take();

 private:
  struct Node {
    const Object& json;
    std::string kind;
    std::optional<Places::Place> begin, end;
  };
  [[nodiscard]] base::SourceLocation shown(const Places::Place& place);
  void add(const Node& node);
  static std::vector<Role> roles_in(const Node& node, std::size_t count);

  const std::string& skip_;
  const std::string& directory_;
  Places places_;
  base::SourceLocation function_;
  std::map<std::string, LineMarkers> markers_;
  std::vector<Statement> found_;
};

base::SourceLocation StatementReader::shown(const Places::Place& place) {
  std::string file = place.file;
  std::uint32_t line = place.line;
  auto at = markers_.find(file);
  if (at == markers_.end()) {
    const fs::path full = fs::path(file).is_absolute()
                              ? fs::path(file)
                              : fs::path(directory_) / file;
    at = markers_.emplace(file, LineMarkers(full.string())).first;
  }
  at->second.apply(file, line);
  return {display_path(file, directory_), line, place.column};
}

bool is_sequence(const std::string& kind) {
  return kind == "CompoundStmt" || kind == "CaseStmt" ||
         kind == "DefaultStmt" || kind == "LabelStmt" ||
         kind == "AttributedStmt";
}

/// Which children are statements of their own. Optional children (initialiser,
/// condition variable) stand in front, so statements are counted from the end.
std::vector<Role> StatementReader::roles_in(const Node& node,
                                            std::size_t count) {
  std::vector<Role> roles(count, Role::other);
  const auto last = [&](std::size_t n) {
    for (std::size_t k = 0; k < n && k < count; ++k) {
      roles[count - 1 - k] = Role::statement;
    }
  };
  if (node.kind == "CompoundStmt") {
    last(count);
  } else if (node.kind == "IfStmt") {
    last(node.json.getBoolean("hasElse").value_or(false) ? 2 : 1);
  } else if (node.kind == "DoStmt") {
    if (count > 0) roles[0] = Role::statement;
  } else if (node.kind == "WhileStmt" || node.kind == "ForStmt" ||
             node.kind == "SwitchStmt" || node.kind == "CXXForRangeStmt" ||
             is_sequence(node.kind)) {
    last(1);
  }
  return roles;
}

/// The expression inside of parentheses and conversions.
const Object* inside(const Object* node) {
  static const std::set<std::string> wrappers = {"ParenExpr",
                                                 "ImplicitCastExpr",
                                                 "CStyleCastExpr",
                                                 "ExprWithCleanups",
                                                 "ConstantExpr"};
  while (node != nullptr && wrappers.count(text_of(*node, "kind")) != 0) {
    const Array* inner = node->getArray("inner");
    if (inner == nullptr || inner->empty()) break;
    node = inner->back().getAsObject();
  }
  return node;
}

/// Whether Clang emits code for it wherever it emits any code around it. Calls
/// are left out: a call of a builtin may leave no code.
bool always_has_code(const Object& json, const std::string& kind) {
  const Array* inner = json.getArray("inner");
  if (kind == "ReturnStmt") return inner != nullptr && !inner->empty();
  if (kind == "DeclStmt") return true;
  const Object* expression = inside(&json);
  if (expression == nullptr) return false;
  const std::string operation = text_of(*expression, "opcode");
  const std::string of = text_of(*expression, "kind");
  return (of == "BinaryOperator" && operation == "=") ||
         of == "CompoundAssignOperator" ||
         (of == "UnaryOperator" && (operation == "++" || operation == "--"));
}

/// A declaration counts where it initialises something each time it is run.
bool initialises(const Object& declaration) {
  const Array* inner = declaration.getArray("inner");
  if (inner == nullptr) return false;
  return std::any_of(inner->begin(), inner->end(), [](const Value& value) {
    const Object* variable = value.getAsObject();
    return variable != nullptr && text_of(*variable, "kind") == "VarDecl" &&
           variable->get("init") != nullptr &&
           text_of(*variable, "storageClass") != "static" &&
           !variable->getBoolean("constexpr").value_or(false);
  });
}

void StatementReader::add(const Node& node) {
  if (is_sequence(node.kind) || node.kind == "NullStmt") return;
  if (node.kind == "DeclStmt" && !initialises(node.json)) return;
  if (!node.begin || !node.end || node.begin->file == skip_) return;
  Statement s;
  s.where = shown(*node.begin);
  const base::SourceLocation end = shown(*node.end);
  s.end = {end.line, end.column + std::max(1U, node.end->length) - 1};
  s.function = function_;
  s.has_code = always_has_code(node.json, node.kind);
  found_.push_back(std::move(s));
}

void StatementReader::visit(const Object& json, Role role) {
  const std::optional<Places::Place> place =
      places_.read(json.getObject("loc"));
  Node node{json, text_of(json, "kind"), {}, {}};
  if (const Object* range = json.getObject("range")) {
    node.begin = places_.read(range->getObject("begin"));
    node.end = places_.read(range->getObject("end"));
  }
  const base::SourceLocation around = function_;
  // Lambdas are methods of their class in the tree: they nest.
  const bool is_function =
      node.kind == "FunctionDecl" || node.kind == "CXXMethodDecl" ||
      node.kind == "CXXConstructorDecl" || node.kind == "CXXDestructorDecl" ||
      node.kind == "CXXConversionDecl";
  if (is_function && place) function_ = shown(*place);
  if (role == Role::statement && !node.kind.empty()) add(node);
  if (const Array* inner = json.getArray("inner")) {
    const std::vector<Role> roles = roles_in(node, inner->size());
    for (std::size_t k = 0; k < inner->size(); ++k) {
      if (const Object* child = (*inner)[k].getAsObject()) {
        visit(*child, roles[k]);
      }
    }
  }
  function_ = around;
}

std::vector<Statement> StatementReader::take() {
  const auto key = [](const Statement& s) {
    return std::tie(s.where.file, s.where.line, s.where.column);
  };
  // Of those that begin in the same place the outermost was found first, and a
  // stable sort keeps that order.
  std::stable_sort(
      found_.begin(),
      found_.end(),
      [&](const Statement& a, const Statement& b) { return key(a) < key(b); });
  found_.erase(std::unique(found_.begin(),
                           found_.end(),
                           [&](const Statement& a, const Statement& b) {
                             return key(a) == key(b);
                           }),
               found_.end());
  return std::move(found_);
}

}  // namespace

std::vector<Statement> read_statements(const std::string& json,
                                       const std::string& skip,
                                       const std::string& directory) {
  llvm::Expected<Value> tree = llvm::json::parse(json);
  const Object* file = tree ? tree->getAsObject() : nullptr;
  if (file == nullptr) {
    llvm::consumeError(tree.takeError());
    throw base::ToolError("clang-19 does not tell the syntax of a source");
  }
  StatementReader reader(skip, directory);
  reader.visit(*file, Role::other);
  return reader.take();
}

}  // namespace catenary::program
