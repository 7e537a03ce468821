import { joinLocation } from '@touchstone/engine-import/core';
import { stableId } from './imported-mock.ts';

/** Placeholder for the mock's address, which is known only when a request arrives. */
const mockAddress = 'http://mock.invalid';

/** What a WSDL is served with. */
interface ServedParts {
  title: string;
  /** Base of its own relative locations. */
  location: string;
  /** Documents it references, directly and transitively, by location. */
  neighbours: ReadonlyMap<string, string>;
  pathOf(address: string): string;
}

/**
 * servedWsdl makes the stub that answers `?wsdl` at a path, and `?wsdl=NAME` with the documents that the description
 * references. Their locations point there, and the addresses of its ports point to the mock, so a client can be
 * generated from the address.
 */
export function servedWsdl(text: string, path: string, parts: ServedParts): Record<string, unknown> {
  const names = namesOf(parts.location, [...parts.neighbours.keys()]);
  const documents = Object.fromEntries(
    [[parts.location, text] as const, ...parts.neighbours].map(([location, content]) => [
      names.get(location) ?? '',
      rewritten(content, location, { names, pathOf: parts.pathOf }),
    ]),
  );
  const known = Object.keys(documents).map((name) => ({ equalTo: name }));
  return {
    id: stableId('wsdl', path),
    name: `${parts.title} · description`,
    request: { method: 'GET', urlPath: path, queryParameters: { wsdl: known.length > 1 ? { or: known } : known[0] } },
    response: {
      status: 200,
      headers: { 'Content-Type': 'text/xml; charset=utf-8' },
      body: `{{{replace (lookup parameters.documents request.query.wsdl) '${mockAddress}' request.baseUrl}}}`,
      transformers: ['response-template'],
      transformerParameters: { documents },
    },
  };
}

/** Names by location: empty for the description itself, the file name for others, numbered if several share it. */
function namesOf(location: string, neighbours: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map([[location, '']]);
  const taken = new Set(['']);
  for (const neighbour of neighbours) {
    const file = neighbour.split(/[?#]/)[0]?.split('/').at(-1) || 'document';
    let name = file;
    for (let number = 2; taken.has(name); number += 1) name = `${number}-${file}`;
    taken.add(name);
    names.set(neighbour, name);
  }
  return names;
}

const importTag = /<(?:[\w.-]+:)?(?:import|include|redefine)\b[^>]*>/g;
const locationAttribute = /(\s(?:schemaLocation|location)\s*=\s*)(["'])(.*?)\2/;
const addressLocation = /(<(?:[\w.-]+:)?address\b[^>]*?\slocation\s*=\s*)(["'])(.*?)\2/g;

function rewritten(
  text: string,
  base: string,
  { names, pathOf }: { names: ReadonlyMap<string, string>; pathOf: ServedParts['pathOf'] },
): string {
  return text
    .replace(importTag, (tag) =>
      tag.replace(locationAttribute, (whole, before: string, quote: string, written: string) => {
        const name = names.get(joinLocation(base, written.replaceAll('&amp;', '&')));
        if (name === undefined) return whole;
        return `${before}${quote}?wsdl${name === '' ? '' : `=${encodeURIComponent(name)}`}${quote}`;
      }),
    )
    .replace(
      addressLocation,
      (_, before: string, quote: string, address: string) =>
        `${before}${quote}${mockAddress}${pathOf(address.replaceAll('&amp;', '&'))}${quote}`,
    );
}
