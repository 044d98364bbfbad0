# SPDX-License-Identifier: MIT
"""The version that a measurement is of: the program's commit and the hash of the configuration, which tables print and
cached results are keyed by."""
import hashlib
import pathlib
import subprocess


def commit(program):
    """`git describe` of the program's sources. Sources that differ from their commit are distinguished by the program's hash."""
    lines = subprocess.run([program, '--version'], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    named = [line.split(' ', 1)[1] for line in lines if line.startswith('commit ')]
    if named and named[0] != 'unknown' and not named[0].endswith('-dirty'):
        return named[0]
    digest = hashlib.sha256(pathlib.Path(program).read_bytes()).hexdigest()
    return f'{named[0] if named else "unknown"} (program {digest[:12]})'


def configuration(program, *options):
    """The hash of the configuration that --gpu, --config and --set give, as in summary.json."""
    return subprocess.run([program, 'config', *options, '--hash'], check=True, stdout=subprocess.PIPE,
                          text=True).stdout.strip()


def cases(folder):
    """One hash of the lists of ATTILA's reference cases."""
    digest = hashlib.sha256()
    for name in ('cases.csv', 'matrix.csv'):
        path = pathlib.Path(folder) / name
        digest.update(path.read_bytes() if path.exists() else b'')
    return digest.hexdigest()[:12]
