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

export const changePasswordFormSchema = z
  .object({
    currentPassword: z.string().min(1, 'This field is required'),
    newPassword: routes.identity.resetPassword.body!.shape.password,
    confirmPassword: z.string().min(1, 'This field is required'),
  })
  .refine((form) => form.newPassword === form.confirmPassword, {
    path: ['confirmPassword'],
    message: 'The password confirmation does not match',
  })
  .refine((form) => form.newPassword !== form.currentPassword, {
    path: ['newPassword'],
    message: 'The new password is the same as your old password',
  });
export type ChangePasswordForm = z.infer<typeof changePasswordFormSchema>;
