import type { HttpAssertion } from '@touchstone/engine-assert/core';
import type { HttpStep } from '@touchstone/engine-http/core';
import { newId } from '@touchstone/kernel';
import { attributeOf, childElements, firstChild, type XmlElement } from '../document/xml-document.ts';
import { described, type SavedExample } from '../documentation.ts';
import type { ImportedCollection, ImportedStep } from '../imported-collection.ts';
import { ProblemList } from '../problems.ts';
import { type DescribedSoap, SoapDescriber } from './describe-soap.ts';
import { Definitions, operationOf, wsdlNamespaces } from './wsdl-definitions.ts';
import { type ResolveDocument, readWsdlDocuments } from './wsdl-documents.ts';
import { type EnvelopeRequest, type EnvelopeTools, envelopeOf, type SoapVersion } from './wsdl-envelope.ts';
import { httpRequestOf } from './wsdl-http-binding.ts';
import { SchemaSet } from './wsdl-schemas.ts';
import { noteUndefined } from './wsdl-undefined.ts';

/** ImportedWsdl is the result of importing a service description. */
export interface ImportedWsdl extends ImportedCollection {
  /** Data for validating messages, if `withSchemas` is set and the description has SOAP operations. */
  soap?: DescribedSoap;
}

/** Where a description comes from, and how the documents it references are read. */
export interface WsdlOptions {
  /**
   * Reads documents that the description references (`wsdl:import`, `xs:import`, `xs:include`); without it they are
   * reported as problems.
   */
  resolve?: ResolveDocument;
  /** Location of the description itself, the base of relative locations in it. */
  location?: string;
  /** Replaces the described address of the service; without a path it keeps the described path. */
  baseUrl?: string;
  /** Whether each request has a sample response as an example; default false. */
  withAnswers?: boolean;
  /** Whether to include the types of all messages for validation; default false. */
  withSchemas?: boolean;
}

interface Endpoint {
  binding: XmlElement;
  address: string;
  group: string;
}

/**
 * importWsdl makes a request with a sample envelope for every operation of every port in a WSDL 1.1 description: SOAP
 * 1.1 and 1.2, document and rpc style, literal and encoded, and plain HTTP bindings. It never throws; other documents
 * are read only through `resolve`.
 */
export async function importWsdl(text: string, options: WsdlOptions = {}): Promise<ImportedWsdl> {
  const problems = new ProblemList();
  const result: ImportedWsdl = {
    title: 'Imported service',
    servers: [],
    steps: [],
    variables: [],
    environments: [],
    problems: [],
  };
  try {
    const documents = await readWsdlDocuments(text, options, problems);
    const definitions = new Definitions(documents.definitions);
    const schemas = new SchemaSet(documents.schemas);
    const describer = options.withSchemas ? new SoapDescriber(definitions, schemas) : undefined;
    const tools: WsdlTools = { definitions, schemas, problems, withAnswers: options.withAnswers === true, describer };
    noteUndefined(documents.schemas, definitions, tools.schemas, problems);
    const endpoints = endpointsOf(definitions, options.baseUrl, problems);
    result.title = titleOf(definitions, documents.definitions[0]);
    Object.assign(result, described(documentationOf(definitions.list('service')[0], documents.definitions[0])));
    result.servers = serversOf(definitions);
    result.steps = endpoints.flatMap((endpoint) => stepsOf(endpoint, tools));
    if (describer !== undefined && describer.described.operations.length > 0) result.soap = describer.described;
    if (endpoints.some(({ address }) => address.startsWith('{{baseUrl}}')))
      result.variables = [{ name: 'baseUrl', value: '', isSecret: false }];
  } catch (error) {
    problems.add('document', `The description could not be read: ${reasonOf(error)}`);
  }
  if (result.steps.length === 0) problems.add('document', 'The description has no operations to import.');
  return { ...result, problems: problems.list() };
}

const reasonOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  return /call stack/i.test(message) ? 'its elements are nested too deeply.' : message;
};

function titleOf(definitions: Definitions, root: XmlElement | undefined): string {
  const [service] = definitions.list('service');
  return (service && attributeOf(service, 'name')) || (root && attributeOf(root, 'name')) || 'Imported service';
}

/** The first documentation in one of the elements, without the indentation of the document. */
function documentationOf(...elements: (XmlElement | undefined)[]): string | undefined {
  const texts = elements.map((element) => (element && firstChild(element, 'documentation')?.textContent) ?? '');
  return texts.map((text) => text.trim().replace(/[ \t]*\n[ \t]*/g, '\n')).find((text) => text !== '');
}

const addressOf = (port: XmlElement): string | undefined => {
  const address = firstChild(port, 'address');
  if (address) return attributeOf(address, 'location');
  // WS-Addressing: <EndpointReference><Address>…
  const reference = firstChild(port, 'EndpointReference');
  return (reference && firstChild(reference, 'Address')?.textContent?.trim()) || undefined;
};

function serversOf(definitions: Definitions): string[] {
  const ports = definitions.list('service').flatMap((service) => childElements(service, 'port'));
  return [...new Set(ports.map(addressOf).filter((address) => address !== undefined && address !== ''))] as string[];
}

function endpointsOf(definitions: Definitions, baseUrl: string | undefined, problems: ProblemList): Endpoint[] {
  const endpoints: Endpoint[] = [];
  for (const service of definitions.list('service')) {
    const name = attributeOf(service, 'name') ?? 'service';
    const ports = childElements(service, 'port');
    for (const port of ports) {
      const portName = attributeOf(port, 'name') ?? 'port';
      const place = `${name} / ${portName}`;
      const binding = definitions.find('binding', attributeOf(port, 'binding'), port);
      if (!binding)
        problems.add(place, `The binding ${attributeOf(port, 'binding') ?? ''} of this port is not described.`);
      else
        endpoints.push({
          binding,
          address: targetOf(addressOf(port), baseUrl),
          group: ports.length > 1 ? place : name,
        });
    }
  }
  if (endpoints.length > 0) return endpoints;
  // A description may omit the service if it is known from elsewhere.
  return definitions.list('binding').map((binding) => ({
    binding,
    address: targetOf(undefined, baseUrl),
    group: attributeOf(binding, 'name') ?? 'binding',
  }));
}

function targetOf(described: string | undefined, baseUrl: string | undefined): string {
  const isAddress = described !== undefined && /^https?:\/\//i.test(described) && URL.canParse(described);
  if (baseUrl !== undefined) {
    const base = baseUrl.replace(/\/+$/, '');
    const hasPath = /^[a-z]+:\/\/[^/?#]+\/[^?#]/i.test(base) || base.includes('?');
    if (hasPath || !isAddress) return base;
    const { pathname, search } = new URL(described);
    return `${base}${pathname === '/' ? '' : pathname}${search}`;
  }
  if (isAddress) return described;
  return described?.startsWith('/') ? `{{baseUrl}}${described}` : '{{baseUrl}}';
}

function stepsOf(endpoint: Endpoint, tools: WsdlTools): ImportedStep[] {
  const { binding, group } = endpoint;
  const { definitions, problems } = tools;
  const portType = definitions.find('portType', attributeOf(binding, 'type'), binding);
  if (!portType) {
    problems.add(group, `The port type ${attributeOf(binding, 'type') ?? ''} is not described.`);
    return [];
  }
  const protocol = protocolOf(binding);
  if (protocol.kind === 'other') {
    problems.add(group, protocol.reason);
    return [];
  }
  return childElements(binding, 'operation').flatMap((bound) => {
    const name = attributeOf(bound, 'name') ?? 'operation';
    const place = `${group}, ${name}`;
    try {
      const operation = operationOf(portType, bound);
      if (!operation) {
        problems.add(place, 'The binding names an operation that the port type does not have.');
        return [];
      }
      const directions = childElements(operation, 'input', 'output');
      if (directions[0]?.localName !== 'input') {
        problems.add(place, 'The service itself sends the first message of this operation, so it cannot be called.');
        return [];
      }
      return [stepOf({ endpoint, protocol, bound, operation, name, place }, tools)];
    } catch (error) {
      problems.add(place, `The operation could not be read: ${reasonOf(error)}`);
      return [];
    }
  });
}

interface WsdlTools extends EnvelopeTools {
  withAnswers: boolean;
  describer: SoapDescriber | undefined;
}

type Protocol =
  | { kind: 'soap'; version: SoapVersion; style: string | undefined }
  | { kind: 'http'; verb: string }
  | { kind: 'other'; reason: string };

function protocolOf(binding: XmlElement): Protocol {
  for (const element of childElements(binding, 'binding')) {
    const { namespaceURI } = element;
    if (namespaceURI === wsdlNamespaces.http)
      return { kind: 'http', verb: (attributeOf(element, 'verb') ?? 'GET').toUpperCase() };
    if (namespaceURI !== wsdlNamespaces.soap11 && namespaceURI !== wsdlNamespaces.soap12) continue;
    const transport = attributeOf(element, 'transport') ?? '';
    if (/jms|smtp|\btcp\b|pipe|msmq|udp/i.test(transport))
      return {
        kind: 'other',
        reason: `The transport ${transport} is not HTTP; the operations of this port are left out.`,
      };
    const version = namespaceURI === wsdlNamespaces.soap12 ? '1.2' : '1.1';
    return { kind: 'soap', version, style: attributeOf(element, 'style') };
  }
  return { kind: 'other', reason: 'The binding is neither SOAP nor HTTP; its operations are left out.' };
}

interface OperationPlace {
  endpoint: Endpoint;
  protocol: Exclude<Protocol, { kind: 'other' }>;
  bound: XmlElement;
  operation: XmlElement;
  name: string;
  place: string;
}

function stepOf(at: OperationPlace, tools: WsdlTools): ImportedStep {
  const { definitions } = tools;
  const declared = firstChild(at.operation, 'input')!;
  const message = definitions.find('message', attributeOf(declared, 'message'), declared);
  if (!message) tools.problems.add(at.place, `The message ${attributeOf(declared, 'message') ?? ''} is not described.`);
  const isOneWay = firstChild(at.operation, 'output') === undefined;
  const { group, address } = at.endpoint;
  const common = {
    id: newId(),
    name: at.name,
    group,
    authentication: { type: 'none' as const },
    dataHandlers: [],
    settings: {},
    ...described(documentationOf(at.operation, at.bound)),
  };
  if (at.protocol.kind === 'http') {
    const parts = message ? definitions.partsOf(message) : [];
    const { verb } = at.protocol;
    const request = httpRequestOf(
      { verb, address, bound: at.bound, parts, prefixes: definitions.prefixes(), place: at.place },
      tools.schemas,
      tools.problems,
    );
    return { ...common, ...request, assertions: [statusAssertion(isOneWay)] };
  }
  const { version } = at.protocol;
  const soap = childElements(at.bound, 'operation').find(({ namespaceURI }) => namespaceURI !== at.bound.namespaceURI);
  const style = (soap && attributeOf(soap, 'style')) ?? at.protocol.style;
  const root = at.bound.ownerDocument?.documentElement;
  const input: EnvelopeRequest = {
    version,
    style: style === 'rpc' ? 'rpc' : 'document',
    operationName: at.name,
    targetNamespace: (root && attributeOf(root, 'targetNamespace')) ?? '',
    input: firstChild(at.bound, 'input'),
    message,
    place: at.place,
  };
  const content = envelopeOf(input, tools);
  const output = outputOf(at, input, tools);
  const soapAction = actionOf(soap);
  tools.describer?.add({ name: at.name, address, action: soapAction, input, output });
  const isFaultless: HttpAssertion = { kind: 'xpath', path: 'not(//*:Fault)', operator: 'equals', expected: true };
  return {
    ...common,
    method: 'POST',
    url: address,
    headers: soapHeaders(version, soapAction),
    queryParams: [],
    pathParams: [],
    body: { type: 'xml', content },
    assertions: [statusAssertion(isOneWay), ...(isOneWay ? [] : [isFaultless])],
    ...(tools.withAnswers ? { examples: [answerOf(version, output, tools)] } : {}),
  };
}

/** The output message; undefined for a one-way operation. */
function outputOf(
  at: OperationPlace,
  input: EnvelopeRequest,
  { definitions }: EnvelopeTools,
): EnvelopeRequest | undefined {
  const described = firstChild(at.operation, 'output');
  if (described === undefined) return undefined;
  return {
    ...input,
    // WSDL 1.1 §3.5: the response wrapper is named after the operation, with the conventional suffix Response.
    operationName: `${at.name}Response`,
    input: firstChild(at.bound, 'output'),
    message: definitions.find('message', attributeOf(described, 'message'), described),
    place: `${at.place}, answer`,
  };
}

/** A sample response envelope; a one-way operation has none. */
function answerOf(version: SoapVersion, output: EnvelopeRequest | undefined, tools: EnvelopeTools): SavedExample {
  if (output === undefined) return { name: 'Accepted', status: 202, headers: [], body: '' };
  const contentType = version === '1.1' ? 'text/xml; charset=utf-8' : 'application/soap+xml; charset=utf-8';
  return {
    name: 'Sample',
    status: 200,
    headers: [{ key: 'Content-Type', value: contentType }],
    body: envelopeOf(output, tools),
  };
}

const actionOf = (soap: XmlElement | undefined): string =>
  ((soap && attributeOf(soap, 'soapAction')) ?? '').replace(/[\r\n"]/g, '');

/**
 * SOAP 1.1 §6.1.1 requires the SOAPAction header even if empty; SOAP 1.2 uses a parameter of the media type instead.
 */
function soapHeaders(version: SoapVersion, action: string): HttpStep['headers'] {
  if (version === '1.1')
    return [
      { key: 'Content-Type', value: 'text/xml; charset=utf-8' },
      { key: 'SOAPAction', value: `"${action}"` },
    ];
  const parameter = action === '' ? '' : `; action="${action}"`;
  return [{ key: 'Content-Type', value: `application/soap+xml; charset=utf-8${parameter}` }];
}

const statusAssertion = (isOneWay: boolean): HttpAssertion => ({
  kind: 'status',
  operator: isOneWay ? 'in' : 'equals',
  expected: isOneWay ? '200,202,204' : '200',
});
