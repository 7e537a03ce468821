/** The query of a MongoDB prerequisite: a filter with its options, or an aggregation. */
export interface MongoQuery {
  collection: string;
  filter?: Record<string, unknown>;
  projection?: Record<string, unknown>;
  sort?: Record<string, unknown>;
  pipeline?: Record<string, unknown>[];
}

const example = '{ "collection": "users", "filter": { "name": "{{name}}" } }';
const fields = ['collection', 'filter', 'projection', 'sort', 'pipeline'];
/** Stages that write, and operators that run code in the database. */
const refused = new Set(['$out', '$merge', '$where', '$function', '$accumulator']);
const variable = /\{\{\s*([^{}]+?)\s*\}\}/g;

/**
 * readMongoQuery parses the JSON of a MongoDB query and replaces `{{variables}}` inside its texts with values, so that
 * a value never becomes an operator. Throws an `Error` with a message for the user.
 */
export function readMongoQuery(text: string, valueFor: (name: string) => string): MongoQuery {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new Error(`Write the query as JSON, such as ${example}. ${(cause as Error).message}`, { cause });
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new Error(`Write the query as a JSON object, such as ${example}.`);
  const unknown = Object.keys(parsed).find((name) => !fields.includes(name));
  if (unknown) throw new Error(`A query has no field ${unknown}. It may have: ${fields.join(', ')}.`);
  const query = parsed as MongoQuery;
  if (typeof query.collection !== 'string' || query.collection === '')
    throw new Error(`Name the collection, such as ${example}.`);
  if (query.pipeline && (!Array.isArray(query.pipeline) || query.filter || query.projection || query.sort))
    throw new Error('Use either a pipeline, which is a list of stages, or filter, projection and sort.');
  return withValues(query, valueFor) as MongoQuery;
}

function withValues(value: unknown, valueFor: (name: string) => string): unknown {
  if (typeof value === 'string') return value.replace(variable, (_whole, name: string) => valueFor(name));
  if (Array.isArray(value)) return value.map((item) => withValues(item, valueFor));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      if (refused.has(name)) throw new Error(`The query may only read: ${name} is not allowed.`);
      return [name, withValues(item, valueFor)];
    }),
  );
}
