import { describe, expect, test } from 'vitest';
import { detectFormat } from '../detect-format.ts';
import { snippet } from '../export/snippets.ts';
import { importCurl } from './import-curl.ts';

const header = (key: string, value: string) => ({ key, value });
const field = (key: string, value: string) => ({ key, value });
function read(text: string) {
  const { steps, problems } = importCurl(text);
  return { steps, step: steps[0], reasons: problems.map(({ reason }) => reason) };
}

describe('PowerShell', () => {
  test.each<[text: string, step: object]>([
    ['Invoke-WebRequest -Uri http://h/a?b=1', { method: 'GET', url: 'http://h/a', queryParams: [field('b', '1')] }],
    ['invoke-restmethod http://h -method delete', { method: 'DELETE', url: 'http://h' }],
    ['iwr "http://h" -UseBasicParsing | Select-Object Content', { method: 'GET', url: 'http://h' }],
    ['(irm http://h/a).items', { method: 'GET', url: 'http://h/a' }],
    ['curl -Uri http://h -Method Put', { method: 'PUT', url: 'http://h' }],
    ['curl -UseBasicParsing http://h', { method: 'GET', url: 'http://h' }],
    ['irm -Method:Patch -Uri:http://h', { method: 'PATCH', url: 'http://h' }],
    [
      "irm http://h -Headers @{ 'X-A' = 'it''s'; \"X-B\" = \"b `\"c`\" $token\"\n Accept='*/*' }",
      { headers: [header('X-A', "it's"), header('X-B', 'b "c" {{token}}'), header('Accept', '*/*')] },
    ],
    [
      'irm http://h -Method Post -ContentType application/json -Body \'{"a":"b\\"c"}\'',
      { method: 'POST', headers: [], body: { type: 'json', content: '{"a":"b\\"c"}' } },
    ],
    [
      "irm http://h -Method Post -Body @{a='1 2'; b=$c}",
      { method: 'POST', body: { type: 'urlencoded', fields: [field('a', '1 2'), field('b', '{{c}}')] } },
    ],
    ["irm http://h -Body @{a='1'}", { method: 'GET', url: 'http://h', queryParams: [field('a', '1')] }],
    ['iwr http://h -TimeoutSec 5 -SkipCertificateCheck', { settings: { timeoutMs: 5000, verifyCertificate: false } }],
    ['iwr http://h -MaximumRedirection 0', { settings: { followRedirects: false } }],
    ['iwr http://h -MaximumRedirection 3', { settings: { maxRedirects: 3 } }],
    ['iwr http://h -UserAgent me', { headers: expect.arrayContaining([header('User-Agent', 'me')]) }],
    ['iwr `\n  -Uri http://h `\n  -Method Post', { method: 'POST', url: 'http://h' }],
    [
      '$headers = @{\n  "A" = "1"\n}\n$body = @"\n{\n  "b": 2\n}\n"@\n$r = irm http://h -Method Post -Headers $headers -Body $body -ContentType application/json\n$r.items',
      { method: 'POST', headers: [header('A', '1')], body: { type: 'json', content: '{\n  "b": 2\n}' } },
    ],
    [
      '$h = New-Object "System.Collections.Generic.Dictionary[[String],[String]]"\n$h.Add("A", "1")\n$h.Add("B", "2")\n$r = Invoke-RestMethod \'http://h\' -Method \'GET\' -Headers $h\n$r | ConvertTo-Json',
      { headers: [header('A', '1'), header('B', '2')] },
    ],
  ])('%s is read', (text, step) => {
    expect(detectFormat(text).format).toBe('curl');
    const found = read(text);
    expect(found.step).toMatchObject(step);
    const known = /^(?:What follows the pipe sign|The shell variable )/;
    expect(found.reasons.filter((reason) => !known.test(reason))).toEqual([]);
  });

  test.each<[text: string, reasons: string[]]>([
    [
      'iwr http://h -Proxy http://p -Certificate $c -WebSession $s',
      ['-Proxy', '-Certificate', '-WebSession'].map((name) => `The option ${name} is not known and was left out.`),
    ],
    ['iwr http://h -Headers $gone', ['The value of -Headers is computed and was left out. Enter it by hand.']],
    ['irm http://h -Body (Get-Content a)', ['The value of -Body is computed and was left out. Enter it by hand.']],
    [
      'iwr http://h -InFile a/b.txt -Method Put',
      ['The body is read from the file b.txt. Choose the file or enter its content.'],
    ],
    ['iwr -Method Put', ['The command has no address and was left out.']],
  ])('%s is reported', (text, reasons) => {
    expect(read(text).reasons.filter((reason) => !reason.startsWith('The shell variable '))).toEqual(
      expect.arrayContaining(reasons),
    );
  });
});

test.each([
  ['quotes', "'"],
  ['double quotes', '"'],
  ['pairs of quotes', `''""`],
  ['commands', 'curl '],
  ['tables', '@{'],
])('a long text of %s is read at once', (_name, part) => {
  const startMs = performance.now();
  importCurl(`iwr http://h -Headers @{${part.repeat(20_000)}`);
  expect(performance.now() - startMs).toBeLessThan(5000);
});

test.each<[name: string, command: string]>([
  ['headers', `curl -H 'X-A: it'"'"'s "b"' -H 'X-B: ' 'http://h/a?b=%20'`],
  ['a body', `curl -X PATCH --json '{"a": "b\\"c", "d": "$e"}' http://h/a`],
  ['a form', `curl -F 'a b=say "hi"' -F 'c=d' http://h/a`],
  ['credentials', 'curl -u me:secret http://h/a'],
])("the product's own code for PowerShell is read: %s", (_name, command) => {
  const [given] = importCurl(command).steps;
  const code = snippet(given!, 'powershell');
  const { method, url, queryParams, body } = given!;
  const found = read(code);
  expect(found.step).toMatchObject({ method, url, queryParams, body });
  expect(found.steps).toHaveLength(1);
  const { headers } = importCurl(code).steps[0]!;
  expect(headers).toEqual(expect.arrayContaining(given!.headers.filter(({ key }) => /^X-/.test(key))));
  expect(found.reasons.filter((reason) => !reason.startsWith('curl sends'))).toEqual([]);
});
