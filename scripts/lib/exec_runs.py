# SPDX-License-Identifier: MIT
"""Runs a program under `cyclorama exec`, on the simulated GPU or with Mesa's llvmpipe on the same virtual display."""
import json
import pathlib
import subprocess

# exec points these at the Mesa that it gives to a program; without them it is the system's, which has llvmpipe.
OF_EXEC = ('LD_LIBRARY_PATH', 'LIBGL_DRIVERS_PATH', 'GBM_BACKENDS_PATH', '__EGL_VENDOR_LIBRARY_FILENAMES')
# llvmpipe as near to a family's chips as it can be, for scenes that amplify small differences. It filters textures in eight
# bits by default. Where the processor converts half floats (so not with SSE 4.1) it computes mediump in them, as
# Mesa's programs for Adreno chips do and those for Vivante chips and for ATTILA do not.
EXACT = {'adreno': ('GALLIVM_PERF=no_aos_sampling',),
         'attila': ('GALLIUM_OVERRIDE_CPU_CAPS=sse4.1', 'GALLIVM_PERF=no_aos_sampling'),
         'vivante': ('GALLIUM_OVERRIDE_CPU_CAPS=sse4.1', 'GALLIVM_PERF=no_aos_sampling')}
# The finding about a command that is left out because the GPU cannot do it with any driver (docs/reference/findings.md).
BEYOND_GPU = 'virgl-beyond-gpu'
# The chip whose display a program has that draws with a software driver.
ANY_GPU = 'gc2000'


def software_driver(driver, *variables):
    """Words to put before a command of exec so that it draws with a software driver of the system's Mesa."""
    return ['env', *(word for name in OF_EXEC for word in ('-u', name)),
            'GBM_ALWAYS_SOFTWARE=1', 'LIBGL_ALWAYS_SOFTWARE=1', f'GALLIUM_DRIVER={driver}',
            'WAFFLE_GBM_DEVICE=/dev/dri/card0', *variables]


def arguments(program, command, folder, gpu=ANY_GPU, software=None, options=()):
    """The words of a run of `command` under exec. Presented frames are written to `folder`, which replaces `{out}`. `software`:
    with llvmpipe, as the chips of this family compute."""
    command = [str(part).replace('{out}', str(folder)) for part in command]
    before = software_driver('llvmpipe', *EXACT[software]) if software else []
    return [program, 'exec', '--gpu', gpu, '--out', folder, *options, '--', *before, *command]


def run(program, command, folder, gpu=ANY_GPU, software=None, options=(), timeout=600):
    """The process, ended; or TimeoutExpired."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    return subprocess.run(arguments(program, command, folder, gpu, software, options), timeout=timeout,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace')


def found(folder):
    """The findings of a run, as its summary has them."""
    path = pathlib.Path(folder) / 'summary.json'
    return json.loads(path.read_text()).get('findings', []) if path.exists() else []


def findings(folder):
    """The findings of a run as {identifier: count}."""
    return {finding['identifier']: finding['count'] for finding in found(folder)}


def findings_of_gpu(folder):
    """The same without those about what a program asks the driver for, where the simulator has the driver, too."""
    return {name: count for name, count in findings(folder).items() if not name.startswith('virgl-')}


def beyond_gpu(folder):
    """What a run asked for first that the GPU itself cannot do; empty if there was none."""
    return next((finding['detail'] for finding in found(folder) if finding['identifier'] == BEYOND_GPU), '')
