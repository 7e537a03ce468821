import type { HttpStep, KeyValue } from '@touchstone/engine-http/core';
import { attributeOf, childElements, firstChild, type XmlElement } from '../document/xml-document.ts';
import type { ProblemList } from '../problems.ts';
import type { MessagePart } from './wsdl-definitions.ts';
import { XmlSamples } from './wsdl-sample.ts';
import type { SchemaSet } from './wsdl-schemas.ts';
import { SimpleValues } from './wsdl-simple-values.ts';
import { Namespaces, writeNode } from './wsdl-xml-writer.ts';

type HttpParts = Pick<HttpStep, 'method' | 'url' | 'headers' | 'queryParams' | 'pathParams' | 'body'>;

/** httpRequestOf makes the request of an operation with a plain HTTP binding (WSDL 1.1 §4). */
export function httpRequestOf(
  at: {
    verb: string;
    address: string;
    bound: XmlElement;
    parts: MessagePart[];
    prefixes: ReadonlyMap<string, string>;
    place: string;
  },
  schemas: SchemaSet,
  problems: ProblemList,
): HttpParts {
  const operation = childElements(at.bound, 'operation')[0];
  const location = (operation && attributeOf(operation, 'location')) ?? '';
  const input = firstChild(at.bound, 'input');
  const isReplaced = input !== undefined && firstChild(input, 'urlReplacement') !== undefined;
  const values = new SimpleValues(schemas);
  const rows = at.parts.map(
    ({ name, type }): KeyValue => ({ key: name, value: type ? values.ofName(type) : 'string' }),
  );
  const out: HttpParts = {
    method: at.verb,
    url: `${at.address}${location}`,
    headers: [],
    queryParams: [],
    pathParams: [],
    body: { type: 'none' },
  };
  if (isReplaced) {
    out.url = `${at.address}${location.replace(/\(([^()/]+)\)/g, '{$1}')}`;
    out.pathParams = rows.map(({ key, value }) => ({ key, value: value || '1' }));
    return out;
  }
  const content = input && firstChild(input, 'content', 'mimeXml');
  const type = content?.localName === 'mimeXml' ? 'text/xml' : ((content && attributeOf(content, 'type')) ?? '');
  if (at.verb === 'GET' || at.verb === 'DELETE' || at.verb === 'HEAD') out.queryParams = rows;
  else if (type === '' || /urlencoded/i.test(type)) out.body = { type: 'urlencoded', fields: rows };
  else if (/xml/i.test(type)) {
    out.body = { type: 'xml', content: xmlOf(at.parts, at.prefixes, schemas) };
    if (type !== 'application/xml') out.headers = [{ key: 'Content-Type', value: type }];
  } else problems.add(at.place, `A body of type ${type} cannot be made up. Choose a file or write a text.`);
  return out;
}

function xmlOf(parts: MessagePart[], prefixes: ReadonlyMap<string, string>, schemas: SchemaSet): string {
  const [part] = parts;
  const namespaces = new Namespaces(prefixes);
  const samples = new XmlSamples(schemas, namespaces, { isEncoded: false });
  const name = { namespace: '', local: part?.name ?? 'part' };
  const node = part?.element ? samples.element(part.element) : part?.type && samples.ofType(name, part.type);
  if (!node) return '';
  const text = writeNode(node, namespaces, '');
  return text.replace(/^<[^\s/>]+/, (start) => `${start}${namespaces.declarations()}`);
}
