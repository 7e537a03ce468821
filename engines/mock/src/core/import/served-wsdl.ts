import { joinLocation } from '@touchstone/engine-import/core';
import { stableId } from './imported-mock.ts';

/** Stands for the address of the mock, which is known when somebody asks. */
const mockAddress = 'http://mock.invalid';

/** What a WSDL is served with. */
interface ServedParts {
  title: string;
  /** Where its own locations are relative to. */
  location: string;
  /** The documents that it names, and those that they name, by their locations. */
  neighbours: ReadonlyMap<string, string>;
  pathOf(address: string): string;
}

/**
 * servedWsdl makes the stub that answers `?wsdl` at a path, and `?wsdl=NAME` with the documents that the description names. Their locations
 * lead there, and the addresses of its ports to the mock, so that a client can build itself from the address.
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

/** Names by locations: none for the description itself, for others that of their file, told apart by a number where several have it. */
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
