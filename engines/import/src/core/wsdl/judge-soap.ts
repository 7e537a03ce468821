import { childElements, firstChild, keyOf, type XmlElement } from '../document/xml-document.ts';
import { SchemaJudge, type SchemaViolation } from '../xsd/judge-element.ts';
import type { DescribedSoap, SoapMessage, SoapOperation } from './describe-soap.ts';
import { envelopes, type SoapVersion } from './wsdl-envelope.ts';

/** SoapJudge validates envelopes against the description of their service. Anything unknown is allowed. */
export class SoapJudge {
  readonly #judge: SchemaJudge;

  constructor({ schema }: DescribedSoap) {
    this.#judge = new SchemaJudge(schema);
  }

  /** Validates a request to an address with these operations; its body identifies the operation, or its action. */
  request(root: XmlElement, operations: readonly SoapOperation[], action: string): SchemaViolation[] {
    const version = versionOf(root);
    if (version === undefined) return [{ place: `/${root.localName}`, message: notAnEnvelope }];
    const ofVersion = operations.filter((operation) => operation.version === version);
    const [first] = operations;
    if (first !== undefined && ofVersion.length === 0)
      return [
        {
          place: '/Envelope',
          message: `The envelope is one of SOAP ${version}; here SOAP ${first.version} is spoken.`,
        },
      ];
    const body = firstChild(root, 'Body');
    if (body === undefined) return [{ place: '/Envelope', message: 'Body is missing.' }];
    const operation = operationOf(body, ofVersion, action);
    if (operation !== undefined) return this.#message(root, operation.input);
    // A part that has only a type puts content without an identifying element into the body.
    if (
      ofVersion.some(({ input }) => input.wrapper === undefined && input.parts.some(({ type }) => type !== undefined))
    )
      return [];
    const [content] = childElements(body);
    const known = [...new Set(ofVersion.map(({ input, name }) => firstName(input) ?? name))].slice(0, 10).join(', ');
    return [
      content === undefined
        ? { place: '/Body', message: `The body is empty. Described: ${known}.` }
        : {
            place: `/Body/${content.localName}`,
            message: `${content.localName} is not described here${namespaceHint(content, ofVersion)}. Described: ${known}.`,
          },
    ];
  }

  /** The operation that a request to an address is meant for. */
  operation(root: XmlElement, operations: readonly SoapOperation[], action: string): SoapOperation | undefined {
    const version = versionOf(root);
    const body = firstChild(root, 'Body');
    return (
      body &&
      operationOf(
        body,
        operations.filter((operation) => operation.version === version),
        action,
      )
    );
  }

  /** Validates the response of an operation; a fault is always allowed. */
  answer(root: XmlElement, { output }: SoapOperation): SchemaViolation[] {
    if (versionOf(root) === undefined) return [{ place: `/${root.localName}`, message: notAnEnvelope }];
    const body = firstChild(root, 'Body');
    if (output === undefined || (body && firstChild(body, 'Fault') !== undefined)) return [];
    return this.#message(root, output);
  }

  #message(root: XmlElement, message: SoapMessage): SchemaViolation[] {
    const header = firstChild(root, 'Header');
    const headers = (header === undefined ? [] : childElements(header)).flatMap((element) => {
      const declared = message.headers.get(nameOf(element));
      return declared === undefined ? [] : within('/Header', this.#judge.element(element, declared));
    });
    const body = firstChild(root, 'Body');
    const contents = body === undefined ? [] : childElements(body);
    return [...headers, ...within('/Body', this.#content(message, contents))];
  }

  #content({ wrapper, parts, isEncoded }: SoapMessage, contents: XmlElement[]): SchemaViolation[] {
    // A part that has only a type puts its content into the body, without an element to validate.
    if (wrapper === undefined)
      return parts.some(({ type }) => type !== undefined) ? [] : this.#elements(parts, contents);
    const [element, second] = contents;
    // In the SOAP encoding, parts may appear next to the wrapper.
    if (element === undefined || nameOf(element) !== keyOf(wrapper))
      return [
        {
          place: element === undefined ? '' : `/${element.localName}`,
          message: `${wrapper.local} of the namespace ${wrapper.namespace} is expected here.`,
        },
      ];
    if (isEncoded) return [];
    const extra =
      second === undefined ? [] : [{ place: `/${second.localName}`, message: 'Only one element is expected.' }];
    return [...extra, ...within(`/${element.localName}`, this.#parts(parts, childElements(element)))];
  }

  #elements(parts: SoapMessage['parts'], contents: readonly XmlElement[]): SchemaViolation[] {
    const found: SchemaViolation[] = [];
    for (const [index, { name, element: declared }] of parts.entries()) {
      const element = contents[index];
      const place = element === undefined ? '' : `/${element.localName}`;
      if (element === undefined) found.push({ place, message: `${name.local} is missing.` });
      else if (declared === undefined) continue;
      else if (nameOf(element) !== keyOf(name))
        found.push({ place, message: `${name.local} of the namespace ${name.namespace} is expected here.` });
      else found.push(...this.#judge.element(element, declared));
    }
    const extra = contents[parts.length];
    if (extra !== undefined)
      found.push({ place: `/${extra.localName}`, message: `${extra.localName} is not expected here.` });
    return found;
  }

  #parts(parts: SoapMessage['parts'], children: readonly XmlElement[]): SchemaViolation[] {
    const found: SchemaViolation[] = [];
    for (const part of parts) {
      const child = children.find(({ localName }) => localName === part.name.local);
      if (child === undefined) found.push({ place: '', message: `The part ${part.name.local} is missing.` });
      else if (part.element !== undefined) found.push(...this.#judge.element(child, part.element));
      else if (part.type !== undefined) found.push(...this.#judge.ofType(child, part.type, `/${child.localName}`));
    }
    const names = new Set(parts.map(({ name }) => name.local));
    for (const { localName } of children)
      if (!names.has(localName))
        found.push({ place: `/${localName}`, message: `${localName} is not a part of this message.` });
    return found;
  }
}

const notAnEnvelope = 'A SOAP envelope is expected.';

const nameOf = ({ namespaceURI, localName }: XmlElement): string =>
  keyOf({ namespace: namespaceURI ?? '', local: localName });

const within = (place: string, found: readonly SchemaViolation[]): SchemaViolation[] =>
  found.map((violation) => ({ ...violation, place: `${place}${violation.place}` }));

/** versionOf returns the SOAP version of an envelope; undefined if it isn't one. */
export function versionOf(root: XmlElement): SoapVersion | undefined {
  if (root.localName !== 'Envelope') return undefined;
  if (root.namespaceURI === envelopes['1.1']) return '1.1';
  return root.namespaceURI === envelopes['1.2'] ? '1.2' : undefined;
}

const contentName = ({ wrapper, parts }: SoapMessage) =>
  wrapper ?? (parts[0]?.type === undefined ? parts[0]?.name : undefined);
const firstName = (message: SoapMessage): string | undefined => contentName(message)?.local;

function namespaceHint(content: XmlElement, operations: readonly SoapOperation[]): string {
  const alike = operations.find(({ input }) => firstName(input) === content.localName);
  return alike === undefined ? '' : `; it must have the namespace ${contentName(alike.input)?.namespace}`;
}

/**
 * operationOf finds the operation that a body is meant for: by its element, among several by the action, or by the
 * action alone.
 */
function operationOf(
  body: XmlElement,
  operations: readonly SoapOperation[],
  action: string,
): SoapOperation | undefined {
  const [content] = childElements(body);
  const key = content && nameOf(content);
  const isOfElement = ({ input }: SoapOperation) => {
    const name = contentName(input);
    return name === undefined ? content === undefined && input.parts.length === 0 : keyOf(name) === key;
  };
  const found = operations.filter(isOfElement);
  return (
    found.find((operation) => operation.action === action) ??
    found[0] ??
    operations.find((operation) => action !== '' && operation.action === action)
  );
}
