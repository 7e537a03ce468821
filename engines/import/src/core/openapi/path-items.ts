import { isObject, type JsonObject, objectOf } from '../json-values.ts';
import type { ProblemList } from '../problems.ts';

/** Methods that are members of a path. */
const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'query'];
const otherMembers = ['$ref', 'additionalOperations', 'description', 'parameters', 'servers', 'summary'];
const members = new Set([...methods, ...otherMembers]);

/** operationsIn returns the operations of a path with their methods as sent; OpenAPI 3.2 allows any method. */
export function operationsIn(pathItem: JsonObject): [method: string, operation: unknown][] {
  const usual = methods.filter((method) => pathItem[method] !== undefined);
  return [
    ...usual.map((method): [string, unknown] => [method.toUpperCase(), pathItem[method]]),
    ...Object.entries(objectOf(pathItem.additionalOperations)),
  ];
}

/** noteUnknownMembers reports what is lost, mostly methods in capital letters. */
export function noteUnknownMembers(pathItem: JsonObject, path: string, problems: ProblemList): void {
  for (const [name, value] of Object.entries(pathItem))
    if (isObject(value) && !members.has(name) && !name.startsWith('x-'))
      problems.add(path, `A path has no member ${name}; it was left out. Methods are written in small letters.`);
}
