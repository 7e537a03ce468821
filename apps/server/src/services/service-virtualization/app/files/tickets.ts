import { timingSafeEqual } from 'node:crypto';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import { virtualizationErrors } from '../../errors.ts';

const validMs = 600_000;
const place = 'service_virtualization.upload';

/** What an upload address allows. */
export interface Ticket {
  fileId: string;
  projectId: string;
  organizationId: string;
  fileName: string;
  contentType: string;
  sizeBytes: number;
  byName: string;
}

/** createTickets writes and reads what an upload address allows, signed so that nobody else can write one, for ten minutes. */
export function createTickets({ secrets, clock }: Pick<Platform, 'secrets' | 'clock'>) {
  const sign = (text: string): string => secrets.fingerprint(text, place);
  return {
    write(ticket: Ticket): { token: string; untilMs: number } {
      const untilMs = clock.now().getTime() + validMs;
      const text = JSON.stringify({ ...ticket, untilMs });
      return { token: `${Buffer.from(text).toString('base64url')}.${sign(text)}`, untilMs };
    },
    /** Throws where the address was not written here, or is too old. */
    read(token: string): Ticket {
      const [payload = '', signature = ''] = token.split('.');
      const text = Buffer.from(payload, 'base64url').toString();
      const [given, wanted] = [Buffer.from(signature), Buffer.from(sign(text))];
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
        throw new AppError(virtualizationErrors.uploadRefused);
      const { untilMs, ...ticket } = JSON.parse(text) as Ticket & { untilMs: number };
      if (untilMs < clock.now().getTime()) throw new AppError(virtualizationErrors.uploadRefused);
      return ticket;
    },
  };
}
