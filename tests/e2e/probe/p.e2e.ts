import { test } from '../fixtures.ts';
test('probe', async ({ app, context, projectId }) => {
  console.log(JSON.stringify(await context.cookies()));
  app.on('response', async (r) => { if (r.url().includes('/identity/')) console.log(r.request().method(), r.status(), r.url().slice(0, 110), r.status() >= 400 ? await r.text().catch(() => '') : '', JSON.stringify((await r.request().allHeaders()).cookie ?? '').slice(0, 200)); });
  await app.goto(`/api-testing/workspace?project=${projectId}`);
  await app.getByRole('heading', { name: 'Shop' }).waitFor();
  console.log('RELOAD');
  await app.reload();
  await app.getByRole('heading', { name: 'Shop' }).waitFor();
});
