/**
 * topicOf names what a stream can follow: the unread counts, a run, the points of a performance run, a copy, a
 * workspace; see `mockTopic` for service virtualization.
 */
export const topicOf = {
  unread: 'unread',
  run: (runId: string): string => `run:${runId}`,
  performance: (runId: string): string => `performance:${runId}`,
  workspace: (projectId: string): string => `workspace:${projectId}`,
  clone: (uniqueIdentifier: string): string => `clone:${uniqueIdentifier}`,
};

/** The most topics of one stream. */
export const maxTopics = 200;

/**
 * A message of a topic stream. An event without an id is a state that the next one replaces. A topic that has ended, or
 * is refused to the caller, sends nothing more; the others continue.
 */
export type TopicNews =
  | { topic: string; kind: 'event'; id?: number; event: string; data: unknown }
  | { topic: string; kind: 'end' }
  | { topic: string; kind: 'refused'; status: number; code: string; message: string };

/**
 * isTopicNews returns whether a value is topic news, as opposed to messages of a newer server; hand-written, so that a
 * page loads no schemas for it.
 */
export const isTopicNews = (value: unknown): value is TopicNews =>
  typeof value === 'object' &&
  value !== null &&
  'topic' in value &&
  'kind' in value &&
  ['event', 'end', 'refused'].includes(String(value.kind));
