import { answer, environmentOf, route } from './mockoon-document.ts';

/** What the compared mocks are asked, and the stubs in WireMock's format that respond to it. */
export interface StubSet {
  /** Number of stubs. */
  count: number;
  /**
   * `plain`: a path and a fixed response. `judged`: a path template and a regular expression on a header. `template`:
   * like `judged`, with a response generated from the request.
   */
  kind: 'plain' | 'judged' | 'template';
}

/** keyHeader is the header that matches the regular expression of judged stubs. */
export const keyHeader = ['X-Key', 'abc1'] as const;

/** pathOf returns the path that a stub responds to. */
export const pathOf = ({ kind }: StubSet, number: number): string =>
  kind === 'plain' ? `/r${number}` : `/r${number}/1`;

/** mappingsOf writes a set in WireMock's format, oldest stub first. */
export function mappingsOf({ count, kind }: StubSet): object[] {
  return Array.from({ length: count }, (_, number) => ({
    request:
      kind === 'plain'
        ? { method: 'GET', urlPath: `/r${number}` }
        : { method: 'GET', urlPathTemplate: `/r${number}/{id}`, headers: { 'X-Key': { matches: '[a-z]+[0-9]*' } } },
    response: {
      status: 200,
      headers: { 'Content-Type': 'application/json' },
      ...(kind === 'template'
        ? {
            body: `{"number":${number},"path":"{{request.path}}","key":"{{request.headers.X-Key}}"}`,
            transformers: ['response-template'],
          }
        : { jsonBody: { number } }),
    },
  }));
}

/** mockoonOf writes a set in Mockoon's format. */
export function mockoonOf({ count, kind }: StubSet, port: number): object {
  const routes = Array.from({ length: count }, (_, number) => {
    const made = answer(number, {
      body:
        kind === 'template'
          ? `{"number":${number},"path":"/r${number}/{{urlParam 'id'}}","key":"{{header 'X-Key'}}"}`
          : `{"number":${number}}`,
      rules:
        kind === 'plain'
          ? []
          : [{ target: 'header', modifier: 'X-Key', value: '[a-z]+[0-9]*', invert: false, operator: 'regex' }],
      disableTemplating: kind !== 'template',
      default: true,
    });
    return route(number, {
      method: 'get',
      endpoint: kind === 'plain' ? `r${number}` : `r${number}/:id`,
      responses: [made],
    });
  });
  return environmentOf(routes, [], port);
}

/** openApiOf describes a set in OpenAPI, with its responses as examples. */
export function openApiOf({ count, kind }: StubSet): object {
  const id = [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }];
  const operation = (number: number) => ({
    get: {
      ...(kind === 'plain' ? {} : { parameters: id }),
      responses: { 200: { description: '', content: { 'application/json': { example: { number } } } } },
    },
  });
  const paths = Array.from({ length: count }, (_, number) => [
    kind === 'plain' ? `/r${number}` : `/r${number}/{id}`,
    operation(number),
  ]);
  return { openapi: '3.0.3', info: { title: 'b', version: '1' }, paths: Object.fromEntries(paths) as object };
}
