/** A schema document with the name by which others reference it. */
export interface SchemaDocument {
  name: string;
  text: string;
}

const divider = /^[ \t]*<\?schema\s+name=(?:"([^"\r\n]+)"|'([^'\r\n]+)')\s*\?>[ \t]*$/m;
const mainName = 'schema.xsd';

/**
 * splitSchemaDocuments splits the documents of an XML Schema: each further one follows a line `<?schema
 * name="types.xsd"?>`. The first is the asserted one; the others are its includes and imports.
 */
export function splitSchemaDocuments(text: string): SchemaDocument[] {
  const [first = '', ...rest] = text.replace(/^\uFEFF/, '').split(divider);
  const documents = first.trim() === '' && rest.length > 0 ? [] : [{ name: mainName, text: first.trim() }];
  // For each divider the pattern captures its name in one of two groups, followed by the text.
  for (let at = 0; at + 2 < rest.length; at += 3)
    documents.push({ name: rest[at] ?? rest[at + 1] ?? '', text: (rest[at + 2] ?? '').replace(/^\uFEFF/, '').trim() });
  return documents;
}

/**
 * joinSchemaDocuments joins documents in the format of `splitSchemaDocuments`; the first is the one that no other
 * references.
 */
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

/** schemaFileName returns the file name by which a schema location is looked up: its last part. */
export const schemaFileName = (location: string): string =>
  location
    .replace(/[?#].*$/s, '')
    .split(/[\\/]/)
    .at(-1) ?? '';
