import { parseDocument as parseYaml } from 'yaml';
import { isObject, type JsonObject } from './json-values.ts';
import type { ProblemList } from './problems.ts';
import { messageOf } from './step-parts.ts';

/** The tolerant parser is slow; a document of this size without a mistake is parsed by the strict one. */
const tolerantLimit = 4 * 1024 * 1024;
const aliasLimit = 200;

/** readData parses JSON, also with comments and trailing commas, or YAML. Unreadable text becomes a problem. */
export function readData(text: string, problems: ProblemList): unknown {
  const content = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(content);
  } catch (error) {
    if (content.trim() === '') problems.add('document', 'The document is empty.');
    else if (content.length > tolerantLimit) problems.add('document', `The JSON cannot be read: ${messageOf(error)}`);
    else
      return /^\s*[[{/]/.test(content)
        ? readLooseJson(content, messageOf(error), problems)
        : readYaml(content, problems);
    return undefined;
  }
}

/** readObjects returns the objects of a document that is a single one or a list. */
export function readObjects(text: string, problems: ProblemList): JsonObject[] {
  const data = readData(text, problems);
  const objects = (Array.isArray(data) ? data : [data]).filter(isObject);
  if (objects.length === 0 && data !== undefined) problems.add('document', 'The document holds no object to read.');
  return objects;
}

function readLooseJson(text: string, reason: string, problems: ProblemList): unknown {
  try {
    const value: unknown = JSON.parse(withoutComments(text));
    return value;
  } catch {
    problems.add('document', `The JSON cannot be read: ${reason}`);
    return undefined;
  }
}

/** Strings are matched first, so that comment markers and commas inside them stay. */
const withoutComments = (text: string): string =>
  text
    .replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string?: string) => string ?? ' ')
    .replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_, string?: string) => string ?? '');

function readYaml(text: string, problems: ProblemList): unknown {
  try {
    const document = parseYaml(text, { uniqueKeys: false, prettyErrors: true, logLevel: 'silent' });
    for (const error of document.errors.slice(0, 20))
      problems.add(`line ${error.linePos?.[0].line ?? 1}`, messageOf(error));
    // The round trip expands aliases to a tree and rejects cyclic ones.
    return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: aliasLimit })) ?? 'null');
  } catch (error) {
    problems.add('document', `The YAML cannot be read: ${messageOf(error)}`);
    return undefined;
  }
}

/** scalarText returns a string, number or boolean as written, anything else as JSON, and null as empty. */
export function scalarText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
