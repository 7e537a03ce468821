import { escapeXml } from '@touchstone/kernel';
import type { QualifiedName } from '../document/xml-document.ts';
import { schemaNamespace, xmlNamespace } from './wsdl-documents.ts';

export const xsiNamespace = 'http://www.w3.org/2001/XMLSchema-instance';

/** SampleNode is an element to be written. */
export interface SampleNode {
  name: QualifiedName;
  attributes: { name: QualifiedName; value: string }[];
  children: SampleNode[];
  text?: string;
}

/** Namespaces assigns each namespace one prefix, preferably the description's. */
export class Namespaces {
  readonly #wanted: ReadonlyMap<string, string>;
  readonly #prefixes = new Map<string, string>();
  readonly #used = new Set<string>(['xml', 'xmlns']);

  /** `wanted` are the prefixes of the description by namespace. */
  constructor(wanted: ReadonlyMap<string, string>) {
    this.#wanted = wanted;
  }

  /** Assigns a chosen prefix to the namespace. */
  reserve(namespace: string, prefix: string): void {
    this.#prefixes.set(namespace, prefix);
    this.#used.add(prefix);
  }

  /** A name with its prefix. */
  write({ namespace, local }: QualifiedName): string {
    if (namespace === '') return local;
    return `${this.#prefixOf(namespace)}:${local}`;
  }

  /** The namespace declarations for the root element. */
  declarations(): string {
    return [...this.#prefixes].map(([namespace, prefix]) => ` xmlns:${prefix}="${escapeXml(namespace)}"`).join('');
  }

  #prefixOf(namespace: string): string {
    if (namespace === xmlNamespace) return 'xml';
    const known = this.#prefixes.get(namespace);
    if (known !== undefined) return known;
    const wellKnown = namespace === xsiNamespace ? 'xsi' : namespace === schemaNamespace ? 'xsd' : undefined;
    const wanted = wellKnown ?? this.#wanted.get(namespace);
    let prefix = wanted !== undefined && !this.#used.has(wanted) ? wanted : '';
    for (let number = 1; prefix === ''; number += 1) if (!this.#used.has(`ns${number}`)) prefix = `ns${number}`;
    this.reserve(namespace, prefix);
    return prefix;
  }
}

/** writeNode writes an indented element and registers the prefixes it uses in `namespaces`. */
export function writeNode(node: SampleNode, namespaces: Namespaces, indent: string): string {
  const name = namespaces.write(node.name);
  const attributes = node.attributes
    .map((attribute) => ` ${namespaces.write(attribute.name)}="${escapeXml(attribute.value).replace(/[\n\t]/g, ' ')}"`)
    .join('');
  if (node.children.length > 0) {
    const children = node.children.map((child) => writeNode(child, namespaces, `${indent}  `)).join('\n');
    return `${indent}<${name}${attributes}>\n${children}\n${indent}</${name}>`;
  }
  const text = escapeXml(node.text ?? '');
  return text === '' ? `${indent}<${name}${attributes}/>` : `${indent}<${name}${attributes}>${text}</${name}>`;
}
