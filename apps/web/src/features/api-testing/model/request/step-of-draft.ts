import type { ScriptInput } from '@touchstone/contracts/api-testing';
import type { HttpStep } from '@touchstone/engine-http/core';

/** stepOfDraft returns the step that a request sends, in the engines' format. */
export function stepOfDraft(draft: ScriptInput): HttpStep {
  const { scriptName, method, url, headers, queryParams, pathParams, body, authentication, settings } = draft;
  const sent = { method, url, headers, queryParams, pathParams, body, authentication, settings };
  return { id: 'draft', name: scriptName, group: '', assertions: [], dataHandlers: [], ...sent } as HttpStep;
}
