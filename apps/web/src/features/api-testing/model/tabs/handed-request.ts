import type { ScriptInput, StepDetail } from '@touchstone/contracts/api-testing';

/** A request that another page hands to the editor, with its response. */
export interface HandedRequest {
  draft: ScriptInput;
  response: StepDetail | null;
}

const requests = new Map<string, HandedRequest>();

/** handRequest makes the next opened requests page show this request in its own tab. */
export const handRequest = (projectId: string, request: HandedRequest): void => {
  requests.clear();
  requests.set(projectId, request);
};

/** takeRequest returns that request, once. */
export function takeRequest(projectId: string): HandedRequest | undefined {
  const request = requests.get(projectId);
  requests.delete(projectId);
  return request;
}
