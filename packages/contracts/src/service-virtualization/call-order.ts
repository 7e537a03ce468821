/** A request in a verification of call order. */
export type OrderedCall = { method?: string } & ({ urlPath: string } | { url: string });

const line = /^([A-Za-z]+|\*)\s+(\/\S*)$/;

/**
 * readOrderedCall parses `POST /orders`, or `* /orders` for any method; a query must match as written. Undefined for an
 * invalid line.
 */
export function readOrderedCall(text: string): OrderedCall | undefined {
  const [, method = '', path] = line.exec(text.trim()) ?? [];
  if (path === undefined) return undefined;
  const address = path.includes('?') ? { url: path } : { urlPath: path };
  return method === '*' ? address : { method: method.toUpperCase(), ...address };
}
