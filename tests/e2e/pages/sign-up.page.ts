import type { Page } from '@playwright/test';

export const signUpPage = (page: Page) => ({
  firstName: page.getByRole('textbox', { name: 'First name' }),
  lastName: page.getByRole('textbox', { name: 'Last name' }),
  email: page.getByRole('textbox', { name: 'Business e-mail' }),
  country: page.getByRole('combobox', { name: 'Country code' }),
  number: page.getByRole('textbox', { name: 'Contact number' }),
  organization: page.getByRole('textbox', { name: 'Organization name' }),
  terms: page.getByRole('checkbox', { name: 'I accept the' }),
  submit: page.getByRole('button', { name: 'Sign Up' }),
  async fill(email: string, organization = 'Navy-1'): Promise<void> {
    await this.firstName.fill('Grace');
    await this.lastName.fill("O'Hopper");
    await this.email.fill(email);
    await this.organization.fill(organization);
  },
});
