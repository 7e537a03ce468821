import { scriptSettingsSchema, type WorkspaceScript } from '@touchstone/contracts/api-testing';

type Fields = Record<string, unknown>;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
/** Drops fields that have no value or their default value. */
const without = (fields: Fields, usual: Fields = {}): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => !isEmpty(value) && (!(name in usual) || usual[name] !== value)),
  );
const part = ({ id: _, ...fields }: Fields): Fields => {
  const { value } = fields;
  return { ...without(fields, { enabled: true }), ...(value === '' ? { value } : {}) };
};
const parts = (list: readonly Fields[]): Fields[] => list.map(part);

const usualSettings: Fields = scriptSettingsSchema.parse({});

/** Empty expected values are kept. */
const assertion = (given: Fields): Fields => {
  const { expected } = given;
  return { ...part(given), ...(expected === undefined ? {} : { expected }) };
};

function body(given: WorkspaceScript['body']): Fields | undefined {
  if (given.type === 'none') return undefined;
  return 'fields' in given ? { type: given.type, fields: parts(given.fields) } : { ...given };
}

/**
 * compactScript returns a script as written to a workspace file: without the ids of its parts and without default
 * values. Reading it returns the same script.
 */
export function compactScript(script: WorkspaceScript): Fields {
  const {
    settings,
    body: sent,
    authentication,
    headers,
    queryParams,
    pathParams,
    assertions,
    dataHandlers,
    ...rest
  } = script;
  const { examples, ...others } = rest;
  const changed = without(settings, usualSettings);
  return without({
    ...others,
    headers: parts(headers),
    queryParams: parts(queryParams),
    pathParams: parts(pathParams),
    body: body(sent),
    authentication: authentication.type === 'none' ? undefined : authentication,
    assertions: assertions.map(assertion),
    dataHandlers: parts(dataHandlers),
    settings: Object.keys(changed).length > 0 ? changed : undefined,
    examples: examples?.map(({ id: _, ...example }) => example),
  });
}
