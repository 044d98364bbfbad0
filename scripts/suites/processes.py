# SPDX-License-Identifier: MIT
"""Processes that may take long, but not do nothing: their time is the processor's, so that a busy machine fails no test."""
import os
import pathlib
import signal
import subprocess
import time

# A process that uses no processor for this long waits for something that will not come.
IDLE_SECONDS = 180
POLL_SECONDS = 2


def start(command, folder, environment, **streams):
    """In a session of its own, so that all that it starts can be found."""
    return subprocess.Popen([str(word) for word in command], text=True, errors='replace', cwd=folder,
                            env={**os.environ, **environment}, start_new_session=True, **streams)


def session(leader):
    """The processes of a session; a test may have made a session of its own only by its parent's death."""
    members = []
    for entry in pathlib.Path('/proc').iterdir():
        if entry.name.isdigit():
            try:
                if os.getsid(int(entry.name)) == leader:
                    members.append(int(entry.name))
            except OSError:
                pass
    return members


def processor_time(leader):
    """Seconds that a session has used so far."""
    total = 0
    for member in session(leader):
        try:
            fields = pathlib.Path(f'/proc/{member}/stat').read_text().rsplit(')', 1)[1].split()
            total += sum(int(field) for field in fields[11:15])
        except OSError:
            pass
    return total / os.sysconf('SC_CLK_TCK')


def kill(leader):
    for member in session(leader):
        try:
            os.kill(member, signal.SIGKILL)
        except ProcessLookupError:
            pass


class Deadline:
    """The time after which no more is started, and what runs is ended."""

    def __init__(self, seconds=float('inf')):
        self.at = time.monotonic() + seconds

    def passed(self):
        return time.monotonic() > self.at

    def end(self):
        self.at = 0.0


class Watch:
    """Says when a session does nothing any more, or has used more than its share since the last restart(). Time in which this process
    itself does not come to look, as both are stopped or the machine sleeps, is not the session's."""

    def __init__(self, leader, cpu_seconds):
        self.leader, self.cpu_seconds = leader, cpu_seconds
        self.began = self.used = self.idle = 0.0
        self.looked = time.monotonic()

    def restart(self):
        self.began, self.used, self.idle = None, -1.0, 0.0

    def over(self):
        now, before = processor_time(self.leader), self.looked
        self.looked = time.monotonic()
        if self.began is None:
            self.began = now
        if now - self.used > 0.1:
            self.used, self.idle = now, 0.0
        else:
            self.idle += min(self.looked - before, 2 * POLL_SECONDS)
        return now - self.began > self.cpu_seconds or self.idle > IDLE_SECONDS


def wait(process, cpu_seconds, deadline=None):
    """(output, error output) of a process; one that does not end, or not before the deadline, is killed, and its return code is
    None."""
    watch = Watch(process.pid, cpu_seconds)
    while True:
        try:
            return process.communicate(timeout=POLL_SECONDS)
        except subprocess.TimeoutExpired:
            if watch.over() or deadline and deadline.passed():
                break
    kill(process.pid)
    output = process.communicate()
    process.returncode = None
    return output
