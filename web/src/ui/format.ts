// SPDX-License-Identifier: MIT
// Numbers for people.

const THIN = '\u202f';

/** Digits in groups of three; up to three decimals. */
export function number(value: number): string {
  const text = Number.isInteger(value) ? String(Math.abs(value)) : Math.abs(value).toFixed(Math.abs(value) < 10 ? 3 : 1);
  const [whole = '', decimals] = text.split('.');
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, THIN) : whole;
  return (value < 0 ? '−' : '') + grouped + (decimals === undefined ? '' : `.${decimals}`);
}

/** Four digits at most, with a prefix of the SI. */
export function short(value: number): string {
  const size = Math.abs(value);
  for (const [factor, letter] of [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const)
    if (size >= factor * (letter === 'k' ? 10 : 1)) {
      const scaled = value / factor;
      return `${scaled.toFixed(Math.abs(scaled) < 10 ? 2 : Math.abs(scaled) < 100 ? 1 : 0)}${THIN}${letter}`;
    }
  return number(Math.round(value * 1000) / 1000);
}

/** A part of a whole, with a decimal. */
export function percent(part: number, whole: number): string {
  return whole > 0 ? `${((100 * part) / whole).toFixed(1)}${THIN}%` : '–';
}

/** A difference as a part of what it is from; a factor where it is many times that. */
export function moreThan(difference: number, from: number): string {
  if (difference >= 9 * from) return `×${THIN}${short(1 + difference / from)}`;
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '';
  return sign + percent(Math.abs(difference), from);
}

/** Percentages with a decimal that add up to exactly 100.0: those cut off most are rounded up. */
export function percentages(parts: readonly number[]): string[] {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  if (whole <= 0) return parts.map(() => '–');
  const exact = parts.map((part) => (1000 * part) / whole);
  const rounded = exact.map(Math.floor);
  let left = 1000 - rounded.reduce((sum, part) => sum + part, 0);
  const order = exact.map((_, i) => i).sort((a, b) => exact[b]! - rounded[b]! - (exact[a]! - rounded[a]!));
  for (const i of order) {
    if (left <= 0) break;
    rounded[i]!++;
    left--;
  }
  return rounded.map((part) => `${(part / 10).toFixed(1)}${THIN}%`);
}

/** A value of a counter with its unit. */
export function withUnit(value: number, unit: string): string {
  return unit ? `${number(value)} ${unit}` : number(value);
}
