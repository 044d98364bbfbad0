#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes pages from whole, damaged and hostile reports.

usage: report_command.py PROGRAM SOURCE_DIR
"""
import base64
import gzip
import json
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

program, source = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
sys.path.insert(0, str(source / 'web/tests'))
import make_report  # noqa: E402

MARKUP = make_report.MARKUP


def data_of(page, name):
    found = re.search(f'<script type="application/octet-stream" id="{name}">([A-Za-z0-9+/=]*)</script>', page)
    return base64.b64decode(found[1]) if found else None


class ReportCommand(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.whole = pathlib.Path(cls.place.name) / 'whole'
        make_report.make(cls.whole, frames=2, draws=3, seed=1)

    @classmethod
    def tearDownClass(cls):
        cls.place.cleanup()

    def setUp(self):
        self.folder = pathlib.Path(self.place.name) / 'run'
        shutil.copytree(self.whole, self.folder)
        self.file = self.folder / 'report.sqlite'

    def tearDown(self):
        shutil.rmtree(self.folder)

    def run_program(self, *arguments):
        return subprocess.run([program, 'report', *arguments], cwd=self.place.name, capture_output=True, text=True)

    def change(self, *statements):
        database = sqlite3.connect(self.file)
        database.executescript(';'.join(statements))
        database.close()

    def refuses(self, reason, *arguments):
        result = self.run_program(*(arguments or ('run',)))
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn(reason, result.stderr)
        self.assertEqual(result.stderr.count('\n'), 1)
        self.assertFalse((self.folder / 'report.html').exists())

    def test_page_has_all_tables_and_pictures(self):
        result = self.run_program('run')
        self.assertEqual((result.returncode, result.stdout), (0, ''), result.stderr)
        self.assertRegex(result.stderr, r'^run/report\.html: 0\.\d MB\n$')
        page = (self.folder / 'report.html').read_text()
        run = json.loads(gzip.decompress(data_of(page, 'run-0')))
        blobs = data_of(page, 'blobs-0')
        self.assertEqual((run['format'], run['name']), (1, 'run'))
        database = sqlite3.connect(self.file)
        tables = [name for name, in database.execute('''SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND
            name NOT LIKE '%_amounts' AND name NOT IN ('operation_states', 'statistics') ''')]
        # Views show amounts; the view of states shows parts of states. Statistics are counters once more.
        self.assertEqual(sorted(run['tables']), sorted(tables))
        for table in tables:
            width = len(database.execute(f'SELECT * FROM {table} LIMIT 0').description)
            cursor = database.execute(f'SELECT * FROM {table} ORDER BY {"1, 2" if width > 1 else "1"}')
            columns = [column[0] for column in cursor.description]
            self.assertEqual(sorted(run['tables'][table]), sorted(columns), table)
            rows = cursor.fetchall()
            for at, column in enumerate(columns):
                values = run['tables'][table][column]
                if column in ('difference', 'counts'):
                    values = [blobs[start:start + length] for start, length in values]
                self.assertEqual(values, [row[at] for row in rows], f'{table}.{column}')
        for name in ('frame0000.png', 'frame0001.png'):
            start, length = run['pictures'][name]
            self.assertEqual(blobs[start:start + length], (self.folder / name).read_bytes())
        database.close()

    def test_example_of_statistics_in_the_documentation(self):
        document = (source / 'docs/reference/report_file.md').read_text()
        query = re.search(r'sqlite3 -header -csv results/report\.sqlite \\\n *"(SELECT [^"]*)"', document)[1]
        database = sqlite3.connect(self.file)
        rows = database.execute(query).fetchall()
        counted, = database.execute("""SELECT count(*) FROM operation_counters JOIN counters ON id = counter
            WHERE section = 'Memory controller'""").fetchone()
        self.assertGreater(counted, 0)
        self.assertEqual(len(rows), counted)
        database.close()

    def test_page_names_no_address_and_executes_its_own_program_alone(self):
        self.run_program('run', 'whole', '-o', 'both.html')
        page = (pathlib.Path(self.place.name) / 'both.html').read_text()
        self.assertEqual(re.findall(r'https?://', page), [])
        self.assertNotIn(MARKUP, page)
        self.assertIn("default-src 'none'", page)
        self.assertEqual(len(re.findall(r'<script type="module">', page)), 1)
        self.assertEqual(len(re.findall(r'<script', page)), 5)
        self.assertIsNotNone(data_of(page, 'run-1'))

    def test_refuses_what_is_no_report(self):
        self.refuses('nowhere/report.sqlite: unable to open database file', 'nowhere')
        self.file.write_text('no database')
        self.refuses('run/report.sqlite: ')
        self.file.write_bytes(b'')
        self.refuses('no report: its application id is 0x00000000')

    def test_refuses_other_versions(self):
        self.change('PRAGMA user_version = 1000')
        self.refuses('a report of version 1000; this program reads version ')
        self.change('PRAGMA application_id = 1')
        self.refuses('its application id is 0x00000001')

    def test_refuses_truncated_files(self):
        whole = self.file.read_bytes()
        for part in (50, 100, 5000, len(whole) // 2, len(whole) - 4096):
            self.file.write_bytes(whole[:part])
            self.refuses('run/report.sqlite: ')

    def test_refuses_damaged_files(self):
        whole = bytearray(self.file.read_bytes())
        for at in range(4096, len(whole), 4096):
            whole[at:at + 64] = b'\xff' * 64
        self.file.write_bytes(whole)
        self.refuses('run/report.sqlite: ')

    def test_refuses_tables_unlike_the_schema(self):
        for statement, reason in (
                ('DROP TABLE labels', 'no such table: labels'),
                ('ALTER TABLE frames DROP COLUMN image', 'no such column: frames.image'),
                ('UPDATE operations SET frame = 7 WHERE id = 1', 'operations, row 1: frame is 7: there is no such row of frames'),
                ('UPDATE operations SET frame = -1', 'frame is -1'),
                ('UPDATE operations SET kind = 3.5 WHERE id = 0; UPDATE operations SET title = x\'00\' WHERE id = 0',
                 'title is of another type'),
                ('UPDATE operation_amounts SET counters = \'{"0":"many"}\'', 'value is of another type'),
                ('UPDATE operation_amounts SET counters = \'{"0":9e999}\'', 'value is no finite number'),
                ('UPDATE operation_amounts SET counters = \'{"9999":1}\'', 'counter is 9999: there is no such row of counters'),
                ('UPDATE operation_amounts SET units = \'{"0":[1\'', 'malformed JSON'),
                ('UPDATE operation_amounts SET units = \'{"0":[1]}\'', 'awake is missing'),
                ('UPDATE units SET id = id + 100', 'units, row 0: id is 100: ids have gaps'),
                ('UPDATE frames SET image = \'../secret.png\'', 'image is no file of the report\'s folder'),
                ('UPDATE frames SET image = \'..\'', 'image is no file of the report\'s folder'),
                ('DROP TABLE labels; CREATE VIEW labels AS SELECT load_extension(\'x\') AS id, 1 AS parent, 1 AS text, 1 AS ordinal',
                 'run/report.sqlite: ')):
            with self.subTest(statement):
                shutil.copy(self.whole / 'report.sqlite', self.file)
                self.change(statement)
                self.refuses(reason)

    def test_refuses_pictures_that_are_none(self):
        (self.folder / 'frame0001.png').write_text('<svg onload="x()">')
        self.refuses('run/frame0001.png: no PNG picture')
        (self.folder / 'frame0001.png').unlink()
        self.refuses('run/frame0001.png: cannot be read')

    def test_refuses_a_place_it_cannot_write_to(self):
        self.refuses('nowhere/page.html', 'run', '-o', 'nowhere/page.html')

    def test_text_that_is_no_utf8_is_shown_as_such(self):
        self.change('UPDATE labels SET text = CAST(x\'61ff62\' AS TEXT) WHERE id = 1')
        self.assertEqual(self.run_program('run').returncode, 0)
        run = json.loads(gzip.decompress(data_of((self.folder / 'report.html').read_text(), 'run-0')))
        self.assertEqual(run['tables']['labels']['text'][1], 'a\ufffdb')


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
