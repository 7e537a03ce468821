import { expect, test } from 'vitest';
import { detectFormat } from '../detect-format.ts';
import { importInsomnia } from './import-insomnia.ts';

test('Insomnia 4: folders, environments, templates and inherited authentication', () => {
  const { steps, variables, environments, problems } = importInsomnia(
    JSON.stringify({
      _type: 'export',
      __export_format: 4,
      resources: [
        {
          _id: 'req_1',
          _type: 'request',
          parentId: 'fld_1',
          name: 'R',
          method: 'POST',
          url: '{{ _.base }}/x/:id',
          pathParameters: [{ name: 'id', value: '{% uuid "v4" %}' }],
          parameters: [{ name: 'q', value: "{{ _['a-b'] }}", disabled: true }],
          headers: [{ name: 'Content-Type', value: 'application/json' }],
          body: { mimeType: 'application/json', text: '{"a":"{% hash x %}"}' },
          authentication: {},
        },
        {
          _id: 'fld_1',
          _type: 'request_group',
          parentId: 'wrk_1',
          name: 'Folder',
          authentication: { type: 'basic', username: '{{ user.name }}', password: 'p' },
        },
        { _id: 'wrk_1', _type: 'workspace', name: 'Space' },
        { _id: 'env_1', _type: 'environment', parentId: 'wrk_1', data: { base: 'http://h', user: { name: 'u' } } },
        { _id: 'env_2', _type: 'environment', parentId: 'env_1', name: 'Prod', data: { base: 'https://p' } },
      ],
    }),
  );
  expect(steps[0]).toMatchObject({
    group: 'Folder',
    url: '{{base}}/x/:id',
    pathParams: [{ key: 'id', value: '{{$guid}}' }],
    queryParams: [{ key: 'q', value: '{{a-b}}', enabled: false }],
    authentication: { type: 'basic', username: '{{user.name}}', password: 'p' },
    headers: [],
  });
  expect(variables.map(({ name }) => name)).toEqual(['base', 'user.name']);
  expect(environments).toEqual([{ name: 'Prod', variables: [{ name: 'base', value: 'https://p', isSecret: false }] }]);
  expect(problems).toEqual([{ place: 'Folder / R', reason: expect.stringContaining('hash') }]);
});

test('Insomnia 1: folders contain their requests and environments', () => {
  const item = {
    _type: 'request_group',
    name: 'Users',
    environments: { base: { host: 'https://api.example.com' }, staging: { host: 'https://staging.example.com' } },
    requests: [
      {
        _type: 'request',
        name: 'Add',
        method: 'POST',
        url: '{{ host }}/users',
        params: [{ name: 'q', value: '1' }],
        body: 'a=1&b=2',
        __insomnia: { format: 'form' },
        authentication: { username: '{{ user }}', password: '' },
      },
    ],
  };
  const text = JSON.stringify({ _type: 'export', __export_format: 1, items: [item] });
  expect(detectFormat(text).format).toBe('insomnia');
  const { steps, variables, environments, problems } = importInsomnia(text);
  expect(problems).toEqual([]);
  expect(variables).toEqual([{ name: 'host', value: 'https://api.example.com', isSecret: false }]);
  expect(environments.map(({ name }) => name)).toEqual(['staging']);
  expect(steps[0]).toMatchObject({
    group: 'Users',
    name: 'Add',
    method: 'POST',
    url: '{{host}}/users',
    queryParams: [{ key: 'q', value: '1' }],
    body: {
      type: 'urlencoded',
      fields: [
        { key: 'a', value: '1' },
        { key: 'b', value: '2' },
      ],
    },
    authentication: { type: 'basic', username: '{{user}}', password: '' },
  });
});

test('Insomnia 5: the YAML of a collection', () => {
  const { title, steps, environments } = importInsomnia(`type: collection.insomnia.rest/5.0
name: Five
collection:
  - name: Folder
    meta: { id: fld_1 }
    children:
      - url: "{{ _.base }}/a"
        name: Get
        meta: { id: req_1 }
        method: PUT
        body: { mimeType: application/x-www-form-urlencoded, params: [{ name: a, value: b }] }
        scripts: { preRequest: "insomnia.environment.set('a', 1);" }
        settings: { followRedirects: "off" }
  - name: Live
    url: wss://x
    meta: { id: ws-req_1 }
environments:
  name: Base
  data: { base: http://h }
  subEnvironments: [{ name: Prod, data: { base: http://p } }]
`);
  expect(title).toBe('Five');
  expect(environments.map(({ name }) => name)).toEqual(['Prod']);
  expect(steps).toHaveLength(1);
  expect(steps[0]).toMatchObject({
    group: 'Folder',
    method: 'PUT',
    body: { type: 'urlencoded', fields: [{ key: 'a', value: 'b' }] },
    settings: { followRedirects: false },
  });
  expect(steps[0]?.preRequestScript).toContain('const insomnia = pm;');
});
