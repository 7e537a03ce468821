import type { AnyRoute } from '@touchstone/contracts';

/** A part of an input that names something by its id: the steps to it, `[]` for an entry of a list. */
export interface Reference {
  part: 'query' | 'body';
  path: readonly string[];
}

/** What the walk reads of a schema. */
interface Definition {
  type: string;
  shape?: Record<string, unknown>;
  element?: unknown;
  options?: unknown[];
  in?: unknown;
  innerType?: unknown;
}

const isIdName = (name: string): boolean => /(Id|Ids|UUID|UUIDs|Uuid|Uuids)$/.test(name);
/** nameOf returns the name of a reference, without the mark of a list. */
export const nameOf = ({ path }: Reference): string => path.findLast((step) => step !== '[]') ?? '';

/** referencesIn returns the ids that a call accepts, as its contract declares them. */
export function referencesIn(route: AnyRoute): Reference[] {
  const found = new Map<string, Reference>();
  const walk = (schema: unknown, part: Reference['part'], path: readonly string[]): void => {
    const definition = (schema as { _zod?: { def: Definition } } | undefined)?._zod?.def;
    if (!definition || path.length > 8) return;
    const { type, shape = {}, element, options = [], innerType } = definition;
    const reference = { part, path };
    if (type === 'string' && isIdName(nameOf(reference))) found.set(`${part} ${path.join('.')}`, reference);
    for (const [name, inner] of Object.entries(shape)) walk(inner, part, [...path, name]);
    walk(element, part, [...path, '[]']);
    for (const inner of [...options, definition.in, innerType]) walk(inner, part, path);
  };
  walk(route.query, 'query', []);
  walk(route.body, 'body', []);
  return [...found.values()];
}

/** withReference returns the input with this id in it; undefined if there is no place for it. */
export function withReference<Input extends object>(
  input: Input,
  { part, path }: Reference,
  id: string,
): Input | undefined {
  const changed = structuredClone(input) as Record<string, unknown>;
  changed[part] ??= {};
  let place = changed[part] as Record<string, unknown>;
  for (const [index, step] of path.entries()) {
    const rest = path.slice(index + 1);
    if (rest.length === 0) place[step] = id;
    else if (rest.join() === '[]') {
      place[step] = [id];
      break;
    } else {
      const next = step === '[]' ? (place as unknown as unknown[])[0] : place[step];
      if (typeof next !== 'object' || next === null) return undefined;
      place = next as Record<string, unknown>;
    }
  }
  return changed as Input;
}
