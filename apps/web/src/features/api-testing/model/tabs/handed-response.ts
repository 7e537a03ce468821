import type { StepDetail } from '@touchstone/contracts/api-testing';

const responses = new Map<string, StepDetail>();

/** handResponse makes the next opened page show the response that a request had before it was saved there. */
export const handResponse = (scriptId: string, response: StepDetail): void => {
  responses.clear();
  responses.set(scriptId, response);
};

/** takeResponse returns that response, once. */
export function takeResponse(scriptId: string): StepDetail | undefined {
  const response = responses.get(scriptId);
  responses.delete(scriptId);
  return response;
}
