import { z } from 'zod';
import { type Access, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, queryIdList, timeSchema } from '../shared.ts';

const service = 'notifications';
/** The caller's own: guests may change them too, and an expired plan doesn't affect them. */
export const ownNotifications: Access = { kind: 'user', effect: 'read', deniedRoles: ['ROLE_SYSTEM'] };

/** Kinds of notifications, each with whether it is mailed by default. */
export const notificationKinds = {
  'run-failed': { label: 'A test run of mine fails', isMailed: false },
  'run-passed': { label: 'A test run of mine passes after more than a minute', isMailed: false },
  'licence-changed': { label: 'I am given a licence, or lose one', isMailed: false },
  'purchase-confirmed': { label: 'A purchase is confirmed', isMailed: false },
  'invitation-accepted': { label: 'Invitation accepted', isMailed: false, isForAdministrators: true },
  'workspace-invitation': { label: 'I am invited to a workspace', isMailed: false },
  'workspace-access': { label: 'My role in a workspace changes, or I am removed', isMailed: false },
  'spec-changed': { label: 'A specification that I follow changes, or cannot be checked', isMailed: false },
  'comment-mention': { label: 'I am mentioned in a comment', isMailed: true },
  'comment-reply': { label: 'Someone replies in a thread that I take part in', isMailed: false },
  'plan-ending': { label: 'The plan is about to end, or has ended', isMailed: true, isForAdministrators: true },
} as const satisfies Record<string, { label: string; isMailed: boolean; isForAdministrators?: true }>;
/** What a notification is about. */
export type NotificationKind = keyof typeof notificationKinds;
/** What a notification is about. */
export const notificationKindSchema = z.enum(Object.keys(notificationKinds) as [NotificationKind]);

/** A notification of the caller. */
export const notificationSchema = z.object({
  notificationId: idSchema,
  kind: notificationKindSchema,
  title: z.string(),
  text: z.string(),
  /** Path of the related page; null if there is none. */
  link: z.string().nullable(),
  isRead: z.boolean(),
  createdAt: timeSchema,
});
export type Notification = z.infer<typeof notificationSchema>;

/** How many are unread by the caller. */
export const unreadCountSchema = z.object({ notifications: z.number().int(), broadcasts: z.number().int() });
export type UnreadCount = z.infer<typeof unreadCountSchema>;

/** Whether a kind of notification is also mailed. */
export const mailPreferenceSchema = z.object({ kind: notificationKindSchema, isMailed: z.boolean() });
export type MailPreference = z.infer<typeof mailPreferenceSchema>;
const mailPreferencesSchema = z.object({ preferences: z.array(mailPreferenceSchema) });

export const ownNotificationRoutes = {
  listNotifications: route({
    service,
    method: 'GET',
    path: '/api/notifications',
    summary: 'Own notifications, newest first; `before` goes on after the last one seen, however many are new since',
    access: ownNotifications,
    query: z.strictObject({ before: idSchema.optional(), ...pageQuery }),
    response: pageOf(notificationSchema),
  }),
  countUnread: route({
    service,
    method: 'GET',
    path: '/api/unread-notification-count',
    summary: 'How many notifications and broadcasts are unread',
    access: ownNotifications,
    response: unreadCountSchema,
  }),
  readNotifications: route({
    service,
    method: 'PUT',
    path: '/api/read-notifications',
    summary: 'Mark own notifications as read: those named, or all',
    access: ownNotifications,
    body: z.strictObject({ notificationIds: z.array(idSchema).min(1).max(200).optional() }),
    response: unreadCountSchema,
  }),
  deleteNotifications: route({
    service,
    method: 'DELETE',
    path: '/api/notifications',
    summary: 'Delete own notifications',
    access: ownNotifications,
    query: z.strictObject({ id: queryIdList }),
    response: okSchema,
  }),
  getMailPreferences: route({
    service,
    method: 'GET',
    path: '/api/mail-preferences',
    summary: 'Which kinds of notification are also mailed to the caller',
    access: ownNotifications,
    response: mailPreferencesSchema,
  }),
  setMailPreference: route({
    service,
    method: 'PUT',
    path: '/api/mail-preferences',
    summary: 'Choose whether a kind of notification is also mailed',
    access: ownNotifications,
    body: z.strictObject(mailPreferenceSchema.shape),
    response: mailPreferencesSchema,
  }),
};
