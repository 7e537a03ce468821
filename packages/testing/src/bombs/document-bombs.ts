import { deep, entities, json, many } from './bombs.ts';
import { sheet, workbook } from './workbook.ts';

/** DocumentBomb is a file to read. */
export interface DocumentBomb {
  name: string;
  fileName: string;
  content: string | Uint8Array;
}

const openApi = (schemas: object, paths = 1) =>
  JSON.stringify({
    openapi: '3.0.0',
    info: { title: 'Bomb', version: '1' },
    paths: Object.fromEntries(
      many(paths, (index) => [
        `/p${index}`,
        {
          post: {
            requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/s0' } } } },
            responses: {
              200: {
                description: '',
                content: { 'application/json': { schema: { $ref: '#/components/schemas/s0' } } },
              },
            },
          },
        },
      ]),
    ),
    components: { schemas },
  });
const componentChain = (length: number, hold: (next: { $ref: string }) => object) =>
  Object.fromEntries(
    many(length, (index) => [
      `s${index}`,
      index === length - 1 ? { type: 'string' } : hold({ $ref: `#/components/schemas/s${index + 1}` }),
    ]),
  );

/** largeDocument describes a service with this many operations; its schema is spelled out for each of them. */
export const largeDocument = (operations: number): string =>
  openApi(
    { s0: { type: 'object', properties: Object.fromEntries(many(60, (i) => [`member${i}`, { type: 'string' }])) } },
    operations,
  );

const wsdl = (types: string) =>
  `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" targetNamespace="urn:t" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<types><xs:schema targetNamespace="urn:t">${types}<xs:element name="r" type="t:T0"/></xs:schema></types>
<message name="In"><part name="p" element="t:r"/></message><portType name="P"><operation name="O"><input message="t:In"/></operation></portType>
<binding name="B" type="t:P"><soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="O"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation></binding>
<service name="S"><port name="Q" binding="t:B"><soap:address location="http://127.0.0.1/"/></port></service></definitions>`;

/** documentBombs are all documents that are known to be expensive to import. */
export const documentBombs: DocumentBomb[] = [
  {
    name: 'OpenAPI whose references multiply in properties',
    fileName: 'a.json',
    content: openApi(
      componentChain(12, (next) => ({
        type: 'object',
        properties: Object.fromEntries(many(10, (i) => [`p${i}`, next])),
      })),
      5,
    ),
  },
  {
    name: 'OpenAPI whose references double in allOf',
    fileName: 'a.json',
    content: openApi(componentChain(60, (next) => ({ allOf: [next, next] }))),
  },
  {
    name: 'OpenAPI with a chain of 5,000 references',
    fileName: 'a.json',
    content: openApi(componentChain(5000, (next) => ({ allOf: [next] }))),
  },
  {
    name: 'OpenAPI with references in a circle',
    fileName: 'a.json',
    content: openApi({ s0: { $ref: '#/components/schemas/s1' }, s1: { $ref: '#/components/schemas/s0' } }),
  },
  {
    name: 'OpenAPI that wants a list of a billion',
    fileName: 'a.json',
    content: openApi({ s0: { type: 'array', minItems: 1e9, items: { type: 'string', minLength: 1e9 } } }),
  },
  { name: 'JSON that is deep', fileName: 'a.json', content: `{"openapi": "3.0.0", "paths": ${json.deepObjects}}` },
  {
    name: 'YAML whose aliases multiply',
    fileName: 'a.yaml',
    content: `openapi: 3.0.0\na0: &a0 [x,x,x,x,x,x,x,x,x,x]\n${many(9, (index) => `a${index + 1}: &a${index + 1} [${many(10, () => `*a${index}`).join(',')}]`).join('\n')}\npaths: *a9\n`,
  },
  { name: 'YAML that is deep', fileName: 'a.yaml', content: `openapi: 3.0.0\npaths: ${deep('[', ']', 20_000)}\n` },
  {
    name: 'WSDL whose types multiply',
    fileName: 'a.wsdl',
    content: wsdl(
      `${many(20, (index) => `<xs:complexType name="T${index}"><xs:sequence>${many(10, (child) => `<xs:element name="e${child}" type="t:T${index + 1}"/>`).join('')}</xs:sequence></xs:complexType>`).join('')}<xs:complexType name="T20"><xs:sequence/></xs:complexType>`,
    ),
  },
  {
    name: 'XML schema whose type holds itself',
    fileName: 'a.wsdl',
    content: wsdl(
      '<xs:complexType name="T0"><xs:sequence><xs:element name="e" type="t:T0" maxOccurs="100"/></xs:sequence></xs:complexType>',
    ),
  },
  {
    name: 'WSDL with entities that multiply',
    fileName: 'a.wsdl',
    content: entities(9, 10).replaceAll('<r>', '<definitions>').replaceAll('</r>', '</definitions>'),
  },
  { name: 'XML comments without an end', fileName: 'a.wsdl', content: '<!--'.repeat(200_000) },
  {
    name: 'WSDL whose comments have no end',
    fileName: 'a.wsdl',
    content: `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/">${'<!--'.repeat(200_000)}`,
  },
  {
    name: 'WSDL that imports itself from a hundred addresses',
    fileName: 'a.wsdl',
    content: wsdl('<xs:element name="x"/>').replace(
      '<types>',
      `${many(100, (index) => `<import namespace="urn:${index}" location="?${index}"/>`).join('')}<types>`,
    ),
  },
  {
    name: 'XML schema that includes itself from a hundred addresses',
    fileName: 'a.wsdl',
    content: wsdl(many(100, (index) => `<xs:include schemaLocation="?${index}"/>`).join('')),
  },
];

const cells = (count: number) => many(count, (index) => `c${index}`).join(',');
const inline = (text: string, column = 'A') => `<c r="${column}1" t="inlineStr"><is><t>${text}</t></is></c>`;

/** dataBombs are all data files that are known to be expensive to read. */
export const dataBombs: DocumentBomb[] = [
  { name: 'CSV of a million columns', fileName: 'a.csv', content: `${cells(100_000)}\n1\n` },
  {
    name: 'CSV whose rows lack most columns',
    fileName: 'a.csv',
    content: `${cells(16_000)}\n${'1\n'.repeat(200_000)}`,
  },
  { name: 'CSV with a cell of 30 MB', fileName: 'a.csv', content: `a\n"${'x'.repeat(30 * 1024 * 1024)}"\n` },
  { name: 'CSV of quotes', fileName: 'a.csv', content: `a\n${'"'.repeat(1_000_001)}` },
  { name: 'JSON row that is deep', fileName: 'a.json', content: `[{"a":${json.deep}}]` },
  {
    name: 'JSON row of very many members',
    fileName: 'a.json',
    content: `[{${many(100_000, (index) => `"${index}":1`).join(',')}}]`,
  },
  {
    name: 'workbook that unpacks to 300 MB',
    fileName: 'a.xlsx',
    content: workbook({ repeated: ' '.repeat(1024 * 1024), times: 300 }),
  },
  {
    name: 'workbook whose text unpacks to 150 MB',
    fileName: 'a.xlsx',
    content: workbook({ repeated: `<row r="1">${inline('x'.repeat(32_000))}</row>`.repeat(32), times: 150 }),
  },
  {
    name: 'workbook that says it has all rows and columns',
    fileName: 'a.xlsx',
    content: workbook(sheet(`<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`, 'A1:XFD1048576')),
  },
  {
    name: 'workbook with a huge cell',
    fileName: 'a.xlsx',
    content: workbook(sheet(`<row r="1">${inline('n')}</row><row r="2">${inline('x'.repeat(5_000_000))}</row>`)),
  },
  {
    name: 'workbook whose formula is deep',
    fileName: 'a.xlsx',
    content: workbook(sheet(`<row r="1"><c r="A1"><f>${deep('(', ')', 100_000, 'A1')}</f><v>1</v></c></row>`)),
  },
  {
    name: 'workbook whose XML is deep',
    fileName: 'a.xlsx',
    content: workbook(sheet(`<row r="1">${deep('<c>', '</c>', 100_000)}</row>`)),
  },
];
