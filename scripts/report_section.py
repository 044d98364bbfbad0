# SPDX-License-Identifier: MIT
"""Sections of docs/conformance_vivante.md, a report in Markdown that several programs write, each its own."""

DOCUMENT = '# Conformance of the Vivante GPUs'


def replace(path, title, lines):
    """Puts `lines` under the heading `## title`, in the place of what was there, or at the end; starts the file where there
    is none."""
    heading = f'## {title}'
    before, after, inside = [], [], False
    found = False
    for line in path.read_text().splitlines() if path.exists() else [DOCUMENT]:
        if line.startswith('## '):
            inside = line == heading
            found = found or inside
        if not inside:
            (after if found else before).append(line)
    section = [heading, '', *lines, '']
    text = '\n'.join([*before, *([''] if before and before[-1] else []), *section, *after])
    path.write_text(text.rstrip('\n') + '\n')
