import type { SourceWatch, WatchInterval } from '@touchstone/contracts/api-testing';

/** How many requests an update of the suite would add, change and remove. */
export type SourceChanges = NonNullable<SourceWatch['changes']>;

const minuteMs = 60_000;
const longestPauseMinutes = 1440;
/** The number of consecutive failed checks after which followers are notified. */
export const failuresBeforeNotice = 3;

/**
 * nextCheckAt returns when a watched source is checked next: after its interval, doubled for each consecutive failure,
 * at most a day. `random` (0 to 1) jitters the time by up to a tenth in either direction, so that sources added
 * together spread out.
 */
export function nextCheckAt(
  now: Date,
  { everyMinutes, failures }: { everyMinutes: WatchInterval; failures: number },
  random: number,
): Date {
  const pause = Math.min(everyMinutes * 2 ** Math.min(failures, 20), Math.max(everyMinutes, longestPauseMinutes));
  return new Date(now.getTime() + Math.round(pause * minuteMs * (0.9 + random * 0.2)));
}

/** changesText returns the notification text for a change, such as `3 added, 1 changed, 1 removed`. */
export const changesText = ({ added, changed, removed }: SourceChanges): string =>
  `${added} added, ${changed} changed, ${removed} removed`;

/**
 * brokenBy returns why a document can't be trusted; undefined if it can. An import reads a faulty document as far as
 * possible; of a watched one, everything after the fault would appear removed.
 */
export function brokenBy({
  steps,
  problems,
}: {
  steps: readonly unknown[];
  problems: readonly { place: string; reason: string }[];
}): string | undefined {
  const fault = problems.find(({ place }) => /^line \d+, column \d+$/.test(place));
  if (fault) return `The document isn't valid: ${fault.place}: ${fault.reason}`;
  const [first] = steps.length === 0 ? problems : [];
  return first && `The document can't be read. ${first.reason}`;
}

/** isWebPage returns whether the bytes are an HTML page, such as a sign-in page returned instead of the document. */
export function isWebPage(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 2000)).replace(/^\uFEFF/, '');
  return /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(start);
}

export const webPageProblem =
  'The address answered with a web page instead of a specification. It may ask for a sign-in: use an address that answers without one.';

/**
 * fetchProblem returns the problem of an address that returned no document, without the secret parts of the address.
 */
export function fetchProblem(message: string, address: string): string {
  const status = /answered with status (\d{3})/.exec(message)?.[1];
  if (status === '404' || status === '410')
    return `The address answered with status ${status}: the document is no longer there. Import it again from its new address.`;
  if (status === '401' || status === '403')
    return `The address answered with status ${status}: it asks for a sign-in, or its credentials have expired.`;
  return withoutSecrets(message, address);
}

function withoutSecrets(message: string, address: string): string {
  const { username, password, search, searchParams } = new URL(address);
  const secret = [address, search, username, password, decodeURIComponent(password), ...searchParams.values()];
  return secret
    .filter((text) => text.length > 2)
    .sort((one, other) => other.length - one.length)
    .reduce((text, part) => text.replaceAll(part, '…'), message);
}
