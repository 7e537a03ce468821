import { forgotPasswordSchema, newPasswordSchema } from '@touchstone/contracts/identity';
import { z } from 'zod';

export const forgotPasswordFormSchema = z.object({
  login: z.string().min(1, 'Please enter email id').pipe(forgotPasswordSchema.shape.login),
});

export const newPasswordFormSchema = z
  .object({
    password: newPasswordSchema,
    confirmation: z.string().min(1, 'This field is required'),
  })
  .refine((form) => form.password === form.confirmation, {
    path: ['confirmation'],
    message: 'The password confirmation does not match',
  });

export const changePasswordFormSchema = z
  .object({
    currentPassword: z.string().min(1, 'This field is required'),
    newPassword: newPasswordSchema,
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
