import type { RegisterOptions } from 'react-hook-form';

export interface SignInForm {
  login: string;
  password: string;
}

/** The sign-in page is the first that everybody loads: two rules are no reason to load the schemas. */
export const signInRules: { [name in keyof SignInForm]: RegisterOptions<SignInForm, name> } = {
  login: { required: 'Please enter email id' },
  password: { required: 'Please enter password' },
};
