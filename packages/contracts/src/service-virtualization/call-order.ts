/** A request as a verification of the order of calls names it. */
export type OrderedCall = { method?: string } & ({ urlPath: string } | { url: string });

const line = /^([A-Za-z]+|\*)\s+(\/\S*)$/;

/** readOrderedCall reads `POST /orders`, or `* /orders` for any method; a query has to come as it is written. Undefined where the line is none. */
export function readOrderedCall(text: string): OrderedCall | undefined {
  const [, method = '', path] = line.exec(text.trim()) ?? [];
  if (path === undefined) return undefined;
  const address = path.includes('?') ? { url: path } : { urlPath: path };
  return method === '*' ? address : { method: method.toUpperCase(), ...address };
}
