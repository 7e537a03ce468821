import { isObject, type JsonObject } from '../json-values.ts';
import type { ProblemList } from '../problems.ts';
import { messageOf } from '../step-parts.ts';

/** Removing comments is slow; a larger document must be strict JSON. */
const looseLimit = 4 * 1024 * 1024;

/** ReadText parses text that is not strict JSON; `reason` says why it isn't. */
export type ReadText = (text: string, reason: string, problems: ProblemList) => unknown;

/** readJson parses JSON, also with comments and trailing commas. Unreadable text becomes a problem. */
export function readJson(text: string, problems: ProblemList, readOther: ReadText = readLooseJson): unknown {
  const content = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(content);
  } catch (error) {
    if (content.trim() === '') problems.add('document', 'The document is empty.');
    else if (content.length > looseLimit) problems.add('document', `The JSON cannot be read: ${messageOf(error)}`);
    else return readOther(content, messageOf(error), problems);
    return undefined;
  }
}

/** readJsonObjects returns the objects of a JSON document that is a single one or a list. */
export const readJsonObjects = (text: string, problems: ProblemList): JsonObject[] =>
  objectsOf(readJson(text, problems), problems);

/** objectsOf returns the objects of a parsed document that is a single one or a list; none becomes a problem. */
export function objectsOf(data: unknown, problems: ProblemList): JsonObject[] {
  const objects = (Array.isArray(data) ? data : [data]).filter(isObject);
  if (objects.length === 0 && data !== undefined) problems.add('document', 'The document holds no object to read.');
  return objects;
}

/** readLooseJson parses JSON with comments and trailing commas. */
export function readLooseJson(text: string, reason: string, problems: ProblemList): unknown {
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
