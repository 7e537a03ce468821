import { findInJson, findInXml, type PathMatch } from '../../core/query-text.ts';
import { loadXPath } from '../../core/xpath-query.ts';

interface Query {
  text: string;
  path: string;
}

/** Evaluates a JSONPath on the thread where it is called. */
export const findInJsonText = ({ text, path }: Query): PathMatch[] => findInJson(text, path);

/** Evaluates an XPath on the thread where it is called. */
export async function findInXmlText({ text, path }: Query): Promise<PathMatch[]> {
  await loadXPath();
  return findInXml(text, path);
}
