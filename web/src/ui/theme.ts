// SPDX-License-Identifier: MIT
// Light or dark: as the system has it unless one is chosen; light on paper.

export type Theme = 'auto' | 'light' | 'dark';

const system = matchMedia('(prefers-color-scheme: dark)');
let chosen: Theme = 'auto';

function apply(theme: Theme): void {
  const dark = theme === 'dark' || (theme === 'auto' && system.matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  // Charts redraw themselves.
  dispatchEvent(new Event('themechange'));
}

export function chooseTheme(theme: Theme): void {
  chosen = theme;
  apply(theme);
}

export function followSystem(): void {
  apply(chosen);
  system.addEventListener('change', () => apply(chosen));
  addEventListener('beforeprint', () => apply('light'));
  addEventListener('afterprint', () => apply(chosen));
}
