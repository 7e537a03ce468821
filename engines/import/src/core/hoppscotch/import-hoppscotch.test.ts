import { expect, test } from 'vitest';
import { importHoppscotch } from './import-hoppscotch.ts';

test('versions 0 to 9 of requests, inherited authentication and headers', () => {
  const { steps, variables } = importHoppscotch(
    JSON.stringify([
      {
        v: 9,
        name: 'H',
        auth: { authType: 'api-key', authActive: true, key: 'k', value: '<<key>>', addTo: 'QUERY_PARAMS' },
        headers: [{ key: 'X-All', value: '1', active: true }],
        variables: [{ key: 'a', initialValue: 'i', currentValue: '', secret: false }],
        folders: [],
        requests: [
          {
            v: '9',
            name: 'new',
            method: 'POST',
            endpoint: '<<base>>/x',
            params: [{ key: 'q', value: '1', active: false }],
            headers: [],
            auth: { authType: 'inherit', authActive: true },
            body: { contentType: 'application/x-www-form-urlencoded', body: 'a: b\n# c: d' },
            testScript: 'pw.expect(pw.response.status).toBe(200);',
          },
          {
            name: 'old',
            method: 'GET',
            url: 'http://h',
            path: '/p',
            auth: 'Basic Auth',
            httpUser: 'u',
            httpPassword: 'p',
            headers: [],
            params: [],
          },
        ],
      },
    ]),
  );
  expect(variables).toEqual([{ name: 'a', value: 'i', isSecret: false }]);
  expect(steps[0]).toMatchObject({
    url: '{{base}}/x',
    queryParams: [{ key: 'q', value: '1', enabled: false }],
    headers: [{ key: 'X-All', value: '1' }],
    authentication: { type: 'apiKey', key: 'k', value: '{{key}}', in: 'query' },
    body: {
      type: 'urlencoded',
      fields: [
        { key: 'a', value: 'b' },
        { key: 'c', value: 'd', enabled: false },
      ],
    },
  });
  expect(steps[0]?.testScript).toContain('const pw =');
  expect(steps[1]).toMatchObject({
    url: 'http://h/p',
    authentication: { type: 'basic', username: 'u', password: 'p' },
  });
});
