import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { jsonPathProblem, parseXml } from '@touchstone/engine-assert/core';

/** How a row of the editor begins; an empty row doesn't keep the rest from being saved. */
const unfilled = '$.';
const variable = /\{\{[^{}]*\}\}/g;

/** The path with what a variable may stand for: at the beginning the root, behind a dot or a letter a name, elsewhere a number. */
const withoutVariables = (path: string): string =>
  path.replace(variable, (_, at: number) => {
    if (at === 0) return '$';
    return /[.A-Za-z_]/.test(path.charAt(at - 1)) ? 'x' : '1';
  });

/** unreadablePlaces names the bodies and JSON paths of a script that cannot be parsed. Variables may stand anywhere in them. */
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

/** An empty body is none. */
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
