import {
  attributeOf,
  childElements,
  firstChild,
  type QualifiedName,
  type XmlElement,
} from '../document/xml-document.ts';
import type { ProblemList } from '../problems.ts';
import { type Definitions, type MessagePart, wsdlNamespaces } from './wsdl-definitions.ts';
import { XmlSamples } from './wsdl-sample.ts';
import type { SchemaSet } from './wsdl-schemas.ts';
import { Namespaces, type SampleNode, writeNode } from './wsdl-xml-writer.ts';

/** Envelope namespaces of both SOAP versions. */
export const envelopes = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
} as const;

export type SoapVersion = keyof typeof envelopes;

export interface EnvelopeRequest {
  version: SoapVersion;
  style: 'document' | 'rpc';
  operationName: string;
  /** Namespace of the description, for rpc bindings that name none. */
  targetNamespace: string;
  /** The binding's input, with soap:body and soap:header. */
  input: XmlElement | undefined;
  message: XmlElement | undefined;
  place: string;
}

export interface EnvelopeTools {
  definitions: Definitions;
  schemas: SchemaSet;
  problems: ProblemList;
}

/** envelopeOf generates a SOAP envelope that is valid against the schemas, with sample values. */
export function envelopeOf(request: EnvelopeRequest, tools: EnvelopeTools): string {
  const { definitions, problems } = tools;
  const { body, isEncoded, parts } = readMessage(request, definitions);
  const namespaces = new Namespaces(definitions.prefixes());
  namespaces.reserve(envelopes[request.version], 'soapenv');
  const samples = new XmlSamples(tools.schemas, namespaces, { isEncoded });
  const make = (part: MessagePart, isRpc: boolean) => partNodes(part, isRpc, samples, request, problems);
  const content =
    request.style === 'rpc'
      ? [
          rpcWrapper(
            request,
            body,
            parts.flatMap((part) => make(part, true)),
            isEncoded,
          ),
        ]
      : parts.flatMap((part) => make(part, false));
  const headers = (request.input ? childElements(request.input, 'header') : [])
    .filter(isSoap)
    .flatMap((header) => headerNodes(header, samples, request, tools));
  const write = (nodes: SampleNode[]) => nodes.map((node) => writeNode(node, namespaces, '    ')).join('\n');
  const wrap = (name: string, inner: string) =>
    inner === '' ? `  <soapenv:${name}/>` : `  <soapenv:${name}>\n${inner}\n  </soapenv:${name}>`;
  const inner = [...(headers.length > 0 ? [wrap('Header', write(headers))] : []), wrap('Body', write(content))].join(
    '\n',
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<soapenv:Envelope${namespaces.declarations()}>\n${inner}\n</soapenv:Envelope>\n`;
}

/** readMessage determines what a binding sends in the body of an envelope, and how. */
export function readMessage(
  request: EnvelopeRequest,
  definitions: Definitions,
): { body: XmlElement | undefined; isEncoded: boolean; parts: MessagePart[] } {
  const body = request.input && bodyExtension(request.input);
  const isEncoded = body !== undefined && attributeOf(body, 'use') === 'encoded';
  const parts = request.message ? chosenParts(definitions.partsOf(request.message), body, request, definitions) : [];
  return { body, isEncoded, parts };
}

/** wrapperOf returns the element that wraps the parts of an rpc-style message. */
export const wrapperOf = (request: EnvelopeRequest, body: XmlElement | undefined): QualifiedName => ({
  namespace: (body && attributeOf(body, 'namespace')) ?? request.targetNamespace,
  local: request.operationName,
});

const isSoap = ({ namespaceURI }: XmlElement): boolean =>
  namespaceURI === wsdlNamespaces.soap11 || namespaceURI === wsdlNamespaces.soap12;

/** The soap:body, possibly in the first part of a multipart message. */
function bodyExtension(input: XmlElement): XmlElement | undefined {
  const direct = childElements(input, 'body').find(isSoap);
  if (direct) return direct;
  const multipart = firstChild(input, 'multipartRelated');
  return multipart
    ? childElements(multipart, 'part')
        .flatMap((part) => childElements(part, 'body'))
        .find(isSoap)
    : undefined;
}

function chosenParts(
  parts: MessagePart[],
  body: XmlElement | undefined,
  request: EnvelopeRequest,
  definitions: Definitions,
): MessagePart[] {
  const listed = body && attributeOf(body, 'parts');
  if (listed !== undefined) {
    const names = listed.split(/\s+/);
    return parts.filter(({ name }) => names.includes(name));
  }
  // A part that the binding sends as a header isn't repeated in the body.
  const inHeaders = new Set(
    (request.input ? childElements(request.input, 'header') : [])
      .filter((header) => definitions.find('message', attributeOf(header, 'message'), header) === request.message)
      .map((header) => attributeOf(header, 'part')),
  );
  const multipart = request.input && firstChild(request.input, 'multipartRelated');
  const attached = new Set(
    multipart
      ? childElements(multipart, 'part')
          .flatMap((part) => childElements(part, 'content'))
          .map((content) => attributeOf(content, 'part'))
      : [],
  );
  return parts.filter(({ name }) => !inHeaders.has(name) && !attached.has(name));
}

function rpcWrapper(
  request: EnvelopeRequest,
  body: XmlElement | undefined,
  children: SampleNode[],
  isEncoded: boolean,
): SampleNode {
  const encodingStyle = (body && attributeOf(body, 'encodingStyle')) || 'http://schemas.xmlsoap.org/soap/encoding/';
  return {
    name: wrapperOf(request, body),
    attributes: isEncoded
      ? [{ name: { namespace: envelopes[request.version], local: 'encodingStyle' }, value: encodingStyle }]
      : [],
    children,
  };
}

function partNodes(
  part: MessagePart,
  isRpc: boolean,
  samples: XmlSamples,
  { place }: EnvelopeRequest,
  problems: ProblemList,
): SampleNode[] {
  const accessor: QualifiedName = { namespace: '', local: part.name };
  const node = part.element
    ? samples.element(part.element)
    : part.type && (isRpc ? samples.ofType(accessor, part.type) : bareType(part.type, samples));
  if (node) return 'name' in node ? [node] : node;
  const name = part.element ?? part.type;
  problems.add(
    place,
    name
      ? `No sample could be made of ${name.local}: its definition is missing or has no end. Complete the body by hand.`
      : `The part ${part.name} names neither an element nor a type.`,
  );
  return [{ name: part.element ?? accessor, attributes: [], children: [] }];
}

/** In document style the content of a type is placed directly in the body, without its own element. */
function bareType(type: QualifiedName, samples: XmlSamples): SampleNode[] | undefined {
  return samples.ofType({ namespace: '', local: 'part' }, type)?.children;
}

function headerNodes(
  header: XmlElement,
  samples: XmlSamples,
  request: EnvelopeRequest,
  { definitions, problems }: EnvelopeTools,
): SampleNode[] {
  const message = definitions.find('message', attributeOf(header, 'message'), header);
  const partName = attributeOf(header, 'part');
  const part = message && definitions.partsOf(message).find(({ name }) => name === partName);
  if (part) return partNodes(part, false, samples, request, problems);
  problems.add(request.place, `The SOAP header ${partName ?? ''} is not described; add it by hand.`);
  return [];
}
