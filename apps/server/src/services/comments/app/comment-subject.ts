import { defineSlot } from '../../../platform/slots.ts';
import type { Actor } from '../../workspaces/index.ts';

/** A subject of comments, opened for a caller. */
export interface OpenedSubject {
  projectId: string;
  /**
   * Its permanent container, such as the run of a step: counts are requested per container. For subjects that can move,
   * this is their workspace.
   */
  containerId: string;
  /** Its source, such as the script of a step: the comments are also shown there. */
  sourceId?: string | null;
}

/**
 * A kind of subject that users can comment on. The service that owns such subjects adds it to the slot
 * `commentSubjects`.
 */
export interface CommentSubject {
  /** The name of the kind, such as `api-script`. Stored with each comment. */
  kind: string;
  /** Opens a subject; throws if it doesn't exist, or if the caller lacks permission. Commenting requires `view`. */
  open(actor: Actor, subjectId: string, need: 'view' | 'edit'): Promise<OpenedSubject>;
  /** Path of the page that shows it with its comments; undefined if it has been deleted. */
  link(subject: { organizationId: string; projectId: string; subjectId: string }): Promise<string | undefined>;
  /** Those of the given subjects that are permanently deleted: their comments are deleted at night. */
  listPurged(organizationId: string, subjectIds: readonly string[]): Promise<readonly string[]>;
}

/** Services with commentable things register their kinds here. */
export const commentSubjects = defineSlot<CommentSubject>('subjects of comments');
