import { isIdnHostname, isUriTemplate, uriOfIri } from './international-formats.ts';

/** Whether a text conforms to a format. */
type FormatCheck = (text: string) => boolean;

const dayCounts = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && !isLeap ? 28 : (dayCounts[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

/** RFC 3339 §5.6; a leap second is only allowed at the end of a day in UTC. */
function isTime(text: string): boolean {
  const match = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:z|([+-])(\d{2}):(\d{2}))$/i.exec(text);
  if (match === null) return false;
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [offsetHour, offsetMinute] = [Number(match[5] ?? 0), Number(match[6] ?? 0)];
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  const offset = (match[4] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  return second === 60 && (hour * 60 + minute - offset + 2880) % 1440 === 1439;
}

function isDateTime(text: string): boolean {
  const [date, time, ...rest] = text.split(/t/i);
  return rest.length === 0 && time !== undefined && isDate(date!) && isTime(time);
}

const hostLabel = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

function isHostname(text: string): boolean {
  return text.length <= 253 && text !== '' && text.split('.').every((label) => hostLabel.test(label));
}

function isIpv4(text: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text);
}

function isIpv6(text: string): boolean {
  if (!/^[0-9a-f:.]+$/i.test(text)) return false;
  return URL.canParse(`http://[${text}]/`);
}

function isEmail(text: string, isHost = isHostname, atom = /^[\w!#$%&'*+/=?^`{|}~-]+$/): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1) return false;
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  const isDotAtom = local.split('.').every((part) => atom.test(part));
  if (!isDotAtom && !/^"(?:[^"\\\r\n]|\\.)*"$/.test(local)) return false;
  const literal = /^\[(IPv6:)?(.*)\]$/i.exec(domain);
  if (literal === null) return isHost(domain);
  return literal[1] === undefined ? isIpv4(literal[2]!) : isIpv6(literal[2]!);
}

/** RFC 6531: the local part may contain non-ASCII characters, and the host may be internationalized. */
const isIdnEmail = (text: string): boolean =>
  isEmail(text, isIdnHostname, /^(?:[\w!#$%&'*+/=?^`{|}~-]|[^\u0000-\u009f\p{Cs}])+$/u);

const uriReference = /^(?:[a-z][a-z0-9+.-]*:)?(?:%[0-9a-f]{2}|[\w.~:/?#[\]@!$&'()*+,;=-])*$/i;

function isUriReference(text: string): boolean {
  if (!uriReference.test(text)) return false;
  const [beforeFragment, ...fragments] = text.split('#');
  if (fragments.length > 1) return false;
  const authority = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i.exec(beforeFragment!)?.[1];
  const rest =
    authority === undefined
      ? beforeFragment!
      : beforeFragment!.slice(beforeFragment!.indexOf(authority) + authority.length);
  if (/[[\]]/.test(rest)) return false;
  return authority === undefined || isAuthority(authority);
}

function isAuthority(authority: string): boolean {
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  if (/[[\]]/.test(authority.slice(0, authority.length - host.length))) return false;
  const match = /^(?:\[([^\]]*)\]|[^[\]:]*)(?::\d*)?$/.exec(host);
  return match !== null && (match[1] === undefined || isIpv6(match[1]));
}

function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(text) && isUriReference(text);
}

function isRegex(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

const duration =
  /^P(?!$)(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/;

const formats: Record<string, FormatCheck> = {
  date: isDate,
  time: isTime,
  'date-time': isDateTime,
  duration: (text) => duration.test(text),
  email: (text) => isEmail(text),
  'idn-email': isIdnEmail,
  hostname: isHostname,
  'idn-hostname': isIdnHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  uri: isUri,
  'uri-reference': isUriReference,
  iri: (text) => isUri(uriOfIri(text)),
  'iri-reference': (text) => isUriReference(uriOfIri(text)),
  'uri-template': isUriTemplate,
  uuid: (text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text),
  regex: isRegex,
  'json-pointer': (text) => /^(?:\/(?:[^~/]|~[01])*)*$/.test(text),
  'relative-json-pointer': (text) => /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/.test(text),
};

/** hasFormat returns whether a text conforms to a JSON Schema format; an unknown format accepts everything. */
export function hasFormat(format: string, text: string): boolean {
  return Object.hasOwn(formats, format) ? formats[format]!(text) : true;
}
