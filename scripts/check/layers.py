#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the folders inside each part to the layers that the part declares.

usage: layers.py [PROJECT_DIR]
A part (a row of CMakeLists.txt, or a program of src/) with folders in it has a file LAYERS: a line per layer from the bottom
up, each naming folders relative to the part, `.` for the part's own files; `#` begins a comment. A source may include its own
folder and folders of lower layers. Prints
- each folder with sources that LAYERS does not name, and each name without a folder;
- each include that points to the same layer or up;
- each forward declaration of a type that is defined only where the source must not include;
- each set of folders that include each other in a circle.
Exit 1 if there is any.
"""
import collections
import pathlib
import re
import sys

import includes

# Of types at the scope of a namespace, which are not indented; ours are in namespaces of this name.
OURS = re.compile(r'^namespace cyclorama\b', re.MULTILINE)
FORWARD = re.compile(r'^(?:class|struct|enum(?: class| struct)?)\s+(\w+)(?:\s*:\s*[\w:]+)?;', re.MULTILINE)
DEFINITION = re.compile(r'^(?:template <[^;{]*>\s*)?(?:class|struct|enum(?: class| struct)?)\s+(?:\[\[.*?\]\]\s*)?(\w+)(?:\s+final)?(?:\s*:[^;{]*)?\s*\{',
                        re.MULTILINE)


def sources(folder):
    return [path for path in sorted(folder.rglob('*')) if path.suffix in ('.h', '.cpp')]


class Part:
    """A part's folders, with the number of the layer of each."""

    def __init__(self, root, name, inner):
        self.root, self.name = root, name
        own = [path for path in sources(root / name)
               if includes.part_of(inner, path.relative_to(root).as_posix()) == name]
        self.files = {path: path.parent.relative_to(root / name).as_posix() for path in own}
        self.folders = set(self.files.values())
        self.file = root / name / 'LAYERS'
        self.layer_of = {}

    def read(self):
        """Reads LAYERS; yields what is wrong with it."""
        if self.folders <= {'.'}:
            return
        if not self.file.exists():
            yield f'{self.file}: is missing: the part has folders'
            return
        number = 0
        for line in self.file.read_text().splitlines():
            names = line.split('#')[0].split()
            number += bool(names)
            for name in names:
                if name in self.layer_of:
                    yield f'{self.file}: names {name} twice'
                self.layer_of[name] = number
        for name in sorted(self.folders - self.layer_of.keys()):
            yield f'{self.file}: does not name {name}'
        for name in sorted(self.layer_of.keys() - self.folders):
            yield f'{self.file}: names {name}, which has no sources'

    def allows(self, folder, target):
        if folder == target or not self.layer_of:
            return True
        return self.layer_of.get(target, 0) < self.layer_of.get(folder, 0)


def lines_of(pattern, text):
    """(line number, first group) of each match after the first namespace of ours."""
    ours = OURS.search(text)
    for match in pattern.finditer(text, ours.start()) if ours else ():
        yield text.count('\n', 0, match.start(1)) + 1, match[1]


class Project:
    def __init__(self, project):
        self.root = project / 'src'
        parts = includes.with_families(project, includes.declared_parts(project))
        self.reach = {name: includes.reachable(parts, name) for name in parts}
        programs = {name for name in includes.PROGRAMS if (self.root / name).is_dir()}
        self.reach |= {name: set(parts) | programs for name in programs}
        names = [name for name in self.reach if (self.root / name).is_dir()]
        self.parts = {name: Part(self.root, name, names) for name in names}
        self.texts = {path: path.read_text() for part in self.parts.values() for path in part.files}

    def place(self, path):
        """(part, folder in it) of a path below src/."""
        part = includes.part_of(self.parts, path)
        return part, pathlib.PurePath(path).parent.relative_to(part).as_posix() if part else None

    def arrows(self):
        """(path, line, part, folder, included path, its part, its folder) of each include between our own sources."""
        for part in self.parts.values():
            for path, folder in part.files.items():
                for number, line in enumerate(self.texts[path].splitlines(), 1):
                    match = includes.INCLUDE.match(line)
                    if match and (self.root / match[1]).exists():
                        yield path, number, part, folder, match[1], *self.place(match[1])

    def include_problems(self):
        for path, number, part, folder, included, target, target_folder in self.arrows():
            if target == part.name and not part.allows(folder, target_folder):
                yield f'{path}:{number}: {folder} must not include {included}'

    def definitions(self):
        """Name of a type -> where it is defined: (part, folder)."""
        found = collections.defaultdict(set)
        for part in self.parts.values():
            for path, folder in part.files.items():
                for name in DEFINITION.findall(self.texts[path]):
                    found[name].add((part.name, folder))
        return found

    def forward_problems(self):
        defined = self.definitions()
        for part in self.parts.values():
            for path, folder in part.files.items():
                for number, name in lines_of(FORWARD, self.texts[path]):
                    places = defined.get(name)
                    if not places or any(self.may_see(part, folder, *place) for place in places):
                        continue
                    where = ' and '.join(sorted('/'.join(place) for place in places))
                    yield f'{path}:{number}: {folder} must not declare {name}, which is of {where}'

    def may_see(self, part, folder, target, target_folder):
        if target == part.name:
            return part.allows(folder, target_folder)
        return target in self.reach[part.name]

    def circles(self):
        """Each set of folders that include each other in a circle, by path below src/."""
        arrows = collections.defaultdict(set)
        for _, _, part, folder, included, target, _ in self.arrows():
            start, end = (self.root / part.name / folder), (self.root / included).parent
            if target is not None and start != end:
                arrows[start].add(end)
        for circle in strongly_connected(arrows):
            yield 'circle of folders: ' + ' '.join(sorted(path.relative_to(self.root).as_posix() for path in circle))

    def problems(self):
        for part in self.parts.values():
            yield from part.read()
        yield from self.include_problems()
        yield from self.forward_problems()
        yield from self.circles()


def strongly_connected(arrows):
    """The sets of more than one node each of which reaches each other one."""
    def reached_from(node):
        found, pending = set(), [node]
        while pending:
            for target in arrows.get(pending.pop(), ()):
                if target not in found:
                    found.add(target)
                    pending.append(target)
        return found
    reached = {node: reached_from(node) for node in arrows}
    left = set(arrows)
    for node in sorted(arrows):
        if node not in left or node not in reached[node]:
            continue
        circle = {other for other in reached[node] if node in reached.get(other, ())}
        left -= circle
        yield circle


def main():
    project = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2])
    problems = list(Project(project).problems())
    print(*problems, sep='\n', end='\n' if problems else '')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
