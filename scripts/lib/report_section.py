# SPDX-License-Identifier: MIT
"""Sections of a report in Markdown that several runs write, each its own."""


def replace(path, beginning, title, lines):
    """Puts `lines` under the heading `## title`, in the place of what was there, or at the end. A file that does not exist
    gets the lines `beginning` before."""
    heading = f'## {title}'
    before, after, inside = [], [], False
    found = False
    for line in path.read_text().splitlines() if path.exists() else beginning:
        if line.startswith('## '):
            inside = line == heading
            found = found or inside
        if not inside:
            (after if found else before).append(line)
    section = [heading, '', *lines, '']
    text = '\n'.join([*before, *([''] if before and before[-1] else []), *section, *after])
    path.write_text(text.rstrip('\n') + '\n')


def others(path, titles):
    """The lines of a report's sections that have none of these titles."""
    kept, inside = [], False
    for line in path.read_text().splitlines() if path.exists() else []:
        if line.startswith('## '):
            inside = line.removeprefix('## ') not in titles
        if inside:
            kept.append(line)
    return kept
