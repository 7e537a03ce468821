import type { RequestPattern, ResponseDefinition } from '../../stub.ts';
import type { KeptExchange } from './recording.ts';

/** A request value that the response may repeat. */
interface Repeated {
  /** The value as it appears in the response. */
  text: string;
  template: string;
}

const idSegment = /^(?:\d+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{16,}|[0-9A-Z]{26})$/i;
const maxValues = 20;
/** Longer response bodies are kept as they are. */
const longestBody = 64 * 1024;

/**
 * parameterised makes a templated stub from an exchange whose path has an id or whose body is a JSON object, if the
 * response repeats values of the request; undefined if it repeats none. Exchanges with the same result differ only in
 * those values.
 */
export function parameterised({ request, response }: KeptExchange): Omit<KeptExchange, 'recorded'> | undefined {
  const { body, transformers } = response;
  if (transformers !== undefined || response.base64Body !== undefined) return undefined;
  if (body !== undefined && (body.length > longestBody || body.includes('{{'))) return undefined;
  const path = pathParts(request);
  const members = bodyMembers(request);
  const values = [...path.values, ...members.values].slice(0, maxValues);
  if (values.length === 0) return undefined;
  let repeats = 0;
  const replaced = (text: string) => {
    const { text: made, count } = withTemplates(text, values);
    repeats += count;
    return made;
  };
  const headers = Object.entries(response.headers ?? {}).map(([name, value]): [string, string | string[]] => [
    name,
    Array.isArray(value) ? value.map(replaced) : replaced(value),
  ]);
  const made: ResponseDefinition = {
    ...response,
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(body !== undefined && { body: replaced(body) }),
    transformers: ['response-template'],
  };
  if (repeats === 0) return undefined;
  const { url, ...others } = request;
  // A path template replaces the whole address.
  const address = path.values.length > 0 || url === undefined ? path.pattern : { url };
  return { request: { ...others, ...address, ...members.pattern }, response: made };
}

function pathParts({ url }: RequestPattern): { values: Repeated[]; pattern: RequestPattern } {
  if (typeof url !== 'string') return { values: [], pattern: {} };
  const [path = '/', search = ''] = url.split('?');
  const values: Repeated[] = [];
  const segments = path.split('/').map((segment) => {
    if (!idSegment.test(segment)) return segment;
    const name = values.length === 0 ? 'id' : `id${values.length + 1}`;
    values.push({ text: segment, template: `{{request.path.${name}}}` });
    return `{${name}}`;
  });
  if (values.length === 0) return { values, pattern: {} };
  const query = Object.fromEntries([...new URLSearchParams(search)].map(([name, value]) => [name, { equalTo: value }]));
  return {
    values,
    pattern: {
      urlPathTemplate: segments.join('/'),
      ...(Object.keys(query).length > 0 && { queryParameters: query }),
    },
  };
}

function bodyMembers({ bodyPatterns }: RequestPattern): { values: Repeated[]; pattern: RequestPattern } {
  const none = { values: [], pattern: {} };
  const [only] = Array.isArray(bodyPatterns) ? (bodyPatterns as Record<string, unknown>[]) : [];
  if (typeof only?.equalToJson !== 'string') return none;
  const value = jsonOf(only.equalToJson);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return none;
  const members = Object.entries(value).filter(([name, of]) => /^[A-Za-z_]\w*$/.test(name) && isRepeatable(of));
  if (members.length === 0 || members.length < Object.keys(value).length) return none;
  return {
    values: members.map(([name, of]) => ({
      text: JSON.stringify(of),
      template: `{{toJson (jsonPath request.body '$.${name}')}}`,
    })),
    pattern: { bodyPatterns: members.map(([name]) => ({ matchesJsonPath: `$.${name}` })) },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isRepeatable = (value: unknown): boolean =>
  (typeof value === 'string' && value.length > 0 && value.length <= 500) ||
  (typeof value === 'number' && Number.isInteger(value));

/** Replaces standalone values; a match within a longer word or number doesn't count. */
function withTemplates(text: string, values: readonly Repeated[]): { text: string; count: number } {
  let made = '';
  let count = 0;
  for (let at = 0; at < text.length; ) {
    const found = values.find(({ text: value }) => text.startsWith(value, at) && standsAlone(text, at, value));
    if (found === undefined) made += text[at++];
    else {
      made += found.template;
      at += found.text.length;
      // An empty comment separates the braces, because three in a row could not be parsed.
      if (text[at] === '}') made += '{{!}}';
      count += 1;
    }
  }
  return { text: made, count };
}

function standsAlone(text: string, at: number, value: string): boolean {
  // With three opening braces the template would have another meaning.
  if (text[at - 1] === '{') return false;
  if (value.startsWith('"')) return true;
  const isWord = (character: string | undefined) => character !== undefined && /[\w.-]/.test(character);
  const [before, after] = [text[at - 1], text[at + value.length]];
  return !isWord(before) && !(isWord(after) && !(after === '.' && !/\d/.test(text[at + value.length + 1] ?? '')));
}
