// SPDX-License-Identifier: Apache-2.0
#include "lsp/server.h"

#include <algorithm>
#include <utility>

#include "lsp/features.h"
#include "lsp/format.h"
#include "lsp/json.h"
#include "lsp/suites.h"

namespace catenary::lsp {

using base::Json;

namespace {

// Error codes of JSON-RPC and LSP.
constexpr std::int64_t kParseError = -32700, kInvalidRequest = -32600,
                       kMethodNotFound = -32601, kInvalidParams = -32602,
                       kNotInitialized = -32002, kRequestCancelled = -32800,
                       kRequestFailed = -32803;

/// Parameters that a request must have are missing or of a wrong type.
class WrongParams : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
/// There is no such request.
class UnknownMethod : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An id of a request: a number or a string.
bool is_id(const Json* id) {
  return id != nullptr &&
         (id->is(Json::Kind::number) || id->is(Json::Kind::string));
}

Json capabilities(Encoding encoding) {
  Json out = Json::object();
  out.set("positionEncoding",
          Json::string(encoding == Encoding::utf8 ? "utf-8" : "utf-16"));
  Json& sync = out.set("textDocumentSync", Json::object());
  constexpr std::int64_t kIncremental = 2;
  sync.set("openClose", Json::boolean(true));
  sync.set("change", Json::number(kIncremental));
  for (const char* name : {"definitionProvider",
                           "referencesProvider",
                           "documentHighlightProvider",
                           "hoverProvider",
                           "documentSymbolProvider",
                           "documentFormattingProvider"}) {
    out.set(name, Json::boolean(true));
  }
  out.set("renameProvider", Json::object())
      .set("prepareProvider", Json::boolean(true));
  out.set("completionProvider", Json::object());
  out.set("codeLensProvider", Json::object())
      .set("resolveProvider", Json::boolean(false));
  return out;
}

Json message_of(const char* method, Json params) {
  Json out = Json::object();
  out.set("jsonrpc", Json::string("2.0"));
  out.set("method", Json::string(method));
  out.set("params", std::move(params));
  return out;
}

}  // namespace

void Server::reply(const Json& id, Json result) {
  Json out = Json::object();
  out.set("jsonrpc", Json::string("2.0"));
  out.set("id", id);
  out.set("result", std::move(result));
  send_(out);
}

void Server::fail(const Json& id, std::int64_t code, const std::string& why) {
  Json out = Json::object();
  out.set("jsonrpc", Json::string("2.0"));
  out.set("id", id);
  Json& error = out.set("error", Json::object());
  error.set("code", Json::number(code));
  error.set("message", Json::string(why));
  send_(out);
}

void Server::report_fault(const std::string& message) {
  fail(Json(), kInvalidRequest, message);
}

void Server::receive(const std::string& content) {
  try {
    // Deep enough for every message of LSP.
    Json message =
        base::parse_json(content, "message", {}, base::LoneSurrogate::replaced);
    if (string_at(message, {"method"}) == "$/cancelRequest") {
      const Json* id = member(message, {"params", "id"});
      if (is_id(id)) cancelled_.insert(id->compact());
      return;
    }
    waiting_.push_back(std::move(message));
  } catch (const base::InputError& e) {
    fail(Json(), kParseError, e.what());
  }
}

bool Server::handle_next() {
  if (waiting_.empty()) {
    // What was cancelled was answered before.
    cancelled_.clear();
    return false;
  }
  const Json message = std::move(waiting_.front());
  waiting_.pop_front();
  dispatch(message);
  return true;
}

void Server::dispatch(const Json& message) {
  if (!message.is(Json::Kind::object)) {
    return fail(Json(), kInvalidRequest, "a message is a JSON object");
  }
  const Json* id = message.find("id");
  const Json* method = message.find("method");
  if (method == nullptr || !method->is(Json::Kind::string)) {
    // An answer to a request of ours has nothing that matters.
    if (message.find("result") != nullptr || message.find("error") != nullptr) {
      return;
    }
    return fail(is_id(id) ? *id : Json(),
                kInvalidRequest,
                "expected a 'method' that is a string");
  }
  if (id == nullptr) return notification(message, method->text());
  if (!is_id(id)) {
    return fail(
        Json(), kInvalidRequest, "expected an 'id' that is a number or string");
  }
  request(message, method->text());
}

void Server::request(const Json& message, const std::string& method) {
  const Json& id = *message.find("id");
  static const Json kNone = Json::object();
  const Json* given = message.find("params");
  const Json& params = given == nullptr ? kNone : *given;
  if (cancelled_.erase(id.compact()) > 0) {
    return fail(id, kRequestCancelled, "the request was cancelled");
  }
  if (shut_down_) {
    return fail(id, kInvalidRequest, "'" + method + "' after 'shutdown'");
  }
  if (method == "initialize") {
    if (initialized_) {
      return fail(id, kInvalidRequest, "a second 'initialize'");
    }
    return reply(id, initialize(params));
  }
  if (!initialized_) {
    return fail(id, kNotInitialized, "'" + method + "' before 'initialize'");
  }
  if (method == "shutdown") {
    shut_down_ = true;
    return reply(id, Json());
  }
  try {
    reply(id, answer(method, params));
  } catch (const UnknownMethod& e) {
    fail(id, kMethodNotFound, e.what());
  } catch (const WrongParams& e) {
    fail(id, kInvalidParams, e.what());
  } catch (const Refused& e) {
    fail(id, kRequestFailed, e.what());
  }
}

void Server::notification(const Json& message, const std::string& method) {
  if (method == "exit") {
    ended_ = true;
    return;
  }
  const Json* params = message.find("params");
  // LSP: others are dropped before 'initialize'; there is no answer to any.
  if (!initialized_ || shut_down_ || params == nullptr) return;
  if (method == "textDocument/didOpen") open(*params);
  if (method == "textDocument/didChange") change(*params);
  if (method == "textDocument/didClose") close(*params);
}

Json Server::initialize(const Json& params) {
  initialized_ = true;
  const Json* encodings =
      member(params, {"capabilities", "general", "positionEncodings"});
  if (encodings != nullptr && encodings->is(Json::Kind::array)) {
    // The first one that is known; without any it is UTF-16.
    for (const Json& name : encodings->items()) {
      if (!name.is(Json::Kind::string)) continue;
      if (name.text() == "utf-16") break;
      if (name.text() != "utf-8") continue;
      encoding_ = Encoding::utf8;
      break;
    }
  }
  refreshes_lenses_ = truth_at(
      params, {"capabilities", "workspace", "codeLens", "refreshSupport"});
  Json out = Json::object();
  out.set("capabilities", capabilities(encoding_));
  Json& info = out.set("serverInfo", Json::object());
  info.set("name", Json::string("catenary"));
  info.set("version", Json::string(version_));
  return out;
}

void Server::open(const Json& params) {
  const std::string uri = string_at(params, {"textDocument", "uri"});
  if (uri.empty()) return;
  const Language* language = language_of(
      string_at(params, {"textDocument", "languageId"}), path_of(uri));
  auto document = std::make_unique<Document>(
      uri, language, string_at(params, {"textDocument", "text"}), encoding_);
  document->version =
      integer_at(params, {"textDocument", "version"}).value_or(0);
  documents_.open(std::move(document));
}

void Server::change(const Json& params) {
  Document* const document =
      documents_.find(string_at(params, {"textDocument", "uri"}));
  const Json* changes = member(params, {"contentChanges"});
  if (document == nullptr || changes == nullptr ||
      !changes->is(Json::Kind::array)) {
    return;
  }
  conflicts_.cancel(document->uri());
  document->version = integer_at(params, {"textDocument", "version"})
                          .value_or(document->version);
  for (const Json& c : changes->items()) {
    const Json* text = member(c, {"text"});
    if (text == nullptr || !text->is(Json::Kind::string)) continue;
    const Json* given = member(c, {"range"});
    if (given == nullptr) {
      document->replace_all(text->text());
    } else if (const auto range = range_from(given)) {
      document->replace(*range, text->text());
    }
  }
}

void Server::close(const Json& params) {
  const std::string uri = string_at(params, {"textDocument", "uri"});
  if (documents_.find(uri) == nullptr) return;
  conflicts_.forget(uri);
  documents_.close(uri);
  // Of a file that is not open there is nothing to show.
  Json out = Json::object();
  out.set("uri", Json::string(uri));
  out.set("diagnostics", Json::array());
  send_(message_of("textDocument/publishDiagnostics", std::move(out)));
}

Json Server::answer(const std::string& method, const Json& params) {
  static constexpr std::string_view kOfDocuments[] = {
      "textDocument/definition",
      "textDocument/references",
      "textDocument/documentHighlight",
      "textDocument/hover",
      "textDocument/documentSymbol",
      "textDocument/completion",
      "textDocument/codeLens",
      "textDocument/formatting",
      "textDocument/prepareRename",
      "textDocument/rename"};
  if (std::ranges::find(kOfDocuments, method) == std::end(kOfDocuments)) {
    throw UnknownMethod("there is no method '" + method + "'");
  }
  const Document* const d =
      documents_.find(string_at(params, {"textDocument", "uri"}));
  if (d == nullptr) {
    throw WrongParams("expected the 'textDocument' of an open document");
  }
  if (method == "textDocument/documentSymbol") return outline(*d);
  if (method == "textDocument/codeLens") return code_lenses(*d);
  if (method == "textDocument/formatting") {
    const auto width = integer_at(params, {"options", "tabSize"}).value_or(2);
    const Json* spaces = member(params, {"options", "insertSpaces"});
    constexpr std::int64_t kWidest = 16;
    return format(
        *d,
        {static_cast<std::size_t>(std::clamp<std::int64_t>(width, 0, kWidest)),
         spaces != nullptr && !truth_at(params, {"options", "insertSpaces"})});
  }
  const auto position = position_from(member(params, {"position"}));
  if (!position) throw WrongParams("expected a 'position'");
  if (method == "textDocument/definition") {
    return definition(*d, documents_, *position);
  }
  if (method == "textDocument/references") {
    return references(
        *d, *position, truth_at(params, {"context", "includeDeclaration"}));
  }
  if (method == "textDocument/documentHighlight") {
    return highlights(*d, *position);
  }
  if (method == "textDocument/hover") return hover(*d, documents_, *position);
  if (method == "textDocument/completion") return completion(*d);
  if (method == "textDocument/prepareRename") {
    return prepare_rename(*d, *position);
  }
  return rename(*d, *position, string_at(params, {"newName"}));
}

Json Server::code_lenses(const Document& d) {
  Json out = Json::array();
  const auto add = [&out](const Range& where, const std::string& title) {
    Json& row = out.push(Json::object());
    row.set("range", to_json(where));
    Json& command = row.set("command", Json::object());
    command.set("title", Json::string(title));
    command.set("command", Json::string(""));
  };
  const base::Inspection& inspection = d.inspection();
  const bool faulty = std::ranges::any_of(
      inspection.diagnostics, [](const base::Diagnostic& f) {
        return f.severity == base::Severity::error;
      });
  if (d.language() != nullptr && d.language()->has_conflicts() &&
      conflicts_.enabled() && !faulty) {
    const ConflictResult* result = conflicts_.result(d.uri(), d.text().all());
    for (const base::Symbol& s : inspection.symbols.symbols()) {
      if (s.kind != base::SymbolKind::requirement) continue;
      std::string title = "consistency is being checked";
      if (result != nullptr) {
        const auto own = result->of.find(s.name);
        title = own == result->of.end() ? result->all : own->second;
      }
      add(d.text().range_of(s.where, s.length), title);
    }
  }
  for (const Lens& lens : suite_lenses(d)) add(lens.where, lens.title);
  return out;
}

void Server::publish(Document& document) {
  document.changed = false;
  Json out = Json::object();
  out.set("uri", Json::string(document.uri()));
  out.set("version", Json::number(document.version));
  out.set("diagnostics", diagnostics(document));
  send_(message_of("textDocument/publishDiagnostics", std::move(out)));
}

void Server::settle() {
  for (auto& [uri, document] : documents_.all()) {
    if (document->changed) publish(*document);
  }
  if (!conflicts_.poll() || !refreshes_lenses_) return;
  Json out = Json::object();
  out.set("jsonrpc", Json::string("2.0"));
  out.set("id", Json::string("catenary-" + std::to_string(next_id_++)));
  out.set("method", Json::string("workspace/codeLens/refresh"));
  send_(out);
}

}  // namespace catenary::lsp
