const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** clockText returns a duration as on a clock: minutes and seconds, with hours if there are any. */
export function clockText(durationMs: number): string {
  const seconds = Math.floor(Math.max(0, durationMs) / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = `${twoDigits(minutes)}:${twoDigits(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
