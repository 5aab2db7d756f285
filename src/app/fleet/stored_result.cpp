// SPDX-License-Identifier: Apache-2.0
#include "app/fleet/stored_result.h"

#include <algorithm>
#include <utility>

#include "app/exit_code.h"
#include "base/wire.h"

namespace catenary::app {

std::string text_of(const std::vector<std::string>& words) {
  std::string out = "catenary";
  for (const std::string& word : words) out += " " + word;
  return out;
}

std::string short_text_of(const std::vector<std::string>& words) {
  const auto input =
      std::find_if(words.begin() + 1, words.end(), [](const std::string& word) {
        return !word.starts_with('-');
      });
  std::vector<std::string> shown = {words.front()};
  if (input != words.end()) shown.push_back(*input);
  return text_of(shown);
}

std::string to_stored(const std::string& task,
                      const fleet::ResultMessage& result,
                      const std::string& body) {
  base::WireWriter to;
  to.put(task, result.code, result.partial, result.seconds, body);
  return to.bytes();
}

StoredResult read_stored(const std::string& bytes) {
  base::WireReader from(bytes);
  StoredResult out;
  std::string body;
  from.get(out.task, out.code, out.partial, out.seconds, body);
  auto read = fleet::read_body(body);
  if (!read) base::WireReader::fail();
  out.body = std::move(*read);
  return out;
}

std::string same_part(const std::string& stored) {
  const StoredResult result = read_stored(stored);
  const auto end = static_cast<ExitCode>(result.code);
  const bool final = end == ExitCode::success || end == ExitCode::findings ||
                     end == ExitCode::inconclusive || end == ExitCode::usage;
  if (result.partial || !final) return "";
  std::string out = std::to_string(result.code);
  if (result.task.starts_with("catenary run ")) return out;
  for (const fleet::FileDigest& f : result.body.files) {
    out += "\n" + f.path + " " + f.digest;
  }
  return out;
}

}  // namespace catenary::app
