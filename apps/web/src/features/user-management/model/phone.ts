import { countries, defaultCountryCode, isContactNumber, toPhoneNumber } from '@touchstone/contracts/identity';

export interface Phone {
  /** ISO code of the country, since several share a dial code. */
  country: string;
  number: string;
}

export const countryOptions = countries.map(({ name, code, dial_code }) => ({
  value: code,
  label: `${dial_code} ${name}`,
}));
const defaultCountry = 'US';
const dialCodeOf = (country: string) => countries.find(({ code }) => code === country)?.dial_code ?? defaultCountryCode;

/** parsePhone parses a stored telephone number such as +44-2071234567. */
export function parsePhone(text: string): Phone {
  const [dialCode = '', number = ''] = text.split('-');
  const isDefault = dialCode === '' || dialCode === dialCodeOf(defaultCountry);
  const country = countries.find(({ dial_code }) => dial_code === dialCode)?.code;
  return { country: isDefault ? defaultCountry : (country ?? defaultCountry), number };
}

/** formatPhone formats a telephone number for storage; empty without digits. */
export const formatPhone = ({ country, number }: Phone): string => toPhoneNumber(dialCodeOf(country), number.trim());

/** phoneProblem returns what is wrong with a telephone number; undefined if it is valid. */
export function phoneProblem({ country, number }: Phone): string | undefined {
  const isRight = number.trim() === '' || isContactNumber(dialCodeOf(country), number.trim());
  return isRight ? undefined : 'Please enter valid contact number';
}
