#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests of scripts/check: of includes.py, layers.py, families.py and sizes.py on small projects that keep and break their rules, and
of what docs.py says of pages and examples.py of excerpts and commands."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).parents[2] / 'scripts'
DESIGN = '''## The parts

| part | what it is | directly above |
| --- | --- | --- |
| `func` | functions | nothing |
| `gpu` | words | `func` |
| `families/NAME` | a family | `gpu` |

## Next
'''
PARTS = '''cyclorama_part(func)
cyclorama_part(gpu PARTS func LIBRARIES fmt::fmt)
cyclorama_families(families PARTS gpu)
'''


def members(count):
    """Declarations of that many data members."""
    return ''.join(f'    int member{i}_ = 0;\n' for i in range(count))


class Project:
    """A project in a temporary folder that keeps all rules."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.write('CMakeLists.txt', PARTS)
        self.write('docs/develop/design.md', DESIGN)
        self.write('src/func/blend.h', '// Blends colours.\n')
        self.write('src/gpu/command.h', '#include "func/blend.h"\n')
        self.write('src/families/toy/NAMES', 'toy\n\\bty[0-9]+\n')
        self.write('src/families/toy/front_end.h', '#include "gpu/command.h"  // of the TY100\n')
        self.write('src/families/other/NAMES', 'other_maker\n')
        self.write('tests/families/guest/NAMES', 'guest\n')
        self.write('tests/families/guest/front_end.h', '#include "gpu/command.h"  // of the guest\n')
        self.write('tests/families/guest_test.cpp', '#include "families/toy/front_end.h"  // beside the guest\n')
        self.write('src/families/registry.cpp', '#include "families/toy/front_end.h"\n')

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def check(self, script, *options):
        """(exit status, output) of a script on the project."""
        done = subprocess.run([sys.executable, SCRIPTS / script, self.folder, *options], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


class StructureChecks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.project = Project(folder.name)

    def expect_refused(self, script, *parts):
        status, output = self.project.check(script)
        self.assertEqual(status, 1, output)
        for part in parts:
            self.assertIn(part, output)

    def test_a_project_that_keeps_the_rules_passes(self):
        for script in ('check/includes.py', 'check/families.py'):
            self.assertEqual(self.project.check(script), (0, ''))

    def test_an_include_that_points_up_is_refused(self):
        self.project.write('src/func/blend.h', '\n#include "gpu/command.h"\n')
        self.expect_refused('check/includes.py', 'blend.h:2: func must not include gpu/command.h')

    def test_a_common_part_must_not_include_a_family(self):
        self.project.write('src/gpu/command.h', '#include "families/toy/front_end.h"\n')
        self.expect_refused('check/includes.py', 'gpu must not include families/toy/front_end.h')

    def test_a_family_must_not_include_another(self):
        self.project.write('src/families/other/front_end.h', '#include "families/toy/front_end.h"\n')
        self.expect_refused('check/includes.py', 'families/other must not include families/toy/front_end.h')

    def test_a_source_outside_of_all_parts_is_refused(self):
        self.project.write('src/stray.h', '')
        self.expect_refused('check/includes.py', 'stray.h: is in no part')

    def test_a_table_that_says_otherwise_is_refused(self):
        self.project.write('docs/develop/design.md', DESIGN.replace('| words | `func` |', '| words | nothing |'))
        self.expect_refused('check/includes.py', 'the row of gpu says nothing')

    def lay_out(self, layers):
        """Two folders in a part, of which `layers` says the order; the upper one includes the lower."""
        self.project.write('src/func/LAYERS', layers)
        self.project.write('src/func/raster/edge.h', 'struct Edge {\n};\n')
        self.project.write('src/func/output/blender.h', '#include "func/raster/edge.h"\nclass Blender {\n};\n')

    def test_includes_down_the_layers_pass(self):
        self.lay_out('# From the bottom up.\nraster\noutput  # the upper one\n.\n')
        self.project.write('src/func/blend.h', '#include "func/output/blender.h"\n')
        self.assertEqual(self.project.check('check/layers.py'), (0, ''))

    def test_an_include_up_the_layers_is_refused(self):
        self.lay_out('output .\nraster\n')
        self.expect_refused('check/layers.py', 'blender.h:1: output must not include func/raster/edge.h')

    def test_an_include_within_a_layer_is_refused(self):
        self.lay_out('output raster\n.\n')
        self.expect_refused('check/layers.py', 'blender.h:1: output must not include func/raster/edge.h')

    def test_folders_in_a_circle_are_refused(self):
        self.lay_out('raster\noutput\n.\n')
        self.project.write('src/func/raster/edge.h', '\n#include "func/output/blender.h"\n')
        self.expect_refused('check/layers.py', 'edge.h:2: raster must not include func/output/blender.h',
                            'circle of folders: func/output func/raster')

    def test_a_circle_that_a_forward_declaration_hides_is_refused(self):
        self.lay_out('raster\noutput\n.\n')
        self.project.write('src/func/raster/edge.h', 'struct Display;  // of another library\nnamespace cyclorama {\nclass Blender;\n}\n')
        self.expect_refused('check/layers.py', 'edge.h:3: raster must not declare Blender, which is of func/output')
        self.lay_out('raster\noutput\n.\n')
        self.project.write('src/gpu/command.h', 'struct Command {\n};\n')
        self.project.write('src/func/blend.h', 'namespace cyclorama {\nstruct Command;\n}\n')
        self.expect_refused('check/layers.py', 'blend.h:2: . must not declare Command, which is of gpu/.')

    def test_folders_without_layers_are_refused(self):
        self.lay_out('raster\n.\n')
        self.expect_refused('check/layers.py', 'LAYERS: does not name output')
        self.lay_out('raster\noutput\ntexture\n.\n')
        self.expect_refused('check/layers.py', 'LAYERS: names texture, which has no sources')
        (self.project.folder / 'src/func/LAYERS').unlink()
        self.expect_refused('check/layers.py', 'src/func/LAYERS: is missing')

    def test_a_family_named_in_a_common_part_is_refused(self):
        for line in ('int toyMode;', '// As Toy does.', 'const char* name = "ty100";'):
            self.project.write('src/func/blend.h', f'// Blends colours.\n{line}\n')
            self.expect_refused('check/families.py', 'src/func/blend.h:2: names a GPU family: ' + line)

    def test_a_family_that_names_another_is_refused(self):
        self.project.write('src/families/other/front_end.h', '// Unlike the TY7.\n')
        self.expect_refused('check/families.py', 'src/families/other/front_end.h:1')

    def test_a_family_among_the_tests_is_held_as_any(self):
        self.project.write('src/func/blend.h', '// Blends for guests.\n')
        self.expect_refused('check/families.py', 'src/func/blend.h:1')
        self.project.write('tests/families/guest/front_end.h', '#include "families/toy/front_end.h"\n')
        self.expect_refused('check/families.py', 'front_end.h:1')
        self.expect_refused('check/includes.py', 'families/guest must not include families/toy/front_end.h')

    def test_the_largest_headers_and_classes_are_listed(self):
        self.project.write('src/func/blend.h', 'struct Blend {\n    int color, alpha;\n};\n')
        status, output = self.project.check('check/sizes.py')
        self.assertEqual(status, 0, output)
        self.assertIn('    3 func/blend.h\n', output)
        self.assertIn('    2 func/blend.h Blend\n', output)

    def test_a_long_header_needs_a_reason_in_its_first_comment(self):
        rows = 'int row;\n' * 150
        self.project.write('src/func/blend.h', '#pragma once\n' + rows)
        self.expect_refused('check/sizes.py', 'src/func/blend.h: 151 lines')
        self.project.write('src/func/blend.h', rows + '// Long because: it is a table.\n')
        self.expect_refused('check/sizes.py', 'src/func/blend.h: 151 lines')
        self.project.write('src/func/blend.h', '// Long because:\n' + rows)
        self.expect_refused('check/sizes.py', 'src/func/blend.h: 151 lines')
        self.project.write('src/func/blend.h', '#pragma once\n// A table.\n//\n// Long because: it is a table.\n' + rows)
        self.assertEqual(self.project.check('check/sizes.py')[0], 0)

    def test_a_class_of_many_data_members_is_refused(self):
        self.project.write('src/func/blend.h', f'class Blend {{\n{members(25)}}};\n')
        self.expect_refused('check/sizes.py', 'src/func/blend.h Blend: 25 data members')
        uncounted = '    static int made_;\n    sim::Parameter<int> width{1};\n    void blend() const;\n'
        nested = f'    struct Inner {{\n{members(24)}    }};\n'
        self.project.write('src/func/blend.h', f'class Blend {{\n{uncounted}{nested}{members(24)}}};\n')
        status, output = self.project.check('check/sizes.py')
        self.assertEqual(status, 0, output)
        self.assertIn('   24 func/blend.h Blend\n', output)
        self.assertIn('   24 func/blend.h Blend::Inner\n', output)

    def test_a_long_function_is_refused(self):
        def function(lines):
            return 'namespace {\nint sum(int start) {\n' + '    start += 1;\n' * (lines - 3) + '    return start;\n}\n}\n'
        self.project.write('src/func/blend.cpp', function(61))
        self.expect_refused('check/sizes.py', 'src/func/blend.cpp sum: 61 lines')
        self.project.write('src/func/blend.cpp', function(60))
        status, output = self.project.check('check/sizes.py')
        self.assertEqual(status, 0, output)
        self.assertIn('   60 func/blend.cpp sum\n', output)

    def test_an_exception_may_only_shrink(self):
        def blend(count):
            self.project.write('src/func/blend.h', f'class Blend {{\n{members(count)}}};\n')
        blend(27)
        self.project.write('scripts/check/size_exceptions', '# Larger than the limits.\nclass 27 func/blend.h Blend\n')
        self.assertEqual(self.project.check('check/sizes.py')[0], 0)
        blend(28)
        self.expect_refused('check/sizes.py', 'src/func/blend.h Blend: 28 data members; at most 27')
        blend(26)
        self.expect_refused('check/sizes.py', 'func/blend.h Blend shrank to 26')
        self.assertEqual(self.project.check('check/sizes.py', '--shrink')[0], 0)
        exceptions = self.project.folder / 'scripts/check/size_exceptions'
        self.assertEqual(exceptions.read_text(), '# Larger than the limits.\nclass 26 func/blend.h Blend\n')
        blend(24)
        self.assertEqual(self.project.check('check/sizes.py', '--shrink')[0], 0)
        self.assertEqual(exceptions.read_text(), '# Larger than the limits.\n')
        blend(25)
        self.assertEqual(self.project.check('check/sizes.py', '--shrink')[0], 1)


class Pages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.project = Project(folder.name)
        self.project.write('docs/README.md', '# Index\n\n- [a](guide/a.md#the-first-part), [the code](../src/a.h)\n'
                                             '- [made](results/made.md), [design](develop/design.md): docs/guide/a.md\n')
        self.project.write('docs/guide/a.md', '# A\n\n## The first, `part`\n\n[back](../README.md) [part](#the-first-part)\n')
        self.project.write('docs/results/made.md', '# Made\n\nMade by `make OUTPUT`.\n')
        self.project.write('src/a.h', '// As docs/guide/a.md says.\n')

    def expect_refused(self, problem):
        self.assertEqual(self.project.check('check/docs.py'), (1, problem + '\n'))

    def test_pages_that_keep_the_rules_pass(self):
        self.assertEqual(self.project.check('check/docs.py'), (0, ''))

    def test_a_page_that_the_index_does_not_name_is_refused(self):
        self.project.write('docs/guide/b.md', '# B\n')
        self.expect_refused('docs/README.md does not name docs/guide/b.md')

    def test_a_link_to_nothing_is_refused(self):
        self.project.write('CHANGELOG.md', '# Changes\n\n[a](a.md)\n')
        self.expect_refused('CHANGELOG.md: there is no a.md')

    def test_a_link_to_a_heading_that_is_not_there_is_refused(self):
        self.project.write('CHANGELOG.md', '# Changes\n\n[a](docs/guide/a.md#the-second-part)\n')
        self.expect_refused('CHANGELOG.md: docs/guide/a.md has no heading #the-second-part')

    def test_a_link_in_code_is_none(self):
        self.project.write('CHANGELOG.md', '# Changes\n\n`[a](b)`\n\n```cpp\n[a](b)\n```\n')
        self.assertEqual(self.project.check('check/docs.py'), (0, ''))

    def test_a_mention_of_a_missing_page_is_refused(self):
        self.project.write('src/a.h', '// As docs/guide/b.md says.\n')
        self.expect_refused('src/a.h: there is no docs/guide/b.md')

    def test_a_source_that_is_not_there_is_refused(self):
        self.project.write('src/families/toy/SOURCES.md', '| file | source |\n|---|---|\n| `toy/front_end.h` | `theirs/file.h` |\n')
        for good in ('`func/blend.h`', '`src/func/`', '`func/ble*`', '`families/NAME/front_end.h`', '`blend.cpp`'):
            self.project.write('docs/develop/design.md', f'{DESIGN}{good}\n')
            self.assertEqual(self.project.check('check/docs.py'), (0, ''))
        for wrong in ('func/blend.cpp', 'gone/', 'func/bland*'):
            self.project.write('docs/develop/design.md', f'{DESIGN}`{wrong}`\n')
            self.expect_refused(f'docs/develop/design.md: there is no {wrong}')
        self.project.write('docs/develop/design.md', DESIGN)
        self.project.write('src/families/toy/SOURCES.md', '| `gone/front_end.h` | `theirs/file.h` |\n')
        self.expect_refused('src/families/toy/SOURCES.md: there is no gone/front_end.h')

    def test_sources_that_are_not_in_the_order_of_files_are_refused(self):
        rows = '| file | source |\n|---|---|\n| `src/a.h` | x |\n| `func/blend.h` | y |\n'
        self.project.write('src/families/toy/SOURCES.md', rows)
        self.assertEqual(self.project.check('check/docs.py'), (0, ''))
        self.project.write('src/families/toy/SOURCES.md', f'Sorted by file.\n\n{rows}')
        self.expect_refused('src/families/toy/SOURCES.md: `func/blend.h` comes after `src/a.h`')

    def test_a_test_that_is_not_there_is_refused(self):
        self.project.write('tests/func/blend_test.cpp', 'TEST(Blend, Adds) {}\nTEST_F(BlendTest, Subtracts) {}\n')
        for good in ('`Blend.Adds`', '`BlendTest.*`', '`Blend.Adds`, `BlendTest.Subtracts`', '`GPU.Width`'):
            self.project.write('docs/guide/a.md', f'# A\n\n## The first, `part`\n\n{good}\n')
            self.assertEqual(self.project.check('check/docs.py'), (0, ''))
        for wrong in ('Blend.Divides', 'OtherTest.Adds', 'OtherTest.*'):
            self.project.write('docs/guide/a.md', f'# A\n\n## The first, `part`\n\n`{wrong}`\n')
            self.expect_refused(f'docs/guide/a.md: there is no test {wrong}')
        self.project.write('docs/guide/a.md', '# A\n\n## The first, `part`\n\n`Blend.Adds`, `.Divides`\n')
        self.expect_refused('docs/guide/a.md: there is no test Blend.Divides')

    def test_a_page_of_results_without_its_command_is_refused(self):
        self.project.write('docs/results/made.md', '# Made\n\nNumbers, made by `make OUTPUT`.\n')
        self.expect_refused('docs/results/made.md: does not begin with the command that makes it: "Made by `COMMAND`"')


class DocumentExcerpts(unittest.TestCase):
    def check(self, excerpt):
        """(exit status, output) of the check of a document with an excerpt of LICENSE."""
        with tempfile.TemporaryDirectory() as folder:
            document = pathlib.Path(folder) / 'page.md'
            document.write_text(f'```text LICENSE\n{excerpt}\n```\n')
            done = subprocess.run([sys.executable, SCRIPTS / 'check/examples.py', '/bin/true', '/bin/true', document],
                                  capture_output=True, text=True)
            return done.returncode, done.stdout + done.stderr

    def test_lines_of_the_file_pass(self):
        lines = (SCRIPTS.parent / 'LICENSE').read_text().splitlines()
        for excerpt in (lines[0], '\n'.join(lines[:5]), f'{lines[0]}\n...\n{lines[-1]}', f'{lines[0]}\n...'):
            self.assertEqual(self.check(excerpt)[0], 0, excerpt)

    def test_other_lines_are_refused(self):
        lines = (SCRIPTS.parent / 'LICENSE').read_text().splitlines()
        for excerpt in ('No line of it', lines[0] + '.', f'{lines[-1]}\n...\n{lines[0]}', f'{lines[0]}\n{lines[-1]}'):
            status, output = self.check(excerpt)
            self.assertEqual(status, 1, excerpt)
            self.assertIn('page.md:1: not found in LICENSE', output)


class DocumentCommands(unittest.TestCase):
    def check(self, text):
        """(exit status, output) of the check of a document with this text."""
        with tempfile.TemporaryDirectory() as folder:
            document = pathlib.Path(folder) / 'page.md'
            document.write_text(text)
            done = subprocess.run([sys.executable, SCRIPTS / 'check/examples.py', '/bin/true', '/bin/true', document],
                                  capture_output=True, text=True)
            return done.returncode, done.stdout + done.stderr

    def test_each_line_of_a_tested_block_is_run_after_its_preparation(self):
        block = '<!-- tested, after: touch made -->\n\n```sh\ncat made  # nothing\nrm made\n```\n'
        self.assertEqual(self.check(block), (0, '3 examples, 0 failed\n'))
        status, output = self.check(block + '\n```sh\nfalse\n```\n')
        self.assertEqual((status, output), (0, '3 examples, 0 failed\n'), 'a block without the line before is not run')

    def test_a_command_that_fails_is_refused(self):
        status, output = self.check('<!-- tested, after: true -->\n```sh\ntrue\ncat made\n```\n')
        self.assertEqual(status, 1)
        self.assertIn('page.md:4: cat made: exit 1', output)
        status, output = self.check('<!-- tested, after: cat made -->\n```sh\ntrue\n```\n')
        self.assertEqual(status, 1)
        self.assertIn('page.md:1: cat made: exit 1', output)


if __name__ == '__main__':
    unittest.main()
