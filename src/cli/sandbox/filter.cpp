// SPDX-License-Identifier: Apache-2.0
#include "cli/sandbox/filter.h"

#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include "base/error.h"

namespace catenary::cli {

namespace {

constexpr std::uint32_t kRefuse = SCMP_ACT_ERRNO(EPERM);
/// The kernel looks at the lower half of an argument that is an int.
constexpr scmp_datum_t kInt = 0xFFFFFFFF;

constexpr int kRefused[] = {
    // Of other processes.
    SCMP_SYS(ptrace),
    SCMP_SYS(process_vm_readv),
    SCMP_SYS(process_vm_writev),
    SCMP_SYS(pidfd_getfd),
    SCMP_SYS(kcmp),
    // Keys of the user.
    SCMP_SYS(add_key),
    SCMP_SYS(request_key),
    SCMP_SYS(keyctl),
    // New views of the system, in which more is allowed.
    SCMP_SYS(unshare),
    SCMP_SYS(setns),
    SCMP_SYS(mount),
    SCMP_SYS(umount2),
    SCMP_SYS(pivot_root),
    SCMP_SYS(chroot),
    // The kernel.
    SCMP_SYS(bpf),
    SCMP_SYS(perf_event_open),
    SCMP_SYS(userfaultfd),
    SCMP_SYS(io_uring_setup),
    SCMP_SYS(syslog),
    SCMP_SYS(acct),
    SCMP_SYS(quotactl)};

void require(int result, const char* what) {
  if (result >= 0) return;
  throw base::ToolError(std::string("cannot make a filter of system calls: ") +
                        what + ": " + std::strerror(-result));
}

}  // namespace

int make_system_call_filter() {
  const std::unique_ptr<void, decltype(&seccomp_release)> filter(
      seccomp_init(SCMP_ACT_ALLOW), &seccomp_release);
  require(filter == nullptr ? -ENOMEM : 0, "init");
  for (const int call : kRefused) {
    require(seccomp_rule_add(filter.get(), kRefuse, call, 0), "rule");
  }
  for (const scmp_datum_t request :
       {scmp_datum_t{TIOCSTI}, scmp_datum_t{TIOCLINUX}}) {
    require(seccomp_rule_add(filter.get(),
                             kRefuse,
                             SCMP_SYS(ioctl),
                             1,
                             SCMP_A1(SCMP_CMP_MASKED_EQ, kInt, request)),
            "ioctl");
  }
  require(seccomp_rule_add(filter.get(),
                           kRefuse,
                           SCMP_SYS(socket),
                           1,
                           SCMP_A0(SCMP_CMP_MASKED_EQ, kInt, AF_UNIX)),
          "socket");
  // Without MFD_CLOEXEC: bwrap reads it.
  const int fd = ::memfd_create("catenary-filter", 0);
  require(fd < 0 ? -errno : 0, "memory");
  try {
    require(seccomp_export_bpf(filter.get(), fd), "export");
    require(::lseek(fd, 0, SEEK_SET) < 0 ? -errno : 0, "rewind");
  } catch (const base::ToolError&) {
    ::close(fd);
    throw;
  }
  return fd;
}

}  // namespace catenary::cli
