import type { WorkspaceFile } from '@touchstone/contracts/api-testing';
import { jobInFileSchema } from '@touchstone/contracts/scheduler';
import { stableText } from './stable-text.ts';

type Fields = Record<string, unknown>;

/** Drops fields that have their default values. */
const without = (fields: Fields, usual: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => value !== undefined && stableText(value) !== stableText(usual[name]),
    ),
  );

const { shape } = jobInFileSchema;
const { shape: targetShape } = shape.target;
const defaults = (of: Record<string, { safeParse(value: undefined): { success: boolean; data?: unknown } }>): Fields =>
  Object.fromEntries(
    Object.entries(of).flatMap(([name, schema]) => {
      const read = schema.safeParse(undefined);
      return read.success && read.data !== undefined ? [[name, read.data]] : [];
    }),
  );
const [usualSchedule, usualTarget] = [defaults(shape), defaults(targetShape)];

/**
 * compactParts certificates, run configurations, workflows and schedules as written to a workspace file, without
 * default values.
 */
export const compactParts = ({ certificates, configurations, workflows, schedules }: WorkspaceFile) => ({
  certificates,
  configurations: configurations?.map((one) => without(one, { environmentId: null, variables: {}, parallel: null })),
  workflows: workflows?.map((one) => without(one, { description: '', references: [] })),
  schedules: schedules?.map(({ target, ...one }) =>
    without({ ...one, target: without(target, usualTarget) }, usualSchedule),
  ),
});
