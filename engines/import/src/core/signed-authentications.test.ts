import type { HttpAuthentication, HttpStep } from '@touchstone/engine-http/core';
import { describe, expect, test } from 'vitest';
import { importBruno } from './bruno/import-bruno.ts';
import { importCurl } from './curl/import-curl.ts';
import { exportCurl } from './export/export-curl.ts';
import { type ExportFormat, exportCollection } from './export/losses.ts';
import { type SnippetLanguage, snippet, snippets } from './export/snippets.ts';
import { importHoppscotch } from './hoppscotch/import-hoppscotch.ts';
import type { ImportedCollection } from './imported-collection.ts';
import { importInsomnia } from './insomnia/import-insomnia.ts';
import { importPostman } from './postman/import-postman.ts';
import { ProblemList } from './problems.ts';
import { asapOf, edgeGridOf, hawkOf, isSigned, ntlmOf, oauth1Of } from './signed-authentications.ts';
import { newStep } from './step-parts.ts';

const oauth1: HttpAuthentication = {
  type: 'oauth1',
  signatureMethod: 'RSA-SHA256',
  consumerKey: 'ck',
  consumerSecret: 'cs',
  token: 't',
  tokenSecret: 'ts',
  privateKey: 'pem',
  in: 'header',
  realm: 'r',
  callback: 'https://c',
  verifier: 'v',
  timestamp: '5',
  nonce: 'n',
  includeBodyHash: true,
};
const hawk: HttpAuthentication = {
  type: 'hawk',
  keyId: 'id',
  key: 'k',
  algorithm: 'sha1',
  ext: 'e',
  app: 'a',
  dlg: 'd',
  timestamp: '5',
  nonce: 'n',
  includePayloadHash: true,
};
const ntlm: HttpAuthentication = { type: 'ntlm', username: 'u', password: 'p', domain: 'D', workstation: 'W' };
const edgeGrid: HttpAuthentication = {
  type: 'edgeGrid',
  accessToken: 'a',
  clientToken: 'c',
  clientSecret: 's',
  host: 'h.example',
  headersToSign: 'X-A,X-B',
  maxBodyBytes: '2048',
  timestamp: '20200101T00:00:00+0000',
  nonce: 'n',
};
const asap: HttpAuthentication = {
  type: 'asap',
  algorithm: 'ES256',
  keyId: 'k',
  issuer: 'i',
  audience: 'a',
  subject: 's',
  expiresInSeconds: '60',
  claims: '{"x":1}',
  privateKey: 'pem',
};
const all = [oauth1, hawk, ntlm, edgeGrid, asap];

const only = ({ steps, problems }: ImportedCollection) => {
  expect(steps).toHaveLength(1);
  return { authentication: steps[0]!.authentication, problems };
};
const postman = (auth: unknown, request: object = {}) =>
  JSON.stringify({
    info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    auth,
    item: [{ name: 'R', request: { url: 'http://h', ...request } }],
  });
const rows = (values: Record<string, unknown>) => Object.entries(values).map(([key, value]) => ({ key, value }));

test.each<[string, Record<string, unknown>, HttpAuthentication]>([
  [
    'oauth1',
    {
      signatureMethod: 'RSA-SHA256',
      consumerKey: 'ck',
      consumerSecret: 'cs',
      token: 't',
      tokenSecret: 'ts',
      privateKey: 'pem',
      realm: 'r',
      callback: 'https://c',
      verifier: 'v',
      timestamp: '5',
      nonce: 'n',
      version: '1.0',
      includeBodyHash: true,
      addParamsToHeader: true,
    },
    oauth1,
  ],
  [
    'hawk',
    {
      authId: 'id',
      authKey: 'k',
      algorithm: 'sha1',
      extraData: 'e',
      app: 'a',
      delegation: 'd',
      user: '',
      timestamp: '5',
      nonce: 'n',
      includePayloadHash: true,
    },
    hawk,
  ],
  ['ntlm', { username: 'u', password: 'p', domain: 'D', workstation: 'W' }, ntlm],
  [
    'edgegrid',
    {
      accessToken: 'a',
      clientToken: 'c',
      clientSecret: 's',
      baseURL: 'h.example',
      headersToSign: 'X-A,X-B',
      maxBodySize: 2048,
      timestamp: '20200101T00:00:00+0000',
      nonce: 'n',
    },
    edgeGrid,
  ],
  [
    'asap',
    { alg: 'ES256', kid: 'k', iss: 'i', aud: 'a', sub: 's', exp: '60', claims: '{"x":1}', privateKey: 'pem' },
    asap,
  ],
])('Postman: %s is read, as rows and as an object', (type, values, expected) => {
  for (const given of [rows(values), values]) {
    expect(only(importPostman(postman({ type, [type]: given })))).toEqual({ authentication: expected, problems: [] });
  }
});

const form = { method: 'POST', body: { mode: 'urlencoded', urlencoded: [{ key: 'a', value: 'b' }] } };
test.each([
  ['in the query', {}, 'query'],
  ['in the form that the request sends', form, 'body'],
  ['in the query, where the method takes no form', { ...form, method: 'PATCH' }, 'query'],
])('Postman: OAuth 1.0 parameters are sent %s unless in the header', (_, request, place) => {
  const auth = { type: 'oauth1', oauth1: rows({ consumerKey: 'k', addParamsToHeader: false }) };
  const { authentication } = only(importPostman(postman(auth, request)));
  expect(authentication).toEqual({ type: 'oauth1', signatureMethod: 'HMAC-SHA1', consumerKey: 'k', in: place });
});

test('an unknown algorithm is a problem', () => {
  const { authentication, problems } = only(
    importPostman(postman({ type: 'hawk', hawk: rows({ authId: 'i', authKey: 'k', algorithm: 'md5' }) })),
  );
  expect(authentication).toEqual({ type: 'hawk', keyId: 'i', key: 'k', algorithm: 'sha256' });
  expect(problems).toEqual([expect.objectContaining({ reason: expect.stringContaining('md5') })]);
});

const source = (authentication: HttpAuthentication, step: Partial<HttpStep> = {}) => ({
  title: 'C',
  steps: [newStep({ name: 'R', url: 'http://h/', method: 'GET', authentication, ...step })],
});

test.each(all)('$type is exported to Postman and imported again without loss', (authentication) => {
  const { text, losses } = exportCollection('postman', source(authentication));
  expect(losses).toEqual([]);
  expect(only(importPostman(text)).authentication).toEqual(authentication);
});

test('a value that Postman would send at another place is a loss', () => {
  const step: Partial<HttpStep> = {
    method: 'POST',
    body: { type: 'urlencoded', fields: [{ key: 'a', value: 'b' }] },
  };
  expect(exportCollection('postman', source({ ...oauth1, in: 'body' }, step)).losses).toEqual([]);
  expect(exportCollection('postman', source({ ...oauth1, in: 'query' }, step)).losses).toEqual([
    { what: 'credentials', count: 1 },
  ]);
});

test.each(
  all.flatMap((authentication) =>
    (['openapi', 'har', 'curl'] as const).map((format): [ExportFormat, HttpAuthentication] => [format, authentication]),
  ),
)('the export %s names lost credentials: $type', (format, authentication) => {
  expect(exportCollection(format, source(authentication)).losses).toContainEqual({ what: 'credentials', count: 1 });
});

test('curl supports NTLM, with the domain before the name', () => {
  const step = newStep({
    url: 'http://h/',
    method: 'GET',
    authentication: { type: 'ntlm', username: 'u', password: 'p', domain: 'D' },
  });
  expect(exportCurl(step)).toContain("--ntlm \\\n  -u 'D\\u:p'");
  expect(only(importCurl("curl --ntlm -u 'D\\u:p' http://h"))).toEqual({
    authentication: { type: 'ntlm', username: 'D\\u', password: 'p' },
    problems: [],
  });
  const { losses } = exportCollection('curl', { title: 'C', steps: [step] });
  expect(losses.map(({ what }) => what)).not.toContain('credentials');
});

const insomnia = (authentication: object) =>
  JSON.stringify({
    _type: 'export',
    __export_format: 4,
    resources: [
      { _id: 'w', _type: 'workspace', name: 'W' },
      { _id: 'r', _type: 'request', parentId: 'w', name: 'R', url: 'http://h', method: 'GET', authentication },
    ],
  });
const { workstation: _w, domain: _d, ...insomniaNtlm } = ntlm;
const { app: _a, dlg: _g, timestamp: _t, nonce: _n, ...insomniaHawk } = hawk;
const { expiresInSeconds: _e, ...insomniaAsap } = { ...asap, algorithm: 'RS256' };
test.each<[object, object]>([
  [
    {
      type: 'oauth1',
      signatureMethod: 'RSA-SHA256',
      consumerKey: 'ck',
      consumerSecret: 'cs',
      tokenKey: 't',
      tokenSecret: 'ts',
      privateKey: 'pem',
      version: '1.0',
      realm: 'r',
      callback: 'https://c',
      verifier: 'v',
      timestamp: '5',
      nonce: 'n',
      includeBodyHash: true,
      disabled: false,
    },
    oauth1,
  ],
  [{ type: 'hawk', id: 'id', key: 'k', algorithm: 'sha1', ext: 'e', validatePayload: true }, insomniaHawk],
  [{ type: 'ntlm', username: 'u', password: 'p' }, insomniaNtlm],
  [
    {
      type: 'asap',
      issuer: 'i',
      subject: 's',
      audience: 'a',
      keyId: 'k',
      privateKey: 'pem',
      additionalClaims: '{"x":1}',
    },
    insomniaAsap,
  ],
])('Insomnia: %j is read', (authentication, expected) => {
  expect(only(importInsomnia(insomnia(authentication)))).toEqual({ authentication: expected, problems: [] });
});

const bru = (auth: string) =>
  `meta {\n  name: R\n}\n\nget {\n  url: http://h\n  auth: ${auth.slice(5).split(' ')[0]}\n}\n\n${auth}\n`;
test('Bruno: OAuth 1.0 and NTLM are read from files and from JSON', () => {
  const written = `auth:oauth1 {
  consumer_key: ck
  consumer_secret: cs
  access_token: t
  token_secret: ts
  callback_url: https://c
  verifier: v
  signature_method: RSA-SHA256
  private_key: pem
  timestamp: 5
  nonce: n
  version: 1.0
  realm: r
  placement: header
  include_body_hash: true
}`;
  expect(only(importBruno(bru(written)))).toEqual({ authentication: oauth1, problems: [] });
  const older = written.replace('placement: header', 'parameter_transmission: query_param');
  expect(only(importBruno(bru(older))).authentication).toMatchObject({ in: 'query' });
  const login = 'auth:ntlm {\n  username: u\n  password: p\n  domain: D\n}';
  const { workstation: _, ...expected } = ntlm;
  expect(only(importBruno(bru(login))).authentication).toEqual(expected);
  const json = JSON.stringify({
    name: 'B',
    items: [
      {
        type: 'http',
        name: 'R',
        request: {
          url: 'http://h',
          method: 'GET',
          auth: { mode: 'ntlm', ntlm: { username: 'u', password: 'p', domain: 'D' } },
        },
      },
    ],
  });
  expect(only(importBruno(json)).authentication).toEqual(expected);
});

test('Bruno: a private key in a file is a problem', () => {
  const { authentication, problems } = only(
    importBruno(
      bru(
        'auth:oauth1 {\n  consumer_key: ck\n  signature_method: RSA-SHA1\n  private_key: key.pem\n  private_key_type: file\n}',
      ),
    ),
  );
  expect(authentication).toEqual({ type: 'oauth1', signatureMethod: 'RSA-SHA1', consumerKey: 'ck', in: 'header' });
  expect(problems).toEqual([expect.objectContaining({ reason: expect.stringContaining('file that is not read') })]);
});

test.each<[object, HttpAuthentication]>([
  [
    {
      authType: 'hawk',
      authId: 'id',
      authKey: '<<key>>',
      algorithm: 'sha1',
      includePayloadHash: true,
      ext: 'e',
      app: 'a',
      dlg: 'd',
      timestamp: '5',
      nonce: 'n',
    },
    { ...hawk, key: '{{key}}' },
  ],
  [
    {
      authType: 'akamai-eg',
      accessToken: 'a',
      clientToken: 'c',
      clientSecret: 's',
      host: 'h.example',
      headersToSign: 'X-A,X-B',
      maxBodySize: '2048',
      timestamp: '20200101T00:00:00+0000',
      nonce: 'n',
    },
    edgeGrid,
  ],
])('Hoppscotch: %j is read', (auth, expected) => {
  const request = { v: '13', name: 'R', endpoint: 'http://h', method: 'GET', auth: { ...auth, authActive: true } };
  const text = JSON.stringify({ v: 6, name: 'C', folders: [], requests: [request] });
  expect(only(importHoppscotch(text))).toEqual({ authentication: expected, problems: [] });
});

test('a snippet signs in if its library can, and otherwise notes that it cannot', () => {
  const written = snippets(newStep({ url: 'http://h/', method: 'GET', authentication: ntlm }));
  expect(written.shell).toContain('--ntlm');
  expect(written.php).toContain('CURLOPT_HTTPAUTH => CURLAUTH_NTLM');
  expect(written.php).toContain("CURLOPT_USERPWD => 'D\\\\u:p'");
  expect(written.csharp).toContain('new NetworkCredential("u", "p", "D")');
  const silent = Object.entries(written).filter(([, code]) => !code.includes('The NTLM credentials are computed'));
  expect(silent.map(([language]) => language).sort()).toEqual(['cmd', 'csharp', 'php', 'shell']);
});

test.each([oauth1, hawk, edgeGrid, asap])(
  'every snippet notes in a comment that $type is missing',
  (authentication) => {
    for (const [language, code] of Object.entries(
      snippets(newStep({ url: 'http://h/', method: 'GET', authentication })),
    )) {
      const line = code.split('\n').find((text) => text.includes('credentials are computed for each request'));
      expect(line, language).toMatch(/^(#|\/\/|rem) The .+ credentials/);
    }
    const php = snippet(newStep({ url: 'http://h/', method: 'GET', authentication }), 'php');
    expect(php).toMatch(/^<\?php\n\/\/ /);
  },
);

test('digest is used where supported, and there is no note if the user wrote the header', () => {
  const digest = newStep({
    url: 'http://h/',
    method: 'GET',
    authentication: { type: 'digest', username: 'u', password: 'p' },
  });
  expect(snippet(digest, 'python')).toContain('auth=HTTPDigestAuth("u", "p")');
  expect(snippet(digest, 'go')).toContain('// The Digest credentials');
  const own = { ...digest, headers: [{ key: 'authorization', value: 'mine' }] };
  for (const language of ['python', 'go'] as SnippetLanguage[])
    expect(snippet(own, language)).not.toMatch(/HTTPDigestAuth|credentials/);
});

describe('a signature', () => {
  const problems = new ProblemList();

  test('has only the given values', () => {
    const off = { token: undefined, realm: '', includeBodyHash: false };
    expect(
      oauth1Of({ signatureMethod: ' hmac-sha256 ', consumerKey: '', placement: '', ...off }, 'place', problems),
    ).toStrictEqual({
      type: 'oauth1',
      signatureMethod: 'HMAC-SHA256',
      consumerKey: '',
      in: 'header',
    });
    expect(hawkOf({ keyId: '', key: '', algorithm: ' ', ext: '' }, 'place', problems)).toStrictEqual({
      type: 'hawk',
      keyId: '',
      key: '',
      algorithm: 'sha256',
    });
    expect(ntlmOf({ username: 'u', password: '', domain: '' })).toStrictEqual({
      type: 'ntlm',
      username: 'u',
      password: '',
    });
    expect(edgeGridOf({ accessToken: '', clientToken: '', clientSecret: '', host: 'h' })).toStrictEqual({
      type: 'edgeGrid',
      accessToken: '',
      clientToken: '',
      clientSecret: '',
      host: 'h',
    });
    const asap = { keyId: 'k', issuer: 'i', audience: 'a', privateKey: 'p' };
    expect(asapOf({ algorithm: '', ...asap, subject: 's' }, 'place', problems)).toStrictEqual({
      type: 'asap',
      ...asap,
      algorithm: 'RS256',
      subject: 's',
    });
    expect(problems.list()).toStrictEqual([]);
  });

  test('is placed as its placement says', () => {
    const places = ['REQUEST_BODY', 'query_param', 'header'].map((placement) =>
      oauth1Of({ signatureMethod: '', consumerKey: 'k', placement }, 'place', problems),
    );
    expect(places).toMatchObject([{ in: 'body' }, { in: 'query' }, { in: 'header' }]);
  });

  test('with an unknown algorithm is reported', () => {
    const own = new ProblemList();
    hawkOf({ keyId: 'i', key: 'k', algorithm: ' md5 ' }, 'place', own);
    expect(own.list()).toStrictEqual([
      { place: 'place', reason: 'The algorithm md5 of the authentication is not supported; sha256 is chosen.' },
    ]);
  });

  test('is distinguished from other credentials', () => {
    expect(
      [ntlmOf({ username: '', password: '' }), { type: 'oauth2', token: '', tokenType: '' } as const].map(isSigned),
    ).toStrictEqual([true, false]);
  });
});
