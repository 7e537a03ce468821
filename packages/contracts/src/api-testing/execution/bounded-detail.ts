import type { StepDetail } from './execution-step.ts';

type Body = { text?: string | undefined; truncated: boolean };

/**
 * boundedDetail returns a result with bodies of at most `mostCharacters` characters; longer ones are cut and marked.
 */
export function boundedDetail(detail: StepDetail, mostCharacters: number): StepDetail {
  const { exchange } = detail;
  if (!exchange) return detail;
  const { request, response } = exchange;
  const cut = <Given extends Body>(body: Given): Given =>
    body.text === undefined || body.text.length <= mostCharacters
      ? body
      : { ...body, text: body.text.slice(0, mostCharacters).toWellFormed(), truncated: true };
  return {
    ...detail,
    exchange: {
      ...exchange,
      request: { ...request, ...(request.body && { body: cut(request.body) }) },
      ...(response && { response: { ...response, body: cut(response.body) } }),
    },
  };
}
