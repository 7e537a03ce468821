import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, timeSchema } from '../shared.ts';
import { type StepTarget, targetSchema } from './step.ts';

/** A named element of a project, from which steps take their targets. */
export const knownTargetSchema = z.object({
  uuid: idSchema,
  projectUUID: idSchema,
  target: targetSchema,
  pageUrl: z.string().describe('Where it was seen; empty: not known'),
  updatedBy: z.string(),
  updatedAt: timeSchema,
});
/** A named element of a project. */
export type KnownTarget = z.infer<typeof knownTargetSchema>;

const needsName = 'Please enter a name';
const target = targetSchema
  .extend({ name: z.string(needsName).trim().min(1, needsName).max(255, 'A name has at most 255 characters') })
  .refine(({ locators }) => locators.length > 0, { path: ['locators'], message: 'Give at least one locator' });
const pageUrl = z.string().max(10_000).default('');

/** The input for saving a known target. */
export interface KnownTargetInput {
  target: StepTarget;
  pageUrl: string;
}

/** knownTargetCalls calls on known targets of a keyword-test service. */
export const knownTargetCalls = (service: string) => ({
  listKnownTargets: route({
    service,
    method: 'GET',
    path: '/api/known-targets',
    summary: 'Known targets of a project by name',
    access: canRead,
    query: z.strictObject({ projectUUID: idSchema }),
    response: z.object({ knownTargets: z.array(knownTargetSchema) }),
  }),
  createKnownTarget: route({
    service,
    method: 'POST',
    path: '/api/known-targets',
    summary: 'Keep an element under a name, so that steps can take it as their target',
    access: canWrite,
    body: z.strictObject({ projectUUID: idSchema, target, pageUrl }),
    status: 201,
    response: knownTargetSchema,
  }),
  updateKnownTarget: route({
    service,
    method: 'PUT',
    path: '/api/known-targets',
    summary: 'Change a known target; steps that took it keep what they have',
    access: canWrite,
    body: z.strictObject({ uuid: idSchema, target, pageUrl }),
    response: knownTargetSchema,
  }),
  deleteKnownTarget: route({
    service,
    method: 'DELETE',
    path: '/api/known-targets',
    summary: 'Forget a known target; steps that took it keep what they have',
    access: canWrite,
    query: z.strictObject({ uuid: idSchema }),
    response: okSchema,
  }),
});
