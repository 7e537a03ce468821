import { ApiError } from '@touchstone/contracts';
import type { CreateKind } from '../../shared/create/create-target.ts';

/** Title of the dialog, its button and the menu entry, and the success message. */
export const kindTexts: Record<CreateKind, { title: string; done: string }> = {
  script: { title: 'Create test script', done: 'Test Script Created Successfully' },
  suite: { title: 'Create test suite', done: 'Test Suite created successfully' },
  project: { title: 'Create project', done: 'Project created successfully' },
};

export const nameLimit = 255;
export const descriptionLimit = 1000;
const namePattern = /^\p{L}[\p{L}\p{M}\p{Nd}_\- ]*$/u;

/** notAvailable is shown for an empty list. */
export const notAvailable = (label: string): string => `${label} is not available.`;
export const pleaseSelect = (label: string): string => `Please Select ${label}`;

/** textProblem returns what is wrong with an entered text; undefined if it is valid. */
export function textProblem(
  { type, label, isOptional = false }: { type: 'name' | 'description'; label: string; isOptional?: boolean },
  text: string,
): string | undefined {
  if (text.trim() === '') return isOptional ? undefined : `Please enter ${label}`;
  const limit = type === 'name' ? nameLimit : descriptionLimit;
  if (text.length > limit) return `${label} should not be above ${limit} characters`;
  return type === 'name' && !namePattern.test(text) ? 'Invalid character' : undefined;
}

/** failureText returns the message for a refused or failed call: the server's errorMessage, or its message. */
export function failureText(error: unknown): string {
  if (error instanceof ApiError) return error.errorMessage ?? error.message;
  return error instanceof Error ? error.message : 'Something went wrong. Please try again.';
}
