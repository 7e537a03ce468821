import type { DeliveryAttempt } from '@touchstone/contracts/api-monitoring';
import { newId } from '@touchstone/kernel';
import { composeMail } from '../../../../platform/mail/compose.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import type { PostMessage } from '../../clients/alerts/post-message.ts';
import { testMessage } from '../../domain/alerts/alert-message.ts';
import { channelRequest } from '../../domain/alerts/channel-request.ts';
import { channelsStore } from '../../store/alert-channels.store.ts';
import { type Channels, hiddenOf, openSettings, toAttempt } from './channels.ts';

/** createTestChannel sends a test message immediately and returns the receiver's response. */
export function createTestChannel({
  platform,
  channels,
  post,
}: {
  platform: Platform;
  channels: Channels;
  post: PostMessage;
}) {
  const { database, clock, mailer, config } = platform;
  return async function testChannel(caller: Actor, id: string): Promise<DeliveryAttempt> {
    const row = await channels.find(caller, id, 'edit');
    const settings = openSettings(platform, row);
    const key = newId();
    const message = testMessage({ name: row.name, at: clock.now(), key, link: config.publicUrl });
    const mail = async (addresses: readonly string[]): Promise<DeliveryAttempt> => {
      for (const to of addresses) {
        const otherwise = `${caller.name} sent this test.`;
        const what = message.lines.join(' ');
        const text = composeMail({ subject: message.title, to: { firstName: to }, what, otherwise });
        await mailer.send({ to, ...text, organizationId: row.organizationId });
      }
      const answer = mailed(mailer.local);
      return { at: message.at, isDelivered: true, status: null, message: null, answer, durationMs: 0 };
    };
    const attempt =
      settings.kind === 'email'
        ? await mail(settings.addresses)
        : toAttempt(await post(channelRequest(settings, message), { key, hidden: hiddenOf(settings) }));
    const last = { at: clock.now(), isDelivered: attempt.isDelivered, message: attempt.message };
    await channelsStore.told(database.sql, id, last);
    return attempt;
  };
}
/** TestChannel sends a test message immediately. */
export type TestChannel = ReturnType<typeof createTestChannel>;

/** mailed returns what to report about a test mail: it was queued, or only stored locally. */
export const mailed = (isLocal: boolean): string =>
  isLocal ? 'In the outbox: no mail server is set up.' : 'Handed to the queue of the mail server.';
