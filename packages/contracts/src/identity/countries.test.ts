import { expect, test } from 'vitest';
import { countries, isContactNumber, toPhoneNumber } from './countries.ts';

test('every country has name, dial code, code and numbers of digits [country-table-3]', () => {
  expect(countries.length).toBeGreaterThanOrEqual(190);
  for (const country of countries) {
    expect(country.name).not.toBe('');
    expect(country.dial_code).toMatch(/^\+\d{1,4}$/);
    expect(country.code).toMatch(/^[A-Z]{2}$/);
    expect(country.minDigits).toBeGreaterThan(0);
    expect(country.maxDigits).toBeGreaterThanOrEqual(country.minDigits);
  }
  expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length);
});

test.each(['India', 'United States', 'United Kingdom'])('%s has 10 digits [country-table-2]', (name) => {
  expect(countries.find((country) => country.name === name)).toMatchObject({ minDigits: 10, maxDigits: 10 });
});

test.each([
  ['+91', '9876543210', true],
  ['+91', '987654321', false],
  ['+1', '2025550123', true],
  ['+1', '202-555', false],
  ['+0', '2025550123', false],
])('%s %s is a contact number: %s', (code, number, expected) => {
  expect(isContactNumber(code, number)).toBe(expected);
});

test('without digits there is no phone number', () => {
  expect([toPhoneNumber('+1', ''), toPhoneNumber('+44', '2079460000')]).toEqual(['', '+44-2079460000']);
});
