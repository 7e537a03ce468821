import { routes } from '@touchstone/contracts';
import { z } from 'zod';

export const signInFormSchema = z.object({
  login: routes.identity.login.body!.shape.login,
  password: routes.identity.login.body!.shape.password,
});
export type SignInForm = z.infer<typeof signInFormSchema>;

export const forgotPasswordFormSchema = z.object({
  login: z.string().min(1, 'Please enter email id').pipe(routes.identity.forgotPassword.body!.shape.login),
});

export const newPasswordFormSchema = z
  .object({
    password: routes.identity.resetPassword.body!.shape.password,
    confirmation: z.string().min(1, 'This field is required'),
  })
  .refine((form) => form.password === form.confirmation, {
    path: ['confirmation'],
    message: 'The password confirmation does not match',
  });
