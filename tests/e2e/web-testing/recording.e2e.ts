import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { openShop, type Shop } from '@touchstone/engine-browser/testing';
import { expect, test } from '../fixtures.ts';

let shop: Shop;
test.beforeAll(async () => {
  shop = await openShop();
});
test.afterAll(() => shop.close());

test('a script that fails is seen in its film, its network log and its trace', async ({ app, client }) => {
  const { projectId } = await client.call(calls.createProject, { body: { projectName: 'Filmed shop' } });
  const module = await client.call(calls.createModule, { query: { projectId }, body: { moduleName: 'Film' } });
  const { uuid: scriptUUID } = await client.call(calls.createScript, {
    query: { moduleUUID: module.uuid },
    body: { testScriptName: 'Look for the cart' },
  });
  const { revision } = await client.call(calls.getSteps, { query: { scriptUUID } });
  const open = (id: string, path: string) => ({ id, keyword: 'openUrl', args: { url: shop.url + path } });
  const missing = { id: 'missing', keyword: 'verifyTitle', args: { expected: 'Nonsense' }, timeoutMs: 500 };
  const steps = [open('list', '/'), open('cart', '/cart'), open('gone', '/nowhere'), missing];
  await client.call(calls.saveSteps, { body: { scriptUUID, revision, steps } });

  await app.goto(`/web-testing/script-steps?script=${scriptUUID}`);
  await app.getByRole('button', { name: 'Run Test' }).click();
  const dialog = app.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Film, network log and trace' }).click();
  await app.getByRole('option', { name: 'Scripts that fail' }).click();
  await dialog.getByRole('button', { name: 'Run Test' }).click();

  const film = app.getByRole('region', { name: 'Film' });
  await expect(film).toBeVisible({ timeout: 30_000 });
  const moment = film.getByRole('slider', { name: 'Moment' });
  await expect(moment).toHaveAttribute('aria-valuetext', /Nonsense/);
  await app.getByRole('button', { name: /cart/ }).first().click();
  await expect(moment).toHaveAttribute('aria-valuetext', /\/cart/);
  const isDrawn = () =>
    film.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return data.some((value) => value > 0);
    });
  await expect.poll(isDrawn).toBe(true);
  await film.getByRole('button', { name: 'Play' }).click();
  await expect(moment).toHaveAttribute('aria-valuetext', /Nonsense/);

  await app.getByRole('tab', { name: 'Network' }).click();
  const requests = app.getByRole('list', { name: 'Requests' });
  await expect(requests.getByRole('listitem').filter({ hasText: '/nowhere' })).toContainText('404');
  await app
    .getByRole('radiogroup', { name: 'Requests shown' })
    .getByText(/^Failed \d/)
    .click();
  // Requests that the next navigation aborted count as failed, too.
  await expect(requests.getByRole('listitem').filter({ hasText: '/cart' })).toHaveCount(0);
  await expect(requests.getByRole('listitem').filter({ hasText: '/nowhere' })).toHaveCount(1);

  await app.getByRole('tab', { name: 'Trace' }).click();
  const opened = app.waitForEvent('popup');
  await app.getByRole('button', { name: 'Open trace' }).click();
  const viewer = await opened;
  await expect(viewer.getByText('Navigate').or(viewer.getByText('/nowhere')).first()).toBeVisible();
  await viewer.getByText('/cart').first().click();
  const snapshot = viewer.frameLocator('iframe.snapshot-visible').getByRole('heading', { name: 'Your cart' });
  await expect(snapshot.first()).toBeVisible();
});
