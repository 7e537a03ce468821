import { reads, type ServiceCalls, writes } from '../expectation.ts';

/** Comments. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET comments/api/comments
      PUT comments/api/read-comments
      GET comments/api/comment-counts
      GET comments/api/mentionable-people
    `,
    membersWhoChange: `
      POST comments/api/comments
      PUT comments/api/comments
      DELETE comments/api/comments
      PUT comments/api/comment-threads
    `,
  },
  expectations: {
    'GET comments/api/comments': reads,
    'PUT comments/api/read-comments': reads,
    'GET comments/api/comment-counts': reads,
    'GET comments/api/mentionable-people': reads,
    'POST comments/api/comments': writes(201),
    // The sample is the owner's comment; callers who aren't its author are refused.
    'PUT comments/api/comments': {
      ...writes(),
      colleague: 403,
      owner: 200,
      byRole: { ROLE_SUPERUSER: 403, ROLE_SUPERADMIN: 403 },
    },
    'DELETE comments/api/comments': { ...writes(), colleague: 'destroys', owner: 'destroys' },
    'PUT comments/api/comment-threads': writes(),
  },
  examples: ({ projectId = '', scriptId = '', commentId = '' }) => ({
    'GET comments/api/comments': { query: { kind: 'api-script', subjectId: scriptId } },
    'PUT comments/api/read-comments': { body: { commentId } },
    'GET comments/api/comment-counts': { query: { projectId, kind: 'api-script', containerId: projectId } },
    'GET comments/api/mentionable-people': { query: { projectId } },
    'POST comments/api/comments': { body: { kind: 'api-script', subjectId: scriptId, text: 'Hello' } },
    'PUT comments/api/comments': { body: { commentId, text: 'Hello again' } },
    'DELETE comments/api/comments': { query: { commentId } },
    'PUT comments/api/comment-threads': { body: { threadId: commentId, isResolved: true } },
  }),
};
