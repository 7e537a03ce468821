import type { HttpStep } from '@touchstone/engine-http/core';
import { expect, test } from 'vitest';
import { importBruno } from './bruno/import-bruno.ts';
import { importCurl } from './curl/import-curl.ts';
import { baseName, GivenFiles } from './given-files.ts';
import type { ImportedCollection } from './imported-collection.ts';
import { importInsomnia } from './insomnia/import-insomnia.ts';
import { importJmeter } from './jmeter/import-jmeter.ts';
import type { FileOptions } from './named-files.ts';
import { importPostman } from './postman/import-postman.ts';

const texts: Record<string, string> = { 'in/a.txt': 'one=1\r\n2', 'in/h.txt': 'X-One: 1\n\nX-Two: 2\n' };
const files = {
  read: (path: string) => {
    const text = texts[path];
    if (text === undefined) throw new Error('no such file');
    return text;
  },
};

const postman = (body: object) => (options: FileOptions) =>
  importPostman(
    JSON.stringify({ info: {}, item: [{ name: 'A', request: { method: 'POST', url: 'http://a', body } }] }),
    options,
  );
const postman1 = (request: object) => (options: FileOptions) =>
  importPostman(
    JSON.stringify({ order: ['1'], requests: [{ id: '1', method: 'POST', url: 'http://a', ...request }] }),
    options,
  );
const insomnia = (body: object) => (options: FileOptions) =>
  importInsomnia(
    JSON.stringify({ resources: [{ _id: 'r', _type: 'request', method: 'POST', url: 'http://a', body }] }),
    options,
  );
const bruno = (body: object) => (options: FileOptions) =>
  importBruno(
    JSON.stringify({ items: [{ type: 'http', name: 'A', request: { method: 'POST', url: 'http://a', body } }] }),
    options,
  );
const jmeter = (field: string) => (options: FileOptions) =>
  importJmeter(
    `<jmeterTestPlan><hashTree><HTTPSamplerProxy testclass="HTTPSamplerProxy" testname="A"><stringProp name="HTTPSampler.path">http://a</stringProp><stringProp name="HTTPSampler.method">POST</stringProp><elementProp name="HTTPsampler.Files" elementType="HTTPFileArgs"><collectionProp name="HTTPFileArgs.files"><elementProp name="in/a.txt" elementType="HTTPFileArg"><stringProp name="File.path">in/a.txt</stringProp><stringProp name="File.paramname">${field}</stringProp><stringProp name="File.mimetype">text/plain</stringProp></elementProp></collectionProp></elementProp></HTTPSamplerProxy><hashTree/></hashTree></jmeterTestPlan>`,
    options,
  );
const curl = (words: string) => (options: FileOptions) => importCurl(`curl http://a ${words}`, options);

const whole = { type: 'binary', fileId: 'in/a.txt' };
const field = { key: 'f', value: '', kind: 'file', fileId: 'in/a.txt' };
const form = { type: 'form', fields: [field] };
const cases: [string, (options: FileOptions) => ImportedCollection, object][] = [
  ['Postman, field', postman({ mode: 'formdata', formdata: [{ key: 'f', type: 'file', src: 'in/a.txt' }] }), form],
  ['Postman, body', postman({ mode: 'file', file: { src: 'in/a.txt' } }), whole],
  ['Postman 1, field', postman1({ dataMode: 'params', data: [{ key: 'f', type: 'file', src: ['in/a.txt'] }] }), form],
  ['Postman 1, body', postman1({ dataMode: 'binary', rawModeData: 'in/a.txt' }), whole],
  [
    'Insomnia, field',
    insomnia({ mimeType: 'multipart/form-data', params: [{ name: 'f', type: 'file', fileName: 'in/a.txt' }] }),
    form,
  ],
  [
    'Insomnia, body',
    insomnia({ mimeType: 'text/plain', fileName: 'in/a.txt' }),
    { ...whole, contentType: 'text/plain' },
  ],
  [
    'Bruno, field',
    bruno({ mode: 'multipartForm', multipartForm: [{ name: 'f', type: 'file', value: ['in/a.txt'], enabled: true }] }),
    form,
  ],
  ['Bruno, body', bruno({ mode: 'file', file: [{ filePath: 'in/a.txt', selected: true }] }), whole],
  ['JMeter, field', jmeter('f'), { type: 'form', fields: [{ ...field, contentType: 'text/plain' }] }],
  ['JMeter, body', jmeter(''), { ...whole, contentType: 'text/plain' }],
  ['curl -F @', curl('-F f=@in/a.txt'), form],
  [
    'curl -F <',
    curl("-F 'f=<in/a.txt'"),
    { type: 'form', fields: [{ key: 'f', value: texts['in/a.txt'], kind: 'text' }] },
  ],
  ['curl -T', curl('-T in/a.txt'), whole],
  ['curl --data-binary', curl('--data-binary @in/a.txt -H "Content-Type: text/plain"'), whole],
  ['curl --json', curl('--json @in/a.txt'), whole],
  ['curl -d', curl('-d @in/a.txt'), { type: 'urlencoded', fields: [{ key: 'one', value: '12' }] }],
  ['curl --data-binary and -d', curl('--data-binary @in/a.txt -d b=2'), { type: 'text', content: 'one=1\r\n2&b=2' }],
  [
    'curl --data-urlencode',
    curl('--data-urlencode f@in/a.txt'),
    { type: 'urlencoded', fields: [{ key: 'f', value: 'one=1\r\n2' }] },
  ],
];

test.each(cases)(
  'keeps the file of %s if files may be used, and otherwise has it selected again',
  (_what, read, body) => {
    const { steps, problems } = read({ files });
    expect(problems).toEqual([]);
    expect(steps[0]?.body).toEqual(body);
    const without = read({});
    expect(JSON.stringify(without.steps[0]?.body)).not.toContain('in/a.txt');
    expect(without.problems).toHaveLength(1);
  },
);

test('reads headers from a file, and reports why a file cannot be read', () => {
  const headersOf = ({ steps }: { steps: HttpStep[] }) => steps[0]?.headers;
  expect(headersOf(importCurl('curl http://a -H @in/h.txt', { files }))).toEqual([
    { key: 'X-One', value: '1' },
    { key: 'X-Two', value: '2' },
  ]);
  const { problems } = importCurl('curl http://a -d @absent.txt', { files });
  expect(problems[0]?.reason).toBe('The file absent.txt cannot be read: no such file');
});

test.each([
  ['pets.yaml', 'pets.yaml'],
  ['schemas/pets.yaml', 'pets.yaml'],
  ['C:\\api\\pets.yaml', 'pets.yaml'],
  ['https://a.test/v1/pets.yaml?version=1/2#/pets', 'pets.yaml'],
  ['pets.yaml#/components/Pet', 'pets.yaml'],
  ['pets.yaml?a=1\nb/c', 'pets.yaml'],
  ['schemas/', ''],
  ['', ''],
])('the last part of "%s" is "%s"', (path, name) => {
  expect(baseName(path)).toBe(name);
});

const givenFiles = () =>
  new GivenFiles([
    { fileName: 'api/pet.yaml', text: 'pet of the API' },
    { fileName: 'old/pet.yaml', text: 'old pet' },
    { fileName: 'order.yaml', text: 'order' },
    { fileName: 'notes.txt', text: 'notes' },
  ]);

test.each([
  ['order.yaml', 'order'],
  ['https://a.test/schemas/order.yaml#/Order', 'order'],
  ['old/pet.yaml', 'old pet'],
  ['user.yaml', undefined],
])('a reference to %s gets the text %s', async (location, text) => {
  expect(await givenFiles().resolve(location)).toBe(text);
});

test.each([
  ['a name that two files have', givenFiles(), 'schemas/pet.yaml'],
  [
    'a whole path that two files have',
    new GivenFiles([
      { fileName: 'pet.yaml', text: '1' },
      { fileName: 'pet.yaml', text: '2' },
    ]),
    'pet.yaml',
  ],
])('%s is rejected rather than guessed', async (_case, given, location) => {
  await expect(given.resolve(location)).rejects.toThrow('several of the given files have this name');
});

test('files that no document names are reported', async () => {
  const given = givenFiles();
  expect(given.unused()).toHaveLength(4);
  await given.resolve('order.yaml');
  await given.resolve('order.yaml');
  await given.resolve('old/pet.yaml');
  await given.resolve('user.yaml');
  const reason = 'No document names this file, so it was left out.';
  expect(given.unused()).toEqual([
    { place: 'api/pet.yaml', reason },
    { place: 'notes.txt', reason },
  ]);
});
