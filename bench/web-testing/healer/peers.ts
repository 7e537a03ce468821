import type { ElementPrint } from '@touchstone/engine-heal/core';

/**
 * The Similo score (Nass, Alégroth, Feldt, Leotta and Ricca, 2022) of an element, over the traits in a print: tag,
 * name, id, visible text and neighbours count 1.5, class, link, alternative text, path, place, area, shape and whether
 * it is a button 0.5.
 */
export function similo(known: ElementPrint, other: ElementPrint): number {
  const text = (a = '', b = ''): number => {
    if (a === '' || b === '') return 0;
    return (
      1 -
      distance(a.toLowerCase().slice(0, 60), b.toLowerCase().slice(0, 60)) /
        Math.max(a.slice(0, 60).length, b.slice(0, 60).length)
    );
  };
  const same = (a = '', b = '') => (a !== '' && a.toLowerCase() === b.toLowerCase() ? 1 : 0);
  const isButton = ({ tag, type, attributes }: ElementPrint) =>
    tag === 'button' ||
    (tag === 'a' && /btn|button/.test(attributes.class ?? '')) ||
    /^(?:button|submit|reset)$/.test(tag === 'input' ? type : '');
  const { box: a } = known;
  const { box: b } = other;
  const area = (a.width * a.height + 1) / (b.width * b.height + 1);
  const shape = (a.width + 1) / (a.height + 1) / ((b.width + 1) / (b.height + 1));
  const words = (print: ElementPrint) => new Set(print.neighbours.join(' ').toLowerCase().split(/\s+/).filter(Boolean));
  const [near, others] = [words(known), words(other)];
  const common = [...near].filter((word) => others.has(word)).length;
  const path = (print: ElementPrint) => print.path.map((part) => part.replace(/[#.].*/, '')).join('/');
  return (
    1.5 * same(known.tag, other.tag) +
    1.5 * same(known.attributes.name, other.attributes.name) +
    1.5 * same(known.attributes.id, other.attributes.id) +
    1.5 * text(known.text || known.label, other.text || other.label) +
    1.5 * (near.size === 0 ? 0 : common / Math.max(near.size, others.size)) +
    0.5 * text(known.attributes.class, other.attributes.class) +
    0.5 * text(known.attributes.href, other.attributes.href) +
    0.5 * text(known.attributes.alt, other.attributes.alt) +
    0.5 * text(path(known), path(other)) +
    0.5 * (isButton(known) === isButton(other) ? 1 : 0) +
    0.5 * Math.max(0, 1 - Math.hypot(a.x - b.x, a.y - b.y) / 100) +
    0.5 * Math.min(area, 1 / area) +
    0.5 * Math.min(shape, 1 / shape)
  );
}

/** Levenshtein, 1965. */
function distance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let at = 1; at <= other.length; at += 1)
      now.push(Math.min(before[at]! + 1, now[at - 1]! + 1, before[at - 1]! + (one[row - 1] === other[at - 1] ? 0 : 1)));
    before = now;
  }
  return before[other.length]!;
}
