import type { BrowserContext, ElementHandle } from 'playwright-core';
import type { PageCases } from './cases.ts';
import { CaseCollector, knownOf } from './collect.ts';

/**
 * In the page: elements by keys that identify the same element in another version: a unique text, address, id or name.
 */
function keyed(): [number, string[]][] {
  const elements = [
    ...document.querySelectorAll(
      'a, button, input:not([type=hidden]), select, textarea, h1, h2, h3, h4, h5, label, th, p, span',
    ),
  ].filter(
    (element) => element.getClientRects().length > 0 && !element.querySelector('a, button, input, p, h1, h2, h3'),
  );
  Object.assign(window, { elements });
  const keys = elements.map((element) => {
    const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim().toLowerCase();
    const kind = /^(?:a|button)$/.test(element.localName) ? 'act' : element.localName;
    const href = element.getAttribute('href') ?? '';
    return [
      text.length > 2 && text.length < 60 ? `text ${kind} ${text}` : '',
      href.length > 3 && !/^#?$/.test(href) ? `href ${href.split('/').at(-1)}` : '',
      element.id.length > 3 ? `id ${element.id}` : '',
      element.getAttribute('name') ? `name ${element.getAttribute('name')}` : '',
    ].filter(Boolean);
  });
  const counts = new Map<string, number>();
  for (const key of keys.flat()) counts.set(key, (counts.get(key) ?? 0) + 1);
  return keys.map((list, at): [number, string[]] => [at, list.filter((key) => counts.get(key) === 1)]);
}

/** The n-th elements of both versions that are surely the same; pairs on which two keys disagree are dropped. */
function pairsOf(before: [number, string[]][], after: [number, string[]][]): [number, number][] {
  const places = new Map(after.flatMap(([at, keys]) => keys.map((key): [string, number] => [key, at])));
  const pairs = before.flatMap(([at, keys]): [number, number][] => {
    const found = new Set(keys.flatMap((key) => places.get(key) ?? []));
    return found.size === 1 ? [[at, [...found][0]!]] : [];
  });
  const uses = new Map<number, number>();
  for (const [, at] of pairs) uses.set(at, (uses.get(at) ?? 0) + 1);
  return pairs.filter(([, at]) => uses.get(at) === 1);
}

const elementOf = (at: number) => (window as unknown as { elements: Element[] }).elements[at] ?? null;

/** betweenVersions compares a page of one release with that of a later one; every eighth element is removed. */
export async function* betweenVersions(
  context: BrowserContext,
  { addresses, family, name, most }: { addresses: [string, string]; family: string; name: string; most: number },
): AsyncGenerator<PageCases> {
  const [one, other] = [await context.newPage(), await context.newPage()];
  try {
    await one.goto(addresses[0], { waitUntil: 'load', timeout: 20_000 });
    await other.goto(addresses[1], { waitUntil: 'load', timeout: 20_000 });
    const all = pairsOf(await one.evaluate(keyed), await other.evaluate(keyed));
    const step = Math.max(1, Math.floor(all.length / most));
    const pairs = all.filter((_pair, at) => at % step === 0).slice(0, most);
    const collector = new CaseCollector(other, { family, page: name, change: 'versions' });
    for (const [index, [before, after]] of pairs.entries()) {
      const known = await knownOf(
        (await one.evaluateHandle(elementOf, before)).asElement() as ElementHandle<Element>,
        one,
      );
      const now = await other.evaluateHandle(elementOf, after);
      if (index % 8 !== 7) await collector.add(known, now);
      else {
        // Put back afterwards, so that the indexes of the other elements stay the same.
        const back = await now.evaluateHandle((element) => {
          const mark = document.createComment('');
          element?.replaceWith(mark);
          return mark;
        });
        await collector.add(known, await other.evaluateHandle(() => null));
        await now.evaluate((element, mark) => {
          if (element) mark.replaceWith(element);
        }, back);
      }
    }
    yield collector.result;
  } finally {
    await one.close();
    await other.close();
  }
}
