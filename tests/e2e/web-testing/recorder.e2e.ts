import type { Locator, Page } from '@playwright/test';
import { openShop, type Shop } from '@touchstone/engine-browser/testing';
import { expect, test } from '../fixtures.ts';

let shop: Shop;
let requests: string[] = [];
test.beforeAll(async () => {
  shop = await openShop({ onRequest: (line) => requests.push(line) });
});
test.afterAll(() => shop.close());

const size = { width: 1280, height: 720 };

/** Positions of elements in the server's browser, determined with a page of the same size. */
class Twin {
  readonly #page: Page;
  readonly #keys: Locator;
  constructor(page: Page, keys: Locator) {
    this.#page = page;
    this.#keys = keys;
  }
  async go(path: string): Promise<void> {
    await this.#page.goto(`${shop.url}${path}`);
  }
  /** Clicks in the live view at the element's position. */
  async click(find: (page: Page) => Locator): Promise<void> {
    const box = (await find(this.#page).boundingBox())!;
    const view = (await this.#keys.boundingBox())!;
    const scale = view.width / size.width;
    await this.#keys.click({
      position: { x: (box.x + box.width / 2) * scale, y: (box.y + box.height / 2) * scale },
    });
  }
}

test('a newcomer records a login and a purchase, adds a check by pointing, and sees what a broken shop fails [web-repository-2] [web-execution-2]', async ({
  app,
  browser,
}) => {
  test.slow();
  const dialog = app.getByRole('dialog');
  await app.goto('/web-testing/projects');
  await app.getByRole('button', { name: 'Create project' }).click();
  await dialog.getByLabel('Project name').fill('Recorded shop');
  await dialog.getByRole('button', { name: 'Create project' }).click();
  await app.getByRole('link', { name: 'Create module' }).click();
  await dialog.getByLabel('Module name').fill('Buy');
  await dialog.getByRole('button', { name: 'Create module' }).click();
  await app.getByRole('button', { name: 'Create script' }).click();
  await dialog.getByLabel('Script name').fill('Buy coffee');
  await dialog.getByRole('button', { name: 'Create script' }).click();

  await app.getByRole('button', { name: 'Record', exact: true }).click();
  const live = app.getByRole('region', { name: 'Browser' });
  await live.getByLabel('Address').fill(`${shop.url}/login`);
  await live.getByLabel('Address').press('Enter');
  const keys = live.getByRole('textbox', { name: /Keys go to the page/ });
  await expect(keys).toBeVisible({ timeout: 30_000 });
  const steps = app.getByRole('list', { name: 'Steps' });
  await expect(steps.getByRole('listitem')).toHaveCount(1);

  const page = await browser.newPage({ viewport: size });
  const twin = new Twin(page, keys);
  await twin.go('/login');
  await twin.click((at) => at.getByLabel('Email'));
  await app.keyboard.type('ada@example.org');
  await twin.click((at) => at.getByLabel('Password'));
  await app.keyboard.type('coffee');
  await app.keyboard.press('Enter');
  await expect(steps.getByRole('textbox', { name: 'Keys' })).toHaveValue('Enter');
  await live.getByRole('button', { name: 'Keep as secret' }).click();
  await expect(steps.getByText('{{password}}')).toBeVisible();
  await expect(live.getByLabel('Address')).toHaveValue(`${shop.url}/`);
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password').fill('coffee');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Hello,').waitFor();
  await twin.click((at) => at.getByRole('button', { name: /^Add to cart/ }).first());
  await page
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click();
  await twin.click((at) => at.getByRole('link', { name: 'Cart' }));
  await expect(live.getByLabel('Address')).toHaveValue(`${shop.url}/cart`);
  await twin.go('/cart');
  await page.getByTestId('total').waitFor();

  // The content to check is pointed at.
  await live.getByRole('button', { name: 'Add check' }).click();
  await expect(live.getByText('Point at an element of the page')).toBeVisible();
  await twin.click((at) => at.getByTestId('total'));
  await live.getByRole('button', { name: 'Its text is “12.90 €”' }).click();
  await expect(steps.getByRole('combobox', { name: 'Keyword' })).toHaveValue('Verify Text');

  // The shop is broken in this browser: the steps show the effects.
  await live.getByText('Pause', { exact: true }).click();
  await expect(live.getByText('Recording is paused')).toBeVisible();
  requests = [];
  await twin.click((at) => at.getByRole('button', { name: 'Break the shop' }));
  await expect.poll(() => requests).toEqual(expect.arrayContaining(['POST /faults', 'GET /cart']));
  await expect(steps.getByRole('listitem')).toHaveCount(7);
  await live.getByRole('button', { name: 'Run all steps' }).click();
  const check = steps.getByRole('listitem').nth(6);
  await expect(check.getByRole('img', { name: 'Failed' })).toBeVisible({ timeout: 60_000 });
  await app.getByRole('tab', { name: 'Result' }).click();
  await expect(app.getByRole('tabpanel', { name: 'Result' }).getByText('The text of "total" is')).toBeVisible();
  await app.getByRole('tab', { name: 'Browser' }).click();
  await live.getByRole('button', { name: 'Close browser' }).click();

  await app.getByRole('button', { name: 'Dry Run' }).click();
  await expect(app.getByText('Pass', { exact: true })).toBeVisible({ timeout: 60_000 });
  await page.close();
});
