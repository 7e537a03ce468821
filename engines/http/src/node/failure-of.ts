import { type HttpError, RefusedSubscription } from '../core/http-error.ts';
import type { ReceivedResponse } from '../core/result.ts';

/**
 * failureOf returns the failure of an exchange that fails its step. The refusal of a subscription is not a failure if
 * assertions expect it: all pass, and without the refusal's event some wouldn't. A refusal without an assertion about
 * it never passes.
 */
export async function failureOf(
  { failure, response }: { failure: HttpError | undefined; response: ReceivedResponse | undefined },
  evaluate: (response: ReceivedResponse) => Promise<{ assertions: readonly { status: string }[] }>,
): Promise<HttpError | undefined> {
  if (!(failure instanceof RefusedSubscription) || response === undefined) return failure;
  const { bytes } = response.body;
  const event = Buffer.from(failure.event);
  const before = bytes.subarray(0, bytes.length - event.length);
  if (!event.equals(bytes.subarray(before.length))) return failure;
  const allPass = async (body: typeof response.body) =>
    (await evaluate({ ...response, body })).assertions.every(({ status }) => status === 'passed');
  const isExpected = (await allPass(response.body)) && !(await allPass({ ...response.body, bytes: before }));
  return isExpected ? undefined : failure;
}
