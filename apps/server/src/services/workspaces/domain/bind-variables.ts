/** `{{name}}`, also alone in quotes: a parameter needs none. */
const token = /'\{\{\s*([^{}']+?)\s*\}\}'|\{\{\s*([^{}]+?)\s*\}\}/g;

/**
 * bindVariables replaces every `{{variable}}` of a query with a parameter, so that a value never becomes part of the
 * statement. `placeholder` returns the parameter at a position, from 1. A name that is used twice is sent twice.
 * Rethrows what `valueFor` throws.
 */
export function bindVariables(
  query: string,
  placeholder: (position: number) => string,
  valueFor: (name: string) => string,
): { text: string; values: string[] } {
  const values: string[] = [];
  const text = query.replace(token, (_whole, quoted: string | undefined, bare: string | undefined) => {
    values.push(valueFor((quoted ?? bare) as string));
    return placeholder(values.length);
  });
  return { text, values };
}
