import {
  XmlBufferInputProvider,
  XmlDocument,
  XsdValidator,
  xmlCleanupInputProvider,
  xmlRegisterInputProvider,
} from 'libxml2-wasm';
import { parseXmlDocument, serializeToWellFormedString } from 'slimdom';

/**
 * validateContent validates the children of the SOAP body against schemas (texts by location) and returns libxml2's
 * errors.
 */
export function validateContent(envelope: string, schemas: Record<string, string>): string[] {
  const buffers = Object.fromEntries(
    Object.entries(schemas).map(([name, text]) => [name, new TextEncoder().encode(text)]),
  );
  const provider = new XmlBufferInputProvider(buffers);
  xmlRegisterInputProvider(provider);
  try {
    const imports = Object.entries(schemas)
      .map(([name, text]) => {
        const namespace = /targetNamespace="([^"]+)"/.exec(text)?.[1];
        return `<xs:import ${namespace ? `namespace="${namespace}"` : ''} schemaLocation="${name}"/>`;
      })
      .join('');
    const root = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:touchstone:root">${imports}</xs:schema>`;
    using schema = XmlDocument.fromString(root);
    using validator = XsdValidator.fromDoc(schema);
    return bodyContents(envelope).flatMap((content) => {
      using document = XmlDocument.fromString(content);
      try {
        validator.validate(document);
        return [];
      } catch (error) {
        return [(error as Error).message];
      }
    });
  } finally {
    xmlCleanupInputProvider();
  }
}

/** bodyContents returns each element in the SOAP body as its own document. */
export function bodyContents(envelope: string): string[] {
  const document = parseXmlDocument(envelope);
  const body = document.documentElement?.children.find(({ localName }) => localName === 'Body');
  return (body?.children ?? []).map((element) => {
    // Prefixes in values (xsi:type) must stay declared.
    const root = document.documentElement;
    for (const { name, value } of root?.attributes ?? [])
      if (name.startsWith('xmlns:') && !element.hasAttribute(name))
        element.setAttributeNS('http://www.w3.org/2000/xmlns/', name, value);
    return serializeToWellFormedString(element);
  });
}
