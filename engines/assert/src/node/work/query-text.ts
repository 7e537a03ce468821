import { findInJson, findInXml, type PathMatch } from '../../core/query-text.ts';
import { loadXPath } from '../../core/xpath-query.ts';

interface Query {
  text: string;
  path: string;
}

/** Evaluates a JSONPath on the calling thread. */
export const findInJsonText = ({ text, path }: Query): PathMatch[] => findInJson(text, path);

/** Evaluates an XPath on the calling thread. */
export async function findInXmlText({ text, path }: Query): Promise<PathMatch[]> {
  await loadXPath();
  return findInXml(text, path);
}
