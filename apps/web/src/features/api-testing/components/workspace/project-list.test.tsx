import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Project } from '@touchstone/contracts/workspaces';
import { afterEach, expect, test } from 'vitest';
import { ProjectList } from './project-list.tsx';

afterEach(cleanup);

const projectOf = (role: Project['role']) =>
  ({
    projectId: role,
    projectName: `Shop of ${role}`,
    workspaceType: 'SHARED',
    suiteCount: 1,
    scriptCount: 2,
    role,
  }) as Project;

function show(...roles: Project['role'][]) {
  const called: string[] = [];
  render(
    <MantineProvider env="test">
      <ProjectList
        projects={roles.map(projectOf)}
        chosen={undefined}
        onChoose={(projectId) => called.push(`choose ${projectId}`)}
        onEdit={({ projectId }) => called.push(`edit ${projectId}`)}
        onDelete={({ projectId }) => called.push(`delete ${projectId}`)}
        onReplace={({ projectId }) => called.push(`replace ${projectId}`)}
        onImport={({ projectId }) => called.push(`import ${projectId}`)}
      />
    </MantineProvider>,
  );
  return { called, user: userEvent.setup() };
}

test('a viewer selects a project but has no actions on it', async () => {
  const { called, user } = show('VIEWER');
  expect(screen.getAllByRole('button')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: /Shop of VIEWER/ }));
  expect(called).toEqual(['choose VIEWER']);
});

test.each([
  ['EDITOR', false],
  ['OWNER', true],
] as const)('%s edits a project; deletes it: %s', async (role, mayDelete) => {
  const { called, user } = show(role);
  await user.click(screen.getByRole('button', { name: `Actions for project Shop of ${role}` }));
  expect(screen.queryByRole('menuitem', { name: 'Delete project…' }) !== null).toBe(mayDelete);
  await user.click(screen.getByRole('menuitem', { name: 'Edit project' }));
  expect(called).toEqual([`edit ${role}`]);
});

test('J and K move through the projects, and letters in the filter only type', async () => {
  const { user } = show('VIEWER', 'OWNER');
  const [first, second] = screen.getAllByRole('button', { name: /^Shop of/ });
  await user.keyboard('jj');
  expect(document.activeElement).toBe(second);
  await user.keyboard('k');
  expect(document.activeElement).toBe(first);
  await user.type(screen.getByLabelText('Filter projects'), 'j');
  expect(document.activeElement).toBe(screen.getByLabelText('Filter projects'));
});
