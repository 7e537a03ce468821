import type { StepDetail } from '@touchstone/contracts/api-testing';

/** Characters of a body that the history keeps. */
export const keptBodyLength = 200_000;

/** keptDetail is a response as the history keeps it: bodies beyond the limit are cut and marked. */
export function keptDetail(detail: StepDetail): StepDetail {
  const { exchange } = detail;
  if (!exchange) return detail;
  const { request, response } = exchange;
  return {
    ...detail,
    exchange: {
      ...exchange,
      request: { ...request, ...(request.body && { body: cut(request.body) }) },
      ...(response && { response: { ...response, body: cut(response.body) } }),
    },
  };
}

const cut = <Body extends { text?: string | undefined; truncated: boolean }>(body: Body): Body =>
  body.text !== undefined && body.text.length > keptBodyLength
    ? { ...body, text: body.text.slice(0, keptBodyLength), truncated: true }
    : body;
