// SPDX-License-Identifier: Apache-2.0
#include "report/html/data.h"

#include "report/documents.h"
#include "report/html/test_data.h"
#include "suite/write.h"

namespace catenary::report {

namespace {

using suite::Json;

/// [file, line, column], or null for an unknown place.
Json place_to_json(const base::SourceLocation& where) {
  if (!where.known()) return {};
  Json out = Json::array();
  out.push(Json::string(where.file));
  out.push(Json::number(static_cast<std::int64_t>(where.line)));
  out.push(Json::number(static_cast<std::int64_t>(where.column)));
  return out;
}

Json value_or_null(const std::optional<logic::Value>& value) {
  return value ? suite::to_json(*value) : Json();
}

Json signal_to_json(const suite::Signal& signal) {
  Json out = Json::object();
  out.set("name", Json::string(signal.name));
  out.set("type", Json::string(signal.type));
  if (!signal.unit.empty()) out.set("unit", Json::string(signal.unit));
  Json names = Json::array();
  for (const auto& [name, value] : signal.names) {
    Json& one = names.push(Json::array());
    one.push(Json::string(name));
    one.push(suite::to_json(value));
  }
  out.set("names", std::move(names));
  if (signal.enumeration) {
    out.set("values", Json::strings(signal.enumeration->values));
  }
  out.set("lo", value_or_null(signal.lo));
  out.set("hi", value_or_null(signal.hi));
  if (signal.derived) out.set("derived", Json::boolean(true));
  out.set("default", suite::to_json(suite::default_value(signal)));
  return out;
}

Json signals_to_json(const std::vector<suite::Signal>& signals) {
  Json out = Json::array();
  for (const suite::Signal& s : signals) out.push(signal_to_json(s));
  return out;
}

/// The signals of one direction with the values that they have.
Json signals_to_json(const std::vector<suite::Signal>& signals,
                     const std::vector<ValueDictionary>& values) {
  Json out = Json::array();
  for (std::size_t i = 0; i < signals.size(); ++i) {
    Json signal = signal_to_json(signals[i]);
    signal.set("dict", values[i].to_json());
    out.push(std::move(signal));
  }
  return out;
}

Json channels_to_json(const std::vector<suite::Channel>& channels) {
  Json out = Json::array();
  for (const suite::Channel& c : channels) {
    Json& one = out.push(Json::object());
    one.set("name", Json::string(c.name));
    one.set("direction", Json::string(suite::to_string(c.direction)));
    one.set("controllable", Json::boolean(c.controllable));
    Json& parameters = one.set("parameters", Json::array());
    for (const suite::Signal& p : c.parameters) {
      parameters.push(Json::string(p.name));
    }
  }
  return out;
}

Json goals_to_json(const std::vector<suite::SuiteGoal>& goals,
                   Numbering& requirements) {
  Json out = Json::array();
  for (const suite::SuiteGoal& g : goals) {
    Json& one = out.push(Json::object());
    one.set("id", Json::string(g.id));
    one.set("kind", Json::string(g.kind));
    one.set("text", Json::string(g.text));
    one.set("req", requirements.numbers(g.requirements));
    one.set("where", place_to_json(g.where));
    one.set("status", Json::string(suite::to_string(g.status)));
    one.set("trust", Json::string(suite::to_string(g.trust)));
    one.set("reason", Json::string(g.reason));
    one.set("depth", Json::number(g.depth));
    one.set("violation", Json::boolean(g.violation));
  }
  return out;
}

Json certificates_to_json(const std::vector<suite::Certificate>& certificates,
                          Numbering& goals) {
  Json out = Json::array();
  for (const suite::Certificate& c : certificates) {
    Json& one = out.push(Json::object());
    one.set("kind", Json::string(c.kind));
    one.set("claim", Json::string(c.claim));
    one.set("by", Json::string(c.by));
    one.set("goals", goals.numbers(c.goals));
  }
  return out;
}

Json findings_to_json(const std::vector<suite::Finding>& findings,
                      Numbering& requirements) {
  Json out = Json::array();
  for (const suite::Finding& f : findings) {
    Json& one = out.push(Json::object());
    one.set("code", Json::string(f.code));
    one.set("severity", Json::string(base::to_string(f.severity)));
    one.set("message", Json::string(f.message));
    one.set("where", place_to_json(f.where));
    one.set("req", requirements.numbers(f.requirements));
    one.set("witness", Json::string(f.witness));
  }
  return out;
}

Json results_to_json(const PageContent& content,
                     const SignalDictionaries& values,
                     Numbering& requirements) {
  if (content.results == nullptr) return {};
  const suite::RunResults& results = *content.results;
  Json out = Json::object();
  out.set("path", Json::string(content.results_path));
  out.set("tool", Json::string(results.tool));
  out.set("sut", Json::string(results.sut));
  out.set("sandbox", Json::string(results.sandbox));
  out.set("repeat", Json::number(static_cast<std::int64_t>(results.repeat)));
  out.set("complete", Json::boolean(results.complete));
  if (results.oracle) out.set("oracle", model_to_json(results.oracle->model));
  Json& seen = out.set("dict", Json::array());
  for (const ValueDictionary& d : values.observed) seen.push(d.to_json());
  Json& tests = out.set("tests", Json::array());
  for (const suite::TestResult& r : results.tests) {
    tests.push(result_to_json(r, values, requirements));
  }
  // The same document that `trace --json` prints.
  out.set("diagnoses", trace_document(content.results_path, content.diagnoses));
  return out;
}

/// Text and place of the requirements that the model words, by number.
Json requirement_texts_to_json(const std::vector<RequirementText>& texts) {
  Json out = Json::array();
  for (const RequirementText& r : texts) {
    Json& one = out.push(Json::object());
    one.set("text", Json::string(r.text));
    one.set("where", place_to_json(r.where));
  }
  return out;
}

Json sources_to_json(const std::vector<SourceText>& sources) {
  Json out = Json::array();
  for (const SourceText& s : sources) {
    Json& one = out.push(Json::object());
    one.set("file", Json::string(s.file));
    one.set("text", Json::string(s.text));
  }
  return out;
}

}  // namespace

Json page_data(const PageContent& content) {
  const suite::Suite& suite = content.suite;
  const SignalDictionaries values(suite, content.results);
  Numbering goals;
  for (const suite::SuiteGoal& g : suite.goals) (void)goals.number(g.id);
  Numbering requirements;
  for (const RequirementText& r : content.requirements) {
    (void)requirements.number(r.id);
  }
  Json out = Json::object();
  out.set("tool", Json::string(suite.tool));
  out.set("suite", Json::string(content.suite_path));
  out.set("model", model_to_json(suite.model));
  Json& options = out.set("options", Json::array());
  for (const auto& [name, value] : suite.options) {
    options.push(Json::strings({name, value}));
  }
  out.set("seed", Json::string(std::to_string(suite.seed)));
  out.set("unit", Json::string(suite.signature.time_unit));
  out.set("inputs", signals_to_json(suite.signature.inputs, values.inputs));
  out.set("outputs", signals_to_json(suite.signature.outputs, values.expected));
  out.set("initial", signals_to_json(suite.signature.initial));
  out.set("channels", channels_to_json(suite.signature.channels));
  out.set("goals", goals_to_json(suite.goals, requirements));
  Json& tests = out.set("tests", Json::array());
  for (const suite::Test& t : suite.tests) {
    tests.push(test_to_json(t, suite.signature, values, goals, requirements));
  }
  out.set("certificates", certificates_to_json(suite.certificates, goals));
  out.set("findings", findings_to_json(suite.findings, requirements));
  out.set("results", results_to_json(content, values, requirements));
  out.set("requirementTexts", requirement_texts_to_json(content.requirements));
  out.set("sources", sources_to_json(content.sources));
  out.set("drawing", content.drawing);
  out.set("graphNote", Json::string(content.graph_note));
  out.set("note", Json::string(content.model_note));
  // Last, when all of them are known.
  out.set("requirements", Json::strings(requirements.names()));
  out.set("names", Json::strings(goals.names()));
  return out;
}

}  // namespace catenary::report
