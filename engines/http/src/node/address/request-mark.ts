import type { HeaderList } from '@touchstone/engine-assert/core';

/**
 * RequestMark is a header that every request carries, whatever its step says, so that a product that sends requests for
 * its users knows its own when they come back to it.
 */
export interface RequestMark {
  readonly name: string;
  readonly value: string;
}

const isNamed = (header: string, name: string) => header.toLowerCase() === name.toLowerCase();

/**
 * markHeaders puts the mark before everything, because servers may drop headers beyond a number. Headers of the same
 * name are left out, and the mark's name from `Connection`, by which a proxy on the way would take it off.
 */
export function markHeaders(headers: HeaderList, mark: RequestMark | undefined): HeaderList {
  if (mark === undefined) return headers;
  const marked: HeaderList = [[mark.name, mark.value]];
  for (const [name, value] of headers) {
    if (isNamed(name, mark.name)) continue;
    if (!isNamed(name, 'connection')) marked.push([name, value]);
    else {
      const options = value.split(',').map((option) => option.trim());
      const kept = options.some((option) => isNamed(option, mark.name))
        ? options.filter((option) => !isNamed(option, mark.name)).join(', ')
        : value;
      if (kept !== '') marked.push([name, kept]);
    }
  }
  return marked;
}

/**
 * closeMisframed makes a connection end with its request where the step's own framing is not that of the body: else
 * the server could read the rest of the body as another request, which would have no mark.
 */
export function closeMisframed(headers: HeaderList, sizeBytes: number | undefined): HeaderList {
  const lengths = headers.filter(([name]) => isNamed(name, 'content-length')).map(([, value]) => value.trim());
  const isFramed = lengths.every((length) => length === String(sizeBytes ?? 0)) && lengths.length < 2;
  if (isFramed && !headers.some(([name]) => isNamed(name, 'transfer-encoding'))) return headers;
  return [...headers.filter(([name]) => !isNamed(name, 'connection')), ['Connection', 'close']];
}
