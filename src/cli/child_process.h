// SPDX-License-Identifier: MIT
#pragma once
// The program that `cyclorama exec` runs, and how it ends.

#include <sys/types.h>

#include <string>
#include <vector>

namespace cyclorama::cli {

class ChildProcess {
  public:
    /// Starts a command with additional variables (NAME=value) in its environment. Throws sim::Error where it cannot be
    /// started. Interrupts from the terminal are the command's from now on.
    ChildProcess(const std::vector<std::string>& command, const std::vector<std::string>& variables);
    /// Kills the command and all that it started and did not end.
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// How a command ended.
    struct End {
        /// Its exit status, or 128 and the number of the signal that ended it.
        int status = 0;
        /// Number of the signal that ended the process; 0 where it ended by itself.
        int signal = 0;
    };
    /// Waits for the end of the command. SIGTERM and SIGHUP to this process are passed on to it.
    End wait();

  private:
    void endStragglers();

    pid_t pid_ = -1;
    bool running_ = false;
};

}  // namespace cyclorama::cli
