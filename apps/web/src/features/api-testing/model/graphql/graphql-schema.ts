/** A type reference, such as `[Pet!]!`. */
export interface TypeUse {
  kind: string;
  name: string | null;
  ofType?: TypeUse | null;
}
/** An argument of a field or directive, or a field of an input object. */
export interface GraphqlInput {
  name: string;
  description?: string | null;
  type: TypeUse;
  defaultValue?: string | null;
}
export interface GraphqlField {
  name: string;
  description?: string | null;
  args: GraphqlInput[];
  type: TypeUse;
  isDeprecated?: boolean;
  deprecationReason?: string | null;
}
export interface GraphqlType {
  kind: string;
  name: string;
  description?: string | null;
  fields?: GraphqlField[] | null;
  inputFields?: GraphqlInput[] | null;
  enumValues?: { name: string; description?: string | null }[] | null;
  possibleTypes?: TypeUse[] | null;
}

/** GraphqlSchema is a server's schema. */
export interface GraphqlSchema {
  /** Names of the root operation types. */
  roots: Partial<Record<'query' | 'mutation' | 'subscription', string>>;
  types: ReadonlyMap<string, GraphqlType>;
  /** As returned by the server. */
  raw: RawSchema;
}

const use =
  'kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } }';
const input = `name description type { ${use} } defaultValue`;

/** introspectionQuery is the introspection query for a server's schema (GraphQL specification, section 4). */
export const introspectionQuery = `query IntrospectionQuery {
  __schema {
    queryType { name }
    mutationType { name }
    subscriptionType { name }
    types {
      kind name description
      fields(includeDeprecated: true) { name description args { ${input} } type { ${use} } isDeprecated deprecationReason }
      interfaces { kind name }
      inputFields { ${input} }
      enumValues(includeDeprecated: true) { name description }
      possibleTypes { kind name }
    }
    directives { name locations args { ${input} } }
  }
}`;

/** readSchema parses the response to the introspection query; throws an error for the user if it has no schema. */
export function readSchema(text: string): GraphqlSchema {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new Error('The server did not answer with JSON, so its schema is not known. Check the address.');
  }
  const { data, errors } = (answer ?? {}) as { data?: { __schema?: RawSchema }; errors?: { message?: unknown }[] };
  const schema = data?.__schema;
  if (!schema || !Array.isArray(schema.types)) {
    const reason = Array.isArray(errors) ? errors[0]?.message : undefined;
    throw new Error(
      typeof reason === 'string'
        ? `The server gives no schema: ${reason}`
        : 'The server gives no schema. It may not be a GraphQL server, or introspection is switched off.',
    );
  }
  const { queryType, mutationType, subscriptionType, types } = schema;
  return {
    roots: {
      ...(queryType && { query: queryType.name }),
      ...(mutationType && { mutation: mutationType.name }),
      ...(subscriptionType && { subscription: subscriptionType.name }),
    },
    raw: schema,
    types: new Map(types.filter(({ name }) => typeof name === 'string').map((type) => [type.name, type])),
  };
}
/** RawSchema is the introspection response, unvalidated. */
export interface RawSchema {
  queryType?: { name: string } | null;
  mutationType?: { name: string } | null;
  subscriptionType?: { name: string } | null;
  types: GraphqlType[];
}

/** typeText writes a type in GraphQL syntax: `[Pet!]!`. */
export function typeText(type: TypeUse): string {
  if (type.kind === 'NON_NULL' && type.ofType) return `${typeText(type.ofType)}!`;
  if (type.kind === 'LIST' && type.ofType) return `[${typeText(type.ofType)}]`;
  return type.name ?? '';
}

/** namedType returns the name of a type without list and non-null wrappers. */
export const namedType = (type: TypeUse): string => (type.ofType ? namedType(type.ofType) : (type.name ?? ''));

/** fieldsOf returns the selectable fields of a type. */
export const fieldsOf = (schema: GraphqlSchema, typeName: string | undefined): readonly GraphqlField[] =>
  (typeName === undefined ? undefined : schema.types.get(typeName)?.fields) ?? [];
