import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '@touchstone/kernel';
import type { SecretBox } from '../secrets.ts';

/** How long the outbox link printed at the start is valid, in hours. */
export const outboxKeyHours = 24;

/**
 * OutboxKeys creates and verifies keys of the outbox page. A key contains its expiry, so no process has to remember it.
 */
export interface OutboxKeys {
  issue(): string;
  /** The remaining seconds; 0: not a key, or expired. */
  secondsLeft(key: string | undefined): number;
}

export function createOutboxKeys(secrets: Pick<SecretBox, 'fingerprint'>, clock: Clock): OutboxKeys {
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);
  const keyUntil = (end: string) => `${end}.${secrets.fingerprint(end, 'platform.outbox')}`;
  return {
    issue: () => keyUntil(String(nowSeconds() + outboxKeyHours * 3600)),
    secondsLeft(key = '') {
      const end = key.split('.')[0] ?? '';
      const [given, right] = [Buffer.from(key), Buffer.from(keyUntil(end))];
      if (given.length !== right.length || !timingSafeEqual(given, right)) return 0;
      return Math.max(0, Number(end) - nowSeconds());
    },
  };
}
