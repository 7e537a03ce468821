import type { KeyValue } from '@touchstone/engine-http/core';
import { describe, expect, test } from 'vitest';
import type { NamedFiles } from '../named-files.ts';
import { importCurl } from './import-curl.ts';

const row = (key: string, value: string): KeyValue => ({ key, value });

function read(command: string, files?: NamedFiles) {
  const { steps, problems } = importCurl(command, { files });
  return { steps, step: steps[0]!, reasons: problems.map(({ reason }) => reason) };
}

describe('an address', () => {
  test.each<[words: string, url: string, rows?: KeyValue[]]>([
    ["' http://h/a '", 'http://h/a'],
    ['http://h/x:/y', 'http://h/x:/y'],
    ['h?u=http://x', 'http://h', [row('u', 'http://x')]],
    ['h//a', 'http://h//a'],
    ['HTTPS:/h/a', 'HTTPS://h/a'],
    ['a{{b}}/c', 'http://a{{b}}/c'],
    ['-g http://h/{{a}}/{b}#{c}', 'http://h/{{a}}/%7Bb%7D'],
    ['-G -d "" http://h', 'http://h'],
    ['-G -d a=1 http://h?', 'http://h?&a=1'],
    ['-G -d a=1 "http://h#x?y"', 'http://h', [row('a', '1')]],
    ['--url-query a=1 "http://h?b=2"', 'http://h', [row('b', '2'), row('a', '1')]],
    ['--url-query a=1 -d x http://h', 'http://h', [row('a', '1')]],
    ['-G --url-query a=1 -d b=2 http://h', 'http://h', [row('b', '2'), row('a', '1')]],
  ])('of %s is %s', (words, url, rows = []) => {
    expect(read(`curl ${words}`).step).toMatchObject({ url, queryParams: rows });
  });

  test.each<[url: string, names: string[]]>([
    ['http://h/{a}/{b}', ['a', 'b']],
    ['http://h/{{a}}/{b}', ['b']],
    ['http://h/?x={a}', []],
    ['http://h/{a/b}', []],
    ['http://h/{}', []],
  ])('%s has the path parameters %j without a value', (url, names) => {
    expect(read(`curl '${url}'`).reasons).toStrictEqual(
      names.map((name) => `The path parameter {${name}} has no value. Enter it before you send the request.`),
    );
  });

  test.each<[words: string, urls: string[]]>([
    ['"http://h/[1-21]"', ['http://h/[1-21]']],
    ['"http://h/{a,b,c}/[1-7]"', ['http://h/{a,b,c}/[1-7]']],
    ['"http://h/[001-2]"', ['http://h/001', 'http://h/002']],
    ['"http://h/[10-12:2]"', ['http://h/10', 'http://h/12']],
    ['"http://h/[1-3:0]"', ['http://h/1', 'http://h/2', 'http://h/3']],
    ['"http://h/[a-e:2]x"', ['http://h/ax', 'http://h/cx', 'http://h/ex']],
    ['"http://h/[a-C]"', ['http://h/[a-C]']],
    ['"http://h/[1-2"', ['http://h/[1-2']],
    ['"http://h/{a,}b"', ['http://h/ab', 'http://h/b']],
    ['"http://h/{{a}}{b,c}"', ['http://h/{{a}}b', 'http://h/{{a}}c']],
    ["'http://h/\\{a,b\\}'", ['http://h/{a,b}']],
    ["'http://h/\\a[1-2]'", ['http://h/\\a1', 'http://h/\\a2']],
    ['"[::1]/[1-2]"', ['http://[::1]/1', 'http://[::1]/2']],
    ['"http://u:p@[fe80::1%25]:80/"', ['http://u:p@[fe80::1%25]:80/']],
    ['"http://h/[::1]"', ['http://h/[::1]']],
    ['"http://[1-2]/"', ['http://1/', 'http://2/']],
  ])('%s expands to %j', (words, urls) => {
    expect(read(`curl ${words}`).steps.map(({ url }) => url)).toStrictEqual(urls);
  });

  test('with too many expansions is reported by its beginning', () => {
    const long = `http://h/${'x'.repeat(120)}[1-99]`;
    expect(read(`curl '${long}'`).reasons[0]).toBe(
      `The pattern in ${long.slice(0, 120)} stands for more than 20 addresses; it was left as it is.`,
    );
  });

  test.each<[words: string, url: string, reason: string | undefined]>([
    ['-T a.txt http://h', 'http://h/a.txt', 'The body is the file a.txt. Choose it again.'],
    ['-T a.txt http://h/b?c#d/', 'http://h/b?c', 'The body is the file a.txt. Choose it again.'],
    ["-T 'x\\a!.txt' http://h/", 'http://h/a%21.txt', 'The body is the file a!.txt. Choose it again.'],
    ['-T . http://h/', 'http://h/', 'The body is read from another program. Enter it by hand.'],
    ['-T -a http://h/', 'http://h/-a', 'The body is the file -a. Choose it again.'],
    ['-T a- http://h/', 'http://h/a-', 'The body is the file a-. Choose it again.'],
    ['-T a/ http://h/', 'http://h/', 'The body is the file . Choose it again.'],
    ['-T a.txt {{base}}', '{{base}}', 'The body is the file a.txt. Choose it again.'],
  ])('with an uploaded file: %s', (words, url, reason) => {
    const { step, reasons } = read(`curl ${words}`);
    expect([step.url, step.method, step.body]).toStrictEqual([url, 'PUT', { type: 'binary', fileId: '' }]);
    expect(reasons).toStrictEqual(reason === undefined ? [] : [reason]);
  });

  test.each<[words: string, uploads: string[]]>([
    ["-T '{a,b}.txt' http://h/", ['a.txt http://h/a.txt', 'b.txt http://h/b.txt']],
    ["-T 'i[1-2]' http://h/x", ['i1 http://h/x', 'i2 http://h/x']],
    ["-T '{a,b}' 'http://h/{1,2}/'", ['a http://h/1/a', 'a http://h/2/a', 'b http://h/1/b', 'b http://h/2/b']],
    ["-T a 'http://h/{1,2}/' -T b http://h/3", ['a http://h/1/a', 'a http://h/2/a', 'b http://h/3']],
    ["-g -T '{a,b}' http://h/x", ['{a,b} http://h/x']],
    ["-T 'a[1-21]' http://h/x", ['a[1-21] http://h/x']],
  ])('with a pattern of files, each is uploaded: %s', (words, uploads) => {
    const files = { read: () => '' };
    const { steps } = read(`curl ${words}`, files);
    expect(steps.map(({ body, url }) => `${body.type === 'binary' && body.fileId} ${url}`)).toStrictEqual(uploads);
  });

  test('a pattern of too many files is reported', () => {
    expect(read("curl -T 'a[1-21]' http://h/x").reasons[0]).toBe(
      'The pattern a[1-21] of -T stands for more than 20 files; it was left as it is.',
    );
  });

  test.each<[options: string, url: string, region: string, service: string]>([
    ['aws', 'https://sts.eu-1.amazonaws.com/a', 'eu-1', 'sts'],
    ['aws:amz:r', 'https://sts.eu-1.amazonaws.com/a', 'r', 'sts'],
    ['aws:amz::s', 'https://u:p@x.y:80', 'y', 's'],
    ['aws', '{{base}}', '', ''],
    ['aws', 'h?https://a.b', '', 'h'],
  ])('signed for AWS by %s at %s', (options, url, region, service) => {
    expect(read(`curl --aws-sigv4 ${options} -u k:s:t ${url}`).step.authentication).toStrictEqual({
      type: 'awsV4',
      accessKeyId: 'k',
      secretAccessKey: 's:t',
      region,
      service,
    });
  });
});

describe('a form', () => {
  const texts: Record<string, string> = { 'a,b.txt': 'ab', 'c.txt': 'c' };
  const files: NamedFiles = { read: (path) => texts[path]! };
  const field = (key: string, value: string, more: object = {}) => ({ key, value, kind: 'text', ...more });
  const file = (key: string, more: object) => ({ key, value: '', kind: 'file', ...more });

  test.each<[option: string, fields: object[]]>([
    ['a=b=c', [field('a', 'b=c')]],
    ['a="b;c"', [field('a', 'b;c')]],
    ['a=x"b"', [field('a', 'x"b"')]],
    ['a="b\\\\\\"c"', [field('a', 'b\\"c')]],
    ['a=b; type=text/csv', [field('a', 'b', { contentType: 'text/csv' })]],
    ['a=b;TYPE= text/csv ;filename=f.txt', [field('a', 'b', { contentType: 'text/csv', fileName: 'f.txt' })]],
    ['a=b;type="x;y";filename="f\\"g"', [field('a', 'b', { contentType: 'x;y', fileName: 'f"g' })]],
    ['a=b;type=x/y;charset=z;encoder=base64', [field('a', 'b', { contentType: 'x/y;charset=z' })]],
    ['a=b;mytype=c', [field('a', 'b;mytype=c')]],
    ['a="b";c=d', [field('a', 'b')]],
    ['a="b;type=c/d";filename=e', [field('a', 'b;type=c/d', { fileName: 'e' })]],
    ['a=@', [file('a', {})]],
    ['a=x@b', [field('a', 'x@b')]],
  ])('%s is read', (option, fields) => {
    expect(read(`curl -F '${option}' http://h`).step.body).toStrictEqual({ type: 'form', fields });
  });

  test.each<[option: string, fields: object[]]>([
    ['a=@c.txt', [file('a', { fileId: 'c.txt' })]],
    [
      'a=@"a,b.txt",c.txt;type=x/y',
      [file('a', { fileId: 'a,b.txt' }), file('a', { fileId: 'c.txt', contentType: 'x/y' })],
    ],
    ['a=<"a,b.txt"', [field('a', 'ab')]],
    ['a=<c.txt;type=x/y', [field('a', 'c', { contentType: 'x/y' })]],
    ['a=@"c\\"d.txt"', [file('a', { fileId: 'c"d.txt' })]],
  ])('%s uses its files', (option, fields) => {
    expect(read(`curl -F '${option}' http://h`, files)).toMatchObject({
      step: { body: { type: 'form', fields } },
      reasons: [],
    });
  });

  test.each<[option: string, fields: object[], reason: string]>([
    ['a=@-', [file('a', { fileName: '-' })], 'The form field a sends the file -. Choose it again.'],
    ['a=<-', [field('a', '')], 'The content of the form field a is read from the file -. Enter it by hand.'],
    [
      'a=@x/b.txt,c.txt',
      [file('a', { fileName: 'b.txt' }), file('a', { fileName: 'c.txt' })],
      'The form field a sends the file b.txt. Choose it again.',
    ],
    ['a=b;headers=X', [field('a', 'b')], 'The headers of the form field a were left out.'],
  ])('%s has to be completed', (option, fields, reason) => {
    const { step, reasons } = read(`curl -F '${option}' http://h`);
    expect(step.body).toStrictEqual({ type: 'form', fields });
    expect(reasons[0]).toBe(reason);
  });

  test('without an equals sign is reported by its beginning', () => {
    expect(read(`curl -F ${'x'.repeat(90)} http://h`).reasons).toStrictEqual([
      `The form field ${'x'.repeat(80)} has no equals sign and was left out.`,
    ]);
  });

  test('reads assignments before the command', () => {
    expect(read('echo -n b | curl -F a=@- http://h', files).step.body).toStrictEqual({
      type: 'form',
      fields: [field('a', 'b')],
    });
    expect(read("echo -n b | curl -F 'a=<-' http://h", files).step.body).toStrictEqual({
      type: 'form',
      fields: [field('a', 'b')],
    });
    expect(read("curl -F 'a=@-' http://h", files).step.body).toStrictEqual({
      type: 'form',
      fields: [file('a', { fileName: '-' })],
    });
  });

  test.each([
    ['multipart/form-data; boundary=x', 0],
    ['multipart/form-data ;x', 0],
    ['multipart/form-data', 0],
    ['multipart/form-datas', 1],
    ['x multipart/form-data', 1],
  ])('keeps, for the type %s, %i headers', (type, count) => {
    const { step } = read(`curl -H A:b -H 'Content-Type: ${type}' -F a=b http://h`);
    expect(step.headers.slice(1)).toHaveLength(count);
    expect(step.headers[0]).toStrictEqual(row('A', 'b'));
  });
});
