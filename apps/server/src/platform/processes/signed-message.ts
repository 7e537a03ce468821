import { timingSafeEqual } from 'node:crypto';

/** A keyed hash that all processes of an installation make alike. */
export type Sign = (text: string) => string;

/** How long a message holds: longer than it takes to arrive, with clocks that differ a little. */
const holdsMs = 60_000;

/** sealMessage writes what one process tells another: readable, signed for its receiver, and good for a minute. */
export function sealMessage(content: object, { to, nowMs, sign }: { to: string; nowMs: number; sign: Sign }): string {
  const text = Buffer.from(JSON.stringify({ ...content, to, atMs: nowMs })).toString('base64url');
  return `${text}.${sign(text)}`;
}

/** openMessage reads it; undefined where it was not written by a process of this installation, for another one, or long ago. */
export function openMessage<Content extends object>(
  message: string,
  { to, nowMs, sign }: { to: string; nowMs: number; sign: Sign },
): Content | undefined {
  const [text = '', signature = ''] = message.split('.');
  const [given, wanted] = [Buffer.from(signature), Buffer.from(sign(text))];
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  const content = JSON.parse(Buffer.from(text, 'base64url').toString()) as Content & { to: string; atMs: number };
  return content.to === to && Math.abs(nowMs - content.atMs) <= holdsMs ? content : undefined;
}
