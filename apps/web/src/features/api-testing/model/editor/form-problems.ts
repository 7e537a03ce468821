import { ApiError } from '@touchstone/contracts';

/** Problems by dotted field path; `''` for those without a field. */
export type FormProblems = Record<string, string>;

/** issuesOf returns the first problem of each field that a schema found. */
export function issuesOf(error: { issues: { path: PropertyKey[]; message: string }[] } | undefined): FormProblems {
  const problems: FormProblems = {};
  for (const { path, message } of error?.issues ?? []) problems[path.map(String).join('.')] ??= message;
  return problems;
}

/** problemsOfError maps server-side errors to their fields; `''` for those without one. */
export function problemsOfError(error: unknown): FormProblems {
  if (error instanceof ApiError && error.details.length > 0)
    return Object.fromEntries(error.details.map(({ path, message }) => [path, message]));
  return { '': error instanceof Error ? error.message : 'Something went wrong. Please try again.' };
}
