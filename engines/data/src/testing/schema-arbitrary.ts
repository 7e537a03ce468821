import fc from 'fast-check';

type Schema = Record<string, unknown>;

const names = fc.constantFrom('id', 'name', 'items', 'kind', 'x-y', 'constructor', 'größe');
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const defined = (record: Schema): Schema =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

const patterns = fc.constantFrom(
  '^[A-Z]{3}-\\d{4}$',
  '^(?:\\+\\d{1,3} )?\\d{6,12}$',
  '^[a-z0-9]+(?:-[a-z0-9]+)*$',
  '^(?=.*[A-Z])(?=.*\\d).{8,}$',
  '^\\p{Lu}\\p{Ll}+$',
  '^(a|b|[cd]e)*f$',
  '^#([0-9a-fA-F]{3}){1,2}$',
  '\\d',
  '^[^\\s@]+@[^\\s@]+\\.[^\\s@]{2,}$',
  '^(19|20)\\d\\d-(0[1-9]|1[012])$',
  '^([ab])x\\1$',
);
const formats = fc.constantFrom(
  'date',
  'date-time',
  'time',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uuid',
  'duration',
);

const text = fc
  .record({
    minLength: fc.nat(40),
    more: fc.nat(40),
    isBounded: fc.boolean(),
    pattern: optional(patterns),
    format: optional(formats),
  })
  .map(({ minLength, more, isBounded, pattern, format }) => {
    if (pattern !== undefined) return { type: 'string', pattern };
    if (format !== undefined) return { type: 'string', format };
    return { type: 'string', ...(isBounded && { minLength, maxLength: minLength + more }) };
  });

const number = fc
  .record({
    type: fc.constantFrom('integer', 'number'),
    from: fc.integer({ min: -1000, max: 1000 }),
    more: fc.integer({ min: 20, max: 5000 }),
    isExclusive: fc.boolean(),
    isBounded: fc.boolean(),
    multipleOf: optional(fc.constantFrom(1, 2, 3, 5, 7, 0.01, 0.5, 0.1, 2.5)),
  })
  .map(({ type, from, more, isExclusive, isBounded, multipleOf }) =>
    defined({
      type,
      multipleOf,
      ...(isBounded &&
        (isExclusive
          ? { exclusiveMinimum: from, exclusiveMaximum: from + more }
          : { minimum: from / 4, maximum: (from + more) / 4 })),
    }),
  );

const literal = fc.oneof(
  fc.record({ const: fc.oneof(fc.string(), fc.integer(), fc.constant(null)) }),
  fc.record({ enum: fc.uniqueArray(fc.oneof(fc.string(), fc.integer()), { minLength: 1, maxLength: 4 }) }),
  // A typical mistake in documents: a value that its own schema refuses.
  fc.record({
    type: fc.constantFrom('string', 'integer', 'boolean'),
    example: fc.oneof(fc.constant('5'), fc.integer(), fc.boolean()),
  }),
  fc.record({ type: fc.constant('integer'), minimum: fc.constant(3), default: fc.integer() }),
);

function objectOf(member: fc.Arbitrary<unknown>): fc.Arbitrary<Schema> {
  return fc
    .record({
      properties: fc.dictionary(names, member, { maxKeys: 4 }),
      required: fc.uniqueArray(names, { maxLength: 3 }),
      additionalProperties: fc.constantFrom(undefined, false, { type: 'integer' }),
      minProperties: optional(fc.nat(3)),
      dependsOn: optional(fc.tuple(names, names)),
      dependentSchema: optional(fc.tuple(names, names)),
    })
    .map(({ properties, required, additionalProperties, minProperties, dependsOn, dependentSchema }) => {
      const known = Object.keys(properties);
      const isClosed = additionalProperties === false;
      const isPossible = (name: string) => !isClosed || known.includes(name);
      return defined({
        type: 'object',
        properties,
        required: required.filter(isPossible),
        additionalProperties,
        minProperties: isClosed ? undefined : minProperties,
        dependentRequired: dependsOn && isPossible(dependsOn[1]) ? { [dependsOn[0]]: [dependsOn[1]] } : undefined,
        dependentSchemas:
          dependentSchema && isPossible(dependentSchema[1])
            ? { [dependentSchema[0]]: { required: [dependentSchema[1]] } }
            : undefined,
      });
    });
}

function arrayOf(item: fc.Arbitrary<unknown>): fc.Arbitrary<Schema> {
  return fc
    .record({ items: item, minItems: fc.nat(3), more: fc.nat(3), contains: optional(fc.constant({ const: 'needle' })) })
    .map(({ items, minItems, more, contains }) =>
      contains === undefined
        ? { type: 'array', items, minItems, maxItems: minItems + more }
        : { type: 'array', items: { anyOf: [items, { type: 'string' }] }, minItems, contains },
    );
}

const distinct = fc
  .record({
    minItems: fc.nat(5),
    items: fc.constantFrom({ type: 'string' }, { type: 'integer' }, { type: 'number', minimum: 2 }),
  })
  .map((parts) => ({ ...parts, type: 'array', uniqueItems: true }));

/** Parts of `allOf` that have a value in common: each names its own members. */
function partsOf(member: fc.Arbitrary<unknown>): fc.Arbitrary<Schema> {
  return fc.tuple(member, member, fc.boolean()).map(([first, second, isNested]) => {
    const left = { type: 'object', properties: { left: first }, required: ['left'] };
    const right = { properties: { right: second, left: {} }, required: ['right'] };
    return isNested ? { allOf: [{ allOf: [left] }, right], required: ['other'] } : { allOf: [left, right] };
  });
}

function choiceOf(member: fc.Arbitrary<unknown>): fc.Arbitrary<Schema> {
  const tagged = fc.array(member, { minLength: 1, maxLength: 3 }).map((members) =>
    members.map((value, index) => ({
      type: 'object',
      properties: { tag: { const: `t${index}` }, value },
      required: ['tag'],
    })),
  );
  return fc.oneof(
    fc.array(member, { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    tagged.map((oneOf) => ({ oneOf })),
    // A number matches both, so only the other values of the second are left.
    fc.constant({
      oneOf: [
        { type: 'integer', minimum: 0 },
        { type: 'number', minimum: 0 },
      ],
    }),
    fc.constant({ type: 'string', not: { enum: ['string', 'text'] } }),
    fc.constant({
      type: 'object',
      properties: { kind: { enum: ['a', 'b'] } },
      required: ['kind'],
      if: { properties: { kind: { const: 'a' } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['a'] },
      else: { required: ['b'] },
    }),
  );
}

/**
 * schemaArbitrary generates JSON Schemas (2020-12) of all kinds that API descriptions use, with references and
 * recursion. Nearly all have a valid value.
 */
export function schemaArbitrary(): fc.Arbitrary<Schema> {
  const leaf = fc.oneof(
    text,
    number,
    literal,
    distinct,
    fc.constantFrom({ type: 'boolean' }, { type: ['string', 'null'] }, {}),
  );
  const { schema } = fc.letrec<{ schema: Schema }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      leaf,
      objectOf(tie('schema')),
      arrayOf(tie('schema')),
      partsOf(tie('schema')),
      choiceOf(tie('schema')),
      fc.constantFrom({ $ref: '#/$defs/node' }, { $ref: '#/$defs/leaf' }),
    ),
  }));
  return fc.record({ top: schema, node: schema, leaf }).map(({ top, node, leaf }) => ({
    ...top,
    $defs: {
      leaf,
      node: {
        type: 'object',
        properties: { next: { $ref: '#/$defs/node' }, value: withoutSelf(node) },
        required: ['value'],
      },
    },
  }));
}

/** A node must not require another node, or no value would end. */
const withoutSelf = (schema: Schema): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/node', '#/$defs/leaf'));
