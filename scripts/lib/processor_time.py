# SPDX-License-Identifier: MIT
"""Processor time of programs that were run."""
import resource


def of_children():
    """Seconds, user and system, of all programs that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
