import { describe, expect, test } from 'vitest';
import type { NamedFiles } from '../named-files.ts';
import { importCurl } from './import-curl.ts';

const read = (command: string, files?: NamedFiles) => {
  const { steps, problems } = importCurl(command, { files });
  return { steps, step: steps[0], reasons: problems.map(({ reason }) => reason) };
};
const texts: Record<string, string> = {
  'a.txt': 'one\r\ntwo\n',
  'h.txt': 'A: 1\r\n  folded\n@no: 2\nB: 2\n',
  'b.json': '{}',
};
const files: NamedFiles = {
  read: (path) => {
    if (!Object.hasOwn(texts, path)) throw new Error('there is none');
    return texts[path]!;
  },
};
const header = (key: string, value: string) => ({ key, value });
const form = header('Content-Type', 'application/x-www-form-urlencoded');

describe('a command is read without problems', () => {
  test.each<[command: string, step: object]>([
    [
      'curl http://h',
      { method: 'GET', url: 'http://h', headers: [], body: { type: 'none' }, settings: { followRedirects: false } },
    ],
    ['curl h/a', { url: 'http://h/a' }],
    ['curl //h/a', { url: 'http://h/a' }],
    ['curl https:/h/a', { url: 'https://h/a' }],
    ['curl {{base}}/a', { url: '{{base}}/a' }],
    ['curl --proto-default https h', { url: 'https://h' }],
    ['curl -I http://h', { method: 'HEAD' }],
    ['curl -I -X PURGE http://h', { method: 'PURGE' }],
    ['curl -X " put " http://h', { method: 'put' }],
    ['curl -X "" -I http://h', { method: 'HEAD' }],
    ['curl -L -k http://h', { settings: { verifyCertificate: false } }],
    ['curl -L --no-location -k --no-insecure http://h', { settings: { followRedirects: false } }],
    ['curl --max-redirs -1 --max-time 0 http://h', { settings: { followRedirects: false } }],
    ['curl -m 0.0004 http://h', { settings: { timeoutMs: 0, followRedirects: false } }],
    ['curl -u ada:a:b http://h', { authentication: { type: 'basic', username: 'ada', password: 'a:b' } }],
    ['curl -u "{{user}}" http://h', { authentication: { type: 'basic', username: '{{user}}', password: '' } }],
    ['curl --digest -u a:b http://h', { authentication: { type: 'digest' } }],
    ['curl --digest --no-digest -u a:b http://h', { authentication: { type: 'basic' } }],
    ['curl --ntlm -u a:b http://h', { authentication: { type: 'ntlm' } }],
    ['curl --ntlm --basic -u a:b http://h', { authentication: { type: 'basic' } }],
    ['curl --ntlm --no-ntlm -u a:b http://h', { authentication: { type: 'basic' } }],
    ['curl --oauth2-bearer t -u a:b http://h', { authentication: { type: 'bearer', token: 't' } }],
    [
      'curl --aws-sigv4 aws:amz -u k:s https://sts.eu-1.amazonaws.com/a',
      { authentication: { type: 'awsV4', accessKeyId: 'k', secretAccessKey: 's', region: 'eu-1', service: 'sts' } },
    ],
    ['curl --aws-sigv4 aws -u k:s https://u@h:5/a', { authentication: { region: '', service: 'h' } }],
    [
      'curl -H "A: b:c" -H "B;" -H " C :d " http://h',
      { headers: [header('A', 'b:c'), header('B', ''), header('C', 'd')] },
    ],
    ['curl -H "Connection:" http://h', { headers: [] }],
    ['curl -A me http://h', { headers: [header('User-Agent', 'me'), header('Accept', '*/*')] }],
    ['curl -A me -H Accept:a http://h', { headers: [header('User-Agent', 'me'), header('Accept', 'a')] }],
    ['curl -A me -H user-agent:you http://h', { headers: [header('Accept', '*/*'), header('user-agent', 'you')] }],
    ['curl -e "http://r;auto" http://h', { headers: [header('Accept', '*/*'), header('Referer', 'http://r')] }],
    ['curl -e ";auto" http://h', { headers: [] }],
    ['curl -b a=1 -b "{{c}}" http://h', { headers: [header('Accept', '*/*'), header('Cookie', 'a=1;{{c}}')] }],
    ['curl -r 0-9 http://h', { headers: [header('Range', 'bytes=0-9'), header('Accept', '*/*')] }],
    ['curl -r 5 http://h', { headers: [header('Range', 'bytes=5-'), header('Accept', '*/*')] }],
    [
      'curl --compressed http://h',
      { headers: [header('Accept', '*/*'), header('Accept-Encoding', 'deflate, gzip, br, zstd')] },
    ],
    ['curl --compressed --no-compressed http://h', { headers: [] }],
    [
      'curl -d a=1 -d b=2 http://h',
      { method: 'POST', body: { type: 'urlencoded', fields: [header('a', '1'), header('b', '2')] } },
    ],
    ['curl -d "" http://h', { method: 'POST', body: { type: 'text', content: '' }, headers: [form] }],
    ['curl -d "x y" http://h', { body: { type: 'text', content: 'x y' }, headers: [form] }],
    ['curl -H Content-Type:text/xml -d "<a/>" http://h', { body: { type: 'xml', content: '<a/>' } }],
    ['curl --data-raw @a http://h', { body: { type: 'text', content: '@a' } }],
    ['curl -d @- http://h <<< a=1', { body: { type: 'urlencoded', fields: [header('a', '1')] } }],
    ['echo -n a=1 | curl -d @- http://h', { body: { type: 'urlencoded', fields: [header('a', '1')] } }],
    [
      'curl --json "{" --json "}" http://h',
      {
        body: { type: 'json', content: '{}' },
        headers: [header('Content-Type', 'application/json'), header('Accept', 'application/json')],
      },
    ],
    [
      'curl --json 1 -H content-type:a/b -H accept:c http://h',
      { headers: [header('content-type', 'a/b'), header('accept', 'c')] },
    ],
    [
      'curl -G -d a=1 -d b=2 http://h',
      { method: 'GET', url: 'http://h', queryParams: [header('a', '1'), header('b', '2')], body: { type: 'none' } },
    ],
    ['curl -G -d b=2 "http://h?a=1#f"', { url: 'http://h', queryParams: [header('a', '1'), header('b', '2')] }],
    ['curl -G --no-get -d b=2 http://h', { method: 'POST', body: { type: 'urlencoded' } }],
    ['curl --url-query a=1 --url-query +b=%20 http://h', { queryParams: [header('a', '1'), header('b', ' ')] }],
    ['curl --data-urlencode "a=b c&(d)" http://h', { body: { type: 'urlencoded', fields: [header('a', 'b c&(d)')] } }],
    ['curl --data-urlencode "=x=y" http://h', { body: { content: 'x%3Dy' } }],
    ['curl --data-urlencode "x y" http://h', { body: { content: 'x+y' } }],
    ['curl --data-urlencode "a={{b c}}d e" http://h', { body: { fields: [header('a', '{{b c}}d e')] } }],
    ['echo -n "x y" | curl --data-urlencode a@- http://h', { body: { fields: [header('a', 'x y')] } }],
    [
      'curl -F a=1 -F "b=x;type=text/csv" -F "c=\\"x;\\\\\\"y\\";type=text/x" http://h',
      {
        method: 'POST',
        body: {
          type: 'form',
          fields: [
            { key: 'a', value: '1', kind: 'text' },
            { key: 'b', value: 'x', kind: 'text', contentType: 'text/csv' },
            { key: 'c', value: 'x;"y', kind: 'text', contentType: 'text/x' },
          ],
        },
      },
    ],
    ['curl -F "a=x;y=z" http://h', { body: { fields: [{ key: 'a', value: 'x;y=z' }] } }],
    [
      'curl --form-string "a=@b;type=c" http://h',
      { body: { fields: [{ key: 'a', value: '@b;type=c', kind: 'text' }] } },
    ],
    ['curl -F a=1 -H "Content-Type: multipart/form-data" http://h', { headers: [] }],
    [
      'echo -n x | curl -F "a=@-;filename=b.txt" http://h',
      { body: { fields: [{ key: 'a', value: 'x', kind: 'text', fileName: 'b.txt' }] } },
    ],
    ['curl -g "http://h/{a}?b={c}"', { url: 'http://h/%7Ba%7D?b={c}' }],
    ['curl -g "http://h/{{ab}}/{c}"', { url: 'http://h/{{ab}}/%7Bc%7D' }],
    [
      'curl -F \'a=x;filename="b;c.txt";type=x/y\' http://h',
      { body: { fields: [{ key: 'a', value: 'x', fileName: 'b;c.txt', contentType: 'x/y' }] } },
    ],
    ['curl http://h/a -- -b', { url: 'http://h/a' }],
    ['sudo time curl.exe http://h', { url: 'http://h' }],
    ['/usr/bin/curl http://h', { url: 'http://h' }],
    ['```bash\n$ curl http://h\n```', { url: 'http://h' }],
    ['curl -s -o /dev/null -w "%{http_code}" http://h', { url: 'http://h' }],
  ])('%s', (command, step) => {
    const found = read(command);
    expect(found.step).toMatchObject(step);
    expect(found.reasons).toEqual([]);
  });
});

describe('unsupported parts of a command are reported', () => {
  test.each<[command: string, step: object, reason: string]>([
    [
      'curl -u ada http://h',
      { authentication: { username: 'ada', password: '' } },
      'curl asks for the password. Enter it.',
    ],
    [
      'curl -d \'{"a":1}\' http://h',
      { body: { type: 'json', content: '{"a":1}' }, headers: [form] },
      'curl sends this JSON with the content type of a form',
    ],
    ['curl -H broken http://h', { headers: [] }, 'The header "broken" has no colon'],
    ['curl -H "User-Agent:" http://h', { headers: [] }, 'takes the header user-agent away'],
    ['curl -H @h.txt http://h', { headers: [] }, 'The file h.txt of headers is not read'],
    ['curl -b jar/c.txt http://h', { headers: [] }, 'The cookie file c.txt is not read'],
    [
      'curl -d @x/a.txt http://h',
      { method: 'POST', body: { type: 'binary', fileId: '', contentType: 'application/x-www-form-urlencoded' } },
      'The body is read from the file a.txt',
    ],
    ['curl -d @- http://h', { body: { type: 'binary' } }, 'The body is read from another program'],
    ['curl --json @b.json http://h', { body: { type: 'binary' } }, 'The body is read from the file b.json'],
    [
      'curl -d a=1 -d @b http://h',
      { body: { type: 'urlencoded', fields: [header('a', '1')] } },
      'The body is read from the file b',
    ],
    [
      'curl -T x/a.txt http://h/d/',
      { method: 'PUT', url: 'http://h/d/a.txt', body: { type: 'binary', fileId: '' } },
      'The body is the file a.txt. Choose it again.',
    ],
    ['curl -T a.txt http://h', { url: 'http://h/a.txt' }, 'The body is the file a.txt'],
    ["curl -T 'a (b).txt' http://h/d/?q=1", { url: 'http://h/d/a%20%28b%29.txt' }, 'The body is the file'],
    ['curl -T a.txt http://h/d', { url: 'http://h/d' }, 'The body is the file a.txt'],
    [
      'curl -T - http://h/d/',
      { url: 'http://h/d/', body: { type: 'binary', fileId: '' } },
      'The body is read from another program. Enter it by hand.',
    ],
    [
      'curl -F nothing http://h',
      { method: 'GET', body: { type: 'none' } },
      'The form field nothing has no equals sign',
    ],
    ['curl --form-string nothing http://h', { method: 'GET' }, 'The form field nothing has no equals sign'],
    [
      'curl -F "a=@x/b.txt;filename=c.txt" http://h',
      { body: { fields: [{ key: 'a', kind: 'file', fileName: 'c.txt' }] } },
      'The form field a sends the file b.txt. Choose it again.',
    ],
    [
      'curl -F "a=<x/b.txt" http://h',
      { body: { fields: [{ key: 'a', kind: 'text', value: '' }] } },
      'is read from the file b.txt',
    ],
    [
      'curl -F "a=1;headers=\\"X: y\\"" http://h',
      { body: { fields: [{ key: 'a', value: '1' }] } },
      'The headers of the form field a were left out.',
    ],
    [
      'curl --data-urlencode a@b http://h',
      { body: { fields: [header('a', '')] } },
      'The file b of the field a is not read',
    ],
    [
      'curl --data-urlencode @b http://h',
      { body: { type: 'none' }, method: 'GET' },
      'The file b of the field (without a name) is not read',
    ],
    ['curl -K dir/conf http://h', {}, 'The configuration file conf is not read'],
    ['curl --proxy p http://h', {}, 'The proxy was left out.'],
    ['curl --location-trusted http://h', { settings: {} }, 'Credentials are not sent to other hosts'],
    ['curl --unheard-of http://h', { url: 'http://h' }, 'The option --unheard-of is not known'],
    ['curl -sµ http://h', { url: 'http://h' }, 'The option -µ is not known'],
    ['curl "http://h/{id}"', { url: 'http://h/{id}' }, 'The path parameter {id} has no value'],
    ['curl "http://h/[1-99]"', { url: 'http://h/[1-99]' }, 'stands for more than 20 addresses'],
    [
      'curl --aws-sigv4 goog:x:r:s -u k:s http://h',
      { authentication: { region: 'r', service: 's' } },
      'The signature of goog is not supported',
    ],
    ['curl http://h | jq .', { url: 'http://h' }, 'What follows the pipe sign'],
    ['curl http://h > out.txt', { url: 'http://h' }, 'Writing to the file out.txt was left out.'],
    ['curl http://h < in.txt', { url: 'http://h' }, 'The file in.txt is not read'],
    ['curl "http://h/$(date)"', { url: 'http://h/$(date)' }, 'The command $(date) is not run'],
    ["curl 'http://h", { url: 'http://h' }, 'A single quote is not closed.'],
    ['curl "http://h', { url: 'http://h' }, 'A double quote is not closed.'],
    ['wget http://x\ncurl http://h', { url: 'http://h' }, 'The command is not curl and was left out.'],
  ])('%s', (command, step, reason) => {
    const found = read(command);
    expect(found.step).toMatchObject(step);
    expect(found.reasons).toEqual([expect.stringContaining(reason)]);
  });

  test.each([
    [
      'curl -X POST',
      ['The command has no address and was left out.', 'The text has no curl command. It should begin with "curl".'],
    ],
    [
      'wget http://h',
      ['The command is not curl and was left out.', 'The text has no curl command. It should begin with "curl".'],
    ],
    ['', ['The text has no curl command. It should begin with "curl".']],
  ])('%s is not a request', (command, reasons) => {
    const found = read(command);
    expect(found.steps).toEqual([]);
    expect(found.reasons).toEqual(expect.arrayContaining(reasons.slice(0, 1)));
  });
});

test.each<[command: string, step: object]>([
  ['curl -d @a.txt http://h', { body: { type: 'text', content: 'onetwo' } }],
  ['curl --data-binary @a.txt http://h', { body: { type: 'binary', fileId: 'a.txt' } }],
  ['curl -H content-type:a/b --data-binary @a.txt http://h', { body: { type: 'binary', fileId: 'a.txt' } }],
  ['curl --json @b.json http://h', { body: { type: 'binary', fileId: 'b.json' } }],
  ['curl --data-binary @a.txt -d x http://h', { body: { content: 'one\r\ntwo\n&x' } }],
  ['curl -G --data-binary @b.json http://h', { method: 'GET', url: 'http://h?{}' }],
  ['curl --data-urlencode a@b.json http://h', { body: { fields: [header('a', '{}')] } }],
  ['curl -H @h.txt http://h', { headers: [header('A', '1'), header('B', '2')] }],
  [
    'curl -F a=@a.txt -F "b=<b.json" http://h',
    {
      body: {
        fields: [
          { kind: 'file', fileId: 'a.txt' },
          { kind: 'text', value: '{}' },
        ],
      },
    },
  ],
  [
    'curl -F "a=@a.txt,b.json;type=x/y" http://h',
    { body: { fields: [{ fileId: 'a.txt' }, { fileId: 'b.json', contentType: 'x/y' }] } },
  ],
  ['curl -T a.txt http://h/', { url: 'http://h/a.txt', body: { type: 'binary', fileId: 'a.txt' } }],
])('with its files %s is read', (command, step) => {
  const found = read(command, files);
  expect(found.step).toMatchObject(step);
  expect(found.reasons).toEqual([]);
});

test('an unreadable file is reported with the reason', () => {
  expect(read('curl -d @gone http://h', files).reasons[0]).toBe('The file gone cannot be read: there is none');
});

test.each<[command: string, urls: string[]]>([
  ['curl http://h/a http://h/b', ['http://h/a', 'http://h/b']],
  ['curl http://h/a --next -X PUT http://h/b', ['http://h/a', 'http://h/b']],
  ['curl http://h/a; curl http://h/b && curl http://h/c', ['http://h/a', 'http://h/b', 'http://h/c']],
  ['curl "http://h/{a,b}/[1-2]"', ['http://h/a/1', 'http://h/a/2', 'http://h/b/1', 'http://h/b/2']],
  ['curl "http://h/[08-10]"', ['http://h/08', 'http://h/09', 'http://h/10']],
  [
    'curl "http://h/[1-5:2][a-b]"',
    ['http://h/1a', 'http://h/1b', 'http://h/3a', 'http://h/3b', 'http://h/5a', 'http://h/5b'],
  ],
  ['curl "http://h/[A-C:2]"', ['http://h/A', 'http://h/C']],
  ['curl "http://h/[3-1]"', ['http://h/3']],
  ['curl "http://[::1]:80/[1-2]"', ['http://[::1]:80/1', 'http://[::1]:80/2']],
  ['curl "http://h/[1-20]"', Array.from({ length: 20 }, (_, index) => `http://h/${index + 1}`)],
  ['curl "http://h/{{a,b}}"', ['http://h/{{a,b}}']],
  ['curl -g "http://h/[1-2]"', ['http://h/[1-2]']],
  ["curl 'http://h/\\[1-2\\]'", ['http://h/[1-2]']],
])('%s is one request per address', (command, urls) => {
  expect(read(command).steps.map(({ url }) => url)).toEqual(urls);
});
