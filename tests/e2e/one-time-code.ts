import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

/** codeOf returns an authenticator app's code (RFC 6238), computed here without the product's library. */
export function codeOf(secret: string, atMs = Date.now()): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)));
  const hash = createHmac('sha1', Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))))
    .update(counter)
    .digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/**
 * confirmApp enters the previous step's code into the dialog of a new authenticator app: the current one is still
 * needed to sign in. On a busy machine, the next step may start before the code has arrived; then it enters the next
 * one.
 */
export async function confirmApp(page: Page, secret: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await expect(async () => {
    if (await codes.isVisible()) return;
    await dialog.getByLabel('Code that the app shows').fill(codeOf(secret, Date.now() - 30_000), { timeout: 5000 });
    await dialog.getByRole('button', { name: 'Add app' }).click({ timeout: 5000 });
    await expect(codes).toBeVisible({ timeout: 10_000 });
  }).toPass();
}
