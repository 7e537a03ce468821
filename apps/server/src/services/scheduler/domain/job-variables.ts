/** A stored variable of a job: the value of a secret is sealed. */
export interface StoredVariable {
  name: string;
  value: string;
  isSecret: boolean;
}

/** variablePlace returns the sealing context of a variable: its job and its name. */
export const variablePlace = (jobId: string, name: string): string => `scheduler.job.variable:${jobId}:${name}`;

/** plannedVariables returns a job's variables as passed to a run: secrets stay sealed until a runner needs them. */
export const plannedVariables = (jobId: string, variables: readonly StoredVariable[]) =>
  variables.map(({ name, value, isSecret }) => ({
    name,
    value,
    ...(isSecret && { sealedAt: variablePlace(jobId, name) }),
  }));

/** shownVariables returns a job's variables as shown to users: without the values of secrets. */
export const shownVariables = (variables: readonly StoredVariable[]) =>
  variables.map(({ name, value, isSecret }) => ({ name, value: isSecret ? null : value, isSecret }));
