import { countries, defaultCountryCode, isContactNumber, toPhoneNumber } from '@touchstone/contracts/identity';

export interface Phone {
  /** ISO code of the country, because several share a dial code. */
  country: string;
  number: string;
}

export const countryOptions = countries.map(({ name, code, dial_code }) => ({
  value: code,
  label: `${dial_code} ${name}`,
}));
const defaultCountry = 'US';
const dialCodeOf = (country: string) => countries.find(({ code }) => code === country)?.dial_code ?? defaultCountryCode;

/** parsePhone reads a stored telephone number such as +44-2071234567. */
export function parsePhone(text: string): Phone {
  const [dialCode = '', number = ''] = text.split('-');
  const isDefault = dialCode === '' || dialCode === dialCodeOf(defaultCountry);
  const country = countries.find(({ dial_code }) => dial_code === dialCode)?.code;
  return { country: isDefault ? defaultCountry : (country ?? defaultCountry), number };
}

/** formatPhone writes a telephone number as it is stored; empty without digits. */
export const formatPhone = ({ country, number }: Phone): string => toPhoneNumber(dialCodeOf(country), number.trim());

/** phoneProblem says what is wrong with a telephone number; undefined where it may be kept. */
export function phoneProblem({ country, number }: Phone): string | undefined {
  const isRight = number.trim() === '' || isContactNumber(dialCodeOf(country), number.trim());
  return isRight ? undefined : 'Please enter valid contact number';
}
