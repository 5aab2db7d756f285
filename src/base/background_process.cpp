// SPDX-License-Identifier: Apache-2.0
#include "base/background_process.h"

#include <fcntl.h>
#include <unistd.h>

namespace catenary::base {

BackgroundProcess::BackgroundProcess(const std::vector<std::string>& argv,
                                     const std::string& working_directory,
                                     const std::string& output_file)
    : program_(argv, {}, working_directory),
      worker_(
          "cannot start " + argv.front(),
          Worker::Group::own,
          [&] {
            enter_program({});
            const int null = ::open("/dev/null", O_RDONLY);
            const int out =
                ::open(output_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
            if (null < 0 || out < 0) ::_exit(126);
            ::dup2(null, STDIN_FILENO);
            ::dup2(out, STDOUT_FILENO);
            ::dup2(out, STDERR_FILENO);
            static_cast<void>(program_.become());
            ::_exit(127);
          },
          Worker::Memory::lent) {}

bool BackgroundProcess::wait(const Budget& budget) {
  constexpr std::chrono::milliseconds kEvery{5};
  while (budget.poll() == StopReason::none && !worker_.wait(kEvery)) {
  }
  // One that is still running is killed, which is not a success.
  const WorkerEnd& end = worker_.kill();
  return end.signal == 0 && end.status == 0;
}

}  // namespace catenary::base
