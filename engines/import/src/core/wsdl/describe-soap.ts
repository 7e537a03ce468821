import { attributeOf, childElements, keyOf, type QualifiedName } from '../document/xml-document.ts';
import { SchemaCompiler } from '../xsd/compile-schema.ts';
import type { SchemaModel } from '../xsd/schema-model.ts';
import type { Definitions } from './wsdl-definitions.ts';
import { type EnvelopeRequest, readMessage, type SoapVersion, wrapperOf } from './wsdl-envelope.ts';
import type { SchemaSet } from './wsdl-schemas.ts';

/** The content of an envelope's body: a sequence of elements, or parts inside a wrapper (rpc). */
export interface SoapMessage {
  wrapper: QualifiedName | undefined;
  /** `element` and `type` are indexes into the schema model; a part without either is not validated. */
  parts: { name: QualifiedName; element: number | undefined; type: number | undefined }[];
  /** Header elements in the description, by `{namespace}name`. */
  headers: Map<string, number>;
  /** Messages in the SOAP encoding are not validated below their wrapper. */
  isEncoded: boolean;
}

/** An operation of a service, as addressed by messages. */
export interface SoapOperation {
  name: string;
  address: string;
  version: SoapVersion;
  action: string;
  input: SoapMessage;
  /** Undefined for a one-way operation. */
  output: SoapMessage | undefined;
}

/** DescribedSoap is the data for validating messages of a service: plain data that can be sent to another thread. */
export interface DescribedSoap {
  operations: SoapOperation[];
  schema: SchemaModel;
}

/** SoapDescriber collects the operations of a description with the types of their messages. */
export class SoapDescriber {
  readonly described: DescribedSoap;
  readonly #definitions: Definitions;
  readonly #compiler: SchemaCompiler;

  constructor(definitions: Definitions, schemas: SchemaSet) {
    this.#definitions = definitions;
    this.#compiler = new SchemaCompiler(schemas);
    this.described = { operations: [], schema: this.#compiler.model };
  }

  add(operation: {
    name: string;
    address: string;
    action: string;
    input: EnvelopeRequest;
    output: EnvelopeRequest | undefined;
  }): void {
    const { input, output } = operation;
    this.described.operations.push({
      ...operation,
      version: input.version,
      input: this.#message(input),
      output: output && this.#message(output),
    });
  }

  #message(request: EnvelopeRequest): SoapMessage {
    const { body, isEncoded, parts } = readMessage(request, this.#definitions);
    return {
      wrapper: request.style === 'rpc' ? wrapperOf(request, body) : undefined,
      isEncoded,
      parts: parts.map(({ name, element, type }) => ({
        name: element ?? { namespace: '', local: name },
        element: element && this.#compiler.element(element),
        type: type && this.#compiler.typeNamed(type),
      })),
      headers: this.#headers(request),
    };
  }

  #headers({ input }: EnvelopeRequest): Map<string, number> {
    const found = new Map<string, number>();
    for (const header of input === undefined ? [] : childElements(input, 'header')) {
      const message = this.#definitions.find('message', attributeOf(header, 'message'), header);
      const parts = message === undefined ? [] : this.#definitions.partsOf(message);
      const element = parts.find(({ name }) => name === attributeOf(header, 'part'))?.element;
      const number = element && this.#compiler.element(element);
      if (element !== undefined && number !== undefined) found.set(keyOf(element), number);
    }
    return found;
  }
}
