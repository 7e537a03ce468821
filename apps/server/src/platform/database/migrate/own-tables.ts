import type { MigrationFile } from './migration-files.ts';

const name = '(?:"?(\\w+)"?\\s*\\.\\s*)?"?(\\w+)"?';
const there = '(?:if\\s+(?:not\\s+)?exists\\s+)?(?:only\\s+)?';
const target = `${there}${name}`;
/** Statements that change the table, index or type that they name, or make one depend on it. */
const changing = [
  `(?:alter|drop)\\s+(?:table|index|view|type|sequence)\\s+${target}`,
  `create\\s+(?:unlogged\\s+)?(?:table|view|type|sequence)\\s+${target}`,
  `index\\s+(?:concurrently\\s+)?(?:if\\s+not\\s+exists\\s+)?"?\\w*"?\\s*on\\s+${target}`,
  `(?:insert\\s+into|delete\\s+from|truncate(?:\\s+table)?|update|references)\\s+${target}`,
].map((pattern) => new RegExp(`\\b${pattern}`, 'gi'));
const schemas = new RegExp(`\\b(?:create|alter|drop|set)\\s+schema\\s+${there}"?(\\w+)"?`, 'gi');
/** A table without a schema goes to `public`, where it has no owner. */
const withoutSchema = new RegExp(`\\bcreate\\s+(?:unlogged\\s+)?table\\s+${there}"?(\\w+)"?\\s*(?:\\(|as\\b)`, 'gi');

/**
 * Dynamic SQL; `execute procedure` and `execute function` of triggers name their target, and grants only give a right.
 */
const built = /\bexecute\b(?!\s+(?:procedure|function|on)\b)/i;
const builtBecause = /^-- execute because \S.*$/m;

const handedOver = /^-- hands over to (\S+)$/gm;
const takenOver = /^-- after (\S+)$/gm;

/** schemaOf returns the schema of a service's tables. */
export const schemaOf = (service: string): string => service.replaceAll('-', '_');

/**
 * assertOwnTables throws if a migration changes another service's table, so that no two services share one. A table
 * moves to another service if both declare it: the giver's file with a line `-- hands over to <service>`, the taker's
 * with `-- after <giver>/<that file>`. Dynamic SQL can't be checked: EXECUTE requires a line `-- execute because
 * <reason>`.
 */
export function assertOwnTables(files: readonly MigrationFile[]): void {
  const keys = new Map(files.map((file) => [`${file.service}/${file.name}`, file]));
  for (const file of files) {
    if (built.test(withoutTexts(file.text)) && !builtBecause.test(file.text))
      throw new Error(
        `Migration ${file.service}/${file.name} builds SQL and runs it with EXECUTE, so its tables can't be checked. Write the statements out, or add a line "-- execute because <reason>".`,
      );
    const givers = new Set(
      [...file.text.matchAll(takenOver)].flatMap(([, key = '']) => {
        const giver = keys.get(key);
        const receivers = [...(giver?.text.matchAll(handedOver) ?? [])].map(([, service]) => service);
        return giver && receivers.includes(file.service) ? [schemaOf(giver.service)] : [];
      }),
    );
    for (const { schema, table } of changedTables(file.text)) {
      if (schema === schemaOf(file.service) || givers.has(schema)) continue;
      const owner = files.find(({ service }) => schemaOf(service) === schema)?.service;
      throw new Error(
        `Migration ${file.service}/${file.name} changes ${table}, which ${owner ? `belongs to the service ${owner}` : `is not in the schema ${schemaOf(file.service)}`}. A service changes its own tables only${owner ? `; to take one over, let a file of ${owner} say "-- hands over to ${file.service}" and this one "-- after ${owner}/<that file>"` : ''}.`,
      );
    }
  }
}

/** The statements without comments and string literals; the body of a function or block is kept as statements. */
const withoutTexts = (text: string): string =>
  text.replace(/--.*$|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/gm, (found, at: number) => {
    if (!found.startsWith("'")) return '';
    const isBody = /\b(?:as|do)\s+$/i.test(text.slice(Math.max(0, at - 20), at));
    return isBody ? withoutTexts(found.slice(1, -1).replaceAll("''", "'")) : "''";
  });

function* changedTables(text: string): Generator<{ schema: string; table: string }> {
  const sql = withoutTexts(text);
  for (const pattern of changing)
    for (const [, schema, table] of sql.matchAll(pattern)) if (schema) yield { schema, table: `${schema}.${table}` };
  for (const [, schema = ''] of sql.matchAll(schemas)) yield { schema, table: `the schema ${schema}` };
  for (const [, table = ''] of sql.matchAll(withoutSchema)) yield { schema: 'public', table };
}
