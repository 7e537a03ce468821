import { timingSafeEqual } from 'node:crypto';
import { AppError, type ErrorDefinition } from '@touchstone/kernel';
import type { Platform } from '../platform.ts';

/** Tickets are URLs that read or write one file without a session, for a short time. */
export interface Tickets<Ticket> {
  /** Signed, so it can be neither forged nor changed. */
  write(ticket: Ticket): { token: string; untilMs: number };
  /** Throws if the ticket wasn't written here, or has expired. */
  read(token: string): Ticket;
}

/** createTickets signs what a URL permits; refuses tickets of another `place`. */
export function createTickets<Ticket extends object>(
  { secrets, clock }: Pick<Platform, 'secrets' | 'clock'>,
  { place, validMs, refused }: { place: string; validMs: number; refused: ErrorDefinition },
): Tickets<Ticket> {
  const sign = (text: string): string => secrets.fingerprint(text, place);
  return {
    write(ticket) {
      const untilMs = clock.now().getTime() + validMs;
      const text = JSON.stringify({ ...ticket, untilMs });
      return { token: `${Buffer.from(text).toString('base64url')}.${sign(text)}`, untilMs };
    },
    read(token) {
      const [payload = '', signature = ''] = token.split('.');
      const text = Buffer.from(payload, 'base64url').toString();
      const [given, wanted] = [Buffer.from(signature), Buffer.from(sign(text))];
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new AppError(refused);
      const { untilMs, ...ticket } = JSON.parse(text) as Ticket & { untilMs: number };
      if (untilMs < clock.now().getTime()) throw new AppError(refused);
      return ticket as unknown as Ticket;
    },
  };
}
