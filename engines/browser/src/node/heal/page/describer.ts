import type { ElementPrint } from '@touchstone/engine-heal/core';
import type { surroundings } from './surroundings.ts';
import type { textReader } from './text-reader.ts';

/** In the page: describes an element. Text typed into fields is left out; the value of a box or button is included. */
export function describer(
  { plain, within }: ReturnType<typeof textReader>,
  { around, beside }: ReturnType<typeof surroundings>,
) {
  const labelOf = (element: Element): string => {
    const own = plain(element.getAttribute('aria-label'), 200);
    if (own !== '') return own;
    const ids = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean);
    const tree = element.getRootNode() as Document | ShadowRoot;
    const named = plain(ids.map((id) => tree.getElementById(id)?.textContent ?? '').join(' '), 200);
    const [label] = (element as HTMLInputElement).labels ?? [];
    if (named !== '' || !label) return named;
    const copy = label.cloneNode(true) as Element;
    for (const control of copy.querySelectorAll('input, select, textarea, button')) control.remove();
    return plain(copy.textContent, 200);
  };
  const textOf = (element: Element, type: string): string => {
    const tag = element.localName;
    if (tag === 'input')
      return /^(?:button|submit|reset)$/.test(type) ? plain((element as HTMLInputElement).value, 200) : '';
    const isField = tag === 'textarea' || tag === 'select' || (element as HTMLElement).isContentEditable;
    return isField ? '' : within(element, 200);
  };
  /**
   * For each element of a tag, its position among those that show the same in the same part of the page; read once per
   * tag.
   */
  const twins = new Map<Element, ElementPrint['twin']>();
  const readTags = new Set<string>();
  const readTwins = (element: Element): void => {
    const groups = new Map<string, Element[]>();
    const tree = element.getRootNode() as Document | ShadowRoot;
    for (const other of [...tree.querySelectorAll(element.localName)].slice(0, 2000)) {
      const key = `${within(other, 100)}\n${around(other).within[0] ?? ''}`;
      const group = groups.get(key) ?? [];
      groups.set(key, group);
      group.push(other);
    }
    for (const group of groups.values())
      for (const [at, other] of group.entries()) twins.set(other, { index: at + 1, count: group.length });
  };
  const twinOf = (element: Element): ElementPrint['twin'] => {
    if (!readTags.has(element.localName)) readTwins(element);
    readTags.add(element.localName);
    return twins.get(element) ?? { index: 1, count: 1 };
  };
  return (element: Element): ElementPrint => {
    const tag = element.localName;
    const type = tag === 'input' || tag === 'button' ? (element as HTMLInputElement).type : '';
    const isChoice = /^(?:radio|checkbox|submit|button)$/.test(type) || tag === 'option';
    const attributes: Record<string, string> = {};
    for (const { name, value } of [...element.attributes].slice(0, 30))
      if ((name !== 'value' || isChoice) && name !== 'style' && !/^on/.test(name))
        attributes[name] = value.slice(0, 300);
    const { x, y, width, height } = element.getBoundingClientRect();
    const [left, top] = [Math.round(x + scrollX), Math.round(y + scrollY)];
    return {
      tag,
      type,
      text: textOf(element, type),
      label: labelOf(element),
      placeholder: plain(element.getAttribute('placeholder'), 200),
      attributes,
      box: { x: left, y: top, width: Math.round(width), height: Math.round(height) },
      neighbours: [beside(element, 'previousSibling'), beside(element, 'nextSibling')],
      ...around(element),
      twin: twinOf(element),
      seenAt: '',
    };
  };
}
