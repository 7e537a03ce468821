import type { Page } from '@playwright/test';

/** The frame around every screen after sign-in. */
export const shell = (page: Page) => ({
  profile: page.getByRole('button', { name: /: profile of / }),
  palette: page.getByRole('dialog', { name: 'Search or jump to' }),
  paletteInput: page.getByRole('textbox', { name: 'Search or jump to' }),
  keys: page.getByRole('dialog', { name: 'Keyboard' }),
  area: page.getByRole('navigation', { name: 'API testing' }),
  heading: (name: string) => page.getByRole('heading', { level: 1, name }),
  toast: (text: string) => page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text }),
  icons: page.getByRole('navigation', { name: 'Services' }),
  /** Hovers over the icon bar, which expands if it is collapsed, and clicks one of its icons. */
  async clickIcon(role: 'button' | 'link', name: string | RegExp): Promise<void> {
    await this.icons.hover();
    await this.icons.getByRole(role, { name }).click();
  },
  async signOut(): Promise<void> {
    await this.profile.click();
    await page.getByRole('button', { name: 'Logout' }).click();
  },
});
