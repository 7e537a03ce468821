/** A schema document with the name that other ones give it. */
export interface SchemaDocument {
  name: string;
  text: string;
}

const divider = /^[ \t]*<\?schema\s+name=(?:"([^"\r\n]+)"|'([^'\r\n]+)')\s*\?>[ \t]*$/m;
const mainName = 'schema.xsd';

/**
 * splitSchemaDocuments takes the documents of an XML Schema apart: each further one follows a line `<?schema name="types.xsd"?>`. The
 * first is the one that is asserted; the others are what it includes and imports.
 */
export function splitSchemaDocuments(text: string): SchemaDocument[] {
  const [first = '', ...rest] = text.replace(/^\uFEFF/, '').split(divider);
  const documents = first.trim() === '' && rest.length > 0 ? [] : [{ name: mainName, text: first.trim() }];
  // Of each divider the pattern gives its name in one of two groups, then the text that follows.
  for (let at = 0; at + 2 < rest.length; at += 3)
    documents.push({ name: rest[at] ?? rest[at + 1] ?? '', text: (rest[at + 2] ?? '').replace(/^\uFEFF/, '').trim() });
  return documents;
}

/** joinSchemaDocuments writes documents as `splitSchemaDocuments` reads them; the first is the one that no other names. */
export function joinSchemaDocuments(documents: readonly SchemaDocument[]): string {
  const isNamed = ({ name }: SchemaDocument) =>
    documents.some((other) => other.name !== name && other.text.includes(name));
  const [only] = documents;
  if (only !== undefined && documents.length === 1) return only.text.trim();
  const main = documents.find((document) => !isNamed(document)) ?? only;
  return [...documents]
    .sort((left, right) => Number(right === main) - Number(left === main))
    .map(({ name, text }) => `<?schema name="${name.replaceAll('"', '')}"?>\n${text.replace(/^\uFEFF/, '').trim()}`)
    .join('\n');
}

/** schemaFileName is the name by which a location in a schema is known: its last part. */
export const schemaFileName = (location: string): string =>
  location
    .replace(/[?#].*$/s, '')
    .split(/[\\/]/)
    .at(-1) ?? '';
