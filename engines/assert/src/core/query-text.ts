import { BudgetError } from '@touchstone/kernel';
import { parseExactJson, plainJson } from './exact-json.ts';
import { locateJson } from './json-path.ts';
import { locateXml, parseXml } from './xpath-query.ts';

/** PathMatch is a value found by a path, with the path that leads to it alone. */
export interface PathMatch {
  path: string;
  value: unknown;
}

/** findInJson evaluates a JSONPath (RFC 9535) on JSON text. Throws an error whose message is for the user. */
export function findInJson(text: string, path: string): PathMatch[] {
  let value: unknown;
  try {
    value = parseExactJson(text);
  } catch (error) {
    if (error instanceof BudgetError) throw error;
    throw new Error('The text is not valid JSON. Check it for a missing quote, comma or bracket.');
  }
  return locateJson(path.trim(), value).map((match) => ({ path: match.path, value: plainJson(match.value) }));
}

/** findInXml evaluates an XPath 3.1 on XML text; `loadXPath` must have finished before. Throws an error whose message is for the user. */
export function findInXml(text: string, path: string): PathMatch[] {
  let document: ReturnType<typeof parseXml>;
  try {
    document = parseXml(text);
  } catch (error) {
    if (error instanceof BudgetError) throw error;
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    throw new Error(`The text is not well-formed XML: ${reason}.`);
  }
  return locateXml(path, document);
}
