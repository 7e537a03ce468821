import { expect, test } from 'vitest';
import { detectFormat } from '../detect-format.ts';
import { importHar } from './import-har.ts';

test('pseudo headers and the length are dropped, cookies are kept once, repetitions are removed only if requested', () => {
  const request = {
    method: 'POST',
    url: 'https://h/a?b=c',
    headers: [
      { name: ':authority', value: 'h' },
      { name: 'Host', value: 'h' },
      { name: 'Content-Length', value: '2' },
      { name: 'sec-ch-ua', value: 'x' },
      { name: 'Content-Type', value: 'application/json' },
    ],
    cookies: [{ name: 's', value: '1' }],
    queryString: [{ name: 'b', value: 'c' }],
    postData: { mimeType: 'application/json', text: '{}' },
  };
  const text = JSON.stringify({
    log: { version: '1.2', entries: [{ request }, { request }, { request: { method: 'GET', url: 'data:x' } }] },
  });
  const { steps, problems } = importHar(text);
  expect(steps).toHaveLength(2);
  expect(problems).toHaveLength(1);
  expect(steps[0]).toMatchObject({
    url: 'https://h/a',
    queryParams: [{ key: 'b', value: 'c' }],
    body: { type: 'json', content: '{}' },
  });
  expect(steps[0]?.headers.map(({ key }) => key)).toEqual(['sec-ch-ua', 'Content-Type', 'Cookie']);
  expect(
    importHar(text, { withoutRepetitions: true, withoutBrowserHeaders: true }).steps.map(
      ({ headers }) => headers.length,
    ),
  ).toEqual([2]);
});

test('a single entry or request', () => {
  const request = { method: 'GET', url: 'https://api.example.com/pets', httpVersion: 'HTTP/1.1' };
  for (const document of [request, { request }]) {
    const { steps, problems } = importHar(JSON.stringify(document));
    expect(problems).toEqual([]);
    expect(steps).toMatchObject([{ method: 'GET', url: 'https://api.example.com/pets' }]);
  }
  const { httpVersion, ...unversioned } = request;
  for (const document of [
    request,
    { ...unversioned, headers: [] },
    { ...unversioned, postData: { text: '' } },
    { startedDateTime: '2026-01-01T00:00:00Z', request: unversioned },
  ])
    expect(detectFormat(JSON.stringify(document)).format).toBe('har');
});
