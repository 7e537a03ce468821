import { expect, test } from 'vitest';
import { onlyStep } from '../../testing/only-step.ts';
import { importCurl } from './import-curl.ts';

test.each<[string, string, object]>([
  [
    'shell variables',
    'T=abc\ncurl -H "Authorization: Bearer $T" "http://$HOST/${P}"',
    { headers: [{ key: 'Authorization', value: 'Bearer {{T}}' }], url: 'http://{{HOST}}/{{P}}' },
  ],
  [
    'combined flags',
    'curl -sSLkXPUT http://h -uu:p',
    {
      method: 'PUT',
      settings: { verifyCertificate: false },
      authentication: { type: 'basic', username: 'u', password: 'p' },
    },
  ],
  ['limits', 'curl -L --max-redirs 3 --max-time=2.5 http://h', { settings: { maxRedirects: 3, timeoutMs: 2500 } }],
  [
    'a here-document',
    'curl --json @- http://h <<\'EOF\'\n{"a": "$b"}\nEOF',
    { body: { type: 'json', content: '{"a": "$b"}\n' } },
  ],
  [
    'AWS signature',
    "curl --aws-sigv4 'aws:amz:eu-1:s3' -u k:s http://h",
    { authentication: { type: 'awsV4', accessKeyId: 'k', secretAccessKey: 's', region: 'eu-1', service: 's3' } },
  ],
  [
    'cmd',
    'curl -X POST "http://h" ^\r\n -H "Content-Type: application/json" ^\r\n -d "{\\"a\\": \\"b ^& c\\"}"',
    { method: 'POST', body: { type: 'json', content: '{"a": "b & c"}' } },
  ],
  [
    'PowerShell',
    "curl.exe -X DELETE `\n  -H 'A: it''s' `\n  \"http://h/$env:ID\"",
    { method: 'DELETE', url: 'http://h/{{ID}}', headers: [{ key: 'A', value: "it's" }] },
  ],
])('%s', (_, command, expected) => {
  expect(onlyStep(importCurl(command))).toMatchObject(expected);
});

test('files are never read', () => {
  const { steps, problems } = importCurl(
    "curl -d @/etc/passwd -b jar.txt -F 'x=</etc/hosts' -K conf --cert c.pem http://h",
  );
  expect(steps).toHaveLength(1);
  expect(problems).toHaveLength(5);
  expect(JSON.stringify(steps)).not.toContain('root:');
});
