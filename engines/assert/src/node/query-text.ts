import type { WorkOwner } from '@touchstone/kernel';
import type { PathMatch } from '../core/query-text.ts';
import { sharedWorkPool } from './work/work-pool.ts';

const defaultLimitMs = 2000;

/** On whose behalf, and for how long, a text is queried. */
export interface QueryOptions {
  owner?: WorkOwner;
  signal?: AbortSignal;
  /** Milliseconds; default 2000. */
  limitMs?: number;
}

/** findInJson evaluates a JSONPath (RFC 9535) on JSON text, in a worker and within `limitMs`. Rejects with an error whose message is for the user. */
export function findInJson(text: string, path: string, options: QueryOptions = {}): Promise<PathMatch[]> {
  return query('findInJsonText', { text, path }, `The JSONPath ${path}`, options);
}

/** findInXml evaluates an XPath on XML text, in a worker and within `limitMs`. Rejects with an error whose message is for the user. */
export function findInXml(text: string, path: string, options: QueryOptions = {}): Promise<PathMatch[]> {
  return query('findInXmlText', { text, path }, `The XPath ${path}`, options);
}

function query(
  name: string,
  input: { text: string; path: string },
  subject: string,
  { limitMs = defaultLimitMs, ...options }: QueryOptions,
): Promise<PathMatch[]> {
  const module = new URL('./work/query-text.ts', import.meta.url).href;
  return sharedWorkPool.run({ ...options, module, name, input, subject, limitMs });
}
