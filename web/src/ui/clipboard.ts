// SPDX-License-Identifier: MIT
// Tables as CSV (RFC 4180) on the clipboard.

import { h } from './dom';

type Value = string | number | null;

function field(value: Value): string {
  if (value === null) return '';
  const text = String(value);
  // A spreadsheet takes text that begins so for a formula.
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csv(rows: readonly (readonly Value[])[]): string {
  return rows.map((row) => row.map(field).join(',')).join('\r\n') + '\r\n';
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A browser may refuse the clipboard to a page from a file, but not to a selection.
    const area = h('textarea', { class: 'unseen' });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
}

/** A button that copies a text. */
export function copyTextButton(name: string, text: () => string, hint = ''): HTMLButtonElement {
  const button = h('button', { type: 'button', class: 'copy', title: hint }, name);
  button.addEventListener('click', async (event) => {
    event.stopPropagation();
    await copy(text());
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = name), 1200);
  });
  return button;
}

/** A button that copies a table. */
export function copyButton(table: () => (readonly Value[])[]): HTMLButtonElement {
  return copyTextButton('Copy CSV', () => csv(table()), 'Copy this table as CSV');
}
