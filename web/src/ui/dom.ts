// SPDX-License-Identifier: MIT
// Elements of the page. Text goes in as text alone: nothing here reads markup.

export type Child = Node | string | number | null | undefined | false;

type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

/** An element; attributes that are functions are listeners, such as `onclick`. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  append(element, ...children);
  return element;
}

export function append(parent: Node, ...children: Child[]): void {
  for (const child of children)
    if (child !== null && child !== undefined && child !== false)
      parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
}

export function replace(parent: Node, ...children: Child[]): void {
  parent.textContent = '';
  append(parent, ...children);
}

/** A row of buttons of which one is chosen. */
export function choice<T extends string>(
  label: string,
  options: readonly (readonly [T, string])[],
  chosen: T,
  choose: (value: T) => void,
): HTMLElement {
  const buttons = options.map(([value, title]) =>
    h(
      'button',
      {
        type: 'button',
        'aria-pressed': value === chosen ? 'true' : 'false',
        'data-value': value,
        onclick: () => {
          for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset['value'] === value));
          choose(value);
        },
      },
      title,
    ),
  );
  return h('div', { class: 'choice', role: 'group', 'aria-label': label }, ...buttons);
}

/** A list to select from, with its label. */
export function select(
  label: string,
  options: readonly (readonly [string, string])[],
  chosen: string,
  choose: (value: string) => void,
): HTMLElement {
  const list = h(
    'select',
    { onchange: () => choose(list.value) },
    ...options.map(([value, title]) => h('option', { value, selected: value === chosen }, title)),
  );
  return h('label', { class: 'field' }, h('span', {}, label), list);
}

/** A part of a view with a heading. */
export function section(title: string, ...children: Child[]): HTMLElement {
  return h('section', {}, h('h2', {}, title), ...children);
}
