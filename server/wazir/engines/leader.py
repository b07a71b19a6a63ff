"""Runs a program as the leader of a group of processes, all of which end with it.

`process.py` starts this file as a script, isolated and without the rest of the package. The group
ends when the program ends, and when the pipe `lifeline` closes: whoever started the leader waits no
longer, or has died.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress

_KILLED = 137
"""The exit status of a leader on Windows whose lifeline has closed."""


def main() -> None:
    """Runs the program of the arguments, and ends the group.

    The arguments are the descriptors of the lifeline and of the report, the path of the program,
    and its arguments, beginning with its name.
    """
    lifeline, report = _descriptors(sys.argv[1], sys.argv[2])
    path, command = sys.argv[3], sys.argv[4:]
    if not os.read(lifeline, 1):  # the program runs only if somebody can end it
        return
    _hold_group()
    threading.Thread(target=_end_with, args=[lifeline], daemon=True).start()
    try:
        program = subprocess.Popen(command, executable=path)
    except OSError as problem:
        _write(report, f"refused {problem.strerror}")
    else:
        for stream in (0, 1, 2):  # the streams close when the program closes them
            os.close(stream)
        _write(report, f"ended {program.wait()}")
    _end_group()


def _end_with(lifeline: int) -> None:
    """Ends the group when a pipe closes."""
    with suppress(OSError):
        while os.read(lifeline, 1):
            continue
    _end_group()


def _write(report: int, text: str) -> None:
    with suppress(OSError):  # nobody reads it
        os.write(report, text.encode("utf-8", "replace"))


if sys.platform != "win32":

    def _descriptors(lifeline: str, report: str) -> tuple[int, int]:
        return int(lifeline), int(report)

    def _hold_group() -> None:
        """Does nothing: the process was started as the leader of a session."""

    def _end_group() -> None:
        if os.getpgrp() == os.getpid():
            os.killpg(os.getpgrp(), signal.SIGKILL)
        os._exit(1)

else:
    import ctypes
    import msvcrt
    from ctypes import wintypes

    _KILL_ON_JOB_CLOSE = 0x2000
    _EXTENDED_LIMITS = 9
    """The class of information that limits a job."""

    class _BasicLimits(ctypes.Structure):
        _fields_ = [
            ("per_process_time", wintypes.LARGE_INTEGER),
            ("per_job_time", wintypes.LARGE_INTEGER),
            ("flags", wintypes.DWORD),
            ("minimum_working_set", ctypes.c_size_t),
            ("maximum_working_set", ctypes.c_size_t),
            ("active_processes", wintypes.DWORD),
            ("affinity", ctypes.c_size_t),
            ("priority_class", wintypes.DWORD),
            ("scheduling_class", wintypes.DWORD),
        ]

    class _ExtendedLimits(ctypes.Structure):
        _fields_ = [
            ("basic", _BasicLimits),
            ("io_counters", ctypes.c_ulonglong * 6),
            ("process_memory", ctypes.c_size_t),
            ("job_memory", ctypes.c_size_t),
            ("peak_process_memory", ctypes.c_size_t),
            ("peak_job_memory", ctypes.c_size_t),
        ]

    def _descriptors(lifeline: str, report: str) -> tuple[int, int]:
        return (
            msvcrt.open_osfhandle(int(lifeline), os.O_RDONLY),
            msvcrt.open_osfhandle(int(report), os.O_WRONLY),
        )

    def _hold_group() -> None:
        """Puts this process into a job, whose processes end when the last handle of the job closes:
        with this process.

        Raises:
            OSError: The system refuses.
        """
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.CreateJobObjectW.restype = wintypes.HANDLE
        kernel.GetCurrentProcess.restype = wintypes.HANDLE
        kernel.SetInformationJobObject.argtypes = [
            wintypes.HANDLE,
            ctypes.c_int,
            ctypes.c_void_p,
            wintypes.DWORD,
        ]
        kernel.AssignProcessToJobObject.argtypes = [wintypes.HANDLE, wintypes.HANDLE]
        job = kernel.CreateJobObjectW(None, None)
        limits = _ExtendedLimits()
        limits.basic.flags = _KILL_ON_JOB_CLOSE
        is_limited = kernel.SetInformationJobObject(
            job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)
        )
        if not (is_limited and kernel.AssignProcessToJobObject(job, kernel.GetCurrentProcess())):
            raise ctypes.WinError(ctypes.get_last_error())

    def _end_group() -> None:
        os._exit(_KILLED)


if __name__ == "__main__":
    main()
