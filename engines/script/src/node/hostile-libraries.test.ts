import { afterAll, beforeAll, expect, test } from 'vitest';
import { scriptContext } from '../testing/script-context.ts';
import { GuestLibraries } from './guest-libraries.ts';
import { createScriptRunner } from './script-runner.ts';

const runner = createScriptRunner({ warmWorkers: 1, maxWorkers: 1 });
beforeAll(() => runner.warm());
afterAll(() => runner.close());

const context = scriptContext({ response: { text: '{"a":1}' } });
const run = (code: string) => runner.run({ code, kind: 'test', context, limitMs: 6000 });

const names = [
  ...['ajv', 'assert', 'backbone', 'buffer', 'chai', 'cheerio', 'crypto-js', 'csv-parse/lib/sync', 'events', 'lodash'],
  ...['moment', 'path', 'postman-collection', 'punycode', 'querystring', 'stream', 'string_decoder', 'timers', 'tv4'],
  ...['url', 'util', 'uuid', 'xml2js', 'atob', 'btoa', 'lodash3'],
];

test.each(names)('nothing of the host can be reached through %s', async (name) => {
  const outcome = await run(`
    const seen = new Set();
    const escapes = (value, depth) => {
      if (value === null || (typeof value !== 'object' && typeof value !== 'function') || seen.has(value) || depth > 4) return false;
      seen.add(value);
      if (typeof value === 'function') {
        try { if (value.constructor('return typeof process !== "undefined" && process.pid')()) return true; } catch {}
      }
      for (const key of Reflect.ownKeys(value)) {
        let next; try { next = value[key]; } catch { continue; }
        if (key === 'pid' || key === 'binding' || key === 'mainModule') return true;
        if (escapes(next, depth + 1)) return true;
      }
      return false;
    };
    console.log(escapes(require('${name}'), 0), seen.size > 0, typeof process, typeof fetch);`);
  expect([outcome.error, outcome.logs.at(-1)?.text]).toEqual([undefined, 'false true undefined undefined']);
});

test.each([
  [
    'lodash',
    `require('lodash').merge({}, JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'))`,
  ],
  ['lodash, its own methods', `require('lodash').map = () => 'evil'; require('lodash').VERSION = 'evil'`],
  ['lodash templates', `require('lodash').template('<% globalThis.polluted = 1; Object.prototype.polluted = 1 %>')()`],
  [
    'older lodash',
    `_.merge({}, JSON.parse('{"__proto__":{"polluted":1}}')); _.VERSION = 'evil'; Object.prototype.polluted = 1`,
  ],
  [
    'chai',
    `require('chai').use((chai) => { chai.Assertion.addProperty('fine', () => 1); chai.Assertion.overwriteMethod('equal', () => () => undefined) }); Object.prototype.polluted = 1`,
  ],
  ['chai, should', `require('chai').should()`],
  [
    'xml2js',
    `require('xml2js').parseString('<__proto__><polluted>1</polluted></__proto__>', () => 0); xml2Json('<__proto__><polluted>1</polluted></__proto__>')`,
  ],
  [
    'querystring and url',
    `require('querystring').parse('__proto__[polluted]=1'); require('url').parse('http://a/?__proto__[polluted]=1', true)`,
  ],
  [
    'cheerio',
    `const $ = cheerio.load('<form><input name="__proto__[polluted]" value="1"></form>'); $('form').serializeArray(); cheerio.prototype.text = () => 'evil'`,
  ],
  [
    'postman-collection',
    `require('postman-collection').VariableScope.prototype.get = () => 'evil'; require('postman-collection').Response.prototype.json = () => 'evil'`,
  ],
  ['CryptoJS', `CryptoJS.SHA256 = () => 'evil'; CryptoJS.lib.WordArray.toString = () => 'evil'`],
  ['events', `require('events').prototype.emit = () => 'evil'; require('events').defaultMaxListeners = 0`],
  [
    'the loader',
    `Function.prototype.call = Function.prototype.apply = Reflect.apply = () => 'evil'; Map.prototype.get = () => 'evil'; try { require('moment') } catch {}`,
  ],
])('what a script does to %s does not reach the next one', async (_name, code) => {
  const next = `pm.test('clean', () => {
      pm.expect(({}).polluted).to.be.undefined; pm.expect(typeof globalThis.polluted).to.equal('undefined');
      pm.expect(() => pm.expect(1).to.equal(2)).to.throw(); pm.expect(() => pm.expect(1).to.be.fine).to.throw();
      pm.expect(require('lodash').VERSION).to.match(/^4/); pm.expect(_.VERSION).to.match(/^3/); pm.expect(pm.response.json().a).to.equal(1);
      pm.expect(CryptoJS.SHA256('a').toString()).to.have.lengthOf(64); pm.expect(typeof (1).should).to.equal('undefined');
    });`;
  const first = await run(`${code};`);
  const { tests, error } = await run(next);
  expect([first.error?.code, error, tests]).toEqual([
    undefined,
    undefined,
    [{ name: 'clean', passed: true, message: '' }],
  ]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test.each([
  ['CryptoJS', `CryptoJS.PBKDF2('p', 's', { keySize: 64, iterations: 1e9 })`],
  ['older lodash', `_.range(1e9)`],
  ['cheerio', `cheerio.load('<a>'.repeat(1e6))`],
  ['ajv', `new (require('ajv'))().validate({ pattern: '^(a+)+$' }, 'a'.repeat(60) + 'b')`],
  ['Buffer', `const all = []; while (true) all.push(Buffer.alloc(1e6, 1))`],
  [
    'postman-collection',
    `const { Collection } = require('postman-collection'); while (true) pm.variables.set('v' + Math.random(), new Collection({ item: [{ name: 'a' }] }))`,
  ],
  [
    'variables that double',
    `for (let i = 1; i < 60; i += 1) pm.variables.set('v' + i, '{{v' + (i - 1) + '}}{{v' + (i - 1) + '}}'); pm.variables.set('v0', 'x'.repeat(100)); pm.variables.replaceIn('{{v59}}')`,
  ],
])('endless work in %s is stopped, and the next script runs', async (_name, code) => {
  const outcome = await runner.run({ code, kind: 'test', context, limitMs: 400 });
  expect([undefined, 'TIME_LIMIT', 'MEMORY_LIMIT', 'SCRIPT_ERROR', 'TOO_LARGE']).toContain(outcome.error?.code);
  expect((await run('pm.test("next", () => {})')).tests).toHaveLength(1);
});

test('only libraries are loaded, whatever the sandbox requests', () => {
  const libraries = new GuestLibraries();
  for (const request of [
    'fs',
    'node:fs',
    './main.ts',
    '../package.json',
    '/etc/passwd',
    'file:///etc/passwd',
    'fastify',
    'guest:atob',
  ])
    expect(libraries.resolve('', request)).toBeUndefined();
  const lodash = libraries.resolve('', 'lodash')!;
  for (const request of ['../../package.json', '/etc/passwd', '../../../../../../../../etc/passwd'])
    expect(libraries.resolve(lodash, request)).toBeUndefined();
  expect(libraries.resolve('/etc/passwd', './x')).toBeUndefined();
  expect(() => libraries.source('/etc/passwd')).toThrow('No such module');
});
