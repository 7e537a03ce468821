import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { ImportOrigin } from '../../api/exchange/imports.mutations.ts';
import { ImportSourceForm } from './import-source-form.tsx';

const files = [new File(['<definitions/>'], 'pets.wsdl'), new File(['<schema/>'], 'pets.xsd')];
const nothing = () => undefined;
function form(): ImportOrigin[] {
  const read: ImportOrigin[] = [];
  render(
    <MantineProvider env="test">
      <ImportSourceForm error={null} onRead={(origin) => read.push(origin)} onReset={nothing} onClose={nothing} />
    </MantineProvider>,
  );
  return read;
}

test('files dropped together are read together, with the base URL', async () => {
  const read = form();
  await userEvent.type(screen.getByRole('textbox', { name: /Base URL/ }), 'https://staging.test');
  fireEvent.drop(screen.getByRole('button', { name: /Drop files here/ }), { dataTransfer: { files } });
  expect(read).toEqual([{ from: 'file', files, baseUrl: 'https://staging.test' }]);
});

test('several files can be chosen', async () => {
  const read = form();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  expect(input?.multiple).toBe(true);
  if (input) await userEvent.upload(input, files);
  expect(read).toEqual([{ from: 'file', files, baseUrl: '' }]);
});
