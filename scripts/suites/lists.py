# SPDX-License-Identifier: MIT
"""Lists of tests in text files, one a line, as VK-GL-CTS and Mesa keep them. Blank lines and those that begin with # do not
count. A file that cannot be read, or a line that is none of a list, ends the program with the file, the line and the reason."""
import os
import re
import warnings

from suites import statuses


def text(path):
    """The text of a file."""
    try:
        return path.read_text(encoding='utf-8')
    except UnicodeDecodeError as error:
        raise SystemExit(f'{path}: no text: byte {error.start} is not UTF-8') from None
    except (OSError, ValueError) as error:
        raise SystemExit(f'{path}: cannot be read: {getattr(error, "strerror", None) or error}') from None


def lines(path):
    """The lines that count, each with its number."""
    stripped = [(number, line.strip()) for number, line in enumerate(text(path).split('\n'), 1)]
    return [(number, line) for number, line in stripped if line and not line.startswith('#')]


def expression(words, place, flags=0):
    """A regular expression; `place` says where it is written."""
    try:
        with warnings.catch_warnings():
            # Of forms that may mean something else in a later Python.
            warnings.simplefilter('ignore', FutureWarning)
            return re.compile(words, flags)
    except (re.error, OverflowError, RecursionError) as error:
        raise SystemExit(f'{place}: {words} is no regular expression: {error}') from None


def expressions(path, flags=0):
    """Those of a file of skips or flakes: they are searched for in a test's name."""
    return [expression(line, f'{path}:{number}', flags) for number, line in lines(path)]


def results(path):
    """The results that a file names, TEST,STATUS and perhaps more a line, as {test: status}."""
    found = {}
    for number, line in lines(path):
        name, _, rest = line.partition(',')
        status = rest.partition(',')[0].strip()
        if not name or not statuses.is_status(status):
            raise SystemExit(f'{path}:{number}: {line} is no TEST,STATUS: statuses are {", ".join(statuses.ALL)}')
        if name in found:
            raise SystemExit(f'{path}:{number}: {name} is there for the second time')
        found[name] = status
    return found


def names(path, above=()):
    """The tests of a list of VK-GL-CTS; a line that ends with .txt is another list, beside it."""
    if path in above:
        raise SystemExit(f'{path}: the list names itself, by {" and ".join(each.name for each in above)}')
    # As os.path says, also of names that no file can have.
    if above and not os.path.exists(path):
        raise SystemExit(f'{path}, which another list names, does not exist')
    found = []
    for _, line in lines(path):
        if line.endswith('.txt'):
            found += names(path.parent / line, (*above, path))
        else:
            found.append(line)
    return found
