import type { ImportedStep } from '../imported-collection.ts';
import { isObject, objectOf } from '../json-values.ts';
import { memberOf, parseJson } from './json-places.ts';
import { isIdentifier, isPlaceholder, isReference, isUnique, resourceOf, segmentsOf, wordsOf } from './names.ts';

/** Where a request takes a value. */
export type ConsumedPlace = 'path' | 'url' | 'query' | 'header' | 'body' | 'authentication';

/** A value that a request takes and that may come from an earlier response. */
export interface ConsumedValue {
  step: ImportedStep;
  in: ConsumedPlace;
  /** Name of the parameter or header, JSONPath of the body, or the path segment itself. */
  name: string;
  /** The words of its name including its owner, such as order, id. */
  words: string[];
  type: string | undefined;
  format: string | undefined;
  /** The current value in the request. */
  value: string;
  /** Another name, taken from its description. */
  alsoCalled?: string[];
  /** Links only to sources that own this value. */
  mustOwn?: boolean;
  /** Links only by an equal recorded value; its name is no evidence. */
  onlyObserved: boolean;
}

const plainHeaders =
  /^(accept(-.*)?|content-.*|authorization|cookie|user-agent|host|origin|referer|cache-control|if-.*|x-requested-with)$/i;
const deepest = 6;
const maxValues = 300;

/**
 * consumedValues lists the values that a request takes: path segments, parameters, headers, body values and its
 * credential.
 */
export function consumedValues(step: ImportedStep): ConsumedValue[] {
  const found: ConsumedValue[] = [...ofAddress(step), ...ofRows(step), ...ofCredential(step)];
  const { body } = step;
  if (body.type === 'json')
    readBody(parseJson(body.content), { path: '$', words: [], owner: [], depth: 0 }, step, found);
  return found.slice(0, maxValues);
}

function ofAddress(step: ImportedStep): ConsumedValue[] {
  const segments = segmentsOf(step.url);
  return segments.flatMap((segment, at): ConsumedValue[] => {
    const owner = resourceOf(segments, at);
    if (!isPlaceholder(segment)) {
      // Recorded addresses contain the values themselves; plain words aren't values.
      if (!/\d/.test(segment) || /^v\d+(\.\d+)?$/i.test(segment)) return [];
      return [
        {
          ...plain(step),
          in: 'url',
          name: segment,
          words: [...owner, 'id'],
          value: decoded(segment),
          onlyObserved: true,
        },
      ];
    }
    const name = segment.replace(/^[{:]+|\}+$/g, '');
    const words = wordsOf(name);
    const isBare = words.length === 1 && isReference(words);
    const value = step.pathParams.find(({ key }) => key === name)?.value ?? '';
    const documented = step.documentation?.parameters?.find((one) => one.in === 'path' && one.name === name);
    return [
      {
        ...plain(step),
        ...typeOf(documented?.schema),
        in: 'path',
        name,
        words: isBare ? [...owner, ...words] : words,
        value,
      },
    ];
  });
}

function ofRows(step: ImportedStep): ConsumedValue[] {
  const rows = [
    ...step.queryParams.map((row) => ({ ...row, in: 'query' as const })),
    ...step.headers.filter(({ key }) => !plainHeaders.test(key)).map((row) => ({ ...row, in: 'header' as const })),
  ];
  return rows
    .filter(({ enabled }) => enabled !== false)
    .map((row) => {
      const documented = step.documentation?.parameters?.find((one) => one.in === row.in && one.name === row.key);
      const words = wordsOf(row.key.replace(/^x-/i, ''));
      const called = calledBy(row.description);
      return {
        ...plain(step),
        ...typeOf(documented?.schema),
        in: row.in,
        name: row.key,
        words,
        value: row.value,
        ...called,
        onlyObserved: !isIdentifier(words) && !called.alsoCalled,
      };
    });
}

/** “The ID of the origin station” refers to the id of a station, whatever the parameter is called. */
function calledBy(description = ''): { alsoCalled?: string[] } {
  const [, noun] = /\b(?:id|identifier|uuid)s? of (?:the|an?|this)? ?((?:[a-z]+ ?){1,3})/i.exec(description) ?? [];
  const words = wordsOf((noun ?? '').split(/ (?:to|that|which|for|from|in|you|whose|is|of)\b/i)[0] ?? '');
  return words.length > 0 ? { alsoCalled: [...words, 'id'] } : {};
}

/** A token that the document requires and that another request may return. */
function ofCredential(step: ImportedStep): ConsumedValue[] {
  const { authentication } = step;
  if (authentication.type !== 'bearer' || !('token' in authentication)) return [];
  const value = String(authentication.token);
  return [
    { ...plain(step), in: 'authentication', name: 'token', words: ['access', 'token'], value, onlyObserved: false },
  ];
}

function readBody(value: unknown, place: BodyPlace, step: ImportedStep, found: ConsumedValue[]): void {
  if (place.depth > deepest) return;
  if (Array.isArray(value))
    readBody(value[0], { ...place, path: `${place.path}[0]`, depth: place.depth + 1 }, step, found);
  else if (isObject(value))
    for (const [key, item] of Object.entries(value)) {
      const inner = {
        path: memberOf(place.path, key),
        words: wordsOf(key),
        owner: place.words,
        depth: place.depth + 1,
      };
      const leaf = Array.isArray(item) ? item[0] : item;
      if (typeof leaf !== 'string' && typeof leaf !== 'number') readBody(item, inner, step, found);
      else
        found.push({
          ...plain(step),
          ...ofBody(inner),
          type: typeof leaf,
          in: 'body',
          name: Array.isArray(item) ? `${inner.path}[0]` : inner.path,
          value: String(leaf),
        });
    }
}

interface BodyPlace {
  path: string;
  /** Name of the value, and the name of the object that contains it. */
  words: string[];
  owner: string[];
  depth: number;
}

/**
 * The id of the object that the body describes is chosen by the sender; numbers and codes mostly belong to the object
 * too.
 */
function ofBody({ words, owner }: BodyPlace): Pick<ConsumedValue, 'words' | 'onlyObserved' | 'mustOwn'> {
  if (isIdentifier(words))
    return words.length > 1
      ? { words, onlyObserved: false }
      : { words: [...owner, ...words], onlyObserved: owner.length === 0 };
  if (isUnique(words)) return { words, onlyObserved: false };
  return { words, onlyObserved: words.length === 1 || !isReference(words), mustOwn: true };
}

const plain = (step: ImportedStep) => ({ step, type: undefined, format: undefined, onlyObserved: false });

function typeOf(source: unknown): { type: string | undefined; format: string | undefined } {
  const { type, format } = objectOf(source);
  return { type: typeof type === 'string' ? type : undefined, format: typeof format === 'string' ? format : undefined };
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
