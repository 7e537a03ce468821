import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { jsonPathProblem, parseXml } from '@touchstone/engine-assert/core';

/** The initial value of a row in the editor; such an unfilled row doesn't prevent saving. */
const unfilled = '$.';
const variable = /\{\{[^{}]*\}\}/g;

/**
 * The path with each variable replaced by what it may stand for: the root at the start, a name after a dot or a letter,
 * a number elsewhere.
 */
const withoutVariables = (path: string): string =>
  path.replace(variable, (_, at: number) => {
    if (at === 0) return '$';
    return /[.A-Za-z_]/.test(path.charAt(at - 1)) ? 'x' : '1';
  });

/**
 * unreadablePlaces returns the bodies and JSON paths of a script that can't be parsed. Variables may appear anywhere in
 * them.
 */
export function unreadablePlaces({ body, assertions, dataHandlers }: ScriptInput): { path: string; message: string }[] {
  const places: { path: string; message: string }[] = [];
  if (body.type === 'json' && !isJson(body.content))
    places.push({ path: 'body.content', message: 'Invalid JSON format.' });
  if (body.type === 'xml' && !isXml(body.content))
    places.push({ path: 'body.content', message: 'Invalid XML format.' });
  const check = (kind: string, path: string | undefined, place: string) => {
    if (kind !== 'jsonPath' || !path || path === unfilled) return;
    if (jsonPathProblem(withoutVariables(path)) === undefined) return;
    places.push({ path: place, message: 'Please provide a valid JSON path.' });
  };
  for (const [index, { kind, path }] of assertions.entries()) check(kind, path, `assertions.${index}.path`);
  for (const [index, { source, path }] of dataHandlers.entries()) check(source, path, `dataHandlers.${index}.path`);
  return places;
}

/** An empty body counts as no body. */
function isJson(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    JSON.parse(text.replace(variable, '0'));
    return true;
  } catch {
    return false;
  }
}

function isXml(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    parseXml(text.replace(variable, 'x').trim());
    return true;
  } catch {
    return false;
  }
}
