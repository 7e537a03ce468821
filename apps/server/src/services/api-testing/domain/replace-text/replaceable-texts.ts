/** A replaceable text of an item, and its location. */
export interface ReplaceableText {
  path: (string | number)[];
  /** The location in words: `URL`, `Header Accept`. */
  place: string;
  text: string;
}

/** Fields with user-written text; enumerated values, ids and secrets are excluded. */
const leaves = new Set([
  'scriptName',
  'description',
  'url',
  'key',
  'value',
  'content',
  'query',
  'variables',
  'path',
  'expected',
  'preRequestScript',
  'testScript',
]);
const skipped = new Set([
  'authentication',
  'documentation',
  'examples',
  'settings',
  'scripts',
  'folders',
  'about',
  'servers',
]);
const words: Record<string, string> = {
  scriptName: 'Name',
  description: 'Description',
  url: 'URL',
  headers: 'Header',
  queryParams: 'Query parameter',
  pathParams: 'Path parameter',
  body: 'Body',
  fields: 'Form field',
  preRequestScript: 'Pre-request script',
  testScript: 'Test script',
  assertions: 'Assertion',
  dataHandlers: 'Extraction',
  condition: 'Condition',
  variables: 'Variable',
};

const isText = (path: readonly (string | number)[]): boolean =>
  path.includes('expected') || leaves.has(String(path.findLast((part) => typeof part === 'string')));

/**
 * replaceableTexts lists the texts of a script, or of an environment or a suite with variables, without the values of
 * secret variables.
 */
export function replaceableTexts(item: object): ReplaceableText[] {
  const texts: ReplaceableText[] = [];
  const enter = (value: object, path: (string | number)[], place: string): void => {
    for (const [name, inner] of Object.entries(value)) {
      const at = Array.isArray(value) ? Number(name) : name;
      if (path.length > 0 || !skipped.has(name))
        visit(inner, [...path, at], path.includes('expected') ? place : placeOf(place, at, inner));
    }
  };
  const visit = (value: unknown, path: (string | number)[], place: string): void => {
    if (typeof value === 'object' && value !== null) enter(value, path, place);
    else if (typeof value === 'string' && isText(path)) texts.push({ path, place, text: value });
  };
  enter(item, [], '');
  return texts;
}

function placeOf(place: string, at: string | number, value: unknown): string {
  if (typeof at === 'string') return words[at] ?? place;
  const { key, name } = (value ?? {}) as { key?: unknown; name?: unknown };
  const named = typeof key === 'string' && key !== '' ? key : name;
  return `${place} ${typeof named === 'string' ? named : at + 1}`;
}

/** withTexts returns the item with other texts at the given places. */
export function withTexts<Item extends object>(
  item: Item,
  texts: readonly { path: (string | number)[]; text: string }[],
): Item {
  const copy = structuredClone(item);
  for (const { path, text } of texts) {
    let parent = copy as Record<string | number, unknown>;
    for (const part of path.slice(0, -1)) parent = parent[part] as Record<string | number, unknown>;
    parent[path.at(-1) as string | number] = text;
  }
  return copy;
}
