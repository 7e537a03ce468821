import { loadXPath } from '@touchstone/engine-assert/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type GivenRequest, mockRequest } from '../../testing/request.ts';
import { MockEngine } from '../engine/mock-engine.ts';

beforeAll(loadXPath);

const now = () => new Date('2026-05-15T13:05:09.042Z');
const fake = (name: string) => (name === 'person.firstName' ? 'Ada' : undefined);
function rendered(body: string, given: GivenRequest = {}): string {
  const engine = new MockEngine({ now, seed: 1, fake, hostname: 'here' });
  const response = { body, transformers: ['response-template'] };
  expect(engine.put({ request: { method: 'ANY' }, response }).problems).toEqual([]);
  return String(engine.serve(mockRequest(given)).answer.body);
}
const json = { method: 'POST', body: '{"list":[3,1,2],"items":[{"n":"b"},{"n":"a"}],"o":{"x":null},"t":"text"}' };
type Case = [template: string, expected: string, given?: GivenRequest];
const cases = (name: string, rows: Case[]) =>
  describe(name, () => {
    test.each(rows)('%s renders %s', (template, expected, given) => {
      expect(rendered(template, given)).toBe(expected);
    });
  });

cases('texts', [
  ["{{lower 'AB'}}{{#upper}}a{{/upper}}{{capitalizeFirst 'ab cd'}}", 'abAAb cd'],
  ["{{abbreviate 'abcdefgh' 6}}|{{abbreviate 'abcdef' 6}}|{{abbreviate 'abcdef' 2}}", 'abc...|abcdef|...'],
  ["[{{center 'ab' 6}}] [{{center 'ab' size=5 pad='-'}}] [{{center 'abc' 2}}]", '[  ab  ] [-ab--] [abc]'],
  [
    "[{{ljust 'ab' 4}}] [{{rjust 'ab' 4}}] [{{ljust 'ab' size=4 pad='.'}}] [{{rjust 'ab' size=4 pad='.'}}]",
    '[ab  ] [  ab] [ab..] [..ab]',
  ],
  ["{{cut 'a b c'}} {{cut 'axbx' 'x'}}", 'abc ab'],
  ["{{replace 'aXbX' 'X' '--'}} {{replace 'ab' '' '-'}}", 'a--b-- ab'],
  ["{{substring 'abcdef' 2}} {{substring 'abcdef' 1 3}} {{substring 'abcdef' 'x' 2}}", 'cdef bc ab'],
  ["{{slugify '  Crème Brûlée -- now! '}}", 'creme-brulee-now'],
  ["{{{stripTags '<b>a</b> < b'}}}", 'a < b'],
  ["{{wordWrap 'aa bb cc' 5}}|{{wordWrap 'aa bb' 4}}|{{wordWrap 'aaaa b' 2}}", 'aa bb\ncc|aa\nbb|aaaa\nb'],
  ["{{defaultIfEmpty '' 'x'}}{{defaultIfEmpty 'y' 'x'}}", 'xy'],
  ["{{join 'a' 'b' '+'}} {{join (array 1 2) '+' prefix='<' suffix='>'}}", 'a+b <1+2>'],
  ["{{{regexExtract 'abc' 'x'}}} {{regexExtract 'abc' 'x' default='none'}}", '[ERROR: Nothing matched x] none'],
  ["{{{raw '<b>'}}}{{raw '<i>'}}", '<b><i>'],
  [
    "{{urlEncode 'a%20b+c' decode=true}} {{urlEncode '%zz' decode=true}} {{#urlEncode}}ä/{{/urlEncode}}",
    'a b c %zz %C3%A4%2F',
  ],
  ["{{base64 'a' padding=false}} {{#base64}}a{{/base64}} {{base64 'w6Q=' decode=true}}", 'YQ YQ== ä'],
]);

cases('Java formats', [
  ["{{stringFormat '%s-%5s|%-5s|%.2s' 'a' 'b' 'c' 'def'}}", 'a-    b|c    |de'],
  ["{{stringFormat '%2$s %1$s %%%n' 'a' 'b'}}", 'b a %\n'],
  ["{{stringFormat '%05d %d %,d %x %X' -42 3.9 1234567 255 255}}", '-0042 3 1,234,567 ff FF'],
  ["{{stringFormat '%+d %+d %+.1f' 5 -5 2}}", '+5 -5 +2.0'],
  ["{{stringFormat '%f %.2f %08.2f' 1.5 1.005 -3.14159}}", '1.500000 1.00 -0003.14'],
  ["{{stringFormat '%b' true}}", 'true'],
]);

cases('numbers', [
  ['{{numberFormat 1234.5678}} {{numberFormat 1234 groupingUsed=false}}', '1,234.568 1234'],
  ["{{numberFormat 1234.5 '#,##0.00'}} {{numberFormat 1234.5 '0.0##'}}", '1,234.50 1234.5'],
  ["{{numberFormat 0.256 'percent'}} {{numberFormat 1234.56 'integer'}}", '25.6% 1,235'],
  ["{{numberFormat 5 'currency'}} {{numberFormat 5 'currency' currency='EUR' minimumFractionDigits=2}}", '$5 €5.00'],
  [
    '{{numberFormat 1.5 minimumFractionDigits=2}} {{numberFormat 1.23456 maximumFractionDigits=4}} [{{numberFormat "x"}}]',
    '1.50 1.2346 []',
  ],
  ["{{math 7 '-' 2}} {{math 3 '*' 4}} {{math 7 '/' 2}} {{math 0.1 '+' 0.2}}", '5 12 3.5 0.3'],
]);

cases('lists', [
  ["{{join (range 2 5) ','}} [{{join (range 5 2) ','}}] [{{join (range 'a' 2) ','}}]", '2,3,4,5 [] []'],
  [
    "{{join (arrayAdd (array 1 2) 9) ','}} {{join (arrayAdd (array 1 2) 9 position='start') ','}} {{join (arrayAdd (array 1 2) 9 position=1) ','}}",
    '1,2,9 9,1,2 1,9,2',
  ],
  [
    "{{join (arrayAdd (array 1 2) 9 position=99) ','}} {{join (arrayAdd (array 1 2) 9 position='end') ','}}",
    '1,2,9 1,2,9',
  ],
  [
    "{{join (arrayRemove (array 1 2 3)) ','}} {{join (arrayRemove (array 1 2 3) position='start') ','}} {{join (arrayRemove (array 1 2 3) position=1) ','}}",
    '1,2 2,3 1,3',
  ],
  [
    "{{arrayJoin '+' (array 1 2) prefix='(' suffix=')'}} {{#arrayJoin ',' (array 1 2) as |n|}}<{{n}}>{{/arrayJoin}} [{{arrayJoin ',' (array)}}]",
    '(1+2) <1>,<2> []',
  ],
  ["{{size (array 1 2 3)}} {{size (jsonPath request.body '$.o')}} {{size 5}}", '3 1 0', json],
  ["{{pickRandom 'a' 'a'}} {{join (pickRandom 'b' 'b' count=2) ','}} {{size (pickRandom 1 2 3 count=9)}}", 'a b,b 3'],
]);

cases('conditions', [
  ["{{#neq 1 2}}y{{else}}n{{/neq}}{{neq 1 '1'}}{{eq (array 1) (array 1)}}{{eq 1 2 yes='a' no='b'}}", 'yfalsetrueb'],
  [
    '{{gt 2 1}} {{gt 1 1}} {{gte 1 1}} {{gte 0 1}} {{lt 1 2}} {{lt 1 1}} {{lte 1 1}} {{lte 2 1}}',
    'true false true false true false true false',
  ],
  ["{{lt 'a' 'b'}} {{gt 'a' 'b'}} {{lte 'a' 'a'}} {{lt 10 9}} {{lt '10' '9'}}", 'true false true false false'],
  ["{{and 1 'x'}} {{and 1 ''}} {{or '' 0}} {{or '' 1}} {{not 1}} {{not (array)}}", 'true false false true false true'],
  [
    "{{contains (array 'a' 'b') 'b'}} {{contains (array 'ab') 'b'}} {{contains none 'b'}} {{contains 'abc' none}}",
    'true false false false',
  ],
  ["{{matches 'abc' 'b'}} {{#unless ''}}u{{else}}v{{/unless}}{{#unless 1}}u{{else}}v{{/unless}}", 'false uv'],
  ["{{isOdd 3}}{{isOdd 2}} {{isEven 2 yes='g'}}{{isEven 3}}", 'odd g'],
  [
    "{{yesno none}} {{yesno ''}} {{yesno 1}} {{yesno 1 yes='j'}} {{yesno '' no='x'}} {{yesno none maybe='?'}}",
    'maybe no yes j x ?',
  ],
  ["{{val 'a' or='b'}} {{val none default='c'}} {{val 'v' assign='w'}}{{w}}", 'a c v'],
  [
    "{{#with (jsonPath request.body '$.items[0]')}}{{n}}{{/with}}{{#with ''}}a{{else}}b{{/with}}{{log 'x'}}",
    'bb',
    json,
  ],
  ["{{lookup (array 'a' 'b') 1}} {{lookup (jsonPath request.body '$.items[1]') 'n'}}", 'b a', json],
  ["{{state 'k' default='none'}} {{state 'k' set='v'}}{{state 'k'}} {{state.k}}", 'none v v'],
  [
    "{{#each (array 'a' 'b' 'c')}}{{@index}}{{@index_1}}{{this}}{{#if @first}}F{{/if}}{{#if @last}}L{{/if}}{{@odd}}{{@even}};{{/each}}",
    '01aFeven;12bodd;23cLeven;',
  ],
  [
    "{{#each (jsonPath request.body '$.items[0]')}}{{@key}}={{this}}{{/each}}{{#each (array)}}x{{else}}none{{/each}}{{#each 'one'}}{{this}}{{/each}}",
    'n=bnoneone',
    json,
  ],
  ["{{#assign 'now'}}x{{/assign}}{{now}} {{#each (array 'a') as |size|}}{{size}}{{/each}}", 'x a'],
  ["{{#if ''}}a{{/if}}[{{#if 1}}b{{/if}}]", '[b]'],
  ["{{#each (array 'a' 'b') as |item place|}}{{place}}{{item}}{{/each}}", '0a1b'],
]);

cases('dates', [
  ['{{now}} {{now format="epoch"}} {{now format="unix"}}', '2026-05-15T13:05:09Z 1778850309042 1778850309'],
  [
    "{{now timezone='+02:00'}} {{now timezone='GMT-3'}} {{now timezone='Asia/Kolkata'}}",
    '2026-05-15T15:05:09+02:00 2026-05-15T10:05:09-03:00 2026-05-15T18:35:09+05:30',
  ],
  ["{{now timezone='UTC'}} {{now timezone='Mars/Olympus'}}", '2026-05-15T13:05:09Z 2026-05-15T13:05:09Z'],
  ["{{now format='yy yyyy M MM MMM MMMM d dd D'}}", '26 2026 5 05 May May 15 15 135'],
  ["{{now format='H HH h hh m mm s ss S SSS SSSSSS a'}}", '13 13 1 01 5 05 9 09 042 042 042000 PM'],
  [
    "{{now format='E EEEE'}} {{now offset='-13 hours' format='h hh a'}} {{now offset='-2 hours' format='a'}}",
    'Fri Friday 12 12 AM AM',
  ],
  ["{{now format=\"X XXX x xxx Z z 'at' HH\" timezone='+05:30'}}", '+0530 +05:30 +0530 +05:30 +0530 +05:30 at 18'],
  ["{{now format='X XXX x Z z'}}", 'Z Z +00 +0000 UTC'],
  ["{{now format='X XX XXX x xx' timezone='-02:00'}}", '-02 -0200 -02:00 -02 -0200'],
  [
    "{{date (parseDate '2026-01-31 12:00 +02' format='yyyy-MM-dd HH:mm X')}} {{date (parseDate '31 Jan 26 1:05 pm -0330' format='d MMM yy h:mm a Z')}}",
    '2026-01-31T10:00:00Z 2026-01-31T16:35:00Z',
  ],
  [
    "{{date (parseDate '1767225600' format='unix')}} {{date (parseDate '-1000' format='epoch')}}",
    '2026-01-01T00:00:00Z 1969-12-31T23:59:59Z',
  ],
  ["{{date (parseDate \"12 o'clock (1.5.2026)\" format=\"h 'o''clock' (d.M.yyyy)\")}}", '2026-05-01T00:00:00Z'],
  ["{{now format='XXX' timezone='GMT-0330'}}", '-03:30'],
  [
    "{{now offset='1 days' format='dd'}} {{now offset='-1 months' format='MM'}} {{now offset='soon' format='dd'}}",
    '16 04 15',
  ],
  [
    "{{dateFormat '2026-01-02T03:04:05Z' 'dd.MM.yy'}} [{{dateFormat 'x' 'dd'}}] {{dateFormat 0 'yyyy' tz='-01:00'}}",
    '02.01.26 [] 1969',
  ],
  [
    "{{date (parseDate '03/04/2026' format='dd/MM/yyyy') format='yyyy-MM-dd'}} {{date format='yyyy'}}",
    '2026-04-03 2026',
  ],
]);

cases('JSON and XML', [
  [
    "{{jsonPath request.body '$.t'}} {{jsonPath request.body '$.none' default='d'}} [{{jsonPath request.body '$.none'}}] {{jsonPath 'no JSON' '$.a' default='e'}}",
    'text d [] e',
    json,
  ],
  [
    "{{{jsonPath request.body '$.items[*].n'}}} {{{toJson (jsonPath request.body '$.o')}}}",
    '["b","a"] {"x":null}',
    json,
  ],
  [
    "{{#parseJson 'v'}}{\"a\":[1]}{{/parseJson}}{{v.a.[0]}} {{parseJson '{\"b\":2}' 'w'}}{{w.b}} {{lookup (parseJson '{\"c\":3}') 'c'}}",
    '1 2 3',
  ],
  [
    '{{{formatJson \'{"a":1}\'}}}|{{#formatJson format=\'compact\'}}{ "a" : 1 }{{/formatJson}}',
    '{\n  "a": 1\n}|{"a":1}',
  ],
  ["{{{formatXml '<a> <b/>  </a>' format='compact'}}}", '<a><b/></a>'],
  ["{{{formatXml '<a><b>x</b><c><d/></c></a>'}}}", '<a>\n  <b>x</b>\n  <c>\n    <d/>\n  </c>\n</a>\n'],
  [
    '{{{jsonMerge \'{"a":{"x":1},"b":1}\' \'{"a":{"y":2},"b":null}\'}}} {{{jsonMerge \'{"a":1,"b":1}\' \'{"b":null}\' removeNulls=true}}}',
    '{"a":{"x":1,"y":2},"b":null} {"a":1}',
  ],
  [
    "{{{jsonRemove '{\"a\":1,\"b\":2}' '$.a'}}} {{{jsonRemove '{\"l\":[1,2,3]}' '$.l[1]'}}} {{{jsonRemove '{\"l\":[{\"a\":1},{\"a\":2}]}' '$.l[?(@.a==1)]'}}} {{{jsonRemove '{\"a\":1}' '$.x'}}}",
    '{"b":2} {"l":[1,3]} {"l":[{"a":2}]} {"a":1}',
  ],
  [
    "{{{jsonArrayAdd '[1]' '2'}}} {{{jsonArrayAdd '{\"l\":[1]}' '[2,3]' jsonPath='$.l' flatten=true}}} {{{jsonArrayAdd '[1,2]' '3' maxItems=2}}} {{{jsonArrayAdd '[1]' '[2]'}}}",
    '[1,2] {"l":[1,2,3]} [2,3] [1,[2]]',
  ],
  [
    "{{{jsonSort '{\"l\":[{\"n\":2},{\"n\":1}]}' '$.l[*].n'}}} {{{jsonSort '[3,1,2]' '$[*]' order='desc'}}}",
    '{"l":[{"n":1},{"n":2}]} [3,2,1]',
  ],
  [
    "{{soapXPath request.body '/getUser/id/text()'}} [{{xPath request.body '/none'}}]",
    '7 []',
    { method: 'POST', body: '<s:Envelope xmlns:s="urn:s"><s:Body><getUser><id>7</id></getUser></s:Body></s:Envelope>' },
  ],
  [
    "{{formData request.body 'f'}}{{f.a}} {{f.a.[1]}} {{f.b}}{{formData request.body 'g' urlDecode=true}} {{g.b}} {{g.c}}",
    '1 2 x+y x y ',
    { method: 'POST', body: 'a=1&a=2&b=x+y&c' },
  ],
]);

cases('random and made values', [
  [
    "{{random 'person.firstName'}} {{faker 'person.firstName'}} {{hostname}} {{systemValue default='d'}}",
    'Ada Ada here d',
  ],
  [
    "{{matches (randomValue type='UUID') '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'}}",
    'true',
  ],
  [
    "{{matches (randomValue length=200 type='NUMERIC') '[0-9]{200}'}} {{matches (randomValue length=200 type='alphabetic') '[a-z]{200}'}} {{matches (randomValue length=200 type='HEXADECIMAL' uppercase=true) '[0-9A-F]{200}'}}",
    'true true true',
  ],
  [
    "{{matches (randomValue) '[a-z0-9]{36}'}} [{{randomValue length=-1}}] {{size (randomValue length=99 type='ALPHANUMERIC_AND_SYMBOLS')}}",
    'true [] 99',
  ],
  [
    '{{randomInt lower=5 upper=6}} {{randomInt lower=7 upper=7}} {{gte (randomInt lower=5) 5}} {{lt (randomInt upper=5) 5}}',
    '5 7 true true',
  ],
  [
    '{{matches (join (array (randomInt lower=0 upper=100) (randomInt lower=0 upper=100) (randomInt lower=0 upper=100)) "") "[01]*"}}',
    'false',
  ],
  ['{{randomDecimal lower=2 upper=2}} {{gte (randomDecimal lower=1 upper=3) 1}}', '2 true'],
]);

cases('the request', [
  ['{{request.scheme}} {{request.protocol}} {{request.clientIp}}', 'http HTTP/1.1 127.0.0.1'],
  [
    '{{request.formParams.a}} {{request.bodyAsBase64}}',
    '1 YT0x',
    { method: 'POST', body: 'a=1', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
  ],
  ['{{request.query.none}}[{{request.none}}]{{request.queryFull.a.[1]}}', '[]2', { url: '/?a=1&a=2' }],
  [
    '{{request.path.[9]}}{{request.query.a.first}}{{request.query.a.last}}{{request.query.a.size}}',
    '132',
    { url: '/?a=1&a=3' },
  ],
]);

test.each([
  ["{{math 1 '^' 2}}", 'is not an operator of math'],
  ["{{random 'nobody'}}", '“nobody” is not a generator of values'],
  ["{{date 'x'}}", '“x” is not a date'],
  ["{{parseDate 'x' format='dd/MM/yyyy'}}", '“x” is not a date of the format dd/MM/yyyy'],
  ["{{truncateDate (parseDate '2026-01-01T00:00:00Z') 'never'}}", '“never” is not a truncation'],
  ["{{jsonArrayAdd '{}' '1'}}", 'The target of jsonArrayAdd is not a list'],
  ["{{jsonSort '{}' '$.a'}}", 'jsonSort needs a path such as'],
])('%s reports what is wrong', (template, sentence) => {
  expect(rendered(template)).toContain(sentence);
});
