import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { renderConfigDocs } from './config-docs.ts';
import { allSettings, readWholeConfig as readConfig } from './configuration.ts';
import { ConfigError, describeConfig, warningsOf } from './platform/config.ts';
import { mergeSettings } from './platform/settings.ts';

const problemsOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

test('lists all problems, each with its variable and its meaning, and never a value', () => {
  const problems = problemsOf({
    PORT: '99999',
    LOG_LEVEL: 'loud',
    TOUCHSTONE_SECRET_KEY: 'top-secret-value',
    TOUCHSTONE_ROLES: 'api',
    PUBLIC_URL: 'ftp://files.example',
  });
  expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual([
    'DATABASE_URL',
    'LOG_LEVEL',
    'PORT',
    'PUBLIC_URL',
    'TOUCHSTONE_SECRET_KEY',
  ]);
  for (const problem of problems.filter((line) => !line.startsWith('DATABASE_URL')))
    expect(problem).toContain(`(${allSettings[problem.split(':')[0] ?? '']?.help})`);
  expect(new ConfigError(problems).message).toContain('The configuration has 5 problems:\n  - ');
  expect(problems.join()).not.toContain('top-secret-value');
});

test.each([
  ['all roles need no server', {}, []],
  ['a role of its own needs one', { TOUCHSTONE_ROLES: 'runner' }, ['DATABASE_URL']],
  ['a role named twice is one role', { TOUCHSTONE_ROLES: 'api,api,runner' }, ['DATABASE_URL']],
  ['a role with a server', { TOUCHSTONE_ROLES: 'runner', DATABASE_URL: 'postgres://u:p@h/d' }, []],
  ['an unknown role', { TOUCHSTONE_ROLES: 'api,boss', DATABASE_URL: 'postgres://u:p@h/d' }, ['TOUCHSTONE_ROLES']],
  ['a database of another kind', { DATABASE_URL: 'mysql://u:p@h/d' }, ['DATABASE_URL']],
  ['object storage of another kind', { FILES_URL: 'https://bucket.example' }, ['FILES_URL']],
  ['an empty variable counts as absent', { SMTP_URL: '', METRICS_TOKEN: '' }, []],
  ['a token that no header can carry', { METRICS_TOKEN: 'token with spaces' }, ['METRICS_TOKEN']],
  [
    'a block that is none',
    { ADDRESS_ALLOW: '10.0.0.0/8, internal', ADDRESS_DENY: '10.0.0.0/40' },
    ['ADDRESS_ALLOW', 'ADDRESS_DENY'],
  ],
  ['external applications', { EXTERNAL_APPLICATIONS: 'SAP_TESTING=https://sap.example/a?b=c' }, []],
  ['an unknown application', { EXTERNAL_APPLICATIONS: 'OTHER=https://x.example' }, ['EXTERNAL_APPLICATIONS']],
  ['one without an address', { EXTERNAL_APPLICATIONS: 'SAP_TESTING=nowhere' }, ['EXTERNAL_APPLICATIONS']],
  ['files to download', { DESKTOP_DOWNLOADS: 'BRIDGE_MACOS=https://x.example/bridge.dmg' }, []],
  ['an unknown file', { DESKTOP_DOWNLOADS: 'SPY_MACOS=https://x.example/spy.dmg' }, ['DESKTOP_DOWNLOADS']],
  ['a dashboard that is no page', { INSIGHT_DASHBOARD_URL: 'javascript:alert(1)' }, ['INSIGHT_DASHBOARD_URL']],
  ['an external issuer', { OIDC_ISSUER: 'https://sso.example/realms/acme', OIDC_NEW_USERS: 'join' }, []],
  ['an external issuer without TLS', { OIDC_ISSUER: 'http://sso.example' }, ['OIDC_ISSUER']],
  ['an external issuer without TLS on this machine', { OIDC_ISSUER: 'http://127.0.0.1:8080/realms/acme' }, []],
  [
    'an audience that ID tokens have too, and providers that no user could choose',
    {
      OIDC_ISSUER: 'https://sso.example',
      OIDC_CLIENT_ID: 'touchstone',
      OIDC_AUDIENCE: 'touchstone',
      IDENTITY_PROVIDERS: '[{"alias":"a","displayName":"A","issuer":"https://a.example","clientId":"t"}]',
    },
    ['IDENTITY_PROVIDERS', 'OIDC_AUDIENCE'],
  ],
  ['blocks of both versions', { ADDRESS_ALLOW: '10.0.0.0/8,::1/128,192.0.2.7' }, []],
] as const)('%s', (_name, env, variables) => {
  expect(problemsOf(env).map((problem) => problem.split(':')[0])).toEqual(variables);
});

test.each([
  [{}, 'http://localhost:7700'],
  [{ PORT: '8080' }, 'http://localhost:8080'],
  [{ PUBLIC_URL: 'https://test.example/' }, 'https://test.example'],
])('PUBLIC_URL of %j is %s', (env, expected) => {
  expect(readConfig(env).publicUrl).toBe(expected);
});

test.each([
  ['true', 1],
  ['false', 0],
  ['2', 2],
  ['', 0],
])('TRUST_PROXY=%s trusts %d proxies', (given, hops) => {
  expect(readConfig({ TRUST_PROXY: given }).TRUST_PROXY).toBe(hops);
});

test('the description shows effective values with their origin and hides every secret', () => {
  const secrets = {
    DATABASE_URL: 'postgres://user:pw-of-db@host/db',
    FILES_URL: 's3://key:pw-of-s3@host/bucket',
    SMTP_URL: 'smtp://user:pw-of-mail@host',
    METRICS_TOKEN: 'token-of-metrics-1',
    AI_MODEL_KEY: 'key-of-model',
    OIDC_CLIENT_SECRET: 'pw-of-client',
    TOUCHSTONE_ADMIN_PASSWORD: 'pw-of-admin',
    TOUCHSTONE_SUPERADMIN_PASSWORD: 'pw-of-superadmin',
    IDENTITY_PROVIDERS: JSON.stringify([
      { alias: 'a', displayName: 'A', issuer: 'https://a.example', clientId: 'c', clientSecret: 'pw-of-provider' },
    ]),
    TOUCHSTONE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  const hidden = Object.entries(allSettings).filter(([, setting]) => setting.secret);
  expect(hidden.map(([name]) => name).sort()).toEqual(Object.keys(secrets).sort());
  const env = { ...secrets, PORT: '8080' };
  const text = describeConfig(readConfig(env), allSettings, env);
  for (const value of Object.values(secrets)) expect(text).not.toContain(value);
  expect(text).toMatch(/^PORT +8080 +environment /m);
  expect(text).toMatch(/^HOST +127\.0\.0\.1 +default /m);
  expect(text).toMatch(/^PUBLIC_URL +http:\/\/localhost:8080 +default /m);
  expect(text.match(/\(set, hidden\)/g)).toHaveLength(hidden.length);
});

test.each(Object.entries(allSettings))('%s has a purpose in its description', (_name, setting) => {
  expect(setting.help).toMatch(/^[A-Z].{10,}/);
});

test('docs/configuration.md matches the code', () => {
  const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');
  expect(page).toBe(renderConfigDocs());
});

test.each([
  [{}, 0],
  [{ HOST: 'localhost' }, 0],
  [{ HOST: '127.0.0.2' }, 0],
  [{ HOST: '::1' }, 0],
  [{ HOST: '0.0.0.0' }, 1],
  [{ HOST: '::' }, 1],
  [{ HOST: '192.168.1.4' }, 1],
  [{ HOST: 'touchstone.example' }, 1],
  [{ HOST: '0.0.0.0', ADDRESS_POLICY: 'private-allowed' }, 0],
  [{ HOST: '0.0.0.0', ADDRESS_POLICY: 'public-only' }, 0],
  [{ HOST: '0.0.0.0', TOUCHSTONE_ROLES: 'runner', DATABASE_URL: 'postgres://db.example/x' }, 0],
])('%j has %i warnings about what tests may reach', (env, count) => {
  const warnings = warningsOf(readConfig(env), env);
  expect(warnings).toHaveLength(count);
  for (const warning of warnings) expect(warning).toContain('ADDRESS_POLICY');
});

test('two services with the same setting prevent the start', () => {
  const config = { RETENTION: { schema: z.string(), help: 'How long' } };
  const owners = [
    { name: 'monitoring', config },
    { name: 'mocks', config },
  ];
  expect(() => mergeSettings(owners)).toThrow('monitoring and mocks both have the setting RETENTION. Rename one,');
});

test("a service's settings are read, described and passed to it", () => {
  const env = { VIRTUAL_USER_PACKS: '7:1' };
  const config = readConfig(env);
  expect(config.ofServices.VIRTUAL_USER_PACKS).toEqual(['7:1']);
  expect(describeConfig(config, allSettings, env)).toMatch(/^VIRTUAL_USER_PACKS +7:1 +environment /m);
});
