import { webTestingRoutes as routes } from '@touchstone/contracts/web-testing';
import { openShop, type Shop } from '@touchstone/engine-browser/testing';
import { expect, test } from '../fixtures.ts';

let shop: Shop;
test.beforeAll(async () => {
  shop = await openShop();
});
test.afterAll(() => shop.close());

test('one script signs in and saves its session, another one starts signed in, until the session is deleted', async ({
  app,
  client,
}) => {
  test.slow();
  const { projectId } = await client.call(routes.createProject, { body: { projectName: 'Sessions' } });
  const { uuid: moduleUUID } = await client.call(routes.createModule, {
    query: { projectId },
    body: { moduleName: 'Sign in' },
  });
  const sentences = async (testScriptName: string, lines: string[]) => {
    const { uuid } = await client.call(routes.createScript, { query: { moduleUUID }, body: { testScriptName } });
    await app.goto(`/web-testing/script-steps?script=${uuid}`);
    await app.getByRole('button', { name: 'Write as sentences' }).click();
    const dialog = app.getByRole('dialog');
    await dialog.getByLabel('One sentence a line').fill(lines.join('\n'));
    await dialog.getByRole('button', { name: `Add ${lines.length} steps` }).click();
    await app.getByRole('button', { name: 'Dry Run' }).click();
    const last = app
      .getByRole('list', { name: 'Steps' })
      .getByRole('listitem')
      .nth(lines.length - 1);
    return last.getByRole('img', { name: /^(Passed|Failed|Error|Skipped)$/ });
  };
  const signingIn = await sentences('Sign in', [
    `Go to ${shop.url}/login`,
    'Type ada@example.com into Email',
    'Type coffee into Password',
    'Click the Sign in button',
    'Save the session as Ada',
  ]);
  await expect(signingIn).toHaveAccessibleName('Passed', { timeout: 30_000 });
  const buying = ['Use the session Ada', `Go to ${shop.url}/`, 'Check that the page contains "Hello, ada"'];
  await expect(await sentences('Buy', buying)).toHaveAccessibleName('Passed', { timeout: 30_000 });

  await app.goto(`/web-testing/saved-sessions?project=${projectId}`);
  const row = app.getByRole('table', { name: 'Saved sessions' }).getByRole('row', { name: /Ada/ });
  await expect(row).toContainText(new URL(shop.url).hostname);
  await app.getByRole('button', { name: 'Delete all' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Delete all sessions' }).click();
  await expect(app.getByText('No saved session yet')).toBeVisible();

  await sentences('Buy again', buying);
  await expect(app.getByText('No session "Ada" is kept. Run a script that saves it first.').first()).toBeVisible({
    timeout: 30_000,
  });
});
