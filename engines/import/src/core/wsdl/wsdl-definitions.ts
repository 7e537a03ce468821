import {
  attributeOf,
  childElements,
  keyOf,
  type QualifiedName,
  qualifiedName,
  type XmlElement,
} from '../document/xml-document.ts';

export const wsdlNamespaces = {
  soap11: 'http://schemas.xmlsoap.org/wsdl/soap/',
  soap12: 'http://schemas.xmlsoap.org/wsdl/soap12/',
  http: 'http://schemas.xmlsoap.org/wsdl/http/',
} as const;

/** A message part: an element, or a type. */
export interface MessagePart {
  name: string;
  element: QualifiedName | undefined;
  type: QualifiedName | undefined;
}

/** Definitions finds messages, port types and bindings in all documents by qualified name. */
export class Definitions {
  readonly #documents: readonly XmlElement[];
  readonly #named = new Map<string, XmlElement>();

  constructor(documents: readonly XmlElement[]) {
    this.#documents = documents;
    for (const document of documents) {
      const namespace = attributeOf(document, 'targetNamespace') ?? '';
      for (const element of childElements(document, 'message', 'portType', 'binding', 'service')) {
        const key = `${element.localName} ${keyOf({ namespace, local: attributeOf(element, 'name') ?? '' })}`;
        if (!this.#named.has(key)) this.#named.set(key, element);
      }
    }
  }

  list(kind: 'service' | 'binding'): XmlElement[] {
    return this.#documents.flatMap((document) => childElements(document, kind));
  }

  /** All messages with their parts. */
  messages(): { message: string; parts: MessagePart[] }[] {
    return this.#documents
      .flatMap((document) => childElements(document, 'message'))
      .map((element) => ({ message: attributeOf(element, 'name') ?? '', parts: this.partsOf(element) }));
  }

  /** Resolves a name; if its namespace is wrong, the only component with that local name. */
  find(kind: 'message' | 'portType' | 'binding', written: string | undefined, at: XmlElement): XmlElement | undefined {
    if (!written) return undefined;
    const name = qualifiedName(written, at);
    const exact = this.#named.get(`${kind} ${keyOf(name)}`);
    if (exact) return exact;
    const alike = [...this.#named].filter(([key]) => key.startsWith(`${kind} {`) && key.endsWith(`}${name.local}`));
    return alike.length === 1 ? alike[0]?.[1] : undefined;
  }

  partsOf(message: XmlElement): MessagePart[] {
    return childElements(message, 'part').map((part) => {
      const nameIn = (attribute: string) => {
        const written = attributeOf(part, attribute);
        return written ? qualifiedName(written, part) : undefined;
      };
      return { name: attributeOf(part, 'name') ?? 'part', element: nameIn('element'), type: nameIn('type') };
    });
  }

  /** Prefixes of the description by namespace, so that samples use the author's. */
  prefixes(): Map<string, string> {
    const found = new Map<string, string>();
    for (const document of this.#documents)
      for (const { name, value } of document.attributes) {
        const prefix = /^xmlns:([A-Za-z_][\w.-]*)$/.exec(name)?.[1];
        if (prefix && !found.has(value)) found.set(value, prefix);
      }
    return found;
  }
}

/**
 * operationOf finds the port type's operation for one in a binding; if several share the name, the one with its input.
 */
export function operationOf(portType: XmlElement, bound: XmlElement): XmlElement | undefined {
  const name = attributeOf(bound, 'name');
  const alike = childElements(portType, 'operation').filter((operation) => attributeOf(operation, 'name') === name);
  if (alike.length <= 1) return alike[0];
  const inputName = (operation: XmlElement) => {
    const [input] = childElements(operation, 'input');
    return input && attributeOf(input, 'name');
  };
  const wanted = inputName(bound);
  const before = childElements(bound.parentNode as XmlElement, 'operation').filter(
    (operation) => attributeOf(operation, 'name') === name,
  );
  return (
    alike.find((operation) => wanted !== undefined && inputName(operation) === wanted) ?? alike[before.indexOf(bound)]
  );
}
