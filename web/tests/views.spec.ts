// SPDX-License-Identifier: MIT
// Every view, its numbers beside those of the report's file, and what keys and clicks do.

import path from 'node:path';
import { madeUp, query, value } from './reports';
import { cells, differing, open, pixels, tableOf, views } from './viewing';
import { expect, numberOf, test } from './watched';

const small = () => madeUp('small', 2, 12, 1);
const other = () => madeUp('other', 2, 12, 2);

for (const scheme of ['light', 'dark'] as const)
  test(`every view opens, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await open(page, '', small(), other());
    const found = await views(page);
    expect(found).toEqual([
      'overview', 'operations', 'timeline', 'time', 'memory', 'counters', 'programs', 'commands', 'findings', 'configuration', 'compare',
    ]);
    for (const view of found) {
      await page.locator(`nav a[href="#${view}"]`).click();
      await expect(page.locator('main')).toHaveAttribute('data-view', view);
      await expect(page.locator('main .view')).toBeVisible();
      await expect(page.locator('[role=alert]')).toHaveCount(0);
    }
    expect(await page.locator('html').getAttribute('data-theme')).toBe(scheme);
  });

test('a report of nothing has no views of operations and their time', async ({ page }) => {
  await open(page, '', madeUp('empty', 1, 0, 1));
  expect(await views(page)).toEqual(['overview', 'timeline', 'programs', 'findings', 'configuration']);
});

test('operations have the cycles of the file', async ({ page }) => {
  await open(page, 'operations', small());
  const rows = query(small(), 'SELECT id, kind, share_end_cycle - share_first_cycle AS cycles FROM operations ORDER BY id');
  const shown = await cells(tableOf(page, 'Operations'));
  expect(shown.map((row) => [numberOf(row[0]!), row[1], numberOf(row[4]!)])).toEqual(rows.map((row) => [row['id'], row['kind'], row['cycles']]));
});

test('where the time went adds up', async ({ page }) => {
  await open(page, 'time', small());
  for (const [scope, condition] of [['run', '1'], ['0', 'id = 0'], ['1', 'id = 1']] as const) {
    await page.getByRole('combobox', { name: /^Time/ }).selectOption(scope);
    const rows = await cells(tableOf(page, 'Where the time went'));
    const total = rows.pop()!;
    expect(numberOf(total[1]!)).toBe(value(small(), `SELECT sum(end_cycle - first_cycle) FROM frames WHERE ${condition}`));
    expect(rows.reduce((sum, row) => sum + numberOf(row[1]!), 0)).toBe(numberOf(total[1]!));
    const tenths = rows.reduce((sum, row) => sum + Math.round(10 * numberOf(row[2]!)), 0);
    expect(tenths).toBe(1000);
    for (const [name, cycles] of rows.filter((row) => row[0] !== 'no state')) {
      const frames = condition === '1' ? '1' : condition.replace('id', 'frame');
      const sql = `SELECT sum(value) FROM frame_counters JOIN counters ON id = counter WHERE activity = '${name}' AND ${frames}`;
      expect(numberOf(cycles!)).toBe(value(small(), sql));
    }
  }
});

test('what set the pace adds up, by kind of unit', async ({ page }) => {
  await open(page, 'time', small());
  for (const [scope, condition] of [['run', '1'], ['0', 'frame = 0'], ['1', 'frame = 1']] as const) {
    await page.getByRole('combobox', { name: /^Time/ }).selectOption(scope);
    const rows = await cells(tableOf(page, 'What set the pace'));
    const total = rows.pop()!;
    expect(numberOf(total[1]!)).toBe(value(small(), `SELECT sum(share_end_cycle - share_first_cycle) FROM operations WHERE ${condition}`));
    const kinds = query(
      small(),
      `SELECT u.kind, sum(cycles) AS cycles, sum(cycles * c.at_full_rate) AS rate, sum(cycles * c.full) AS waiting FROM operation_limits l
        JOIN limit_causes c ON c.id = l.cause JOIN units u ON u.id = c.unit JOIN operations o ON o.id = operation WHERE ${condition} GROUP BY u.kind ORDER BY cycles DESC`,
    );
    expect(rows.map((row) => [row[0], numberOf(row[1]!)])).toEqual(kinds.map((row) => [row['kind'], row['cycles']]));
    expect(rows.reduce((sum, row) => sum + Math.round(10 * numberOf(row[2]!)), 0)).toBe(1000);
    for (const [i, kind] of kinds.entries()) {
      expect(numberOf(rows[i]![3]!)).toBeCloseTo((100 * Number(kind['rate'])) / Number(kind['cycles']), 0);
      expect(numberOf(rows[i]![4]!)).toBeCloseTo((100 * Number(kind['waiting'])) / Number(kind['cycles']), 0);
    }
  }
});

test('operations name what set their pace', async ({ page }) => {
  await open(page, 'operations/5', small());
  const [limit] = query(
    small(),
    `SELECT kind, sum(cycles) AS cycles FROM operation_limits l JOIN limit_causes c ON c.id = l.cause
      JOIN units u ON u.id = c.unit WHERE operation = 5 GROUP BY kind ORDER BY cycles DESC LIMIT 1`,
  );
  await expect(page.locator('.facts-list')).toContainText(`Limited by${limit!['kind']}: it set the pace in`);
  await page.getByRole('tab', { name: 'Limits' }).click();
  const rows = await cells(tableOf(page, 'What set the pace of #5 draw 5'));
  expect(rows[0]![0]).toBe(limit!['kind']);
  expect(numberOf(rows[0]![1]!)).toBe(limit!['cycles']);
});

test('each operation’s time adds up too', async ({ page }) => {
  await open(page, 'operations/5', small());
  const rows = await cells(tableOf(page, 'Where the time of #5 draw 5 went'));
  expect(numberOf(rows.at(-1)![1]!)).toBe(value(small(), 'SELECT share_end_cycle - share_first_cycle FROM operations WHERE id = 5'));
  expect(rows.slice(0, -1).reduce((sum, row) => sum + Math.round(10 * numberOf(row[2]!)), 0)).toBe(1000);
});

test('programs have the counts of the file, and lead to operations and back', async ({ page }) => {
  await open(page, 'programs', small());
  const listing = async (): Promise<(string | number)[][]> =>
    (await cells(tableOf(page, 'Listing'))).map((row) => [numberOf(row[0]!), row[1]!, numberOf(row[2]!), numberOf(row[3]!)]);
  const rows = (program: number): (string | number | null)[][] =>
    query(small(), `SELECT instruction, text, issues, threads FROM program_instructions WHERE program = ${program} ORDER BY 1`).map(Object.values);
  expect(await listing()).toEqual(rows(1));
  await tableOf(page, 'Listing').getByText('Issues').click();
  expect(await listing()).toEqual(rows(1).reverse());
  const all = await cells(tableOf(page, 'Programs'));
  expect(all.map((row) => numberOf(row[4]!))).toEqual(
    query(small(), 'SELECT count(*) AS users FROM operation_programs GROUP BY program ORDER BY program').map((row) => row['users']),
  );
  await page.locator('.detail dd.links a').first().click();
  await expect(page.locator('main')).toHaveAttribute('data-view', 'operations');
  await page.getByRole('tab', { name: 'Programs' }).click();
  await page.getByRole('link', { name: 'Program 0' }).click();
  await expect(page.locator('.detail h2')).toContainText('Program 0 vertex');
  expect(await listing()).toEqual(rows(0));
});

test('an instruction stands beside its number, also in a listing that is moved sideways', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, 'programs', small());
  const pane = page.locator('.pane.detail');
  const row = tableOf(page, 'Listing').locator('tbody tr').first();
  const check = async (): Promise<void> => {
    const [number, text, around] = [(await row.locator('td').nth(0).boundingBox())!, (await row.locator('td').nth(1).boundingBox())!, (await pane.boundingBox())!];
    expect(number.x).toBeGreaterThanOrEqual(around.x);
    expect(text.x).toBeCloseTo(number.x + number.width, 0);
    expect(text.x + text.width).toBeLessThanOrEqual(around.x + around.width);
    const cut = await row.locator('td').nth(1).evaluate((cell) => cell.scrollWidth - cell.clientWidth);
    expect(cut).toBeLessThanOrEqual(0);
  };
  await check();
  expect(await pane.evaluate((element) => (element.scrollLeft = 300))).toBe(300);
  expect(await pane.evaluate((element) => element.scrollLeft)).toBeGreaterThan(100);
  await check();
});

test('units of an operation are those of the file', async ({ page }) => {
  await open(page, 'operations/3', small());
  await page.getByRole('tab', { name: 'Units' }).click();
  const shown = await cells(tableOf(page, 'Units'));
  const rows = query(small(), 'SELECT name, busy, cycles FROM operation_units JOIN units ON id = unit WHERE operation = 3 ORDER BY id');
  expect(shown.map((row) => [row[0], numberOf(row[1]!), numberOf(row[4]!)])).toEqual(
    rows.map((row) => [row['name'], Number(((100 * Number(row['busy'])) / Number(row['cycles'])).toFixed(1)), row['cycles']]),
  );
  await page.getByRole('tab', { name: 'Waits' }).click();
  const waits = await cells(tableOf(page, 'Who waits for what'));
  expect(waits.map((row) => numberOf(row[2]!))).toEqual(
    query(small(), 'SELECT cycles FROM operation_waits WHERE operation = 3 ORDER BY cycles DESC').map((row) => row['cycles']),
  );
});

test('counters and traffic are those of the file', async ({ page }) => {
  await open(page, 'counters', small());
  await page.getByRole('combobox', { name: /^Time/ }).selectOption('1');
  const shown = await cells(tableOf(page, 'Counters'));
  expect(shown.map((row) => [row[1], numberOf(row[2]!)])).toEqual(
    query(small(), 'SELECT name, value FROM frame_counters JOIN counters ON id = counter WHERE frame = 1 ORDER BY id').map((row) => [row['name'], row['value']]),
  );
  await page.getByRole('row', { name: 'fragments', exact: false }).first().click();
  await expect(page.locator('.counter-chart canvas')).toBeVisible();
  await page.locator('nav a[href="#memory"]').click();
  const traffic = await cells(tableOf(page, 'Traffic by user of memory'));
  const bytes = query(small(), 'SELECT client, sum(value) AS bytes FROM frame_counters JOIN counters ON id = counter WHERE client IS NOT NULL GROUP BY client ORDER BY bytes DESC');
  expect(traffic.slice(0, -1).map((row) => [row[0], numberOf(row[1]!)])).toEqual(bytes.map((row) => [row['client'], row['bytes']]));
});

test('targets go forward and back to the frames’ pictures', async ({ page }) => {
  await open(page, 'operations/23', small());
  const canvas = page.locator('.pixel-frame canvas');
  await expect(canvas).toHaveAttribute('data-operation', '23');
  expect(await differing(page, path.join(small(), 'frame0001.png'))).toBe(0);
  await page.getByRole('button', { name: 'Before' }).click();
  await expect(canvas).toHaveAttribute('data-moment', 'before');
  const before = await pixels(page);
  await page.keyboard.press('k');
  await expect(canvas).toHaveAttribute('data-operation', '22');
  await page.getByRole('button', { name: 'After' }).click();
  expect(await pixels(page)).toEqual(before);
  await page.evaluate(() => (location.hash = '#operations/11'));
  await expect(canvas).toHaveAttribute('data-operation', '11');
  expect(await differing(page, path.join(small(), 'frame0000.png'))).toBe(0);
});

test('a pixel under the pointer shows its values', async ({ page }) => {
  await open(page, 'operations/0', small());
  await page.locator('.pixel-frame canvas').focus();
  const { x, y } = query(small(), 'SELECT x, y FROM target_changes WHERE id = 0')[0]!;
  for (let i = 0; i < Number(x); ++i) await page.keyboard.press('ArrowRight');
  for (let i = 0; i < Number(y); ++i) await page.keyboard.press('ArrowDown');
  await expect(page.locator('.pixel-status')).toHaveText(new RegExp(`^${x}, ${y}: 0 0 0 0 → \\d+ \\d+ \\d+ 255$`));
});

test('keys and clicks choose operations', async ({ page }) => {
  await open(page, 'overview', small());
  await page.keyboard.press('2');
  await expect(page.locator('main')).toHaveAttribute('data-view', 'operations');
  await page.locator('tr[data-row="7"]').click();
  await expect(page.locator('.detail h2')).toContainText('#7 draw 7');
  await expect(page).toHaveURL(/#operations\/7$/);
  await page.keyboard.press('j');
  await expect(page.locator('.detail h2')).toContainText('#8 draw 8');
  await tableOf(page, 'Operations').focus();
  await page.keyboard.press('End');
  await expect(page.locator('.detail h2')).toContainText('#23 draw 11');
  await page.keyboard.press('/');
  await page.keyboard.type('33 vertices');
  expect(await cells(tableOf(page, 'Operations'))).toHaveLength(2);
});

test('headings sort', async ({ page }) => {
  await open(page, 'operations', small());
  await tableOf(page, 'Operations').getByRole('button', { name: 'Cycles' }).click();
  const cycles = (await cells(tableOf(page, 'Operations'))).map((row) => numberOf(row[3]!));
  expect(cycles).toEqual([...cycles].sort((a, b) => b - a));
});

/** Below the rows of frames and of passes, in the row of operations' shares. */
const SHARES = 68;

test('the timeline goes from the run to single cycles and back', async ({ page }) => {
  await open(page, 'timeline', small());
  const timeline = page.locator('.timeline');
  const canvas = page.locator('.timeline canvas').nth(1);
  await canvas.focus();
  for (let i = 0; i < 20; ++i) await page.keyboard.press('+');
  const range = async () => Number(await timeline.getAttribute('data-end')) - Number(await timeline.getAttribute('data-first'));
  expect(await range()).toBeLessThan(17);
  await page.keyboard.press('0');
  expect(await range()).toBe(value(small(), 'SELECT max(end_cycle) FROM frames'));
  const box = (await canvas.boundingBox())!;
  // The middle of the run, in the row of operations' shares.
  const x = 176 + (box.width - 184) / 2;
  const middle = value(small(), 'SELECT max(end_cycle) / 2 FROM frames');
  const operation = value(small(), `SELECT id FROM operations WHERE share_first_cycle <= ${middle} AND ${middle} < share_end_cycle`);
  await canvas.hover({ position: { x, y: SHARES } });
  await expect(page.locator('.chart-status')).toContainText(`#${operation} draw`);
  await canvas.click({ position: { x, y: SHARES } });
  await page.keyboard.press('Enter');
  await expect(page.locator('.detail h2')).toContainText(`#${operation} draw`);
});

test('the timeline names the colours of states and of users of memory', async ({ page }) => {
  await open(page, 'timeline', small());
  const names = (column: string): unknown[] =>
    query(small(), `SELECT DISTINCT c.${column} AS name FROM slice_counters s JOIN counters c ON c.id = s.counter WHERE s.value > 0 AND c.${column} IS NOT NULL`).map((row) => row['name']);
  const legend = async (title: string): Promise<{ name: string; colour: string }[]> =>
    page.getByLabel(`Colours: ${title}`).locator('span:has(> .swatch)').evaluateAll((all) =>
      all.map((one) => ({ name: one.textContent!, colour: getComputedStyle(one.firstElementChild!).backgroundColor })),
    );
  const states = await legend('State');
  expect(states.map((one) => one.name).sort()).toEqual([...names('activity'), 'no state'].sort());
  const users = await legend('Traffic');
  expect(users.map((one) => one.name).sort()).toEqual(names('client').sort());
  // Each is drawn in the colour that its legend shows; cycles without a state are too few here to be seen.
  const drawn = await page.locator('.timeline canvas').nth(1).evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    const colours = new Set<string>();
    for (let at = 0; at < data.length; at += 4) colours.add(`rgb(${data[at]}, ${data[at + 1]}, ${data[at + 2]})`);
    return [...colours];
  });
  for (const { name, colour } of [...states, ...users]) if (name !== 'no state') expect(drawn).toContain(colour);
  for (const one of [states, users]) expect(new Set(one.map(({ colour }) => colour)).size).toBe(one.length);
});

test('the timeline of a report that begins within a run begins there', async ({ page }) => {
  const late = madeUp('late', 1, 6, 1, 5_000_000);
  await open(page, 'timeline', late);
  const timeline = page.locator('.timeline');
  const canvas = page.locator('.timeline canvas').nth(1);
  const range = async () => [Number(await timeline.getAttribute('data-first')), Number(await timeline.getAttribute('data-end'))];
  const [first, end] = [5_000_000, value(late, 'SELECT end_cycle FROM frames')];
  await canvas.focus();
  for (let i = 0; i < 4; ++i) await page.keyboard.press('+');
  for (let i = 0; i < 80; ++i) await page.keyboard.press('ArrowLeft');
  expect((await range())[0]).toBe(first);
  await page.keyboard.press('0');
  expect(await range()).toEqual([first, end]);
  const box = (await canvas.boundingBox())!;
  await canvas.hover({ position: { x: 176 + (box.width - 184) / 2, y: SHARES } });
  const middle = (first + end) / 2;
  const operation = value(late, `SELECT id FROM operations WHERE share_first_cycle <= ${middle} AND ${middle} < share_end_cycle`);
  await expect(page.locator('.chart-status')).toContainText(`#${operation} draw`);
  expect((await page.locator('.facts').textContent())!.replace(/\s/g, '')).toContain(`${end - first}cycles`);
});

test('commands lead to operations', async ({ page }) => {
  await open(page, 'commands', small());
  await page.getByRole('searchbox').fill('DRAW 4');
  await page.getByRole('link', { name: '#4 draw 4' }).click();
  await expect(page.locator('.detail h2')).toContainText('#4 draw 4');
});

test('a table is copied as CSV', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void ((window as unknown as { copied: string }).copied = text) },
    });
  });
  await open(page, 'configuration', small());
  await page.getByRole('button', { name: 'Copy CSV' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate('window.copied')).toBe(
    'Section,Parameter,Value,Default,In,Meaning\r\nSHADER,Threads,16,16,threads,Threads of a unit.\r\nSHADER,Units,12,2,,Shader units.\r\n',
  );
});

test('two runs are held beside each other', async ({ page }) => {
  const shorter = madeUp('shorter', 2, 11, 2);
  await open(page, 'compare', small(), shorter);
  expect(await cells(tableOf(page, 'Configuration'))).toEqual([['SHADER', 'Units', '12', '11']]);
  const frames = await cells(tableOf(page, 'Frames'));
  const cycles = (folder: string) => query(folder, 'SELECT end_cycle - first_cycle AS cycles FROM frames ORDER BY id').map((row) => Number(row['cycles']));
  expect(frames.map((row) => numberOf(row[1]!))).toEqual(cycles(small()));
  expect(frames.map((row) => numberOf(row[2]!))).toEqual(cycles(shorter));
  await expect(page.locator('[data-differing]')).toHaveCount(2);
  await page.getByRole('group', { name: 'Run' }).getByRole('button').nth(1).click();
  await page.locator('nav a[href="#operations"]').click();
  await expect(tableOf(page, 'Operations').locator('tbody tr')).toHaveCount(22);
});

test('a run beside itself has no difference', async ({ page }) => {
  await open(page, 'compare', small(), small());
  await expect(page.getByText('Both runs have the same configuration.')).toBeVisible();
  await expect(page.locator('[data-differing="0"]')).toHaveCount(2);
});

test('paper has all rows, in light colours', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, 'commands', madeUp('large', 4, 500, 3));
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(tableOf(page, 'Commands').locator('tbody tr')).toHaveCount(4000);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
