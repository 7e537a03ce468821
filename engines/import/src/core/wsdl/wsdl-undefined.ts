import { attributeOf, childElements, type QualifiedName, type XmlElement } from '../document/xml-document.ts';
import type { ProblemList } from '../problems.ts';
import type { Definitions } from './wsdl-definitions.ts';
import { type SchemaDocument, schemaNamespace } from './wsdl-documents.ts';
import type { ComponentKind, SchemaSet } from './wsdl-schemas.ts';

const builtInTypes = new Set(
  `anyType anySimpleType anyAtomicType ur-type string normalizedString token language Name NCName NMTOKEN NMTOKENS ID IDREF IDREFS ENTITY
  ENTITIES boolean decimal float double integer nonPositiveInteger negativeInteger nonNegativeInteger positiveInteger long int short byte
  unsignedLong unsignedInt unsignedShort unsignedByte duration dayTimeDuration yearMonthDuration dateTime dateTimeStamp time date gYearMonth
  gYear gMonthDay gDay gMonth hexBinary base64Binary anyURI QName NOTATION`.split(/\s+/),
);
/** Namespaces whose components are known without their documents. */
const knownNamespaces = new Set([
  'http://www.w3.org/XML/1998/namespace',
  'http://schemas.xmlsoap.org/soap/encoding/',
  'http://www.w3.org/2003/05/soap-encoding',
]);
const typeAttributes = ['type', 'base', 'itemType', 'memberTypes'];
const refKinds = new Set<string>(['element', 'group', 'attributeGroup', 'attribute']);

/**
 * noteUndefined reports every type, element, group and attribute that schemas or messages reference without a
 * definition.
 */
export function noteUndefined(
  documents: readonly SchemaDocument[],
  definitions: Definitions,
  schemas: SchemaSet,
  problems: ProblemList,
): void {
  const uses = [...documents.flatMap((schema) => usesOf(schema, schemas)), ...messageUses(definitions)];
  for (const { kind, name, place } of uses) {
    if (isKnown(kind, name, schemas)) continue;
    const of = name.namespace === '' ? 'without a namespace' : `of the namespace ${name.namespace}`;
    problems.add(
      place,
      `The ${words[kind]} ${name.local} ${of} is not defined in any of the documents. Give the schema that defines it.`,
    );
  }
}

/** A name used by a document. */
interface Use {
  kind: ComponentKind;
  name: QualifiedName;
  place: string;
}

function usesOf(schema: SchemaDocument, schemas: SchemaSet): Use[] {
  return [...elementsBelow(schema.root)].flatMap(({ element, place }) => {
    const use = (kind: ComponentKind, written: string): Use => ({
      kind,
      name: schemas.nameIn(written, { element, schema }),
      place: `schema, ${place}`,
    });
    const types = typeAttributes.flatMap((name) => attributeOf(element, name)?.split(/\s+/) ?? []).filter(Boolean);
    const ref = refKinds.has(element.localName) ? attributeOf(element, 'ref') : undefined;
    const refs = ref ? [use(element.localName as ComponentKind, ref)] : [];
    return [...types.map((written) => use('type', written)), ...refs];
  });
}

const messageUses = (definitions: Definitions): Use[] =>
  definitions.messages().flatMap(({ message, parts }) =>
    parts.flatMap(({ name, element, type }): Use[] => {
      const place = `message ${message}, part ${name}`;
      return [
        ...(element ? [{ kind: 'element' as const, name: element, place }] : []),
        ...(type ? [{ kind: 'type' as const, name: type, place }] : []),
      ];
    }),
  );

const words: Record<ComponentKind, string> = {
  element: 'element',
  type: 'type',
  group: 'group',
  attributeGroup: 'attribute group',
  attribute: 'attribute',
};

function isKnown(kind: ComponentKind, name: QualifiedName, schemas: SchemaSet): boolean {
  if (name.namespace === schemaNamespace) return kind !== 'type' || builtInTypes.has(name.local);
  return knownNamespaces.has(name.namespace) || schemas.find(kind, name) !== undefined;
}

/** All elements of a schema, each with the name of its enclosing component. */
function* elementsBelow(root: XmlElement): Generator<{ element: XmlElement; place: string }> {
  const waiting = childElements(root).map((element) => ({ element, place: placeOf(element) }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    // Annotations may contain elements that aren't part of the schema.
    if (next.element.localName === 'annotation') continue;
    yield next;
    for (const element of childElements(next.element)) waiting.push({ element, place: next.place });
  }
}

const placeOf = (element: XmlElement): string => `${element.localName} ${attributeOf(element, 'name') ?? ''}`.trim();
