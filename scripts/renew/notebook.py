#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Executes the notebooks of examples/notebooks without Jupyter, which is large, and keeps or compares their outputs.

usage: notebook.py run FILE...      writes the outputs into the files
       notebook.py check FILE...    exit 1 where a cell raises, or its outputs are not those in the file
Run it by a Python that finds the package (PYTHONPATH=build/python/python). Cells are executed in the folder of the
notebook, one after the other; printed text, and what the last line of a cell comes to, are its outputs: as text, and as the
PNG or HTML that it shows itself as. Pictures are compared pixel by pixel.
"""
import ast
import base64
import contextlib
import io
import json
import os
import pathlib
import sys
import types

import PIL.Image


class Outputs:
    """What a cell shows, as notebooks keep it."""

    def __init__(self):
        self.all = []

    def text(self, text):
        if text:
            self.all.append({'output_type': 'stream', 'name': 'stdout', 'text': text.splitlines(keepends=True)})

    def show(self, value, count=None):
        """The last value of cell number `count`; none where the cell calls display()."""
        data = {}
        for kind, method in (('image/png', '_repr_png_'), ('text/html', '_repr_html_')):
            shown = getattr(value, method)() if hasattr(value, method) else None
            if isinstance(shown, bytes):
                data[kind] = base64.b64encode(shown).decode()
            elif shown is not None:
                data[kind] = shown.splitlines(keepends=True)
        # A picture's own text holds its address.
        data['text/plain'] = [type(value).__name__ if data else repr(value)]
        kind = {'output_type': 'display_data'}
        if count is not None:
            kind = {'output_type': 'execute_result', 'execution_count': count}
        self.all.append({**kind, 'data': data, 'metadata': {}})


def execute(source, count, module):
    """The outputs of a cell."""
    outputs, printed = Outputs(), io.StringIO()

    def flush():
        outputs.text(printed.getvalue())
        printed.seek(0)
        printed.truncate()

    def display(value):
        flush()
        outputs.show(value)

    module.display = display
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f'cell {count}', 'exec'), module.__dict__)
        value = eval(compile(ast.Expression(last.value), f'cell {count}', 'eval'), module.__dict__) if last else None
    flush()
    if value is not None:
        outputs.show(value, count)
    return outputs.all


def comparable(outputs):
    """Outputs without what is not theirs: the bytes of PNG files differ between versions of libraries."""
    result = []
    for output in outputs:
        data = dict(output.get('data', {}))
        if 'image/png' in data:
            picture = PIL.Image.open(io.BytesIO(base64.b64decode(data['image/png'])))
            data['image/png'] = picture.size, picture.convert('RGBA').tobytes()
        result.append({**output, 'data': data})
    return result


def process(path, check):
    """Executes a notebook; the differences, as text for people."""
    notebook = json.loads(path.read_text())
    module = types.ModuleType('__main__')
    differences, count = [], 0
    os.chdir(path.parent)
    for cell in notebook['cells']:
        if cell['cell_type'] != 'code':
            continue
        count += 1
        outputs = execute(''.join(cell['source']), count, module)
        if check and comparable(outputs) != comparable(cell['outputs']):
            differences.append(f'{path}: cell {count} gives other outputs:\n{json.dumps(outputs)[:2000]}')
        cell['outputs'], cell['execution_count'] = outputs, count
    if not check:
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + '\n')
    return differences


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ('run', 'check'):
        sys.exit(__doc__)
    differences = []
    for path in [pathlib.Path(name).resolve() for name in sys.argv[2:]]:
        differences += process(path, sys.argv[1] == 'check')
    print(*differences, sep='\n', end='\n' if differences else '')
    return 1 if differences else 0


if __name__ == '__main__':
    sys.exit(main())
