import {
  buildClientSchema,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  type IntrospectionQuery,
  parse,
  validate,
} from 'graphql';
import type { CodeFault } from '../../../../ui/code-editor/fault-marks.ts';
import type { RawSchema } from './graphql-schema.ts';

/** Longer documents are sent without validation. */
const longest = 100_000;
const maxFaults = 50;
const built = new WeakMap<RawSchema, GraphQLSchema | null>();

/** The schema to validate against; null if a server's schema isn't usable. */
function schemaOf(raw: RawSchema): GraphQLSchema | null {
  const known = built.get(raw);
  if (known !== undefined) return known;
  let made: GraphQLSchema | null = null;
  try {
    made = buildClientSchema({ __schema: raw } as unknown as IntrospectionQuery, { assumeValid: true });
  } catch {
    // Servers may leave out parts of the response, or return contradictory types.
  }
  built.set(raw, made);
  return made;
}

/** Positions of our variables, and a document of the same length with each replaced by a name. */
function withoutVariables(text: string): { document: string; places: [start: number, end: number][] } {
  const places: [number, number][] = [];
  const document = text.replace(/\{\{[^{}\n]*\}\}/g, (found, at: number) => {
    places.push([at, at + found.length]);
    return 'x'.repeat(found.length);
  });
  return { document, places };
}

/**
 * graphqlFaults returns syntax errors of a GraphQL document, and references that its schema doesn't have. Values of
 * `{{variables}}` aren't validated.
 */
export function graphqlFaults(text: string, raw: RawSchema): CodeFault[] {
  const schema = schemaOf(raw);
  if (!schema || text.trim() === '' || text.length > longest) return [];
  const { document, places } = withoutVariables(text);
  let parsed: DocumentNode;
  try {
    parsed = parse(document);
  } catch (error) {
    return error instanceof GraphQLError ? [faultOf(error, text.length)] : [];
  }
  return validate(schema, parsed, undefined, { maxErrors: maxFaults })
    .map((error) => faultOf(error, text.length))
    .filter(({ start, end }) => !places.some(([from, to]) => start < to && end > from));
}

function faultOf({ message, nodes, positions }: GraphQLError, length: number): CodeFault {
  // Of several nodes the last is the redundant one.
  const node = nodes?.at(-1);
  const place = node && 'name' in node && node.name?.loc ? node.name.loc : node?.loc;
  const start = place?.start ?? Math.min(positions?.[0] ?? 0, length);
  const end = place?.end ?? start + 1;
  return { start, end, severity: 'error', message };
}
