import type { StepDetail } from './execution-step.ts';

type Body = { text?: string | undefined; truncated: boolean };

/**
 * boundedDetail returns a result with bodies of at most `maxCharacters` characters; longer ones are cut and marked.
 */
export function boundedDetail(detail: StepDetail, maxCharacters: number): StepDetail {
  const { exchange } = detail;
  if (!exchange) return detail;
  const { request, response } = exchange;
  const cut = <Given extends Body>(body: Given): Given =>
    body.text === undefined || body.text.length <= maxCharacters
      ? body
      : { ...body, text: body.text.slice(0, maxCharacters).toWellFormed(), truncated: true };
  return {
    ...detail,
    exchange: {
      ...exchange,
      request: { ...request, ...(request.body && { body: cut(request.body) }) },
      ...(response && { response: { ...response, body: cut(response.body) } }),
    },
  };
}
