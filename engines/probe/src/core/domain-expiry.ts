/** rdapExpiry returns the end of a registration from an RDAP response (RFC 9083); undefined if it has none. */
export function rdapExpiry(answer: unknown): Date | undefined {
  const events = (answer as { events?: unknown } | null)?.events;
  if (!Array.isArray(events)) return undefined;
  for (const event of events as { eventAction?: unknown; eventDate?: unknown }[])
    if (event?.eventAction === 'expiration') return dateOf(String(event.eventDate));
  return undefined;
}

const expiryLine =
  /^\s*(?:registry expiry date|registrar registration expiration date|expiry date|expiration date|expiration time|expires(?: on)?|expire|paid-till|renewal date|valid until|domain expires)\s*:\s*(.+?)\s*$/im;

/** whoisExpiry returns the end of a registration from a WHOIS server's text. */
export function whoisExpiry(text: string): Date | undefined {
  const written = expiryLine.exec(text)?.[1];
  return written === undefined ? undefined : dateOf(written);
}

/** whoisReferral returns the server that a response refers to. */
export const whoisReferral = (text: string): string | undefined =>
  /^\s*(?:refer|whois|registrar whois server)\s*:\s*([a-z0-9.-]+)\s*$/im.exec(text)?.[1]?.toLowerCase();

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function dateOf(text: string): Date | undefined {
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})/.exec(text);
  if (german) return checked(Date.UTC(Number(german[3]), Number(german[2]) - 1, Number(german[1])));
  const named = /^(\d{1,2})[- ]([a-z]{3})[a-z]*[- ](\d{4})/i.exec(text);
  if (named) {
    const month = months.indexOf((named[2] ?? '').toLowerCase());
    return month < 0 ? undefined : checked(Date.UTC(Number(named[3]), month, Number(named[1])));
  }
  const iso =
    /^(\d{4})[-./](\d{2})[-./](\d{2})(?:[T ](\d{2}:\d{2}:\d{2})(?:\.\d+)?\s*(Z|UTC|[+-]\d{2}(?::?\d{2})?)?)?/.exec(
      text,
    );
  if (!iso) return undefined;
  const [, year, month, day, time = '00:00:00', zone = 'Z'] = iso;
  const offset = zone === 'UTC' ? 'Z' : zone.length === 3 ? `${zone}:00` : zone;
  return checked(Date.parse(`${year}-${month}-${day}T${time}${offset}`));
}
const checked = (at: number): Date | undefined => (Number.isNaN(at) ? undefined : new Date(at));
