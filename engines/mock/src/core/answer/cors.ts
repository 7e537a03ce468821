import type { RequestView } from '../request/request-view.ts';
import type { MockAnswer } from './mock-answer.ts';

/** preflight returns the response to a CORS preflight; undefined for any other request. */
export function preflight(request: RequestView): MockAnswer | undefined {
  if (request.request.method !== 'OPTIONS') return undefined;
  const [method] = request.header('access-control-request-method');
  if (method === undefined) return undefined;
  const [headers] = request.header('access-control-request-headers');
  return {
    status: 204,
    headers: [
      ['Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, TRACE'],
      ...(headers === undefined ? [] : [['Access-Control-Allow-Headers', headers] as [string, string]]),
      ['Access-Control-Max-Age', '600'],
    ],
    body: '',
    delayMs: 0,
    webhooks: [],
  };
}

/** corsHeaders lets browsers read a response from another origin; headers set by the stub take precedence. */
export function corsHeaders(answer: MockAnswer, request: RequestView): MockAnswer {
  const [origin] = request.header('origin');
  const isOwn = answer.headers.some(([name]) => name.toLowerCase() === 'access-control-allow-origin');
  if (origin === undefined || isOwn) return answer;
  return {
    ...answer,
    isFixed: false,
    headers: [
      ...answer.headers,
      ['Access-Control-Allow-Origin', origin],
      ['Access-Control-Allow-Credentials', 'true'],
      ['Access-Control-Expose-Headers', '*'],
      ['Vary', 'Origin'],
    ],
  };
}
