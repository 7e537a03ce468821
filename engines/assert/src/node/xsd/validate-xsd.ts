import { workLimits, xmlNesting } from '@touchstone/kernel';
import type { XmlDocument } from 'libxml2-wasm';
import type { XsdVerdict } from '../../core/response-view.ts';
import { type SchemaDocument, schemaFileName, splitSchemaDocuments } from '../../core/schema-documents.ts';

/** XsdTask is one validation. */
export interface XsdTask {
  xml: string;
  /** One schema document or several, see `splitSchemaDocuments`. */
  xsd: string;
}

type Library = typeof import('libxml2-wasm');
const namespace = { xs: 'http://www.w3.org/2001/XMLSchema' };
const references =
  '//xs:import/@schemaLocation | //xs:include/@schemaLocation | //xs:redefine/@schemaLocation | //xs:override/@schemaLocation';
const documentsLimit = 100;

/**
 * validateXsd validates XML against an XML Schema. It never rejects but blocks its thread, so use it in workers. Only
 * documents that are part of the schema can be included or imported, so that no document can make it read a file or an
 * address.
 */
export async function validateXsd(task: XsdTask): Promise<XsdVerdict> {
  try {
    return await validate(task);
  } catch (error) {
    return { problem: `the XML schema cannot be used: ${String(error)}` };
  }
}

async function validate({ xml, xsd }: XsdTask): Promise<XsdVerdict> {
  const documents = splitSchemaDocuments(xsd);
  const deep = Math.max(xmlNesting(xml), ...documents.map(({ text }) => xmlNesting(text)));
  if (deep > workLimits.nesting) return { problem: `the XML is nested deeper than ${workLimits.nesting} levels` };
  if (documents.length > documentsLimit) return { problem: `the XML schema has more than ${documentsLimit} documents` };
  const library = await import('libxml2-wasm');
  const known = new Map(documents.map((document) => [schemaFileName(document.name), document]));
  for (const document of documents) {
    const problem = problemOf(library, document, known);
    if (problem !== undefined) return { problem };
  }
  const [main] = documents;
  if (main === undefined) return { problem: 'the XML schema is empty' };
  return documents.length === 1
    ? validateBy(library, main, xml)
    : withDocuments(library, known, () => validateBy(library, main, xml));
}

/** The problem that makes a schema document unusable. */
function problemOf(
  library: Library,
  { name, text }: SchemaDocument,
  known: ReadonlyMap<string, SchemaDocument>,
): string | undefined {
  const place = known.size > 1 ? `${name}: ` : '';
  let schema: XmlDocument;
  try {
    schema = library.XmlDocument.fromString(text);
  } catch (error) {
    return `the XML schema is not well-formed: ${place}${linesOf(error).join('; ')}`;
  }
  try {
    for (const reference of schema.find(references, namespace)) {
      const location = 'value' in reference ? String(reference.value) : '';
      if (!known.has(schemaFileName(location)))
        return `the XML schema refers to another file (${location.slice(0, 200)}), which is not part of it. Add the file, or copy its definitions into the schema`;
    }
    return undefined;
  } finally {
    schema.dispose();
  }
}

/** Makes the schema documents available to the library by name while `use` runs. */
function withDocuments<Result>(
  library: Library,
  known: ReadonlyMap<string, SchemaDocument>,
  use: () => Result,
): Result {
  const encoder = new TextEncoder();
  const texts = new library.XmlBufferInputProvider(
    Object.fromEntries([...known].map(([name, { text }]) => [name, encoder.encode(text)])),
  );
  library.xmlRegisterInputProvider({
    match: (location) => texts.match(schemaFileName(location)),
    open: (location) => texts.open(schemaFileName(location)),
    read: (descriptor, buffer) => texts.read(descriptor, buffer),
    close: (descriptor) => texts.close(descriptor),
  });
  try {
    return use();
  } finally {
    library.xmlCleanupInputProvider();
  }
}

function validateBy(library: Library, { name, text }: SchemaDocument, xml: string): XsdVerdict {
  let validator: InstanceType<Library['XsdValidator']>;
  const schema = library.XmlDocument.fromString(text, { url: schemaFileName(name) });
  try {
    validator = library.XsdValidator.fromDoc(schema);
  } catch (error) {
    return { problem: `the XML schema cannot be used: ${linesOf(error).join('; ')}` };
  } finally {
    schema.dispose();
  }
  let body: XmlDocument | undefined;
  try {
    body = library.XmlDocument.fromString(xml.replace(/^\uFEFF/, '').trimStart());
    validator.validate(body);
    return { errors: [] };
  } catch (error) {
    if (body === undefined)
      return { problem: `the response body is not well-formed XML: ${linesOf(error).join('; ')}` };
    return { errors: linesOf(error) };
  } finally {
    body?.dispose();
    validator.dispose();
  }
}

function linesOf(error: unknown): string[] {
  const details = (error as { details?: { message: string; line?: number }[] }).details ?? [];
  const lines = details.map(({ message, line }) => {
    const text = message.trim().replace(/\.$/, '').replaceAll('{http://www.w3.org/2001/XMLSchema}', 'xs:');
    return line ? `line ${line}: ${text}` : text;
  });
  if (lines.length > 0) return lines.slice(0, 20);
  return [(error instanceof Error ? error.message : String(error)).trim()];
}
