const mention = /\{\{vars\.([A-Za-z_][\w.-]*)\}\}/g;

/** Whether a stub uses variables of its project. */
export const namesVariables = (value: unknown): boolean => JSON.stringify(value).includes('{{vars.');

/**
 * Replaces {{vars.NAME}} in all strings of a stub before it is parsed; unknown names stay and are added to `unknown`.
 */
export function withVariables<Value>(
  value: Value,
  variables: ReadonlyMap<string, string>,
  unknown: Set<string> = new Set(),
): Value {
  const replaced = (text: string) =>
    text.replace(mention, (whole, name: string) => {
      const found = variables.get(name);
      if (found === undefined) unknown.add(name);
      return found ?? whole;
    });
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return part.includes('{{vars.') ? replaced(part) : part;
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [replaced(name), walk(member)]));
  };
  return walk(value) as Value;
}
