import { screen, waitFor, within } from '@testing-library/react';
import type { Baseline } from '@touchstone/contracts/web-testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { baselineOf, id } from '../testing/mocks.ts';
import { call, pageOf, sentCalls, serverFor, show } from '../testing/show-page.tsx';
import { BaselinesPage } from './baselines.page.tsx';

const { sent, keep } = sentCalls();
const first = baselineOf();
const older = { ...first.current, version: 1, acceptedBy: 'Bo' };
const newer = { ...first.current, version: 2 };
const cart = baselineOf({ versionCount: 2, current: newer });
const kept = baselineOf({
  uuid: id(92),
  name: 'Home',
  testScriptName: null,
  current: { ...first.current, isReviewed: false },
});
const historyOf = (one: Baseline) => ({ ...one, versions: one === cart ? [newer, older] : [one.current] });
const server = serverFor(
  http.get(call('baselines'), () => HttpResponse.json(pageOf(cart, kept))),
  http.get(call('baselines/:id'), ({ params }) => HttpResponse.json(historyOf(params.id === id(92) ? kept : cart))),
  http.get(call('baselines/:id/content'), () => new HttpResponse(new Blob(['png']))),
  http.put(call('baselines/:id/version'), keep('choose', cart)),
  http.delete(call('baselines/:id'), keep('delete', { message: 'Baseline deleted' })),
);
beforeEach(() => {
  sent.length = 0;
});
const open = (query = '') => show(<BaselinesPage />, `/web-testing/baselines${query}`);

test('a baseline shows its picture and versions, and an earlier one is made current again', async () => {
  const { user } = open();
  expect(await screen.findByRole('img', { name: 'Baseline of Cart, version 2' })).toBeTruthy();
  const versions = within(screen.getByRole('table', { name: 'Versions' }));
  expect(versions.getByText('Bo')).toBeTruthy();
  expect(versions.getAllByText(/^1280 × 720, 20/)).toHaveLength(2);
  await user.click(versions.getByRole('button', { name: 'Use version 1' }));
  await waitFor(() => expect(sent).toEqual([['choose', { version: 1, currentVersion: 2 }]]));
  expect(await screen.findByText('Version 1 is the baseline.')).toBeTruthy();
});

test('baselines waiting for review are filtered and approved; a deleted script is reported', async () => {
  const { user, address } = open();
  await user.click(await screen.findByRole('radio', { name: 'To review 1' }));
  await user.click(screen.getByRole('button', { name: /^Home/ }));
  expect(address()).toContain(`baseline=${id(92)}`);
  expect(await screen.findByText('Deleted. Nothing is compared with this baseline any more.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Cart/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Approve baseline' }));
  await waitFor(() => expect(sent).toEqual([['choose', { version: 1, currentVersion: 1 }]]));
});

test('a baseline is deleted after confirmation', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Actions for Cart' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete baseline…' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete baseline Cart?' }));
  expect(question.getByText(/Deletes 2 versions/)).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Delete baseline' }));
  await waitFor(() => expect(sent).toEqual([['delete']]));
});

test('without a baseline the page says how to create one', async () => {
  server.use(http.get(call('baselines'), () => HttpResponse.json(pageOf())));
  open();
  expect(await screen.findByRole('heading', { name: 'No baseline yet' })).toBeTruthy();
});
