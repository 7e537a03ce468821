import type { HttpAuthentication, KeyValue } from '@touchstone/engine-http/core';
import { describe, expect, test } from 'vitest';
import type { ImportedStep } from '../../imported-collection.ts';
import type { JsonObject } from '../../json-values.ts';
import { newStep } from '../../step-parts.ts';
import type { ExportSource } from '../export-source.ts';
import { exportPostman } from './export-postman.ts';

const pair = (key: string, value: string, more: object = {}): KeyValue => ({ key, value, ...more });
const stepOf = (more: Partial<ImportedStep> = {}): ImportedStep =>
  newStep({ name: 'List', method: 'GET', url: 'https://a.test/orders', ...more });
const collectionOf = (source: Partial<ExportSource>) =>
  JSON.parse(exportPostman({ title: 'Shop', steps: [], ...source })) as JsonObject;

interface Item extends JsonObject {
  request: JsonObject;
}
function itemOf(step: Partial<ImportedStep>): Item {
  const [item] = collectionOf({ steps: [stepOf(step)] }).item as Item[];
  if (!item) throw new Error('The collection has no request.');
  return item;
}

describe('the collection', () => {
  test('has its name, its description and its variables', () => {
    const variables = [
      { name: 'a', value: '1', isSecret: false },
      { name: 'b', value: '2', isSecret: true, enabled: false, description: 'Second' },
    ];
    expect(collectionOf({ title: '', description: 'All', variables })).toEqual({
      info: { name: 'Collection', description: 'All', schema: expect.stringContaining('v2.1.0') },
      item: [],
      variable: [
        { key: 'a', value: '1', type: 'string' },
        { key: 'b', value: '2', type: 'secret', disabled: true, description: 'Second' },
      ],
    });
    expect(collectionOf({})).not.toHaveProperty('variable');
  });

  test('has its folders in order, including empty ones, each described once', () => {
    interface Node {
      name: string;
      description?: string;
      item?: Node[];
    }
    const shapeOf = ({ name, description, item }: Node): unknown =>
      item ? [description === undefined ? name : `${name}: ${description}`, item.map(shapeOf)] : name;
    const named = (name: string, group: string) => stepOf({ name, group });
    const { item } = collectionOf({
      folders: [{ path: 'Empty' }, { path: 'A', description: 'First' }, { path: 'A / B' }, { path: 'Last' }],
      steps: [named('1', ''), named('2', 'A'), named('3', 'A / B'), named('4', 'A'), named('5', ''), named('6', 'A')],
    });
    expect((item as Node[]).map(shapeOf)).toEqual([
      '1',
      ['Empty', []],
      ['A: First', ['2', ['B', ['3']], '4']],
      '5',
      ['A', ['6']],
      ['Last', []],
    ]);
  });
});

describe('a request', () => {
  test('has method, headers and address, and omits everything empty', () => {
    const headers = [pair('X-A', '1'), pair('X-B', '2', { enabled: false, description: 'Second' })];
    expect(itemOf({ headers })).toEqual({
      name: 'List',
      request: {
        method: 'GET',
        header: [
          { key: 'X-A', value: '1' },
          { key: 'X-B', value: '2', disabled: true, description: 'Second' },
        ],
        url: {
          raw: 'https://a.test/orders',
          protocol: 'https',
          host: ['a', 'test'],
          path: ['orders'],
        },
      },
      response: [],
    });
  });

  test('has its full name and its description', () => {
    const name = 'x'.repeat(400);
    const short = stepOf({ name, description: 'All of them' });
    const documentation = { name };
    expect(itemOf({ ...short, documentation })).toMatchObject({
      name,
      request: { description: 'All of them' },
    });
    expect(itemOf({ name: 'Renamed', documentation }).name).toBe('Renamed');
  });

  test.each<[step: Partial<ImportedStep>, url: unknown]>([
    [{ url: 'https://a.test/orders?b=1' }, 'https://a.test/orders?b=1'],
    [
      { url: '{{baseUrl}}/a/{id}', pathParams: [pair('id', '7')] },
      {
        raw: '{{baseUrl}}/a/:id',
        host: ['{{baseUrl}}'],
        path: ['a', ':id'],
        variable: [{ key: 'id', value: '7' }],
      },
    ],
    [
      { url: 'http://a.test:8080/v{id}.json', pathParams: [pair('id', '7')] },
      { raw: 'http://a.test:8080/v7.json', protocol: 'http', host: ['a', 'test'], port: '8080', path: ['v7.json'] },
    ],
    [
      { url: 'https://a.test/{{id}}/x{id}', pathParams: [pair('id', '7')] },
      { raw: 'https://a.test/{{id}}/x7', protocol: 'https', host: ['a', 'test'], path: ['{{id}}', 'x7'] },
    ],
    [
      { url: 'https://a.test/:id/x{n}?a=1', pathParams: [pair('id', '7'), pair('n', '8')] },
      {
        raw: 'https://a.test/:id/x8?a=1',
        protocol: 'https',
        host: ['a', 'test'],
        path: [':id', 'x8'],
        query: [{ key: 'a', value: '1' }],
        variable: [{ key: 'id', value: '7' }],
      },
    ],
    [
      { url: 'http://[::1]:80/{other}' },
      { raw: 'http://[::1]:80/{other}', protocol: 'http', host: ['[::1]'], port: '80', path: ['{other}'] },
    ],
    [
      { url: 'https://a.test/?c=1&d', queryParams: [pair('e', 'a+b', { enabled: false }), pair('f', '2')] },
      {
        raw: 'https://a.test/?c=1&d&f=2',
        protocol: 'https',
        host: ['a', 'test'],
        path: [''],
        query: [
          { key: 'c', value: '1' },
          { key: 'd', value: null },
          { key: 'e', value: 'a%2Bb', disabled: true },
          { key: 'f', value: '2' },
        ],
      },
    ],
    [
      { url: 'https://a.test', queryParams: [pair('a+', '1', { description: 'One' })] },
      {
        raw: 'https://a.test?a%2B=1',
        protocol: 'https',
        host: ['a', 'test'],
        query: [{ key: 'a%2B', value: '1', description: 'One' }],
      },
    ],
  ])('with %j has the address %j', (step, url) => {
    expect(itemOf(step).request.url).toEqual(url);
  });

  test.each<[body: ImportedStep['body'], expected: object | undefined]>([
    [{ type: 'none' }, undefined],
    [
      { type: 'json', content: '{}' },
      { mode: 'raw', raw: '{}', options: { raw: { language: 'json' } } },
    ],
    [
      { type: 'text', content: 'a' },
      { mode: 'raw', raw: 'a', options: { raw: { language: 'text' } } },
    ],
    [
      { type: 'urlencoded', fields: [pair('a', '1', { enabled: false })] },
      { mode: 'urlencoded', urlencoded: [{ key: 'a', value: '1', disabled: true }] },
    ],
    [
      {
        type: 'form',
        fields: [
          { key: 'a', kind: 'text', value: '1', contentType: 'text/csv', fileName: 'a.csv' },
          { key: 'f', kind: 'file', value: 'id', fileName: 'x.png' },
          { key: 'g', kind: 'file', value: '', enabled: false, description: 'Later' },
        ],
      },
      {
        mode: 'formdata',
        formdata: [
          { key: 'a', type: 'text', value: '1', contentType: 'text/csv', fileName: 'a.csv' },
          { key: 'f', type: 'file', src: 'x.png' },
          { key: 'g', type: 'file', src: [], disabled: true, description: 'Later' },
        ],
      },
    ],
    [
      { type: 'graphql', query: '{ a }', variables: '' },
      { mode: 'graphql', graphql: { query: '{ a }', variables: '' } },
    ],
    [
      { type: 'graphql', query: 'query A { a }', variables: '{}', operationName: 'A' },
      { mode: 'graphql', graphql: { query: 'query A { a }', variables: '{}', operationName: 'A' } },
    ],
    [
      { type: 'binary', fileId: '' },
      { mode: 'file', file: { src: null } },
    ],
    [
      { type: 'binary', fileId: 'x.bin' },
      { mode: 'file', file: { src: 'x.bin' } },
    ],
  ])('with the body %j sends %j', (body, expected) => {
    expect(itemOf({ method: 'POST', body }).request.body).toEqual(expected);
  });

  test('states the type of a file if no header does', () => {
    const body = { type: 'binary', fileId: 'x', contentType: 'image/png' } as const;
    expect(itemOf({ method: 'PUT', body }).request.header).toEqual([{ key: 'Content-Type', value: 'image/png' }]);
    const headers = [pair('content-type', 'image/gif')];
    expect(itemOf({ method: 'PUT', body, headers }).request.header).toEqual([
      { key: 'content-type', value: 'image/gif' },
    ]);
  });

  test.each<[step: Partial<ImportedStep>, behaviour: object | undefined]>([
    [{}, undefined],
    [
      { settings: { followRedirects: false, verifyCertificate: false, maxRedirects: 0, timeoutMs: 5 } },
      { followRedirects: false, strictSSL: false, maxRedirects: 0, requestTimeout: 5 },
    ],
    [{ body: { type: 'text', content: 'a' } }, { disableBodyPruning: true }],
    [{ method: 'HEAD', body: { type: 'text', content: 'a' } }, { disableBodyPruning: true }],
    [{ method: 'POST', body: { type: 'text', content: 'a' } }, undefined],
  ])('with %j behaves in Postman as %j', (step, behaviour) => {
    expect(itemOf(step).protocolProfileBehavior).toEqual(behaviour);
  });

  test('has its scripts line by line, with assertions before its own tests', () => {
    const assertions = [{ kind: 'status', operator: 'equals', expected: 201 }] as ImportedStep['assertions'];
    const { event } = itemOf({ assertions, preRequestScript: 'a;\nb;', testScript: 'own();' });
    const [before, after] = event as { listen: string; script: { type: string; exec: string[] } }[];
    expect(before).toEqual({ listen: 'prerequest', script: { type: 'text/javascript', exec: ['a;', 'b;'] } });
    expect([after?.listen, after?.script.exec.at(-1)]).toEqual(['test', 'own();']);
    expect(after?.script.exec.join('\n')).toContain('201');
    expect(itemOf({})).not.toHaveProperty('event');
  });

  test('has its saved examples with the requests that they answer', () => {
    const request = { method: 'PUT', url: 'https://a.test/x', headers: [], queryParams: [], pathParams: [] };
    const examples = [
      { name: 'Found', status: 200, statusText: 'OK', headers: [pair('content-type', 'text/html')], body: '<a>' },
      {
        name: 'Put',
        description: 'Late',
        status: 204,
        headers: [],
        body: '',
        request: { ...request, body: { type: 'none' as const } },
      },
    ];
    expect(itemOf({ examples }).response).toMatchObject([
      {
        name: 'Found',
        status: 'OK',
        code: 200,
        _postman_previewlanguage: 'html',
        header: [{ key: 'content-type', value: 'text/html' }],
        cookie: [],
        body: '<a>',
        originalRequest: { method: 'GET', url: { raw: 'https://a.test/orders' } },
      },
      { name: 'Put', description: 'Late', code: 204, body: '', originalRequest: { method: 'PUT' } },
    ]);
    expect((itemOf({ examples }).response as JsonObject[])[1]).not.toHaveProperty('status');
  });
});

/** The values of an authentication by name. */
const valuesOf = (authentication: HttpAuthentication, more: Partial<ImportedStep> = {}) => {
  const { auth } = itemOf({ ...more, authentication }).request;
  if (auth === undefined) return undefined;
  const { type, ...rest } = auth as { type: string };
  const rows = (rest as Record<string, { key: string; value: unknown; type: string }[]>)[type] ?? [];
  for (const row of rows) expect(row.type).toBe(typeof row.value);
  return [type, Object.fromEntries(rows.map(({ key, value }) => [key, value]))];
};

describe('authentication', () => {
  test.each<[authentication: HttpAuthentication, type: string, values: object]>([
    [{ type: 'basic', username: 'u', password: 'p' }, 'basic', { username: 'u', password: 'p' }],
    [{ type: 'digest', username: 'u', password: 'p' }, 'digest', { username: 'u', password: 'p' }],
    [{ type: 'bearer', token: 't' }, 'bearer', { token: 't' }],
    [{ type: 'apiKey', key: 'k', value: 'v', in: 'query' }, 'apikey', { key: 'k', value: 'v', in: 'query' }],
    [
      { type: 'oauth2', token: 't', tokenType: 'Bearer' },
      'oauth2',
      { accessToken: 't', headerPrefix: 'Bearer', addTokenTo: 'header' },
    ],
    [
      { type: 'awsV4', accessKeyId: 'a', secretAccessKey: 's', region: 'r', service: 'v' },
      'awsv4',
      { accessKey: 'a', secretKey: 's', region: 'r', service: 'v' },
    ],
    [
      {
        type: 'oauth2Grant',
        grant: 'password',
        tokenUrl: 'https://i.test/t',
        clientId: 'c',
        clientAuthentication: 'body',
        username: 'u',
        password: 'p',
      },
      'oauth2',
      {
        grant_type: 'password_credentials',
        accessTokenUrl: 'https://i.test/t',
        clientId: 'c',
        client_authentication: 'body',
        username: 'u',
        password: 'p',
        addTokenTo: 'header',
      },
    ],
  ])('%j is %s', (authentication, type, values) => {
    expect(valuesOf(authentication)).toEqual([type, values]);
  });

  test('is omitted if there is none', () => {
    expect(valuesOf({ type: 'none' })).toBeUndefined();
  });

  test('with a token describes how the documented flow fetches it', () => {
    const flows = {
      clientCredentials: { tokenUrl: 'https://i.test/t', authorizationUrl: 'https://i.test/a', scopes: { r: 'Read' } },
    };
    const documentation = { security: [[{ name: 'o', scheme: { type: 'oauth2', flows } }]] };
    const [, values] = valuesOf({ type: 'oauth2', token: '', tokenType: 'Bearer' }, { documentation }) ?? [];
    expect(values).toMatchObject({ grant_type: 'client_credentials', accessTokenUrl: 'https://i.test/t' });
  });
});
