import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, queryBoolean, searchTerm, timeSchema } from '../shared.ts';
import { descriptionOf, nameOf } from './names.ts';
import { stepIdsSchema, stepProblemSchema, stepSchema, stepsSchema } from './step.ts';

/** An input or output of a function; its steps use it as a variable. */
export const functionPortSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z_][\w.-]{0,99}$/, 'Begin with a letter or _, then letters, digits, _, . and -, at most 100'),
  description: z.string().max(255).default(''),
});
const ports = z
  .array(functionPortSchema)
  .max(50, 'At most 50')
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, 'Each name only once');

/** A function: steps that a project's scripts call by name. */
export const repositoryFunctionSchema = z.object({
  uuid: idSchema,
  functionName: z.string(),
  description: z.string(),
  projectUUID: idSchema,
  inputs: z.array(functionPortSchema),
  outputs: z.array(functionPortSchema),
  steps: z.array(stepSchema),
  problems: z.array(stepProblemSchema),
  revision: z.number().int(),
  calledBy: z.array(z.object({ uuid: idSchema, testScriptName: z.string() })).describe('Scripts that call it'),
  createdBy: z.string(),
  createdDate: timeSchema,
  modifiedBy: z.string(),
  modifiedDate: timeSchema,
});
/** A function: steps that scripts call by name. */
export type RepositoryFunction = z.infer<typeof repositoryFunctionSchema>;

/** Name of a function, by which steps call it. */
export const functionNameSchema = nameOf('Function name');
const description = descriptionOf('Description');

/** functionCalls calls on functions of a keyword-test service. */
export const functionCalls = (service: string) => ({
  createFunction: route({
    service,
    method: 'POST',
    path: '/api/create-function',
    summary: 'Create a function from given steps, or from steps of a script, which a call of it can replace there',
    access: canWrite,
    body: z.strictObject({
      projectUUID: idSchema,
      functionName: functionNameSchema,
      description: description.default(''),
      inputs: ports.default([]),
      outputs: ports.default([]),
      steps: stepsSchema.optional(),
      from: z
        .strictObject({
          scriptUUID: idSchema,
          stepIds: stepIdsSchema.describe('Steps that lie side by side'),
          replace: z.boolean().default(false).describe('A call of the function takes their place'),
        })
        .optional(),
    }),
    status: 201,
    response: repositoryFunctionSchema,
  }),
  listFunctions: route({
    service,
    method: 'GET',
    path: '/api/all-function',
    summary: 'Functions of a project by name',
    access: canRead,
    query: z.strictObject({ projectUUID: idSchema, searchTerm }),
    response: z.object({ functions: z.array(repositoryFunctionSchema) }),
  }),
  updateFunction: route({
    service,
    method: 'PUT',
    path: '/api/update-function',
    summary:
      'Change a function; with `revision` a newer one is not overwritten. Scripts that call it by its old name follow',
    access: canWrite,
    body: z.strictObject({
      uuid: idSchema,
      functionName: functionNameSchema.optional(),
      description: description.optional(),
      inputs: ports.optional(),
      outputs: ports.optional(),
      steps: stepsSchema.optional(),
      revision: z.number().int().min(1).optional(),
    }),
    response: repositoryFunctionSchema,
  }),
  cloneFunction: route({
    service,
    method: 'POST',
    path: '/api/clone-function',
    summary: 'Copy a function; without a name it gets a free one',
    access: canWrite,
    body: z.strictObject({ functionUUID: idSchema, functionName: functionNameSchema.optional() }),
    status: 201,
    response: repositoryFunctionSchema,
  }),
  deleteFunction: route({
    service,
    method: 'DELETE',
    path: '/api/delete-function',
    summary: 'Delete a function; one that scripts call only with `force`',
    access: canWrite,
    query: z.strictObject({ functionUUID: idSchema, force: queryBoolean.optional() }),
    response: okSchema,
  }),
  deleteFunctionSteps: route({
    service,
    method: 'PUT',
    path: '/api/delete-function-steps',
    summary: 'Delete steps of a function with what lies in them',
    access: canWrite,
    body: z.strictObject({ functionUUID: idSchema, stepIds: stepIdsSchema }),
    response: repositoryFunctionSchema,
  }),
});
