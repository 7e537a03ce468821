import { z } from 'zod';
import { idSchema } from '../shared.ts';

/** What an assertion checks in a response. */
export const assertionKinds = [
  'status',
  'header',
  'jsonPath',
  'xpath',
  'body',
  'responseTime',
  'size',
  'jsonSchema',
  'xsd',
  'certificateDays',
] as const;
/** How an assertion compares. */
export const assertionOperators = [
  'equals',
  'notEquals',
  'contains',
  'notContains',
  'matches',
  'greaterThan',
  'greaterOrEqual',
  'lessThan',
  'lessOrEqual',
  'exists',
  'notExists',
  'type',
  'length',
  'in',
  'equalsIgnoringOrder',
  'each',
  'schema',
] as const;
/** An expectation of a response. */
export const assertionSchema = z
  .strictObject({
    id: idSchema.optional().describe('Given by the server where a script is saved without it'),
    kind: z.enum(assertionKinds),
    /** Header name, JSONPath (RFC 9535) or XPath. */
    path: z.string().max(2000).optional(),
    operator: z.enum(assertionOperators).default('equals'),
    expected: z
      .union([
        z.string().max(65536),
        z.number(),
        z.boolean(),
        z.null(),
        z.array(z.json()),
        z.record(z.string(), z.json()),
      ])
      .optional(),
    enabled: z.boolean().default(true),
  })
  .superRefine((assertion, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    const { kind, operator, expected, path } = assertion;
    if (kind === 'header' && !path) issue('path', 'Please enter header assertion key.');
    if (kind === 'jsonPath' && !path) issue('path', 'Please enter JSON path.');
    if (kind === 'xpath' && !path) issue('path', 'Please enter XPath.');
    if (operator === 'exists' || operator === 'notExists') return;
    if (expected === undefined || expected === '') {
      if (kind !== 'jsonPath' || expected === undefined) issue('expected', 'Please enter assertion value.');
      return;
    }
    const list = operator === 'in' ? String(expected).split(',') : [expected];
    if (
      (kind === 'status' || kind === 'responseTime' || kind === 'size' || kind === 'certificateDays') &&
      operator !== 'matches'
    ) {
      if (list.some((item) => !/^\s*([\dxX]+(-\d+)?|\{\{.+\}\})\s*$/.test(String(item))))
        issue('expected', 'Response assertion value cannot be a string.');
    }
  });
export type Assertion = z.infer<typeof assertionSchema>;
