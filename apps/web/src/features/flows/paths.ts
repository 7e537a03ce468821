const query = (values: Record<string, string | undefined>): string => {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) if (value) search.set(key, value);
  const text = search.toString();
  return text ? `?${text}` : '';
};

/** Addresses of API workflows. */
export const flowPaths = {
  list: (project?: string) => `/api-testing/api-workflow-list${query({ project })}`,
  /** Creates a workflow from a document or suite. */
  generate: (project?: string) => `/api-testing/chain-connection${query({ project })}`,
  /** The canvas of a workflow, optionally showing a run. */
  flow: (workflow: string, project: string, run?: string) => `/api-testing/process${query({ project, workflow, run })}`,
};
