import type { RegisterOptions } from 'react-hook-form';

export interface SignInForm {
  login: string;
  password: string;
}

/** The sign-in page is everyone's first: two rules don't justify loading the schemas. */
export const signInRules: { [name in keyof SignInForm]: RegisterOptions<SignInForm, name> } = {
  login: { required: 'Please enter email id' },
  password: { required: 'Please enter password' },
};
