import { expect, test } from 'vitest';
import type { Caller } from '../../../../platform/http/caller.ts';
import type { Mailer, MailFilter } from '../../../../platform/mail/mailer.ts';
import type { UserManagement } from '../../../user-management/index.ts';
import { createMailLog, createOutbox } from './outbox.ts';

const admin: Pick<Caller, 'role' | 'organizationId'> = { role: 'ROLE_ADMIN', organizationId: 'mine' };
const superAdmin = { role: 'ROLE_SUPERADMIN' as const, organizationId: 'operations' };
const at = new Date('2026-03-01T08:00:00Z');
const mail = (id: string, recipient: string) => ({
  id,
  recipient,
  subject: 'Subject',
  textBody: 'Text',
  status: 'failed' as const,
  attempts: 3,
  error: 'no such mailbox',
  createdAt: at,
  nextAttemptAt: null as Date | null,
  sentAt: null as Date | null,
});

const people: Record<string, { role: string; organizationId: string }> = {
  'colleague@example.test': { role: 'ROLE_USER', organizationId: 'mine' },
  'super@example.test': { role: 'ROLE_SUPERUSER', organizationId: 'mine' },
  'stranger@example.test': { role: 'ROLE_USER', organizationId: 'theirs' },
};
const users = { findUserByEmail: async (email: string) => people[email] } as unknown as UserManagement;
const addresses = [...Object.keys(people), 'nobody@example.test'];

/** A mailer that records its calls. */
function noting() {
  const asked: unknown[] = [];
  const mailer = {
    local: true,
    list: async (_limit: number, organizationId?: string) => {
      asked.push(organizationId);
      return addresses.map((address, index) => mail(String(index), address));
    },
    listStates: async (filter: MailFilter, page: object) => {
      asked.push({ ...filter, ...page });
      return { mails: [{ ...mail('1', 'a@example.test'), nextAttemptAt: at }], totalElements: 41 };
    },
    retry: async (ids: string[], organizationId?: string) => {
      asked.push([ids, organizationId]);
      return !ids.includes('sent');
    },
    retryAll: async (status: string, organizationId?: string) => {
      asked.push([status, organizationId]);
      return 7;
    },
  } as unknown as Mailer;
  return { asked, mailer };
}

test('an administrator sees mails to colleagues and to people without an account, not to higher roles', async () => {
  const { asked, mailer } = noting();
  const { isKept, mails } = await createOutbox({ mailer, users })(admin);
  expect(isKept).toBe(true);
  expect(mails.map(({ to }) => to)).toEqual(['colleague@example.test', 'nobody@example.test']);
  expect(mails[0]).toEqual({
    mailId: '0',
    to: 'colleague@example.test',
    subject: 'Subject',
    text: 'Text',
    createdAt: '2026-03-01T08:00:00.000Z',
  });
  expect(asked).toEqual(['mine']);
});

test('the super administrator sees all mails', async () => {
  const { asked, mailer } = noting();
  const { mails } = await createOutbox({ mailer, users })(superAdmin);
  expect(mails.map(({ to }) => to)).toEqual(addresses);
  expect(asked).toEqual([undefined]);
});

test('with a mail server no mail is stored to be read', async () => {
  const { asked, mailer } = noting();
  const outbox = createOutbox({ mailer: { ...mailer, local: false }, users });
  expect(await outbox(admin)).toEqual({ isKept: false, mails: [] });
  expect(asked).toEqual([]);
});

test.each([
  [admin, undefined, { organizationId: 'mine', page: 1, size: 20 }],
  [admin, 'failed' as const, { organizationId: 'mine', status: 'failed', page: 1, size: 20 }],
  [superAdmin, 'queued' as const, { status: 'queued', page: 1, size: 20 }],
])('%o asks for the state of mails with status %s', async (caller, status, expected) => {
  const { asked, mailer } = noting();
  const answer = await createMailLog(mailer).list(caller, { status, page: 1, size: 20 });
  expect(asked).toEqual([expected]);
  expect(answer).toEqual({
    content: [
      {
        mailId: '1',
        to: 'a@example.test',
        subject: 'Subject',
        status: 'failed',
        attempts: 3,
        error: 'no such mailbox',
        nextAttemptAt: '2026-03-01T08:00:00.000Z',
        createdAt: '2026-03-01T08:00:00.000Z',
        sentAt: null,
      },
    ],
    totalElements: 41,
    page: 1,
    size: 20,
  });
});

test('mails are sent again within the scope of the caller, and one outside it is not found', async () => {
  const { asked, mailer } = noting();
  const log = createMailLog(mailer);
  await log.retry(admin, ['a', 'b']);
  await log.retry(superAdmin, ['c']);
  await expect(log.retry(admin, ['a', 'sent'])).rejects.toMatchObject({ code: 'PLATFORM_NOT_FOUND' });
  expect(await log.retryAll(admin, 'failed')).toBe(7);
  expect(await log.retryAll(superAdmin, 'queued')).toBe(7);
  expect(asked).toEqual([
    [['a', 'b'], 'mine'],
    [['c'], undefined],
    [['a', 'sent'], 'mine'],
    ['failed', 'mine'],
    ['queued', undefined],
  ]);
});
