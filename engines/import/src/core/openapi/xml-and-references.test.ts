import { describe, expect, test } from 'vitest';
import { ProblemList } from '../problems.ts';
import { importOpenApi } from './import-openapi.ts';
import { joinOpenApiFiles } from './openapi-files.ts';
import { References } from './references.ts';
import { xmlOf } from './schemas/xml-sample.ts';

describe('XML of a value', () => {
  const text = (value: unknown, schema: object, name = 'root') => xmlOf(value, schema as Record<string, unknown>, name);
  test.each<[name: string, value: unknown, schema: object, xml: string]>([
    ['a text', 'a<b', {}, '<root>a&lt;b</root>'],
    ['nothing', null, {}, '<root></root>'],
    ['a number with a name', 5, { xml: { name: 'n' } }, '<n>5</n>'],
    ['a prefix', 5, { xml: { prefix: 'p' } }, '<p:root>5</p:root>'],
    ['a namespace', 5, { xml: { namespace: 'urn:"a"' } }, '<root xmlns="urn:&quot;a&quot;">5</root>'],
    [
      'a namespace with a prefix',
      { a: 1 },
      { xml: { name: 'n', namespace: 'urn:a', prefix: 'p' } },
      '<p:n xmlns:p="urn:a">\n  <a>1</a>\n</p:n>',
    ],
    ['an empty thing', {}, {}, '<root/>'],
    [
      'an empty thing with an attribute',
      { a: 1 },
      { properties: { a: { xml: { attribute: true } } } },
      '<root a="1"/>',
    ],
    [
      'attributes',
      { a: '"', b: { c: 1 }, d: null, e: 2 },
      {
        properties: {
          a: { xml: { attribute: true, prefix: 'p' } },
          b: { xml: { attribute: true, name: 'x' } },
          d: { xml: { attribute: true } },
          e: { xml: { attribute: 'no' } },
        },
      },
      '<root p:a="&quot;" x="{&quot;c&quot;:1}" d="">\n  <e>2</e>\n</root>',
    ],
    [
      'things in things',
      { a: { b: { c: 1 } } },
      {},
      '<root>\n  <a>\n    <b>\n      <c>1</c>\n    </b>\n  </a>\n</root>',
    ],
    [
      'names',
      { a: { b: 1 } },
      { properties: { a: { xml: { name: 'A' }, properties: { b: { xml: { name: 'B' } } } } } },
      '<root>\n  <A>\n    <B>1</B>\n  </A>\n</root>',
    ],
    [
      'names that XML does not have',
      { 'a b': 1, '1a': 2, 'é-_.:': 3, '-x': 4 },
      {},
      '<root>\n  <a_b>1</a_b>\n  <_1a>2</_1a>\n  <é-_.:>3</é-_.:>\n  <_-x>4</_-x>\n</root>',
    ],
    ['a list', [1, 2], {}, '<root>\n  <item>1</item>\n  <item>2</item>\n</root>'],
    [
      'a list with names',
      [1],
      { xml: { name: 'all' }, items: { xml: { name: 'one' } } },
      '<all>\n  <one>1</one>\n</all>',
    ],
    ['an empty list', [], {}, '<root/>'],
    ['lists', { l: [1, 2], m: [] }, {}, '<root>\n  <l>1</l>\n  <l>2</l>\n</root>'],
    [
      'wrapped lists',
      { l: [1], m: [] },
      { properties: { l: { xml: { wrapped: true } }, m: { xml: { wrapped: true, name: 'M' } } } },
      '<root>\n  <l>\n    <l>1</l>\n  </l>\n  <M/>\n</root>',
    ],
    [
      'lists of lists',
      { l: [[1]] },
      { properties: { l: { items: { xml: { name: 'i' } } } } },
      '<root>\n  <i>[1]</i>\n</root>',
    ],
    ['additional members', { a: 1 }, { additionalProperties: { xml: { name: 'x' } } }, '<root>\n  <x>1</x>\n</root>'],
    [
      'described members before additional ones',
      { a: 1 },
      { properties: { a: {} }, additionalProperties: { xml: { name: 'x' } } },
      '<root>\n  <a>1</a>\n</root>',
    ],
    [
      'parts',
      { a: 1, b: 2, c: 3 },
      {
        allOf: [{ properties: { a: { xml: { name: 'A' } } } }],
        oneOf: [{ properties: { b: { xml: { name: 'B' } } } }],
        anyOf: [5, { properties: { c: { xml: { name: 'C' } } } }],
      },
      '<root>\n  <A>1</A>\n  <B>2</B>\n  <C>3</C>\n</root>',
    ],
    [
      'the name of a schema before those of its parts',
      1,
      { xml: { name: 'own' }, allOf: [{ xml: { name: 'part' } }] },
      '<own>1</own>',
    ],
    [
      'references',
      { a: { a: 1 } },
      { $ref: '#/$defs/n', $defs: { n: { xml: { name: 'N' }, properties: { a: { $ref: '#/$defs/n' } } } } },
      '<N>\n  <N>\n    <N>1</N>\n  </N>\n</N>',
    ],
    ['a circle', 1, { $ref: '#/$defs/n', $defs: { n: { allOf: [{ $ref: '#/$defs/n' }] } } }, '<root>1</root>'],
  ])('%s', (_name, value, schema, xml) => {
    expect(text(value, schema)).toBe(xml);
  });

  test('an element is named after its schema', () => {
    const sample = (schema: unknown) => {
      const { steps } = importOpenApi(
        JSON.stringify({
          openapi: '3.1.0',
          paths: { '/a': { post: { requestBody: { content: { 'application/xml': { schema } } } } } },
          s: { Pet: { const: 1 } },
        }),
      );
      return steps[0]?.body.type === 'xml' ? steps[0].body.content : '';
    };
    expect([sample({ $ref: '#/s/Pet' }), sample({ const: 1 }), sample(true)]).toEqual([
      '<Pet>1</Pet>',
      '<root>1</root>',
      '',
    ]);
  });
});

describe('references', () => {
  const document = {
    a: { 'b/c~d e': { x: 1 } },
    list: [{ y: 2 }, 'text'],
    to: { $ref: '#/a/b~1c~0d%20e', more: true },
    circle: { $ref: '#/circle' },
    own: { $ref: 5 },
    toText: { $ref: '#/list/1', more: true },
  };
  const resolve = (value: unknown) => {
    const problems = new ProblemList();
    const found = new References(document, problems).resolve(value, 'P');
    return [found, ...problems.list().map(({ place, reason }) => `${place}: ${reason}`)];
  };
  const to = ($ref: string, more: object = {}) => ({ $ref, ...more });
  const nowhere = (reference: string) => `P: "${reference}" leads nowhere in the document.`;
  test.each<[value: unknown, found: unknown[]]>([
    [{ z: 1 }, [{ z: 1 }]],
    ['text', [undefined]],
    [undefined, [undefined]],
    [[1], [undefined]],
    [to('#/a/b~1c~0d%20e'), [{ x: 1 }]],
    [to('#/a/b~1c~0d%20e', { summary: 's' }), [{ x: 1, summary: 's' }]],
    [to('#/to'), [{ x: 1, more: true }]],
    [to('#/list/0'), [{ y: 2 }]],
    [to('#/list/1'), [undefined]],
    [to('#/toText'), [undefined]],
    [to('#/list/2'), [undefined, nowhere('#/list/2')]],
    [to('#/list/length'), [undefined, nowhere('#/list/length')]],
    [to('#/list/0x'), [undefined, nowhere('#/list/0x')]],
    [to('#/list/x0'), [undefined, nowhere('#/list/x0')]],
    [to('#/a/toString'), [undefined, nowhere('#/a/toString')]],
    [to('#'), [document]],
    [to('#a'), [undefined, nowhere('#a')]],
    [to('#/%'), [undefined, nowhere('#/%')]],
    [to('#/circle'), [undefined, 'P: The references lead in a circle.']],
    [to('#/own'), [{ $ref: 5 }]],
    [
      to('x.yaml#/a'),
      [
        undefined,
        'P: "x.yaml#/a" lies outside the document and is not read. Import the file together with it, or bundle both into one.',
      ],
    ],
  ])('%j resolves to %j', (value, found) => {
    expect(resolve(value)).toEqual(found);
  });

  test('fifty references may follow one another', () => {
    const chain = (length: number) => {
      const steps = Object.fromEntries(Array.from({ length }, (_, at) => [`s${at}`, to(`#/s${at + 1}`)]));
      const problems = new ProblemList();
      return new References({ ...steps, [`s${length}`]: { end: 1 } }, problems).resolve(to('#/s0'), 'P');
    };
    expect([chain(48), chain(49)]).toEqual([{ end: 1 }, undefined]);
  });
});

describe('files are joined', () => {
  async function join(document: object, files: Record<string, string> = {}, location = 'a/main.json') {
    const asked: string[] = [];
    const text = JSON.stringify(document);
    const joined = await joinOpenApiFiles(text, {
      location,
      resolve: async (name) => {
        asked.push(name);
        return files[name];
      },
    });
    return {
      asked,
      problems: joined.problems.map(({ place, reason }) => `${place}: ${reason}`),
      isSame: joined.text === text,
      joined: JSON.parse(joined.text),
    };
  }
  const key = (path: string) => `#/x-touchstone-files/${path}`;
  test.each<[name: string, reference: string, written: string]>([
    ['a whole file', 'b.json', key('a~1b.json')],
    ['the top of a file', 'b.json#', key('a~1b.json')],
    ['the top of a file with a slash', 'b.json#/', key('a~1b.json')],
    ['a part of a file', 'b.json#/x', key('a~1b.json/x')],
    ['a file with a tilde', 'b~c.json', key('a~1b~0c.json')],
    ['a file in another folder', '../b.json', key('b.json')],
    ['the document itself', 'main.json#/x', '#/x'],
    ['a part of the document', '#/x', '#/x'],
    ['an anchor of a file', 'b.json#x', 'b.json#x'],
    ['an address', 'http://h.test/b%20c.json', key('http%3A~1~1h.test~1b%2520c.json')],
    ['a file that is not there', 'gone.json#/x', 'gone.json#/x'],
    ['a name that is no address', 'b%.json', key('a~1b%25.json')],
  ])('%s', async (_name, reference, written) => {
    const some = '{"x":{"y":1}}';
    const files = {
      'a/b.json': some,
      'a/b~c.json': some,
      'b.json': some,
      'http://h.test/b%20c.json': some,
      'a/b%.json': some,
    };
    const { joined } = await join({ also: { $ref: 'b.json' }, it: { $ref: reference } }, files);
    expect(decodeURIComponent(joined.it.$ref)).toBe(decodeURIComponent(written));
  });

  test('references in data are data, unless only a name looks like it', async () => {
    const it = { $ref: 'b.json' };
    const document = {
      const: it,
      default: it,
      enum: [it],
      example: it,
      value: it,
      properties: { example: it, $ref: it },
      $defs: { value: it },
      definitions: { const: it },
      examples: { default: it },
      patternProperties: { enum: it },
      dependentSchemas: { value: it },
      list: [[it]],
      anyOf: [{ properties: { properties: it } }],
      properties2: { example: it },
    };
    const { joined } = await join(document, { 'a/b.json': '{}' });
    const then = { $ref: key('a~1b.json') };
    const plain = JSON.parse(decodeURIComponent(JSON.stringify(joined)));
    expect(plain).toMatchObject({
      const: it,
      default: it,
      enum: [it],
      example: it,
      value: it,
      properties: { example: then, $ref: then },
      $defs: { value: then },
      definitions: { const: then },
      examples: { default: then },
      patternProperties: { enum: then },
      dependentSchemas: { value: then },
      list: [[then]],
      anyOf: [{ properties: { properties: then } }],
      properties2: { example: it },
    });
  });

  test('files are requested once, and problems with them are reported', async () => {
    const { asked, problems, joined } = await join(
      { a: { $ref: 'b.json' }, b: { $ref: 'b.json#/x' }, c: { $ref: 'c.json' }, d: { $ref: 'd.json' } },
      { 'a/b.json': '{"x":{"$ref":"#/y"},"z":{"$ref":"c.json"}}', 'a/d.json': 'a: "' },
    );
    expect(asked.toSorted()).toEqual(['a/b.json', 'a/c.json', 'a/d.json']);
    expect(problems).toContain('a/c.json: The file cannot be read: no such file');
    expect(problems.some((line) => /^a\/d\.json, line 1, column \d+: /.test(line))).toBe(true);
    expect(joined['x-touchstone-files']['a/b.json']).toEqual({
      x: { $ref: key('a~1b.json/y') },
      z: { $ref: 'c.json' },
    });
    expect(Object.keys(joined['x-touchstone-files'])).not.toContain('a/main.json');
  });

  test('a document without other files, or an unreadable one, is returned unchanged', async () => {
    expect(await join({ a: { $ref: '#/b' } })).toMatchObject({ isSame: true, problems: [], asked: [] });
    const { text, problems } = await joinOpenApiFiles('- 1', { location: '', resolve: async () => '{}' });
    expect([text, problems]).toEqual(['- 1', []]);
  });

  test('five hundred levels are read', async () => {
    const nested = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}{"$ref":"b.json"}${'}'.repeat(levels)}`);
    expect((await join(nested(500), { 'a/b.json': '{}' })).isSame).toBe(false);
    expect(await join(nested(501), { 'a/b.json': '{}' })).toMatchObject({
      isSame: true,
      problems: ['a/main.json: The document is nested deeper than 500 levels.'],
    });
  });
});
