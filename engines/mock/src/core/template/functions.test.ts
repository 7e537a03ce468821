import { loadXPath } from '@touchstone/engine-assert/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type GivenRequest, mockRequest } from '../../testing/request.ts';
import { MockEngine } from '../engine/mock-engine.ts';

beforeAll(loadXPath);

const now = () => new Date('2026-01-15T00:05:09.042Z');
function rendered(body: string, given: GivenRequest = {}, options: object = {}): string {
  const engine = new MockEngine({ now, seed: 1, fake: () => undefined, hostname: 'here', ...options });
  engine.put({ request: { method: 'ANY' }, response: { body, transformers: ['response-template'] } });
  return String(engine.serve(mockRequest(given)).answer.body);
}
type Case = [template: string, expected: string, given?: GivenRequest];
const cases = (name: string, rows: Case[]) =>
  describe(name, () => {
    test.each(rows)('%s renders %s', (template, expected, given) => {
      expect(rendered(template, given)).toBe(expected);
    });
  });

cases('texts', [
  ["{{#replace 'a' 'b'}}xax{{/replace}} {{#abbreviate 6}}abcdefgh{{/abbreviate}}", 'xbx abc...'],
  ["[{{ljust 'ab' 'x'}}] [{{rjust 'ab' -5}}] [{{center 'abc' 6}}]", '[ab] [ab] [ abc  ]'],
  ["{{capitalize 'ab cd'}} [{{trim '  a '}}]", 'Ab Cd [a]'],
  [
    "{{wordWrap 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb cccccccccccccccccc dd'}}",
    `${'a'.repeat(30)} ${'b'.repeat(30)} ${'c'.repeat(18)}\ndd`,
  ],
  ["{{regexExtract 'xabcx' '[abc]+'}}", 'abc'],
  ["{{regexExtract 'ab-12' '([a-z]+)-([0-9]+)' 'p'}}{{p.0}}:{{p.1}}", 'ab:12'],
  ["{{regexExtract 'b' '(a)|(b)' 'p'}}[{{p.0}}][{{p.1}}]", '[][b]'],
  ["{{urlEncode 'a b&c'}} {{urlEncode 'a+b'}}", 'a+b%26c a%2Bb'],
  ["{{base64 'a'}} [{{base64 '!!' decode=true}}] {{base64 'ab' padding=true}}", 'YQ== [] YWI='],
  ["{{stringFormat '% d|% d|%+d' 5 -5 0}}", ' 5|-5|+0'],
  ["{{stringFormat '%+05d|%-5d|% 05d|%05d' 5 5 5 7}}", '+0005|5    | 0005|00007'],
  ["{{stringFormat '%.0f %x %X %,d' 2.6 -1 3054.9 -1234567}}", '3 -1 BEE -1,234,567'],
  ["{{stringFormat '%s %1$s %s' 'a' 'b'}}", 'a a b'],
  [
    "{{numberFormat 1234.6 '#,##0'}} {{numberFormat 1234.5 '0.00'}} {{numberFormat 0.5 '0.0000'}}",
    '1,235 1234.50 0.5000',
  ],
  ['{{numberFormat 1.6 maximumFractionDigits=0}} {{numberFormat 1.5 minimumFractionDigits=5}}', '2 1.50000'],
  ["{{numberFormat '1234'}} {{numberFormat ' '}} {{numberFormat 2 minimumFractionDigits=-1}}", '1,234  2'],
]);

cases('lists', [
  ["{{join (range 3 3) ','}} {{join (range -1 1) ','}}", '3 -1,0,1'],
  ["{{join (arrayAdd (array 1 2) 9 position=-1) ','}} {{join (arrayAdd 1 2) ','}}", '9,1,2 1,2'],
  [
    "{{join (arrayRemove (array 1 2 3) position='end') ','}} {{join (arrayRemove (array 1 2 3) position=-4) ','}}",
    '1,2 2,3',
  ],
  [
    "[{{arrayJoin ',' (array) prefix='(' suffix=')'}}] [{{#arrayJoin ',' (array) prefix='('}}x{{/arrayJoin}}]",
    '[] [(]',
  ],
  ["{{size 'abc'}} {{size ''}} {{size none}}", '3 0 0'],
  ["{{math 10 '%' 4}} {{math 1 '+' '2'}}", '2 3'],
  ["{{pickRandom (array 'a')}} [{{join (pickRandom 1 2 count=0) ','}}] {{size (pickRandom 1 2 3 count=2)}}", 'a [] 2'],
  ["{{{jsonSort (toJson (pickRandom (array 3 1 2) count=3)) '$[*]'}}}", '[1,2,3]'],
  ["{{lookup 'abc' 'length'}}[{{lookup 'abc' 'size'}}][{{lookup 'abc' 0}}]", '3[][]'],
  [
    "{{lookup (array 7 8 9) -1}} {{lookup (array 7 8 9) 'first'}} {{lookup (array 7 8 9) 'last'}} {{lookup (array 7 8 9) 'length'}} [{{lookup (array 7 8) 'x1'}}{{lookup (array 7 8) '1x'}}]",
    '9 7 9 3 []',
  ],
  ["[{{lookup (raw 'a') 'text'}}{{lookup (parseJson '{}') 'constructor'}}{{lookup none 'x'}}]", '[]'],
]);

cases('conditions', [
  ["[{{#eq 1 2}}a{{/eq}}] {{eq 1 1 yes='a'}}[{{eq 1 2 yes='a'}}] {{eq 1 2 no='n'}}[{{eq 1 1 no='n'}}]", '[] a[] n[]'],
  ["{{eq (array 1) '[1]'}} {{eq (array 1) (array 2)}} {{lt '' 0}} {{gt 'b' 'a'}}", 'true false true true'],
  ["{{contains none ''}} {{contains 'abc' 'b'}} {{contains (array 1 2) '2'}}", 'false true true'],
  ["{{contains (lookup (parseJson '{\"a\":null}') 'a') ''}}", 'false'],
  ["{{matches 'abc' 'a.c'}} {{isOdd -3}} [{{isOdd 2}}{{isEven 3}}]", 'true odd []'],
  [
    "{{yesno (lookup (parseJson '{\"a\":null}') 'a')}} {{val (lookup (parseJson '{\"a\":null}') 'a') or='x'}}",
    'maybe x',
  ],
  ["{{val none or='a' default='b'}} {{val null or='x'}} {{val true}} {{val 0 or='x'}}", 'a x true 0'],
  ['{{#each none}}x{{else}}none{{/each}}', 'none'],
  [
    '{{#each (parseJson \'{"a":1,"b":2}\') as |item key|}}{{key}}{{item}}{{@key}}{{@index}}{{#if @first}}F{{/if}}{{#if @last}}L{{/if}}{{/each}}',
    'a1a0Fb2b1L',
  ],
  ['{{#each request.query.a}}{{this}};{{/each}}', '1;2;', { url: '/?a=1&a=2' }],
  ['{{#each request.query}}{{@key}}={{this}};{{/each}}', 'a=1;b=3;', { url: '/?a=1&a=2&b=3' }],
]);

cases('what a name stands for', [
  ['{{#if 1}}{{#with (parseJson \'{"a":1}\')}}{{#if a}}{{../request.method}}{{a}}{{/if}}{{/with}}{{/if}}', 'GET1'],
  ["{{#each (array 'a')}}{{request.method}}[{{this.request.method}}]{{/each}}", 'GET[]'],
  ["{{#each (array 'a' 'b') as |x|}}{{#if 1}}{{@index}}{{x}}[{{this.x}}]{{/if}}{{/each}}", '0a[]1b[]'],
  ['{{@root.request.method}} {{this.request.method}} {{./request.method}}', 'GET GET GET'],
  ['{{#with (parseJson \'{"now":"n"}\')}}{{now}} {{now format=\'yyyy\'}}{{/with}}', 'n 2026'],
  ["{{#assign 'v'}}w{{/assign}}{{#v}}{{request.method}}{{else}}none{{/v}}", 'GET'],
  ['{{#nothing}}a{{else}}none{{/nothing}}[{{#nothing}}a{{/nothing}}]', 'none[]'],
  ['{{parseJson \'[{"a":1},{"a":2}]\' \'l\'}}{{#l}}{{@index}}{{a}};{{/l}}', '01;12;'],
  ["{{parseJson '{\"a\":1}' 'o'}}{{#o}}{{a}}{{/o}}", '1'],
  ['a{{! not written }}b', 'ab'],
  ["{{join request.pathSegments '+'}} {{request.path.[1]}} {{request.path}}", 'x+y y /x/y', { url: '/x/y?z' }],
  [
    '{{request.host}}:{{request.port}} {{request.baseUrl}} {{request.cookies.c}} {{request.headers.x-a}}',
    'h:81 http://h:81 1 2',
    { host: 'h', port: 81, headers: { Cookie: 'c=1', 'X-A': '2' } },
  ],
  ['{{{toJson request.queryFull}}} {{{request.query}}}', '{"a":["1","2"]} {"a":"1"}', { url: '/?a=1&a=2' }],
  ['{{{toJson request.headers}}} {{request.multipart}}', '{"x-a":"2"} false', { headers: { 'X-A': ['2', '3'] } }],
]);

cases('dates', [
  ["{{now format='MMM MMMM LL uuuu kk D DDD'}}", 'Jan January 01 2026 00 15 015'],
  ["{{now format='h a hh'}} {{now offset='12 hours' format='h a'}}", '12 AM 12 12 PM'],
  ["{{now format='EEE EEEE'}} {{date '2026-01-01' format='D'}}", 'Thu Thursday 1'],
  [
    "{{now timezone='+2'}} {{now timezone='utc'}} {{now timezone='Z' format='z'}}",
    '2026-01-15T02:05:09+02:00 2026-01-15T00:05:09Z UTC',
  ],
  ["{{now timezone='Europe/London'}} {{now timezone='-03:30'}}", '2026-01-15T00:05:09Z 2026-01-14T20:35:09-03:30'],
  ["{{now timezone='America/New_York' format='HH X z'}}", '19 -05 America/New_York'],
  ["{{date (parseDate '2026-01-01') offset='+1 days' format='dd.MM'}} {{date 0}}", '02.01 1970-01-01T00:00:00Z'],
  [
    "{{now offset='x 1 days'}} {{now offset='1 days x'}} {{now offset='1 moons'}}",
    Array(3).fill('2026-01-15T00:05:09Z').join(' '),
  ],
  ["{{dateFormat '2026-01-02' format='dd' timezone='-01:00'}}", '01'],
  ["{{date (truncateDate (parseDate '2026-05-15T13:05:09Z') 'first day of month')}}", '2026-05-01T00:00:00Z'],
  ["{{parseDate '2026-01-01'}} {{parseJson '{}' 'o'}}{{o}}", '2026-01-01T00:00:00.000Z {}'],
]);

cases('JSON and XML', [
  ["{{jsonPath '{\"a\":null}' '$.a' default='d'}}[{{jsonPath '{\"a\":null}' '$.a'}}]", 'd[]'],
  ["{{{formatJson (parseJson '[1]') format='compact'}}} {{{toJson (array 1 (array 2))}}}", '[1] [1,[2]]'],
  [
    '{{{jsonMerge \'{"a":[1]}\' \'{"a":[2]}\'}}} {{#jsonMerge \'{"a":1}\'}}{"b":2}{{/jsonMerge}}',
    '{"a":[2]} {"a":1,"b":2}',
  ],
  ["{{{jsonMerge '[1]' '{\"a\":1}'}}} {{{jsonMerge '{\"a\":1}' none}}}", '{"a":1} {"a":1}'],
  ['{{{jsonMerge \'{"a":{"b":1,"c":2}}\' \'{"a":{"b":null}}\' removeNulls=true}}}', '{"a":{"c":2}}'],
  ['{{{jsonRemove \'{"a b":1,"c":2}\' "$[\'a b\']"}}}', '{"c":2}'],
  ["{{{jsonRemove '{\"l\":[1,2,1]}' '$.l[0]'}}} {{{jsonRemove '[1,2]' '$[5]'}}}", '{"l":[2,1]} [1,2]'],
  ["{{{jsonRemove '[1,2,1,3]' '$[?(@==1)]'}}}", '[2,3]'],
  ['{{{jsonRemove \'{"l":[{"a":1,"b":2},{"a":3},{"b":4}]}\' \'$.l[*].a\'}}}', '{"l":[{"b":2},{},{"b":4}]}'],
  [
    "{{{jsonRemove '{\"a\":1}' '$'}}} {{{jsonRemove '{\"a\":1}' '$[0]'}}} {{{jsonRemove '[1]' '$.a'}}}",
    '{"a":1} {"a":1} [1]',
  ],
  [
    "{{#jsonArrayAdd '[1]'}}{\"a\":2}{{/jsonArrayAdd}} {{{jsonArrayAdd '[1,2]' '3' maxItems=3}}}",
    '[1,{"a":2}] [1,2,3]',
  ],
  ['{{{jsonSort \'[{"n":1,"i":1},{"n":1,"i":2},{"n":0}]\' \'$[*].n\'}}}', '[{"n":0},{"n":1,"i":1},{"n":1,"i":2}]'],
  ["{{formData 'a=1=2&%zz=3' 'f' urlDecode=true}}{{f.a}} {{lookup f '%zz'}}", '1=2 3'],
  ["{{xPath '<a b=\"1\"><c>x</c><c>y</c></a>' '/a/@b'}} {{xPath '<a><c>x</c><c>y</c></a>' '/a/c[2]/text()'}}", '1 y'],
  [
    '{{{formatXml \'<!--c--><a b="1 > 0"><c/><d>x<e/></d><f><![CDATA[y]]></f><g></g></a>\'}}}',
    '<!--c-->\n<a b="1 &gt; 0">\n  <c/>\n  <d>x<e/></d>\n  <f><![CDATA[y]]></f>\n  <g/>\n</a>\n',
  ],
]);

cases('random values', [
  ["{{matches (randomValue type='unknown' length=60) '[a-z0-9]{60}'}} [{{randomValue length=0}}]", 'true []'],
  ["{{matches (randomValue type='HEXADECIMAL' length=60) '[0-9a-f]{60}'}}", 'true'],
  ['{{gte (randomInt lower=-2 upper=2) -2}} {{lt (randomDecimal lower=1 upper=2) 2}}', 'true true'],
]);

test.each([
  ['{{nobody 1}}', 'The template uses nobody, which is not known.'],
  ['{{nobody a=1}}', 'The template uses nobody, which is not known.'],
  ['{{#nobody 1}}a{{/nobody}}', 'The template uses nobody, which is not known.'],
  ["{{jsonPath 'no JSON' '$.a'}}", 'could not be made'],
  ["{{now format='Q'}}", 'The letter Q of a date format is not supported.'],
  ["{{parseDate 'x'}}", '“x” is not a date.'],
  ["{{truncateDate 'x' 'first day of month'}}", 'or the value is not a date'],
  ["{{jsonArrayAdd '{\"a\":1}' '1' jsonPath='$.b'}}", 'The target of jsonArrayAdd is not a list'],
  ['{{> other}}', 'not supported in templates of mocks'],
  ['{{#if 1}}', 'The template cannot be read'],
])('%s reports what is wrong', (template, sentence) => {
  expect(rendered(template)).toContain(sentence);
});

test.each([
  "{{ljust 'a' 9000000}}",
  "{{rjust 'a' 9000000}}",
  "{{center 'a' 9000000}}",
  "{{stringFormat '%9000000s' 'a'}}",
  '{{randomValue length=9000000}}',
  '{{size (range 1 300000)}}',
  "{{size (replace (ljust '' 3000 pad='a') 'a' (ljust '' 3000 pad='b'))}}",
])('%s creates more than a template may', (template) => {
  expect(rendered(template)).toContain('The template needs more than');
});

test.each([
  [false, `<&>"'\`=`],
  [true, '&lt;&amp;&gt;&quot;&#x27;&#x60;&#x3D;'],
])('escaping of HTML characters is a setting: %s', (escapesTemplates, expected) => {
  const url = `/?q=${encodeURIComponent(`<&>"'\`=`)}`;
  expect(rendered('{{request.query.q}}', { url }, { settings: { escapesTemplates } })).toBe(expected);
});
