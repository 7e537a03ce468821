import type { ScriptInput } from '@touchstone/contracts/api-testing';
import type { HttpStep } from '@touchstone/engine-http/core';

/** stepOfDraft is what a request sends, as the engines know it. */
export function stepOfDraft(draft: ScriptInput): HttpStep {
  const { scriptName, method, url, headers, queryParams, pathParams, body, authentication, settings } = draft;
  const sent = { method, url, headers, queryParams, pathParams, body, authentication, settings };
  return { id: 'draft', name: scriptName, group: '', assertions: [], dataHandlers: [], ...sent } as HttpStep;
}
