#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A stand-in for a program that draws with Mesa, in the tests of docs/guide/driver_developers.md: it asks the driver that it finds, the
stand-in of mesa_history.py, how much the driver has the GPU do, and has a GC2000 load that many states of the setup unit, a cycle each.
The layouts are those of the kernel's etnaviv interface (Linux uAPI, etnaviv_drm.h)."""
import ctypes
import fcntl
import os
import struct

# _IOWR('d', DRM_COMMAND_BASE + DRM_ETNAVIV_GEM_SUBMIT, struct drm_etnaviv_gem_submit) and, as _IOW, ..._WAIT_FENCE.
SUBMIT = struct.Struct('=IIIIIIQQQIiQII')
WAIT = struct.Struct('=IIIIqq')
SUBMIT_NUMBER = 3 << 30 | SUBMIT.size << 16 | ord('d') << 8 | 0x46
WAIT_NUMBER = 1 << 30 | WAIT.size << 16 | ord('d') << 8 | 0x47
# LOAD_STATE of one word: SE.SCISSOR_LEFT.
LOAD = (1 << 27 | 1 << 16 | 0x0c00 >> 2, 0)

loads = ctypes.CDLL('libEGL_mesa.so.0').loads_of_a_draw()
stream = ctypes.create_string_buffer(struct.pack(f'={2 * loads}I', *LOAD * loads))
node = os.open('/dev/dri/renderD128', os.O_RDWR)
submit = bytearray(SUBMIT.pack(0, 0, 0, 0, 0, 8 * loads, 0, 0, ctypes.addressof(stream), 0, -1, 0, 0, 0))
fcntl.ioctl(node, SUBMIT_NUMBER, submit)
fcntl.ioctl(node, WAIT_NUMBER, bytearray(WAIT.pack(0, SUBMIT.unpack(submit)[0], 0, 0, 1 << 40, 0)))
