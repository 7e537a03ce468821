import type { ScriptExample, StepDetail } from '@touchstone/contracts/api-testing';

/** exampleOf creates a saved example from the last response; undefined if its full body isn't available as text. */
export function exampleOf({ exchange }: StepDetail): ScriptExample | undefined {
  const response = exchange?.response;
  if (!response) return undefined;
  const { status, statusText, headers, body } = response;
  if (body.truncated || (body.text === undefined && body.sizeBytes > 0)) return undefined;
  return {
    name: statusText || `Example ${status}`,
    status,
    ...(statusText ? { statusText } : {}),
    headers: headers.map(([key, value]) => ({ key, value })),
    body: body.text ?? '',
  };
}
