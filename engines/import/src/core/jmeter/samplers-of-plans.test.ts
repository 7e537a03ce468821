import type { KeyValue } from '@touchstone/engine-http/core';
import { describe, expect, test } from 'vitest';
import { withoutId } from '../../testing/sent-request.ts';
import type { FileOptions } from '../named-files.ts';
import { importJmeter } from './import-jmeter.ts';

const pair = (key: string, value: string): KeyValue => ({ key, value });
type Texts = Record<string, string>;

const strings = (properties: Texts, prefix = '') =>
  Object.entries(properties)
    .map(([name, value]) => `<stringProp name="${prefix}${name}">${value}</stringProp>`)
    .join('');
const group = (name: string, list: string, items: string[]) =>
  `<elementProp name="${name}"><collectionProp name="${list}">${items.join('')}</collectionProp></elementProp>`;
const args = (...rows: [name: string, value: string][]) =>
  group(
    'HTTPsampler.Arguments',
    'Arguments.arguments',
    rows.map(([name, value]) => `<elementProp name="x">${strings({ name, value }, 'Argument.')}</elementProp>`),
  );
const files = (...rows: Texts[]) =>
  group(
    'HTTPsampler.Files',
    'HTTPFileArgs.files',
    rows.map((row) => `<elementProp name="in/attribute.txt">${strings(row, 'File.')}</elementProp>`),
  );
const defaults = (properties: Texts, inner = '') =>
  `<ConfigTestElement>${strings(properties, 'HTTPSampler.')}${inner}</ConfigTestElement><hashTree/>`;
const type = (value: string, name = 'Content-Type') =>
  `<HeaderManager><collectionProp name="HeaderManager.headers"><elementProp name="">${strings({ name, value }, 'Header.')}</elementProp></collectionProp></HeaderManager><hashTree/>`;

/** A plan with one sampler and the elements next to it. */
function read(properties: Texts, inner = '', beside = '', options: FileOptions = {}) {
  const written = strings({ path: 'http://h/a', ...properties }, 'HTTPSampler.');
  const { steps, problems } = importJmeter(
    `<hashTree>${beside}<HTTPSamplerProxy testname="S">${written}${inner}</HTTPSamplerProxy><hashTree/></hashTree>`,
    options,
  );
  return { step: withoutId(steps[0]!), reasons: problems.map(({ reason }) => reason) };
}

test.each<[properties: Texts, url: string]>([
  [{ path: 'HTTPS://h/a' }, 'HTTPS://h/a'],
  [{ path: 'ftp://h/a' }, 'http://{{host}}/ftp://h/a'],
  [{ path: '/see?http://h', domain: 'd' }, 'http://d/see?http://h'],
  [{ path: '' }, 'http://{{host}}'],
  [{ path: ' /a ', domain: ' d ' }, 'http://d/a'],
  [{ path: 'a', domain: 'd', protocol: 'https' }, 'https://d/a'],
  [{ path: '${p}', domain: 'd', protocol: 'https://' }, 'https://d{{p}}'],
  [{ path: '/', domain: 'd', port: '0' }, 'http://d/'],
  [{ path: '/', domain: 'd', port: '80' }, 'http://d/'],
  [{ path: '/', domain: 'd', port: '443' }, 'http://d:443/'],
  [{ path: '/', domain: 'd', port: '80', protocol: 'https' }, 'https://d:80/'],
  [{ path: '/', domain: 'd', port: '443', protocol: 'https' }, 'https://d/'],
  [{ path: '/', domain: 'd', port: '${p}' }, 'http://d:{{p}}/'],
])('the address of %j is %s', (properties, url) => {
  expect(read(properties)).toMatchObject({ step: { url, name: 'S' }, reasons: [] });
});

test('an element that is not a property, or contains others, is not the value of one', () => {
  const inner =
    '<elementProp name="HTTPSampler.domain">a</elementProp><value name="HTTPSampler.domain">b</value><longProp name="HTTPSampler.domain">c</longProp>';
  expect(read({ path: '/' }, inner).step.url).toBe('http://c/');
});

test.each<[properties: Texts, settings: object]>([
  [{}, {}],
  [{ follow_redirects: 'true', auto_redirects: 'false' }, {}],
  [{ follow_redirects: 'false' }, { followRedirects: false }],
  [{ follow_redirects: 'false', auto_redirects: 'true' }, {}],
  [{ response_timeout: '1' }, { timeoutMs: 1 }],
  [{ response_timeout: '0' }, {}],
  [{ response_timeout: '-1' }, {}],
  [{ response_timeout: '1.5' }, {}],
  [{ response_timeout: '${t}' }, {}],
])('the settings of %j', (properties, settings) => {
  expect(read(properties).step.settings).toStrictEqual(settings);
});

describe('the arguments', () => {
  const row: [string, string] = ['${n}', '${v}'];

  test.each([
    ['', 'GET', true],
    ['get', 'GET', true],
    ['HEAD', 'HEAD', true],
    ['DELETE', 'DELETE', true],
    ['BUDGET', 'BUDGET', false],
    ['GETX', 'GETX', false],
    ['PATCH', 'PATCH', false],
  ])('with the method %j are sent by %s in the address: %s', (method, sent, isInUrl) => {
    const { step } = read({ method }, args(row));
    expect(step).toMatchObject({
      method: sent,
      queryParams: isInUrl ? [pair('{{n}}', '{{v}}')] : [],
      body: isInUrl ? { type: 'none' } : { type: 'urlencoded', fields: [pair('{{n}}', '{{v}}')] },
    });
  });

  test('of the defaults come first, starting with the outermost', () => {
    const beside = defaults({}, args(['a', '1'])) + defaults({ method: 'PUT' }, args(['b', '2']));
    expect(read({}, args(['c', '3']), beside).step).toMatchObject({
      method: 'PUT',
      body: { fields: [pair('a', '1'), pair('b', '2'), pair('c', '3')] },
    });
  });

  test.each<[properties: Texts, rows: [string, string][], body: object]>([
    [{ method: 'POST' }, [], { type: 'none' }],
    [{ method: 'POST', postBodyRaw: 'true' }, [], { type: 'none' }],
    [
      { method: 'POST', postBodyRaw: 'true' },
      [
        ['a', 'x'],
        ['b', 'y'],
      ],
      { type: 'text', content: 'xy' },
    ],
    [
      { method: 'POST' },
      [
        [' ', 'x'],
        ['', 'y'],
      ],
      { type: 'text', content: 'xy' },
    ],
    [{ method: 'GET' }, [['', 'x']], { type: 'text', content: 'x' }],
    [
      { method: 'POST' },
      [
        ['', 'x'],
        ['b', 'y'],
      ],
      { type: 'urlencoded', fields: [pair('', 'x'), pair('b', 'y')] },
    ],
    [{ method: 'POST', DO_MULTIPART_POST: 'true' }, [], { type: 'form', fields: [] }],
    [{ method: 'POST', DO_MULTIPART_POST: 'false' }, [['a', 'x']], { type: 'urlencoded', fields: [pair('a', 'x')] }],
  ])('with %j, %j, are the body', (properties, rows, body) => {
    expect(read(properties, args(...rows))).toMatchObject({ step: { queryParams: [] }, reasons: [] });
    expect(read(properties, args(...rows)).step.body).toStrictEqual(body);
  });

  test.each([
    ['[{"a": 1}]', '', 'json'],
    [' {"a": 1}', '', 'json'],
    ['{{{a}}', '', 'text'],
    ['a {"b": 1}', '', 'text'],
    [' &lt;a/>', '', 'xml'],
    ['a &lt; b', '', 'text'],
    ['a', type('application/json'), 'json'],
    ['{}', type('text/xml'), 'xml'],
    ['{}', type('text/plain'), 'text'],
    ['{}', type('${type}'), 'json'],
    ['{}', type('text/plain', 'X-Content-Type'), 'json'],
    ['{}', type('text/plain', 'Content-Type-X'), 'json'],
    ['{}', type('a', 'A') + type('text/plain', 'content-type'), 'text'],
  ])('as the text %s with %s are %s', (text, beside, kind) => {
    expect(read({ method: 'POST' }, args(['', text]), beside).step.body.type).toBe(kind);
  });

  test.each([
    [type('application/json'), ['The parameters are sent as a form although Content-Type says application/json.']],
    [type('text/xml'), ['The parameters are sent as a form although Content-Type says text/xml.']],
    [type('application/json', 'X-Content-Type'), []],
    [type('text/plain'), []],
    ['', []],
  ])('are sent as a form, whatever the header %j says', (beside, reasons) => {
    const found = read({ method: 'POST' }, args(['a', 'b']), beside);
    expect(found.step.body).toStrictEqual({ type: 'urlencoded', fields: [pair('a', 'b')] });
    expect(found.reasons).toStrictEqual(reasons);
  });
});

describe('files', () => {
  const field = (key: string, more: object = {}) => ({ key, value: '', kind: 'file', ...more });

  test.each<[properties: Texts, rows: Texts[], body: object, reasons: string[]]>([
    [
      {},
      [{ path: 'x/${a}.txt', paramname: '${f}', mimetype: '${m}' }],
      { type: 'form', fields: [field('{{f}}', { fileName: '{{a}}.txt', contentType: '{{m}}', enabled: false })] },
      ['The file x/{{a}}.txt is sent in the field {{f}}. Choose it again here.'],
    ],
    [
      {},
      [{ paramname: 'f' }],
      { type: 'form', fields: [field('f', { fileName: 'attribute.txt', enabled: false })] },
      ['The file in/attribute.txt is sent in the field f. Choose it again here.'],
    ],
    [{}, [{ path: 'a.txt' }], { type: 'none' }, ['The file a.txt is sent as the body. Choose it again here.']],
    [{}, [{ path: '', paramname: 'f' }], { type: 'none' }, []],
    [
      { FILE_NAME: 'a.txt', FILE_FIELD: 'f', MIMETYPE: 'x/y' },
      [],
      { type: 'form', fields: [field('f', { fileName: 'a.txt', contentType: 'x/y', enabled: false })] },
      ['The file a.txt is sent in the field f. Choose it again here.'],
    ],
    [
      { DO_MULTIPART_POST: 'true' },
      [{ path: 'a.txt' }, { path: 'b.txt', paramname: 'b' }],
      { type: 'form', fields: [field('b', { fileName: 'b.txt', enabled: false })] },
      [
        'The file a.txt is sent as the body. Choose it again here.',
        'The file b.txt is sent in the field b. Choose it again here.',
      ],
    ],
  ])('with %j, %j, have to be selected', (properties, rows, body, reasons) => {
    const found = read({ method: 'POST', ...properties }, files(...rows));
    expect([found.step.body, found.reasons]).toStrictEqual([body, reasons]);
  });

  test('come after the arguments of a form, and keep them out of the address', () => {
    const { step } = read({ method: 'GET' }, args(['a', 'b']) + files({ path: 'f.txt', paramname: 'f' }));
    expect(step).toMatchObject({
      queryParams: [],
      body: { type: 'form', fields: [{ ...pair('a', 'b'), kind: 'text' }, { key: 'f' }] },
    });
  });

  test.each<[rows: Texts[], body: object]>([
    [[{ path: 'a.txt' }], { type: 'binary', fileId: 'a.txt' }],
    [[{ path: 'a.txt', mimetype: 'x/y' }, { path: 'b.txt' }], { type: 'binary', fileId: 'a.txt', contentType: 'x/y' }],
    [[{ path: 'a.txt', paramname: 'f' }], { type: 'form', fields: [field('f', { fileId: 'a.txt' })] }],
  ])('%j are sent if they may be used', (rows, body) => {
    const found = read({ method: 'POST' }, files(...rows), '', { files: { read: () => '' } });
    expect([found.step.body, found.reasons]).toStrictEqual([body, []]);
  });
});
