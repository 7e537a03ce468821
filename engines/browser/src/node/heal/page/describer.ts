import type { ElementPrint } from '@touchstone/engine-heal/core';
import type { surroundings } from './surroundings.ts';
import type { textReader } from './text-reader.ts';

/** In the page: what is known of an element. What was typed into fields is no part of it, what a box or button stands for is. */
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
  /** Of each tag, the elements that show the same; read once. */
  const twins = new Map<string, Map<string, Element[]>>();
  const twinOf = (element: Element): ElementPrint['twin'] => {
    const tag = element.localName;
    let ofTag = twins.get(tag);
    if (!ofTag) {
      ofTag = new Map();
      const tree = element.getRootNode() as Document | ShadowRoot;
      for (const other of [...tree.querySelectorAll(tag)].slice(0, 2000)) {
        const text = within(other, 100);
        ofTag.set(text, [...(ofTag.get(text) ?? []), other]);
      }
      twins.set(tag, ofTag);
    }
    const alike = ofTag.get(within(element, 100)) ?? [element];
    return { index: alike.indexOf(element) + 1, count: alike.length };
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
