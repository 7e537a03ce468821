import { workLimits, xmlNesting } from '@touchstone/kernel';
import type { XmlDocument } from 'libxml2-wasm';
import type { XsdVerdict } from '../../core/response-view.ts';

/** XsdTask is one validation. */
export interface XsdTask {
  xml: string;
  xsd: string;
}

type Library = typeof import('libxml2-wasm');
const namespace = { xs: 'http://www.w3.org/2001/XMLSchema' };

/**
 * validateXsd validates XML against an XML Schema. It never rejects, and holds up its thread: it is for workers. No input provider is
 * registered, so that no document can name a file or an address to read.
 */
export async function validateXsd(task: XsdTask): Promise<XsdVerdict> {
  try {
    return await validate(task);
  } catch (error) {
    return { problem: `the XML schema cannot be used: ${String(error)}` };
  }
}

async function validate({ xml, xsd }: XsdTask): Promise<XsdVerdict> {
  const deep = Math.max(xmlNesting(xml), xmlNesting(xsd));
  if (deep > workLimits.nesting) return { problem: `the XML is nested deeper than ${workLimits.nesting} levels` };
  const library = await import('libxml2-wasm');
  let schema: XmlDocument;
  try {
    schema = library.XmlDocument.fromString(xsd.replace(/^\uFEFF/, '').trimStart());
  } catch (error) {
    return { problem: `the XML schema is not well-formed: ${linesOf(error).join('; ')}` };
  }
  try {
    const reference = schema.get(
      '//xs:import[@schemaLocation] | //xs:include | //xs:redefine | //xs:override',
      namespace,
    );
    if (reference !== null) {
      const text = reference.toString().slice(0, 200);
      return {
        problem: `the XML schema refers to another file (${text}), which is never read. Copy its definitions into the schema`,
      };
    }
    return validateBy(library, schema, xml);
  } finally {
    schema.dispose();
  }
}

function validateBy(library: Library, schema: XmlDocument, xml: string): XsdVerdict {
  let validator: InstanceType<Library['XsdValidator']>;
  try {
    validator = library.XsdValidator.fromDoc(schema);
  } catch (error) {
    return { problem: `the XML schema cannot be used: ${linesOf(error).join('; ')}` };
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
