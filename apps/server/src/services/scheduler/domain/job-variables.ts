/** A variable of a job as it is stored: the value of a secret is sealed. */
export interface StoredVariable {
  name: string;
  value: string;
  isSecret: boolean;
}

/** variablePlace binds a sealed value to its job and its name. */
export const variablePlace = (jobId: string, name: string): string => `scheduler.job.variable:${jobId}:${name}`;

/** plannedVariables are the variables of a job as a run takes them: secrets stay sealed until a runner needs them. */
export const plannedVariables = (jobId: string, variables: readonly StoredVariable[]) =>
  variables.map(({ name, value, isSecret }) => ({
    name,
    value,
    ...(isSecret && { sealedAt: variablePlace(jobId, name) }),
  }));

/** shownVariables are the variables of a job as people see them: without the values of secrets. */
export const shownVariables = (variables: readonly StoredVariable[]) =>
  variables.map(({ name, value, isSecret }) => ({ name, value: isSecret ? null : value, isSecret }));
