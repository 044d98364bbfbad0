# SPDX-License-Identifier: MIT
"""Single tests of VK-GL-CTS as `cyclorama exec` records them: which, how each is run, and how it ended."""
import functools

from suites import deqp, lists, mesa_lists

SURFACELESS = [f'{name}={value}' for name, value in deqp.SURFACELESS.items()]
# What is before a test's name in the name of its capture, and in the test's name.
FIRST_WORDS = tuple(f'{module.title}.' for module in deqp.MODULES.values())


def is_test(name):
    return name.startswith(FIRST_WORDS)


def module_of(test):
    """The module whose list has a test."""
    return next(module for module in deqp.MODULES.values() if test.startswith(f'{module.title}.'))


def chosen(suite, folder, gpu, mesa, most):
    """The tests of a module with the least hashes of their names, without those that Mesa's lists for the chip name."""
    named = mesa_lists.MesaLists(gpu, mesa)
    listed = lists.names(deqp.find(folder, deqp.MODULES[suite].lists))
    return [name for name in deqp.sample(listed, 1) if not named.names(name)][:most]


@functools.cache
def program_of(module, folder):
    return deqp.find(folder, (module.program,)).resolve()


def command(folder, test, variables):
    """The words of a process that runs one test. The module's data are beside it."""
    module = module_of(test)
    program = program_of(module, folder)
    return ['env', *variables, *SURFACELESS, program, f'--deqp-archive-dir={program.parent}', f'--deqp-case={test}',
            *module.options, *deqp.QUIET]


def result(output):
    """`pass`, `warn`, `skip`, `fail` and so on, as the module printed it; `crash` where it did not come to that."""
    ends = [found for line in output.splitlines() if (found := deqp.ENDS.match(line))]
    return deqp.RESULTS.get(ends[-1][1], 'fail') if ends else 'crash'
