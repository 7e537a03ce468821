import { contactNumberRule, countries, defaultCountryCode, signUpFieldsSchema } from '@touchstone/contracts/identity';
import { z } from 'zod';

/** Several countries share a dial code, so the form stores the country. */
const defaultCountry = 'US';

export const countryOptions = countries.map(({ name, dial_code, code }) => ({
  value: code,
  label: `${dial_code} ${name}`,
}));
export const dialCodeOf = (country: string): string =>
  countries.find(({ code }) => code === country)?.dial_code ?? defaultCountryCode;

const { firstName, lastName, login, contactNumber, organizationName } = signUpFieldsSchema.shape;
const [isRightNumber, problem] = contactNumberRule;

export const signUpFormSchema = z
  .object({
    firstName,
    lastName,
    login,
    country: z.string(),
    contactNumber,
    organizationName,
    terms: z.boolean(),
  })
  .refine(
    (form) => isRightNumber({ countryCode: dialCodeOf(form.country), contactNumber: form.contactNumber }),
    problem,
  );
export type SignUpForm = z.input<typeof signUpFormSchema>;

/** Data vouched for by the provider, from the address that the server redirected to. */
export interface SsoPerson {
  ticket: string;
  alias: string;
  login: string;
  firstName: string;
  lastName: string;
}

export function readSsoPerson(params: URLSearchParams): SsoPerson | null {
  const ticket = params.get('ssoTicket');
  if (!ticket) return null;
  const read = (name: string) => params.get(name) ?? '';
  return {
    ticket,
    alias: read('provider'),
    login: read('login'),
    firstName: read('firstName'),
    lastName: read('lastName'),
  };
}

export const startValues = (person: SsoPerson | null): SignUpForm => ({
  firstName: person?.firstName ?? '',
  lastName: person?.lastName ?? '',
  login: person?.login ?? '',
  country: defaultCountry,
  contactNumber: '',
  organizationName: '',
  terms: false,
});

/** toRegistration returns the registration request for a validated form. */
export function toRegistration(
  form: z.output<typeof signUpFormSchema>,
  more: { recaptcha?: string | undefined; person: SsoPerson | null },
) {
  const { country, terms: _, ...fields } = form;
  const { recaptcha, person } = more;
  const countryCode = dialCodeOf(country);
  return {
    ...fields,
    countryCode,
    phoneNumber: fields.contactNumber ? `${countryCode}-${fields.contactNumber}` : '',
    normalUsers: [{ termsAndConditionFlag: true as const }],
    plan: { planName: 'FREE' as const },
    role: 'ADMIN' as const,
    isSSO: person !== null,
    ...(person && { ssoTicket: person.ticket }),
    ...(recaptcha && { recaptcha }),
  };
}
