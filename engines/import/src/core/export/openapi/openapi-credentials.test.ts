import type { HttpAuthentication } from '@touchstone/engine-http/core';
import { expect, test } from 'vitest';
import type { ImportedStep } from '../../imported-collection.ts';
import { newStep } from '../../step-parts.ts';
import { exportOpenApi } from './export-openapi.ts';

type Documentation = NonNullable<ImportedStep['documentation']>;
type Security = NonNullable<Documentation['security']>;

interface Written {
  security?: object[];
  parameters?: { name: string; in: string }[];
}

/** How a document describes the credentials of a request. */
function written(authentication: HttpAuthentication, security?: Security, more: Partial<ImportedStep> = {}) {
  const documentation = security ? { security } : {};
  const step = newStep({ name: 'a', method: 'GET', url: 'https://a.test/a', authentication, documentation, ...more });
  const document = JSON.parse(exportOpenApi({ title: 'A', steps: [step] })) as {
    paths: Record<string, { get: Written }>;
    components?: { securitySchemes?: Record<string, object> };
  };
  return { ...document.paths['/a']!.get, schemes: document.components?.securitySchemes };
}

const grant = (name: string, scope?: string) =>
  ({ type: 'oauth2Grant', grant: name, tokenUrl: 'https://a.test/token', clientId: 'me', scope }) as never;
const flow = (name: string, more: object = {}, scopes: object = {}) => ({
  type: 'oauth2',
  flows: { [name]: { ...more, tokenUrl: 'https://a.test/token', scopes } },
});

test.each<[authentication: unknown, name: string, scheme: object, scopes?: string[]]>([
  [{ type: 'digest', username: 'u', password: 'p' }, 'digest', { type: 'http', scheme: 'digest' }],
  [{ type: 'ntlm', username: 'u', password: 'p' }, 'ntlm', { type: 'http', scheme: 'ntlm' }],
  [{ type: 'hawk', id: 'i', key: 'k' }, 'hawk', { type: 'http', scheme: 'hawk' }],
  [{ type: 'oauth1' }, 'oauth1', { type: 'http', scheme: 'oauth' }],
  [
    { type: 'edgeGrid' },
    'edgeGrid',
    { type: 'apiKey', name: 'Authorization', in: 'header', description: 'Akamai EdgeGrid (EG1-HMAC-SHA256)' },
  ],
  [{ type: 'asap' }, 'asap', { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'ASAP (Atlassian)' }],
  [
    { type: 'awsV4' },
    'awsV4',
    { type: 'apiKey', name: 'Authorization', in: 'header', description: 'AWS Signature Version 4' },
  ],
  [{ type: 'oauth2', token: 't', tokenType: '' }, 'oauth2Token', { type: 'oauth2', flows: {} }],
  [grant('clientCredentials'), 'oauth2', flow('clientCredentials')],
  [grant('password', ' read  write '), 'oauth2', flow('password', {}, { read: '', write: '' }), ['read', 'write']],
  [grant('authorizationCode'), 'oauth2', flow('authorizationCode', { authorizationUrl: 'https://a.test/token' })],
])('%j is a scheme of its kind', (authentication, name, scheme, scopes = []) => {
  const { security, schemes } = written(authentication as HttpAuthentication);
  expect({ security, schemes }).toEqual({ security: [{ [name]: scopes }], schemes: { [name]: scheme } });
});

const documented = (scheme: object): Security => [[{ name: 'known', scheme: scheme as never }]];
const basic: HttpAuthentication = { type: 'basic', username: 'u', password: 'p' };
const apiKey = (where: 'header' | 'query', key = 'X-Key') => ({ type: 'apiKey', key, value: 'v', in: where }) as const;

test.each<[authentication: HttpAuthentication, scheme: object, isDocumented: boolean]>([
  [basic, { type: 'http', scheme: 'Basic' }, true],
  [basic, { type: 'http', scheme: 'digest' }, false],
  [basic, { type: 'mutualTLS' }, false],
  [{ type: 'oauth2', token: 't', tokenType: '' }, { type: 'openIdConnect', openIdConnectUrl: 'https://a.test' }, true],
  [grant('password'), { type: 'oauth2', flows: {} }, true],
  [grant('password'), { type: 'http', scheme: 'bearer' }, false],
  [apiKey('header'), { type: 'apiKey', in: 'header', name: 'X-Key' }, true],
  [apiKey('header'), { type: 'apiKey', in: 'query', name: 'X-Key' }, false],
  [apiKey('header'), { type: 'apiKey', in: 'header', name: 'X-Other' }, false],
])('whether %j is documented as %j: %s', (authentication, scheme, isDocumented) => {
  const { security = [] } = written(authentication, documented(scheme));
  expect(security).toHaveLength(isDocumented ? 1 : 2);
  expect(security.at(-1)).toEqual({ known: [] });
});

test('each scheme is listed once; a different scheme with the same name gets a number', () => {
  const stepOf = (path: string, key: string, where: 'header' | 'query') =>
    newStep({ name: path, method: 'GET', url: `https://a.test/${path}`, authentication: apiKey(where, key) });
  const steps = [stepOf('a', 'X Key', 'header'), stepOf('b', 'X Key', 'header'), stepOf('c', 'X+Key', 'query')];
  const document = JSON.parse(exportOpenApi({ title: 'A', steps }));
  expect(Object.keys(document.components.securitySchemes)).toEqual(['apiKey_X_Key', 'apiKey_X_Key_2']);
  expect(['/a', '/b', '/c'].map((path) => document.paths[path].get.security)).toEqual([
    [{ apiKey_X_Key: [] }],
    [{ apiKey_X_Key: [] }],
    [{ apiKey_X_Key_2: [] }],
  ]);
});

test('only the cookie that a documented credential needs is not a parameter', () => {
  const security = documented({ type: 'apiKey', in: 'cookie', name: 'sid' });
  const named = (value: string, scheme = security) =>
    written({ type: 'none' }, scheme, { headers: [{ key: 'Cookie', value }] }).parameters?.map(({ name }) => name);
  expect(named('sid={{sid}}; theme={{theme}}')).toEqual(['theme']);
  expect(named('sid=abc')).toEqual(['sid']);
  expect(named('sid={{sid}}', documented({ type: 'apiKey', in: 'header', name: 'sid' }))).toEqual(['sid']);
  expect(named('sid={{sid}}', documented({ type: 'http', in: 'cookie', name: 'sid' }))).toEqual(['sid']);
});
