import type { KeyValue } from '@touchstone/engine-http/core';
import { describe, expect, test } from 'vitest';
import { withoutId } from '../../testing/sent-request.ts';
import type { NamedFiles } from '../named-files.ts';
import { importCurl } from './import-curl.ts';

const header = (key: string, value: string): KeyValue => ({ key, value });
const form = header('Content-Type', 'application/x-www-form-urlencoded');
const anything = header('Accept', '*/*');

function read(command: string, files?: NamedFiles) {
  const { steps, problems } = importCurl(command, { files });
  return { steps: steps.map(withoutId), reasons: problems.map(({ place, reason }) => `${place}: ${reason}`) };
}
const plain = {
  name: 'GET /',
  group: '',
  method: 'GET',
  url: 'http://h',
  headers: [],
  queryParams: [],
  pathParams: [],
  body: { type: 'none' },
  authentication: { type: 'none' },
  assertions: [],
  dataHandlers: [],
  settings: { followRedirects: false },
};
const texts: Record<string, string> = { 'a.txt': 'one', 'b.json': '{}', 'h.txt': 'A: 1\n\n B: 2\nC: 3' };
const files: NamedFiles = { read: (path) => texts[path]! };
const post = { name: 'POST /', method: 'POST' };
const text = (content: string) => ({ ...post, headers: [form], body: { type: 'text', content } });

describe('the options', () => {
  test.each<[options: string, step: object]>([
    ['', {}],
    ['-L', { settings: {} }],
    ['-L --no-location', {}],
    ['-k', { settings: { followRedirects: false, verifyCertificate: false } }],
    ['-k --no-insecure', {}],
    ['--location-trusted --no-location-trusted', {}],
    ['--no-netrc --no-anyauth', {}],
    ['--max-redirs 12', { settings: { followRedirects: false, maxRedirects: 12 } }],
    ['--max-redirs 1x --max-redirs x1', {}],
    ['-m 0.0015', { settings: { followRedirects: false, timeoutMs: 2 } }],
    ['-m x -m -5 -m 1e999', {}],
    ['-b ""', {}],
    ['-A ""', {}],
    ['-A "" -b a=1', { headers: [anything, header('Cookie', 'a=1')] }],
    ['-e "a;autob"', { headers: [anything, header('Referer', 'a;autob')] }],
    ['-A me -H Accept:', { headers: [header('User-Agent', 'me')] }],
    [
      '-A me --json 1',
      {
        ...post,
        headers: [
          header('User-Agent', 'me'),
          header('Content-Type', 'application/json'),
          header('Accept', 'application/json'),
        ],
        body: { type: 'json', content: '1' },
      },
    ],
    ['-r 1-2 -H "Range: own"', { headers: [anything, header('Range', 'own')] }],
    [
      '-A a -e b -b c=d --compressed -r 5 -H X:y',
      {
        headers: [
          header('Range', 'bytes=5-'),
          header('User-Agent', 'a'),
          anything,
          header('Accept-Encoding', 'deflate, gzip, br, zstd'),
          header('Referer', 'b'),
          header('Cookie', 'c=d'),
          header('X', 'y'),
        ],
      },
    ],
    ['-H "  A ;  "', { headers: [header('A', '')] }],
    ['-H "Expect:" -H "Accept:" -H "Accept: x"', { headers: [header('Accept', 'x')] }],
    ['--proto-default https', {}],
    ['--url-query "" -G -d ""', {}],
    ['-d ""', text('')],
    ['-d a -d b', text('a&b')],
    ['--data-raw "{x}"', text('{x}')],
    ['--data-raw "x{}"', text('x{}')],
    ['--data-urlencode "=!\'()*~-ü"', text('%21%27%28%29%2A~-%C3%BC')],
    [
      '--data-urlencode "a=b" --data-urlencode "c@d"',
      { ...post, body: { type: 'urlencoded', fields: [header('a', 'b'), header('c', '')] } },
    ],
    ['-u a', { authentication: { type: 'basic', username: 'a', password: '' } }],
    ['-u ""', { authentication: { type: 'basic', username: '', password: '' } }],
    ['--oauth2-bearer t', { authentication: { type: 'bearer', token: 't' } }],
    ['-I -G', { name: 'HEAD /', method: 'HEAD' }],
    ['-X "" -d x', text('x')],
    ['--form-string a=b=c', { ...post, body: { type: 'form', fields: [{ ...header('a', 'b=c'), kind: 'text' }] } }],
  ])('%s are read', (options, step) => {
    const found = read(`curl ${options} http://h`);
    expect(found.steps).toStrictEqual([{ ...plain, ...step }]);
  });

  test.each<[options: string, reasons: string[]]>([
    ['-u a', ['curl asks for the password. Enter it.']],
    ['-u a:', []],
    ['-u {{a}}', []],
    ['-u ""', ['curl asks for the password. Enter it.']],
    ['-K conf/', ['The configuration file conf/ is not read. Enter its options by hand.']],
    ["-K 'C:\\my\\conf'", ['The configuration file conf is not read. Enter its options by hand.']],
    ['--url-query a@x/b', ['The file b of the field a is not read. Enter its content.']],
    [`-H "${'x'.repeat(90)}"`, [`The header "${'x'.repeat(80)}" has no colon and was left out.`]],
    ['-H "User-Agent:" -H "User-Agent: a"', []],
    ['-H "Content-Length:" -H "transfer-encoding:" -H "EXPECT:"', []],
    ['--netrc', ['The file .netrc is not read. Enter the user name and password.']],
    [
      '--location-trusted',
      ['Credentials are not sent to other hosts after a redirect, as --location-trusted asks for.'],
    ],
    ['-d @-', ['The body is read from another program. Choose the file or enter its content.']],
    [
      '-d @a -d @b',
      [
        'The body is read from the file a. Choose the file or enter its content.',
        'The body is read from the file b. Choose the file or enter its content.',
      ],
    ],
    [`--${'x'.repeat(50)}`, [`The option --${'x'.repeat(38)} is not known and was left out.`]],
    ['--aws-sigv4 awsx -u a:b', ['The signature of awsx is not supported; that of AWS is used.']],
    ['--aws-sigv4 xamz -u a:b', ['The signature of xamz is not supported; that of AWS is used.']],
    ['--aws-sigv4 "" -u a:b', []],
  ])('%s leave out what is reported', (options, reasons) => {
    expect(read(`curl ${options} http://h`).reasons).toStrictEqual(reasons.map((reason) => `command 1: ${reason}`));
  });

  test('of a query field without its file contribute only the name', () => {
    expect(read('curl --url-query a@b --url-query @c --url-query d=e http://h').steps).toStrictEqual([
      { ...plain, queryParams: [header('a', ''), header('d', 'e')] },
    ]);
  });

  test.each<[options: string, step: object]>([
    ['--data-binary @a.txt --data-binary @b.json', text('one&{}')],
    ['-d x --data-binary @b.json', text('x&{}')],
    ['--data-binary @b.json -G', { url: 'http://h?{}' }],
    ['-H @h.txt', { headers: [header('A', '1'), header('C', '3')] }],
    ['--data-binary @b.json', { ...post, body: { type: 'binary', fileId: 'b.json', contentType: form.value } }],
    [
      '--data-binary @b.json -H content-type:a/b',
      { ...post, headers: [header('content-type', 'a/b')], body: { type: 'binary', fileId: 'b.json' } },
    ],
    [
      '--json @b.json',
      {
        ...post,
        headers: [header('Content-Type', 'application/json'), header('Accept', 'application/json')],
        body: { type: 'binary', fileId: 'b.json' },
      },
    ],
  ])('%s use the given files', (options, step) => {
    expect(read(`curl ${options} http://h`, files)).toStrictEqual({ steps: [{ ...plain, ...step }], reasons: [] });
  });

  test('a body that has to be selected is replaced by a written one', () => {
    expect(read('curl -d @a -d b=1 http://h').steps).toStrictEqual([
      { ...plain, ...post, body: { type: 'urlencoded', fields: [header('b', '1')] } },
    ]);
  });
});

describe('the words', () => {
  test.each<[words: string, step: object]>([
    ['--url http://h', {}],
    ['--url=http://h', {}],
    ['--request=a=b http://h', { name: 'a=b /', method: 'a=b' }],
    ['--dig -u a:b http://h', { authentication: { type: 'digest', username: 'a', password: 'b' } }],
    ['--user-agen me http://h', { headers: [header('User-Agent', 'me'), anything] }],
    ['--heade A:b http://h', { headers: [header('A', 'b')] }],
    ['-sSXPUT http://h', { name: 'PUT /', method: 'PUT' }],
    [
      '-ksX PUT http://h',
      { name: 'PUT /', method: 'PUT', settings: { followRedirects: false, verifyCertificate: false } },
    ],
    ['--insec --no-insec http://h', {}],
    ['http://h -H', {}],
  ])('%s are options and addresses', (words, step) => {
    expect(read(`curl ${words}`).steps).toStrictEqual([{ ...plain, ...step }]);
  });

  test.each([
    ['--xa', '--xa'],
    ['--compre', '--compre'],
    ['--no-x', '--no-x'],
    ['--no-in', '--no-in'],
    ['--xno-insecure', '--xno-insecure'],
    ['--insecurely', '--insecurely'],
    ['-sé', '-é'],
  ])('%s is unknown', (word, name) => {
    expect(read(`curl ${word} http://h`)).toStrictEqual({
      steps: [plain],
      reasons: [`command 1: The option ${name} is not known and was left out.`],
    });
  });

  test('that start with a dash are addresses after a double dash, and so is a single dash', () => {
    expect(read('curl -- -k').steps.map(({ url }) => url)).toStrictEqual(['http://-k']);
    expect(read('curl -').steps.map(({ url }) => url)).toStrictEqual(['http://-']);
  });

  test.each<[text: string, urls: string[], reasons: string[]]>([
    ['\uFEFFcurl http://h', ['http://h'], []],
    ['  ```sh\ncurl http://h\n```', ['http://h'], []],
    ['echo ```; curl http://h', [], []],
    ['A=1 env B=2 command curl http://h', ['http://h'], []],
    ['C:/bin/curl.EXE http://h', ['http://h'], []],
    ['$(curl http://h)', [], []],
    ['(curl http://h)', ['http://h'], []],
    ['curly http://h', [], ['curly http://h: The command is not curl and was left out.']],
    ['mycurl http://h', [], ['mycurl http://h: The command is not curl and was left out.']],
    ['a.b=c curl http://h', [], ['a.b=c curl http://h: The command is not curl and was left out.']],
    [`wget ${'x'.repeat(90)}`, [], [`wget ${'x'.repeat(55)}: The command is not curl and was left out.`]],
    ['curl -k; curl http://h', ['http://h'], ['command 1: The command has no address and was left out.']],
    ['curl http://h --next', ['http://h'], []],
    ['curl -k --next http://h', ['http://h'], ['command 1: The command has no address and was left out.']],
    ['curl http://h --next -k', ['http://h'], ['command 1: The command has no address and was left out.']],
    [
      'wget x; curl -k --bad http://h',
      ['http://h'],
      [
        'wget x: The command is not curl and was left out.',
        'command 1: The option --bad is not known and was left out.',
      ],
    ],
  ])('from %j are the curl commands', (written, urls, reasons) => {
    const found = read(written);
    expect(found.steps.map(({ url }) => url)).toStrictEqual(urls);
    const last = 'document: The text has no curl command. It should begin with "curl".';
    if (reasons.length > 0) expect(found.reasons.filter((reason) => reason !== last)).toStrictEqual(reasons);
    expect(found.reasons.includes(last)).toBe(!written.includes('curl -k') && urls.length === 0);
  });

  test.each<[text: string, reasons: string[], step: object]>([
    [
      'curl –X PUT —header “A: it‘s” „http://h/a–b”',
      ['document: The typographic quotes and dashes of the text were read as plain ones.'],
      { method: 'PUT', url: 'http://h/a–b', headers: [header('A', "it's")] },
    ],
    ['curl -H "A: “b” –c" http://h', [], { headers: [header('A', '“b” –c')] }],
    ["curl -H 'A: – b' http://h", [], { headers: [header('A', '– b')] }],
    ['curl http://h/a–b', [], { url: 'http://h/a–b' }],
  ])('with the signs of a word processor in %j are plain', (written, reasons, step) => {
    const found = read(written);
    expect(found.reasons).toStrictEqual(reasons);
    expect(found.steps).toMatchObject([step]);
  });

  test('on a separate line set variables', () => {
    const { variables, steps } = importCurl('A=1\nexport B="2 3"\nC=4 curl $A');
    expect(variables).toStrictEqual([
      { name: 'A', value: '1', isSecret: false },
      { name: 'B', value: '2 3', isSecret: false },
      { name: 'C', value: '4', isSecret: false },
    ]);
    expect(steps.map(({ url }) => url)).toStrictEqual(['{{A}}']);
  });
});
