import { defineSlot } from '../../../platform/slots.ts';
import type { Actor } from '../../workspaces/index.ts';

/** Something that people comment on, as it was opened for a caller. */
export interface OpenedSubject {
  projectId: string;
  /** What it lies in for good, such as the run of a step: counts are asked for all of a container. What moves about lies in its workspace. */
  containerId: string;
  /** What it came from, such as the script of a step: the comments are told of there too. */
  sourceId?: string | null;
}

/** A kind of thing that people comment on. A service that keeps such things adds one to the slot `commentSubjects`. */
export interface CommentSubject {
  /** The word of the kind, such as `api-script`. It is stored with each comment. */
  kind: string;
  /** Opens it; throws where there is none, or where the caller may not do this with it. To comment, `view` is asked for. */
  open(actor: Actor, subjectId: string, need: 'view' | 'edit'): Promise<OpenedSubject>;
  /** Path of the page that shows it with its comments; undefined where it is gone. */
  link(subject: { organizationId: string; projectId: string; subjectId: string }): Promise<string | undefined>;
  /** Those of the given subjects that are gone for good: their comments are deleted at night. */
  listGone(organizationId: string, subjectIds: readonly string[]): Promise<readonly string[]>;
}

/** Services whose things people comment on add the kinds here. */
export const commentSubjects = defineSlot<CommentSubject>('subjects of comments');
