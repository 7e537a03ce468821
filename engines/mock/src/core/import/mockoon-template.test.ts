import { expect, test } from 'vitest';
import { mockoonTemplate } from './mockoon-template.ts';

function read(text: string) {
  const problems: { path: string; message: string }[] = [];
  return { text: mockoonTemplate(text, 'GET /a, body', problems), problems };
}

test.each([
  ['no template', 'no template'],
  ["{{urlParam 'id'}}", '{{request.path.id}}'],
  ['{{urlParam "id"}}', '{{request.path.id}}'],
  ["{{{ queryParam 'a' }}}", '{{{request.query.a}}}'],
  ["{{queryParam 'a b'}}", '{{request.query.[a b]}}'],
  ["{{queryParam 'a' 'none'}}", "{{val request.query.a or='none'}}"],
  ['{{queryParam "a" "none"}}', "{{val request.query.a or='none'}}"],
  ["{{queryParam 'a' ''}}", "{{val request.query.a or=''}}"],
  ["{{header 'X-A'}}{{cookie 'c'}}", '{{request.headers.[X-A]}}{{request.cookies.c}}'],
  ["{{#if (queryParam 'a')}}x{{/if}}", '{{#if (request.query.a)}}x{{/if}}'],
  ['{{body}}', '{{request.body}}'],
  ["{{body 'user.name'}}", "{{jsonPath request.body '$.user.name'}}"],
  ["{{body 'l.0.n.12'}}", "{{jsonPath request.body '$.l[0].n[12]'}}"],
  ["{{body 'l.0a'}}", "{{jsonPath request.body '$.l.0a'}}"],
  ["{{body '$.a.0'}}", "{{jsonPath request.body '$.a.0'}}"],
  ['{{body "a" "none"}}', "{{jsonPath request.body '$.a' default='none'}}"],
  ["{{#each (body 'l')}}x{{/each}}", "{{#each (jsonPath request.body '$.l')}}x{{/each}}"],
  ['{{uuid}}{{ guid }}{{objectId}}', "{{randomValue type='UUID'}}".repeat(3)],
  ['{{method}} {{hostname}} {{ ip }}', '{{request.method}} {{request.host}} {{request.clientIp}}'],
  ['{{int 1 10}} {{int  -5   5 }}', '{{randomInt lower=1 upper=10}} {{randomInt lower=-5 upper=5}}'],
  ['{{float -1.5 2}}', '{{randomDecimal lower=-1.5 upper=2}}'],
  ['{{boolean}}', "{{pickRandom 'true' 'false'}}"],
  ["{{oneOf (array 'a' 'b')}}", "{{pickRandom 'a' 'b'}}"],
  ["{{now 'yyyy'}} {{now}}", "{{now format='yyyy'}} {{now}}"],
  [
    '{{firstName}} {{ lastName }} {{email}}',
    "{{faker 'person.firstName'}} {{faker 'person.lastName'}} {{faker 'internet.email'}}",
  ],
  ['{{#if this}}x{{else}}y{{/if}}', '{{#if this}}x{{else}}y{{/if}}'],
])('the Mockoon template %s becomes %s', (given, text) => {
  expect(read(given)).toEqual({ text, problems: [] });
});

test.each([
  ['{{nothing 1}}{{other}}', 'nothing'],
  ['{{{unknown}}}', 'unknown'],
  ['{{#repeat 3}}x{{/repeat}}', 'repeat'],
  ["{{~ setVar 'a' 1}}", 'setVar'],
])('the first unknown function of %s is reported', (given, name) => {
  const message = `The function ${name} of Mockoon's templates is not supported.`;
  expect(read(given)).toEqual({ text: given, problems: [{ path: 'GET /a, body', message }] });
});
