/** Addresses of the collaboration pages. */
export const collaborationPaths = {
  people: (project?: string): string =>
    `/api-testing/people${project ? `?${new URLSearchParams({ project }).toString()}` : ''}`,
  invitations: '/api-testing/collaboration-invite',
};
