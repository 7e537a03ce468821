import type { ScriptInput } from '@touchstone/contracts/api-testing';

/** pathParamNames finds `{id}` and `/:id` in the path of an address, like the engine. */
export function pathParamNames(url: string): string[] {
  const path = url.replace(/^\w+:\/\/[^/]*/, '').split(/[?#]/, 1)[0] ?? '';
  const names = [...path.matchAll(/\{\{[^{}]*\}\}|\{([^{}/]+)\}|(?<=\/):([A-Za-z_][\w.-]*)(?=\/|$)/g)]
    .map((match) => match[1] ?? match[2])
    .filter((name): name is string => name !== undefined);
  return [...new Set(names)];
}

/**
 * withPathParams syncs the path parameter rows with the address: new names get a row, empty rows of removed names are
 * dropped.
 */
export function withPathParams(draft: ScriptInput, url: string): ScriptInput {
  const names = pathParamNames(url);
  const kept = draft.pathParams.filter((row) => names.includes(row.key) || row.value !== '');
  const added = names
    .filter((name) => !kept.some((row) => row.key === name))
    .map((key) => ({ key, value: '', enabled: true }));
  return { ...draft, url, pathParams: [...kept, ...added] };
}
