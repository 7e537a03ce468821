import { on } from '../../platform/events.ts';
import { defineService } from '../../platform/service.ts';
import { take } from '../../platform/slots.ts';
import { notificationsService } from '../notifications/index.ts';
import { workspaceDeleted, workspacesService } from '../workspaces/index.ts';
import { type CommentSubject, commentSubjects } from './app/comment-subject.ts';
import { createOpenSubjects, createReadComments } from './app/comments.ts';
import { createNotifyPeople } from './app/notify-people.ts';
import { createWriteComments } from './app/write-comments.ts';
import { commentErrors } from './errors.ts';
import { commentWritten } from './events.ts';
import { addSweepJob } from './jobs/sweep.job.ts';
import { addCommentRoutes } from './routes/comments.routes.ts';
import { commentsStore } from './store/comments.store.ts';

export { type CommentSubject, commentSubjects, type OpenedSubject } from './app/comment-subject.ts';

/** Comments is the front door for services whose things can be commented on, besides adding their kinds. */
export interface Comments {
  /** Deletes the comments on everything in these containers, such as the steps of deleted runs. */
  forgetContainers(kind: string, containerIds: readonly string[]): Promise<void>;
}

const needs = { workspaces: workspacesService, notifications: notificationsService };

/** commentsService manages comments on subjects of other services; see the README. */
export const commentsService = defineService<Comments, typeof needs>({
  name: 'comments',
  needs,
  errors: commentErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create(platform, { workspaces: { workspaces, workspacePeople: people }, notifications: { notify } }) {
    const subjects = new Map<string, CommentSubject>();
    const shared = { platform, workspaces, people, subjects };
    const open = createOpenSubjects(shared);
    addSweepJob(platform, subjects);
    const { sql } = platform.database;
    return {
      door: {
        forgetContainers: (kind, containerIds) => commentsStore.deleteContainers(sql, kind, containerIds),
      },
      takes: [
        take(commentSubjects, (subject) => {
          if (subjects.has(subject.kind)) throw new Error(`Two subjects of comments are named ${subject.kind}.`);
          subjects.set(subject.kind, subject);
        }),
      ],
      on: [
        on(commentWritten, createNotifyPeople({ ...shared, notify })),
        on(workspaceDeleted, ({ projectId }) => commentsStore.deleteProject(sql, projectId)),
      ],
      routes: (registrar) =>
        addCommentRoutes(registrar, {
          read: createReadComments(shared, open),
          write: createWriteComments(shared, open),
        }),
    };
  },
});
