import { stringifyExactJson } from './exact-json.ts';

/** asText returns a value as the user would type it: strings as they are, anything else as JSON. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : stringifyExactJson(value);
}

/** show formats a value for a message and truncates it. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  return cutText(stringifyExactJson(value));
}

/** cutText truncates a text for a message. */
export function cutText(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
