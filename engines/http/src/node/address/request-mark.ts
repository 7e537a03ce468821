import type { HeaderList } from '@touchstone/engine-assert/core';

/**
 * RequestMark is a header on every request, whatever its step sets, so that a product that sends requests for its users
 * recognizes its own when they come back.
 */
export interface RequestMark {
  readonly name: string;
  readonly value: string;
}

const isNamed = (header: string, name: string) => header.toLowerCase() === name.toLowerCase();

/**
 * markHeaders puts the mark first, because servers may drop headers beyond a number. Headers with the same name are
 * removed, and so is the mark's name in `Connection`, which would make a proxy strip it.
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
 * closeMisframed closes a connection after its request if the step's own framing doesn't match the body: otherwise the
 * server could read the rest of the body as another request, without the mark.
 */
export function closeMisframed(headers: HeaderList, sizeBytes: number | undefined): HeaderList {
  const lengths = headers.filter(([name]) => isNamed(name, 'content-length')).map(([, value]) => value.trim());
  const isFramed = lengths.every((length) => length === String(sizeBytes ?? 0)) && lengths.length < 2;
  if (isFramed && !headers.some(([name]) => isNamed(name, 'transfer-encoding'))) return headers;
  return [...headers.filter(([name]) => !isNamed(name, 'connection')), ['Connection', 'close']];
}
