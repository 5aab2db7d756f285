// SPDX-License-Identifier: Apache-2.0
/// \file
/// The part of the test port that is the same for all suites. JSON is taken
/// apart by the tokenizer of Titan's run-time library. What is wrong with the
/// system under test is a TTCN-3 error, so that the verdict is error.
#include "report/export/ttcn3/ttcn3_interface.h"

namespace catenary::report {

const char* ttcn3_line_header() {
  return R"c(// A system under test that is a process and exchanges lines of JSON.
#ifndef SutLine_HH
#define SutLine_HH

#include <TTCN3.hh>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace sut {

// A JSON value.
class Json {
 public:
  enum Kind { null, boolean, number, string, array, object };
  Kind kind = null;
  std::string content;       // of numbers (as written), strings, "true"
  std::vector<Json> items;   // of arrays
  std::vector<std::pair<std::string, Json>> members;  // of objects

  // TTCN-3 errors where the value is another one.
  static Json parse(const std::string& line);
  const Json* find(const std::string& key) const;
  const Json& at(const std::string& key) const;
  const Json& list(const std::string& key) const;  // empty where it is missing
  const Json& operator[](std::size_t i) const { return items[i]; }
  const std::string& text() const;
  void expect(std::size_t size) const;
};

std::string text_of(const BOOLEAN& value);
std::string text_of(const INTEGER& value);
std::string text_of(const FLOAT& value);
std::string text_of_float32(const FLOAT& value);
std::string quoted(const std::string& text);
// `name` is that of the value, for messages.
bool boolean_of(const Json& json, const char* name);
INTEGER integer_of(const Json& json, const char* name);
double float_of(const Json& json, const char* name);
double float32_of(const Json& json, const char* name);
int index_of(const Json& json, const char* const* names, int count,
             const char* name);

// The process. It is started by greet() and killed by end().
class Process {
 public:
  virtual ~Process() { end(); }

 protected:
  std::string command;  // empty: that of the environment variable SUT
  void greet(const std::string& line);
  void reset(const std::string& line);
  void write_line(const std::string& line);
  void read_lines();   // reads once and handles the lines that are complete
  void refuse_more();  // an error where something can be read
  void end();
  int input() const { return from_; }
  virtual void on_line(const Json& line) = 0;

 private:
  void start();
  bool is_readable(int milliseconds) const;
  bool next_line(std::string& line);
  void fill();
  Json answer(const char* key);
  int to_ = -1, from_ = -1;
  int pid_ = -1;
  std::string buffer_;
};

}  // namespace sut

#endif
)c";
}

const char* ttcn3_process_source() {
  return R"c(void Process::start() {
  std::string run = command;
  if (run.empty() && std::getenv("SUT") != nullptr) run = std::getenv("SUT");
  if (run.empty()) {
    TTCN_error("no system under test is given; expected the environment "
               "variable SUT or the test port parameter 'command'");
  }
  std::signal(SIGPIPE, SIG_IGN);
  int there[2], back[2];
  if (pipe(there) != 0 || pipe(back) != 0) TTCN_error("no pipe could be made");
  pid_ = fork();
  if (pid_ < 0) TTCN_error("no process could be made");
  if (pid_ == 0) {
    setpgid(0, 0);
    std::signal(SIGPIPE, SIG_DFL);
    dup2(there[0], 0);
    dup2(back[1], 1);
    close(there[0]);
    close(there[1]);
    close(back[0]);
    close(back[1]);
    const std::string line = "exec " + run;
    execl("/bin/sh", "sh", "-c", line.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  setpgid(pid_, pid_);
  close(there[0]);
  close(back[1]);
  to_ = there[1];
  from_ = back[0];
}

void Process::end() {
  if (pid_ < 0) return;
  close(to_);
  close(from_);
  kill(-pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
  pid_ = to_ = from_ = -1;
  buffer_.clear();
}

bool Process::is_readable(int milliseconds) const {
  pollfd wanted = {from_, POLLIN, 0};
  return poll(&wanted, 1, milliseconds) > 0;
}

void Process::fill() {
  char bytes[65536];
  ssize_t count = 0;
  do {
    count = read(from_, bytes, sizeof bytes);
  } while (count < 0 && errno == EINTR);
  if (count <= 0) TTCN_error("the system under test ended");
  buffer_.append(bytes, static_cast<std::size_t>(count));
}

bool Process::next_line(std::string& line) {
  const std::size_t end = buffer_.find('\n');
  if (end == std::string::npos) {
    if (buffer_.size() > kLongestLine) {
      TTCN_error("the system gave a line of more than a million characters");
    }
    return false;
  }
  line = buffer_.substr(0, end);
  buffer_.erase(0, end + 1);
  return true;
}

Json Process::answer(const char* key) {
  std::string line;
  while (true) {
    while (!next_line(line)) {
      if (!is_readable(kAnswerMilliseconds)) {
        TTCN_error("the system did not answer '%s' in time", key);
      }
      fill();
    }
    const Json json = Json::parse(line);
    if (json.find(key) != nullptr) return json.at(key);
    // An event that comes before the answer to a reset is of no test.
    if (json.find("event") == nullptr) {
      TTCN_error("the system gave '%.200s'; expected '%s'", line.c_str(), key);
    }
  }
}

void Process::greet(const std::string& line) {
  end();
  start();
  write_line(line);
  const Json hello = answer("hello");
  if (hello.kind != Json::object ||
      integer_of(hello.at("protocol"), "protocol") != 1) {
    TTCN_error("the system speaks another protocol");
  }
}

void Process::reset(const std::string& line) {
  write_line(line);
  (void)answer("reset");
}

void Process::write_line(const std::string& line) {
  if (pid_ < 0) TTCN_error("the system under test has not been started");
  const std::string text = line + "\n";
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = write(to_, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    // What the system said before it ended is judged first.
    if (n <= 0) return;
    done += static_cast<std::size_t>(n);
  }
}

void Process::read_lines() {
  fill();
  std::string line;
  while (next_line(line)) on_line(Json::parse(line));
}

void Process::refuse_more() {
  if (!buffer_.empty() || is_readable(0)) read_lines();
}

}  // namespace sut
)c";
}

}  // namespace catenary::report
