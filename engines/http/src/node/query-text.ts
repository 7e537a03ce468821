import { createRequire } from 'node:module';
import { findInJson as findInJsonText, findInXml as findInXmlText, type PathMatch } from '../core/query-text.ts';
import { useXPathEngines } from '../core/xpath-query.ts';
import { timeLimit } from './time-limit.ts';

const guard = timeLimit(2000);
const require = createRequire(import.meta.url);

/** findInJson evaluates a JSONPath (RFC 9535) on JSON text within 2 s. Throws an error whose message is for the user. */
export function findInJson(text: string, path: string): PathMatch[] {
  return guard(() => findInJsonText(text, path));
}

/** findInXml evaluates an XPath 3.1 on XML text within 2 s. Throws an error whose message is for the user. */
export function findInXml(text: string, path: string): PathMatch[] {
  useXPathEngines(() => ({ fonto: require('fontoxpath'), slimdom: require('slimdom') }));
  return guard(() => findInXmlText(text, path));
}
