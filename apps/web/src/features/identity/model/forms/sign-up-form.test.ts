import { describe, expect, test } from 'vitest';
import { providerProblem } from '../provider-problem.ts';
import { dialogText } from '../session-dialog.ts';
import { changePasswordFormSchema, forgotPasswordFormSchema, newPasswordFormSchema } from './password-forms.ts';
import { signInRules } from './sign-in-form.ts';
import {
  countryOptions,
  dialCodeOf,
  readSsoPerson,
  type SignUpForm,
  signUpFormSchema,
  startValues,
  toRegistration,
} from './sign-up-form.ts';

const filled: SignUpForm = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  login: 'Ada@Acme.test',
  country: 'IN',
  contactNumber: '9876543210',
  organizationName: 'Acme',
  terms: true,
};
interface Checked {
  error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined;
}
/** The invalid fields with their messages. */
const problems = ({ error }: Checked) => error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

describe('the sign-up form', () => {
  test.each<[string, Partial<SignUpForm>, string[]]>([
    ['a filled form', {}, []],
    ['no number', { contactNumber: '' }, []],
    ['a number that is too short for the country', { contactNumber: '123' }, ['contactNumber']],
    ['an unknown country, with a number of the first one', { country: 'XX' }, []],
    ['no e-mail address', { login: 'ada' }, ['login']],
    ['no names', { firstName: '', lastName: ' ' }, ['firstName', 'lastName']],
  ])('%s has the errors %j', (_, part, wrong) => {
    const fields = problems(signUpFormSchema.safeParse({ ...filled, ...part })).map(([path]) => path);
    expect([...new Set(fields)]).toEqual(wrong);
  });

  test('offers countries with their dial codes', () => {
    expect(countryOptions).toContainEqual({ value: 'IN', label: '+91 India' });
    expect([dialCodeOf('IN'), dialCodeOf('nowhere')]).toEqual(['+91', '+1']);
  });

  test.each([
    ['', null],
    ['provider=github&login=a@b.c', null],
    [
      'ssoTicket=t&provider=github&login=a@b.c&firstName=Ada&lastName=L',
      { ticket: 't', alias: 'github', login: 'a@b.c', firstName: 'Ada', lastName: 'L' },
    ],
    ['ssoTicket=t', { ticket: 't', alias: '', login: '', firstName: '', lastName: '' }],
  ])('the address ?%s names the person %j', (query, person) => {
    expect(readSsoPerson(new URLSearchParams(query))).toEqual(person);
  });

  test('starts with the data vouched for by the provider, and empty without one', () => {
    const empty = {
      firstName: '',
      lastName: '',
      login: '',
      country: 'US',
      contactNumber: '',
      organizationName: '',
      terms: false,
    };
    expect(startValues(null)).toEqual(empty);
    const person = { firstName: 'Ada', lastName: 'L', login: 'a@b.c' };
    expect(startValues({ ticket: 't', alias: 'github', ...person })).toEqual({ ...empty, ...person });
  });

  test.each([
    ['a form of its own', {}, { person: null }, { isSSO: false }],
    ['a solved challenge', {}, { person: null, recaptcha: 'solved' }, { isSSO: false, recaptcha: 'solved' }],
    [
      'a person whom a provider vouched for',
      {},
      { person: { ticket: 't', alias: 'a', login: 'l', firstName: 'f', lastName: 'n' } },
      { isSSO: true, ssoTicket: 't' },
    ],
    ['no number', { contactNumber: '' }, { person: null }, { isSSO: false, contactNumber: '', phoneNumber: '' }],
  ])('sends the registration of %s to the server', (_, part, more, expected) => {
    const form = signUpFormSchema.parse({ ...filled, ...part });
    expect(toRegistration(form, more)).toEqual({
      firstName: 'Ada',
      lastName: 'Lovelace',
      login: 'ada@acme.test',
      contactNumber: '9876543210',
      organizationName: 'Acme',
      countryCode: '+91',
      phoneNumber: '+91-9876543210',
      normalUsers: [{ termsAndConditionFlag: true }],
      plan: { planName: 'FREE' },
      role: 'ADMIN',
      ...expected,
    });
  });
});

describe('password forms', () => {
  test.each([
    ['', ['Please enter email id']],
    ['ada', ['Please enter valid email id']],
    ['ada@acme.test', []],
  ])('a link for "%s" is refused with %j', (login, expected) => {
    const messages = problems(forgotPasswordFormSchema.safeParse({ login })).map(([, message]) => message);
    expect(messages.slice(0, 1)).toEqual(expected);
  });

  test.each([
    ['right horse', 'right horse', []],
    ['right horse', 'wrong horse', ['confirmation']],
    ['right horse', '', ['confirmation']],
    ['short', 'short', ['password']],
  ])('the new password "%s", repeated as "%s", has the errors %j', (password, confirmation, wrong) => {
    const fields = problems(newPasswordFormSchema.safeParse({ password, confirmation })).map(([path]) => path);
    expect([...new Set(fields)]).toEqual(wrong);
  });

  test.each([
    ['old horse', 'right horse', 'right horse', []],
    ['old horse', 'right horse', 'wrong horse', ['confirmPassword']],
    ['old horse', 'old horse', 'old horse', ['newPassword']],
    ['', 'right horse', 'right horse', ['currentPassword']],
    ['old horse', 'right horse', '', ['confirmPassword']],
  ])(
    '"%s" changed to "%s", repeated as "%s", has the errors %j',
    (currentPassword, newPassword, confirmPassword, wrong) => {
      const form = { currentPassword, newPassword, confirmPassword };
      const fields = problems(changePasswordFormSchema.safeParse(form)).map(([path]) => path);
      expect([...new Set(fields)]).toEqual(wrong);
    },
  );

  test('both fields of the sign-in form are required', () => {
    expect([signInRules.login.required, signInRules.password.required]).toEqual([
      'Please enter email id',
      'Please enter password',
    ]);
  });
});

test.each([
  [null, null],
  ['', null],
  ['unheard-of', null],
  ['inactive', 'This account is deactivated. Ask an administrator of your organization.'],
])('the provider problem %s is reported as %s', (name, expected) => {
  expect(providerProblem(name)).toBe(expected);
});

test.each([
  ['multiSession', ['oldSession', 'currentSession']],
  ['sessionExpired', ['login']],
  ['IdlesessionExpired', ['login']],
  ['accessDenied', ['login']],
  ['countdownTime', ['countdownTime']],
] as const)('the dialog %s leads to %j', (type, results) => {
  const { title, text, buttons } = dialogText(type);
  expect([title !== '', text !== '', buttons.map(({ result }) => result)]).toEqual([true, true, results]);
});
