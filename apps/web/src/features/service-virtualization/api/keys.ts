const root = 'service-virtualization';

/** Query keys of service virtualization. */
export const mockKeys = {
  all: [root] as const,
  projects: [root, 'projects'] as const,
  mock: [root, 'mock'] as const,
  suites: [root, 'suites'] as const,
  assets: [root, 'assets'] as const,
  tags: [root, 'tags'] as const,
  journal: [root, 'journal'] as const,
  state: [root, 'state'] as const,
  files: [root, 'files'] as const,
  variables: [root, 'variables'] as const,
  sources: [root, 'sources'] as const,
  recordings: [root, 'recordings'] as const,
  drift: [root, 'drift'] as const,
};
