import { z } from 'zod';
import { idSchema, timeSchema } from '../shared.ts';

/** Maximum length of a comment. */
export const longestComment = 4000;

/** What is commented on, by the kind that its service declared, such as `api-script`. */
export const subjectSchema = {
  kind: z.string().regex(/^[a-z][a-z-]{1,39}$/, 'Must be a kind of subject, such as api-script'),
  subjectId: z.string().regex(/^[\w:.-]{1,120}$/, 'Must be the id of what the comment is about'),
};

/** The text of a comment: Markdown without HTML. `@Name` or `@e-mail` mentions people who can open the workspace. */
export const commentTextSchema = z
  .string()
  .trim()
  .min(1, 'Write a comment first.')
  .max(longestComment, `A comment has at most ${longestComment.toLocaleString('en')} characters. Shorten the text.`);

/** A comment. One that was deleted after others had replied stays without its text. */
export const commentSchema = z.object({
  commentId: idSchema,
  threadId: idSchema.describe('Id of the first comment of the thread'),
  userId: idSchema,
  userName: z.string(),
  text: z.string(),
  /** The people mentioned in the text, each as written there. */
  mentions: z.array(z.object({ userId: idSchema, writtenAs: z.string() })),
  createdAt: timeSchema,
  editedAt: timeSchema.nullable(),
  isDeleted: z.boolean(),
  isUnread: z.boolean().describe('Written by someone else since the caller last read this subject'),
});
/** A comment. */
export type Comment = z.infer<typeof commentSchema>;

/** A comment with its replies, oldest first. */
export const threadSchema = z.object({
  threadId: idSchema,
  resolvedAt: timeSchema.nullable(),
  resolvedByName: z.string().nullable(),
  comments: z.array(commentSchema),
});
/** A comment with its replies. */
export type Thread = z.infer<typeof threadSchema>;

/** Number of comments on an item. */
export const commentCountSchema = z.object({
  subjectId: z.string(),
  comments: z.number().int(),
  openThreads: z.number().int(),
  unread: z.number().int(),
});
/** Number of comments on an item. */
export type CommentCount = z.infer<typeof commentCountSchema>;

/** Comments on an item derived from the subject, such as a step of a run of this script. */
export const relatedCommentsSchema = z.object({
  kind: z.string(),
  subjectId: z.string(),
  comments: z.number().int(),
  lastAt: timeSchema,
  /** Path of the page that shows it. */
  link: z.string(),
});
/** Comments on an item derived from the subject. */
export type RelatedComments = z.infer<typeof relatedCommentsSchema>;

/** A person who can be mentioned. */
export const mentionablePersonSchema = z.object({ userId: idSchema, name: z.string(), email: z.string() });
/** A person who can be mentioned. */
export type MentionablePerson = z.infer<typeof mentionablePersonSchema>;
