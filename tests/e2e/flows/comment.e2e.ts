import { flowRoutes } from '@touchstone/contracts/flows';
import { expect, test } from '../fixtures.ts';

test('a comment is pulled larger by its corner, and keeps its size when it was saved', async ({
  app,
  client,
  projectId,
}) => {
  const nodes = [
    { id: 'start', kind: 'start', name: 'Start' },
    { id: 'note', kind: 'comment', name: 'Ask the bank', settings: { text: 'Before each release.' } },
  ];
  const layout = { start: { x: 0, y: 0 }, note: { x: 0, y: 160 } };
  const document = { flow: { version: 1, nodes, links: [] }, layout } as never;
  const { flowId } = await client.call(flowRoutes.createFlow, { body: { projectId, name: 'Noted', document } });
  const open = () => app.goto(`/api-testing/process?project=${projectId}&workflow=${flowId}`);
  await open();
  const comment = app.locator('[data-block="note"]');
  await comment.click();
  const before = (await comment.boundingBox())!;
  const corner = app.locator('.react-flow__resize-control.handle.bottom.right');
  const { x, y } = (await corner.boundingBox())!;
  await app.mouse.move(x + 3, y + 3);
  await app.mouse.down();
  await app.mouse.move(x + 63, y + 43, { steps: 6 });
  await app.mouse.up();
  await expect.poll(async () => (await comment.boundingBox())!.width).toBeGreaterThan(before.width + 40);
  await app.getByRole('button', { name: 'Save', exact: true }).click();
  const saved = async () => (await client.call(flowRoutes.getFlow, { params: { flowId } })).document.layout.note;
  await expect.poll(async () => (await saved())?.width ?? 0).toBeGreaterThan(240);
  expect((await saved())?.height).toBeGreaterThan(110);
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => Math.round((await comment.boundingBox())!.width)).toBe(Math.round(before.width));
});
