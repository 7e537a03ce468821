import type { ScriptInput, StepDetail } from '@touchstone/contracts/api-testing';

/** A request that another page hands to the editor, with the response that it got there. */
export interface HandedRequest {
  draft: ScriptInput;
  response: StepDetail | null;
}

const requests = new Map<string, HandedRequest>();

/** handRequest lets the page of requests that opens next show this one in a tab of its own. */
export const handRequest = (projectId: string, request: HandedRequest): void => {
  requests.clear();
  requests.set(projectId, request);
};

/** takeRequest gives that request, once. */
export function takeRequest(projectId: string): HandedRequest | undefined {
  const request = requests.get(projectId);
  requests.delete(projectId);
  return request;
}
