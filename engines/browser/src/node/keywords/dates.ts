const relative = /^(today|now)(?:\s*([+-])\s*(\d{1,5}))?$/i;
const absolute = /^(\d{4})-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2}))?)?$/;
const time = /^(\d{2}):(\d{2})$/;

/**
 * readDate parses `2026-11-26`, `2026-11`, `2026-11-26T14:30`, `14:30`, `today` and `today+7`; undefined if it is no
 * date.
 */
export function readDate(text: string, now: Date): Date | undefined {
  const trimmed = text.trim();
  const offset = relative.exec(trimmed);
  if (offset) {
    const days = Number(offset[3] ?? 0) * (offset[2] === '-' ? -1 : 1);
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, now.getHours(), now.getMinutes());
  }
  const clock = time.exec(trimmed);
  const given = clock
    ? [now.getFullYear(), now.getMonth() + 1, now.getDate(), Number(clock[1]), Number(clock[2])]
    : absolute
        .exec(trimmed)
        ?.slice(1)
        .map((part, index) => Number(part ?? (index < 3 ? 1 : 0)));
  if (!given) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = given;
  const date = new Date(year, month - 1, day, hour, minute);
  const isReal = date.getMonth() === month - 1 && date.getDate() === day && hour < 24 && minute < 60;
  return isReal ? date : undefined;
}

/** formatDate formats a date with the placeholders YYYY, MM, DD, HH and mm. */
export function formatDate(date: Date, format: string): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const places: Record<string, string> = {
    YYYY: String(date.getFullYear()).padStart(4, '0'),
    MM: two(date.getMonth() + 1),
    DD: two(date.getDate()),
    HH: two(date.getHours()),
    mm: two(date.getMinutes()),
  };
  return format.replace(/YYYY|MM|DD|HH|mm/g, (place) => places[place] ?? place);
}
