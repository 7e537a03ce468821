import { describe, expect, it } from 'vitest';
import { formatDate, readDate } from './dates.ts';
import { matchesAddress } from './matches-address.ts';
import { oneTimeCode } from './one-time-code.ts';

/** The secret of RFC 6238, appendix B. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('oneTimeCode', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_234_567_890, '89005924'],
    [20_000_000_000, '65353130'],
  ])('returns the code of RFC 6238 at %d s', (at, code) => {
    expect(oneTimeCode(`otpauth://totp/x?secret=${secret}&digits=8`, at * 1000)).toBe(code);
  });
  it('accepts a bare secret with spaces, and other algorithms', () => {
    expect(oneTimeCode('gezd gnbv gy3t qojq gezd gnbv gy3t qojq', 59_000)).toBe('287082');
    const long = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA';
    expect(oneTimeCode(`otpauth://totp/x?secret=${long}&digits=8&algorithm=SHA256`, 59_000)).toBe('46119246');
  });
  it.each(['', '1', 'otpauth://totp/x?secret=AAAA&digits=99', 'otpauth://totp/x?secret=AAAA&algorithm=MD5'])(
    'refuses %s',
    (wrong) => {
      expect(() => oneTimeCode(wrong, 0)).toThrow(/one-time code|otpauth/);
    },
  );
});

describe('dates', () => {
  const now = new Date(2026, 10, 28, 9, 5);
  it.each([
    ['2026-12-24', '2026-12-24T00:00'],
    ['2026-12', '2026-12-01T00:00'],
    ['2026-12-24T18:30', '2026-12-24T18:30'],
    ['14:30', '2026-11-28T14:30'],
    ['today', '2026-11-28T09:05'],
    ['today+7', '2026-12-05T09:05'],
    ['Today - 30', '2026-10-29T09:05'],
  ])('parses %s', (text, date) => {
    expect(formatDate(readDate(text, now)!, 'YYYY-MM-DDTHH:mm')).toBe(date);
  });
  it.each(['', 'tomorrow', '2026-02-30', '2026-13-01', '25:00', '1/2/2026'])('refuses %s', (text) => {
    expect(readDate(text, now)).toBeUndefined();
  });
  it('writes any format', () => {
    expect(formatDate(now, 'DD.MM.YYYY HH:mm')).toBe('28.11.2026 09:05');
  });
});

describe('matchesAddress', () => {
  it.each([
    ['/api/*', 'https://x/api/orders', true],
    ['/api/*/lines', 'https://x/api/7/lines', true],
    ['/api/*/lines', 'https://x/api/lines', false],
    ['', 'https://x/', true],
    ['/orders', 'https://x/cart', false],
  ])('%s on %s: %s', (pattern, url, isMatch) => {
    expect(matchesAddress(pattern, url)).toBe(isMatch);
  });
});
