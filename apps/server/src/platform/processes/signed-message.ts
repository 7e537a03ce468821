import { timingSafeEqual } from 'node:crypto';

/** A keyed hash, the same in all processes of an installation. */
export type Sign = (text: string) => string;

/** How long a message is valid: longer than it takes to arrive, with slightly different clocks. */
const holdsMs = 60_000;

/** sealMessage writes a message between processes: readable, signed for its receiver, and valid for a minute. */
export function sealMessage(content: object, { to, nowMs, sign }: { to: string; nowMs: number; sign: Sign }): string {
  const text = Buffer.from(JSON.stringify({ ...content, to, atMs: nowMs })).toString('base64url');
  return `${text}.${sign(text)}`;
}

/** openMessage reads a message; undefined unless a process of this installation wrote it for this receiver recently. */
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
