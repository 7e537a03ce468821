/** topicOf names what a stream can follow: the unread counts, a run, the points of a performance run, a copy, a workspace; `mockTopic` those of service virtualization. */
export const topicOf = {
  unread: 'unread',
  run: (runId: string): string => `run:${runId}`,
  performance: (runId: string): string => `performance:${runId}`,
  workspace: (projectId: string): string => `workspace:${projectId}`,
  clone: (uniqueIdentifier: string): string => `clone:${uniqueIdentifier}`,
};

/** How many topics one stream carries. */
export const maxTopics = 200;

/**
 * What a stream of topics says. An event without an id is a state that the next one replaces. A topic that is over, or refused to the
 * caller, says nothing more; the others go on.
 */
export type TopicNews =
  | { topic: string; kind: 'event'; id?: number; event: string; data: unknown }
  | { topic: string; kind: 'end' }
  | { topic: string; kind: 'refused'; status: number; code: string; message: string };

/** isTopicNews tells news from what a newer server may say; a page that has just been opened loads no schemas for it. */
export const isTopicNews = (value: unknown): value is TopicNews =>
  typeof value === 'object' &&
  value !== null &&
  'topic' in value &&
  'kind' in value &&
  ['event', 'end', 'refused'].includes(String(value.kind));
