import type { Interpolator } from './interpolate.ts';
import type { FormField, HttpAuthentication, HttpBody, HttpStep, KeyValue, StepCondition } from './plan.ts';

/** Standard methods are always upper-cased; any other is sent as written. */
const standardMethods = /^(?:get|head|post|put|patch|delete|options|trace|connect)$/i;
const methodOf = (written: string): string =>
  written === '' ? 'GET' : standardMethods.test(written) ? written.toUpperCase() : written;

/** interpolateStep returns the step with its variables replaced, without disabled rows. */
export function interpolateStep(step: HttpStep, interpolator: Interpolator): HttpStep {
  return {
    ...step,
    method: methodOf(interpolator.text(step.method, 'method').trim()),
    url: interpolator.text(step.url, 'url'),
    headers: rows(step.headers, 'header', interpolator),
    queryParams: rows(step.queryParams, 'query parameter', interpolator),
    pathParams: rows(step.pathParams, 'path parameter', interpolator),
    body: interpolateBody(step.body, interpolator),
    authentication: interpolateAuthentication(step.authentication, interpolator),
    assertions: step.assertions
      .filter((assertion) => assertion.enabled !== false)
      .map((assertion) => {
        const place = `assertion ${assertion.path ?? assertion.kind}`;
        return {
          ...assertion,
          ...(assertion.path === undefined ? {} : { path: interpolator.text(assertion.path, place) }),
          ...(assertion.expected === undefined ? {} : { expected: interpolator.value(assertion.expected, place) }),
        };
      }),
    ...(step.condition === undefined ? {} : { condition: interpolateCondition(step.condition, interpolator) }),
    dataHandlers: step.dataHandlers
      .filter((handler) => handler.enabled !== false)
      .map((handler) => ({ ...handler, path: interpolator.text(handler.path, `data handler ${handler.name}`) })),
  };
}

/** Marks the variable as used; a missing value is a valid input here, not an unresolved name. */
function interpolateCondition(condition: StepCondition, interpolator: Interpolator): StepCondition {
  interpolator.find(condition.variable);
  const { expected } = condition;
  return expected === undefined ? condition : { ...condition, expected: interpolator.text(expected, 'condition') };
}

function rows<T extends KeyValue>(list: T[], place: string, interpolator: Interpolator): T[] {
  const enabled: T[] = [];
  for (const row of list) {
    if (row.enabled === false) continue;
    const key = interpolator.text(row.key, place);
    if (key === '' && row.value === '') continue;
    enabled.push({ ...row, key, value: interpolator.text(row.value, `${place} ${key}`) });
  }
  return enabled;
}

function interpolateBody(body: HttpBody, interpolator: Interpolator): HttpBody {
  switch (body.type) {
    case 'none':
      return body;
    case 'form':
      return {
        type: 'form',
        fields: rows<FormField>(body.fields, 'form field', interpolator).map((field) =>
          field.fileId === undefined
            ? field
            : { ...field, fileId: interpolator.text(field.fileId, `form field ${field.key}`) },
        ),
      };
    case 'urlencoded':
      return { type: 'urlencoded', fields: rows(body.fields, 'form field', interpolator) };
    case 'graphql':
      return {
        ...body,
        query: interpolator.text(body.query, 'GraphQL query'),
        variables: interpolator.text(body.variables, 'GraphQL variables'),
      };
    case 'binary':
      return {
        ...body,
        fileId: interpolator.text(body.fileId, 'body file'),
        ...(body.contentType === undefined ? {} : { contentType: interpolator.text(body.contentType, 'body file') }),
      };
    default:
      return { ...body, content: interpolator.text(body.content, 'body') };
  }
}

/** Any string of an authentication may contain variables, except those that select its kind. */
const fixedFields = new Set(['type', 'in', 'grant', 'clientAuthentication', 'signatureMethod', 'algorithm']);

function interpolateAuthentication(authentication: HttpAuthentication, interpolator: Interpolator): HttpAuthentication {
  const entries = Object.entries(authentication).map(([field, value]: [string, unknown]) => {
    const isText = typeof value === 'string' && !fixedFields.has(field);
    return [field, isText ? interpolator.text(value, 'authentication') : value];
  });
  return Object.fromEntries(entries) as HttpAuthentication;
}
