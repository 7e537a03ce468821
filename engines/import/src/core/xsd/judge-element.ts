import { childElements, keyOf, qualifiedName, type XmlElement } from '../document/xml-document.ts';
import { schemaNamespace } from '../wsdl/wsdl-documents.ts';
import { xsiNamespace } from '../wsdl/wsdl-xml-writer.ts';
import { ContentNames, matchContent } from './judge-content.ts';
import { type Budget, judgeValue, shown } from './judge-value.ts';
import type { ElementModel, SchemaModel, TypeModel } from './schema-model.ts';

/** A place where an element violates its schema. */
export interface SchemaViolation {
  /** For example `/Order/line[2]/@unit`. */
  place: string;
  message: string;
}

const violationLimit = 20;
const workLimit = 2_000_000;
const textNodes = new Set([3, 4]);
const soapNamespaces = new Set([
  'http://schemas.xmlsoap.org/soap/envelope/',
  'http://www.w3.org/2003/05/soap-envelope',
]);
const freeNamespaces = new Set([
  xsiNamespace,
  'http://www.w3.org/2000/xmlns/',
  'http://www.w3.org/XML/1998/namespace',
  ...soapNamespaces,
]);

/**
 * SchemaJudge validates elements against schemas. Its work per message is bounded; anything beyond is not validated.
 */
export class SchemaJudge {
  readonly #model: SchemaModel;
  readonly #names: ContentNames;
  #found: SchemaViolation[] = [];
  #budget: Budget = { left: workLimit };

  constructor(model: SchemaModel) {
    this.#model = model;
    this.#names = new ContentNames(model);
  }

  /** Validates an element against its declaration. */
  element(element: XmlElement, declared: number): SchemaViolation[] {
    return this.#judging(() => this.#element(element, declared, `/${element.localName}`));
  }

  /** Validates an element against a type, for names that are declared elsewhere. */
  ofType(element: XmlElement, type: number, place: string): SchemaViolation[] {
    return this.#judging(() => this.#typed(element, this.#typeAt(type), undefined, place));
  }

  #judging(work: () => void): SchemaViolation[] {
    this.#found = [];
    this.#budget = { left: workLimit };
    work();
    return this.#found;
  }

  readonly #violate = (place: string, message: string): void => {
    if (this.#found.length < violationLimit) this.#found.push({ place, message });
  };

  #typeAt = (index: number): TypeModel => this.#model.types[index] ?? this.#model.types[0]!;

  #element(element: XmlElement, declared: number, place: string): void {
    this.#budget.left -= 1;
    if (this.#budget.left < 0 || this.#found.length >= violationLimit) return;
    const model = this.#model.elements[declared]!;
    if (model.isAbstract) {
      this.#violate(place, `${element.localName} is abstract; another element stands for it.`);
      return;
    }
    const isNil = /^\s*(?:true|1)\s*$/.test(element.getAttributeNS(xsiNamespace, 'nil') ?? '');
    if (isNil && !model.isNillable) {
      this.#violate(place, `${element.localName} must not be nil.`);
      return;
    }
    const type = this.#actualType(element, this.#typeAt(model.type), place);
    if (type === undefined) return;
    if (isNil) {
      if (element.firstChild !== null) this.#violate(place, 'What is nil must be empty.');
      this.#attributes(element, type, place);
    } else this.#typed(element, type, model, place);
  }

  /** The type named by `xsi:type`, if it is allowed here. */
  #actualType(element: XmlElement, declared: TypeModel, place: string): TypeModel | undefined {
    const written = element.getAttributeNS(xsiNamespace, 'type')?.trim();
    if (!written) return declared;
    const name = qualifiedName(written, element);
    const index = this.#model.typeNames.get(keyOf(name));
    // XML Schema types that no description uses are not in the model.
    if (index === undefined && name.namespace === schemaNamespace) return declared;
    const type = index === undefined ? undefined : this.#typeAt(index);
    if (type === undefined) this.#violate(`${place}/@xsi:type`, `The type ${written} is not described.`);
    else if (!this.#isDerived(type, declared))
      this.#violate(
        `${place}/@xsi:type`,
        `The type ${written} is not derived from ${declared.name || 'the type here'}.`,
      );
    else return type;
    return undefined;
  }

  #isDerived(type: TypeModel, from: TypeModel): boolean {
    if (from.kind !== 'complex') return true;
    const seen = new Set<TypeModel>();
    for (let next: TypeModel | undefined = type; next && !seen.has(next); ) {
      if (next === from) return true;
      seen.add(next);
      next = next.base === undefined ? undefined : this.#typeAt(next.base);
    }
    return false;
  }

  #typed(element: XmlElement, type: TypeModel, declaration: ElementModel | undefined, place: string): void {
    if (type.isAbstract) {
      this.#violate(place, `The type ${type.name} is abstract; xsi:type must name one that is derived from it.`);
      return;
    }
    this.#attributes(element, type, place);
    if (type.value !== undefined) this.#text(element, type, declaration, place);
    else this.#children(element, type, place);
  }

  #text(element: XmlElement, { value }: TypeModel, declaration: ElementModel | undefined, place: string): void {
    const [child] = childElements(element);
    if (child !== undefined) {
      this.#violate(`${place}/${child.localName}`, 'Only text is allowed here.');
      return;
    }
    const text = element.textContent ?? '';
    const fixed = declaration?.fixed;
    // An empty element has the value of its declaration.
    if (text === '' && fixed !== undefined) return;
    const problem = judgeValue(value!, text, this.#budget);
    if (problem !== undefined) this.#violate(place, problem);
    else if (fixed !== undefined && text.trim() !== fixed.trim())
      this.#violate(place, `The value must be ${shown(fixed)}.`);
  }

  #children(element: XmlElement, type: TypeModel, place: string): void {
    if (!type.isMixed) {
      const text = directText(element);
      if (text !== '') this.#violate(place, `Text is not allowed here: ${shown(text)}.`);
    }
    const places = placesOf(element, place);
    const content = type.content ?? { kind: 'sequence', items: [], least: 1, most: 1 };
    matchContent(content, childElements(element), {
      names: this.#names,
      budget: this.#budget,
      violate: (child, message) => this.#violate(child === undefined ? place : (places.get(child) ?? place), message),
      judge: (child, declared) => this.#element(child, declared, places.get(child) ?? place),
    });
  }

  #attributes(element: XmlElement, type: TypeModel, place: string): void {
    for (const { name, isRequired, fixed, value } of type.attributes) {
      const at = `${place}/@${name.local}`;
      const given = element.getAttributeNS(name.namespace || null, name.local);
      if (given === null) {
        if (isRequired) this.#violate(place, `The attribute ${name.local} is missing.`);
        continue;
      }
      const problem = judgeValue(value, given, this.#budget);
      if (problem !== undefined) this.#violate(at, problem);
      else if (fixed !== undefined && given.trim() !== fixed.trim())
        this.#violate(at, `The value must be ${shown(fixed)}.`);
    }
    if (type.isOpen) return;
    const allowed = new Set(type.attributes.map(({ name }) => keyOf(name)));
    for (const { namespaceURI, localName } of element.attributes) {
      const namespace = namespaceURI ?? '';
      if (freeNamespaces.has(namespace) || allowed.has(keyOf({ namespace, local: localName }))) continue;
      this.#violate(`${place}/@${localName}`, `The attribute ${localName} is not allowed here.`);
    }
  }
}

function directText(element: XmlElement): string {
  let text = '';
  for (let node = element.firstChild; node; node = node.nextSibling)
    if (textNodes.has(node.nodeType)) text += (node as unknown as { data: string }).data;
  return text.trim();
}

/** The path of each child, numbered if several have the same name. */
function placesOf(element: XmlElement, place: string): Map<XmlElement, string> {
  const byName = Map.groupBy(childElements(element), ({ localName }) => localName);
  const places = new Map<XmlElement, string>();
  for (const [name, children] of byName)
    for (const [index, child] of children.entries())
      places.set(child, `${place}/${name}${children.length > 1 ? `[${index + 1}]` : ''}`);
  return places;
}
