import type { Page } from '@playwright/test';

export const loginPage = (page: Page) => ({
  email: page.getByLabel('E-mail'),
  password: page.getByRole('textbox', { name: 'Password' }),
  submit: page.getByRole('button', { name: 'Sign in' }),
  problem: page.getByRole('alert'),
  forgotPassword: page.getByRole('link', { name: 'Forgot password?' }),
  async signIn(email: string, password: string): Promise<void> {
    await this.email.fill(email);
    await this.password.fill(password);
    await this.submit.click();
  },
});
