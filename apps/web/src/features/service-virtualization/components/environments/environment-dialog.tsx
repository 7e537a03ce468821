import { Button, Group, Modal, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AddressKind, EnvironmentLink, Mock } from '@touchstone/contracts/service-virtualization';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { messageOf, toastError } from '../../../../shared/toasts.ts';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { apiTestingPaths, environmentsQuery, projectsQuery } from '../../../api-testing/index.ts';
import { environmentLinksQuery, useEnvironmentLinks } from '../../api/environment-links.ts';
import { addressLabels } from '../project/mock-address.tsx';
import classes from './environments.module.css';

interface Props {
  mock: Mock;
  canWrite: boolean;
  onClose: () => void;
}

/**
 * EnvironmentDialog lets runs with an environment call a mock, whose address is stored in a variable of the
 * environment.
 */
export function EnvironmentDialog({ mock, canWrite, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title="Use in an environment" size={620}>
      <Links mock={mock} canWrite={canWrite} />
      {canWrite ? <LinkForm mock={mock} onClose={onClose} /> : null}
    </Modal>
  );
}

function Links({ mock: { projectId }, canWrite }: Pick<Props, 'mock' | 'canWrite'>) {
  const { data: links = [] } = useQuery(environmentLinksQuery(projectId));
  if (links.length === 0) return null;
  return (
    <ul className={classes.links} aria-label="Linked environments">
      {links.map((link) => (
        <Linked key={link.linkId} link={link} projectId={projectId} canWrite={canWrite} />
      ))}
    </ul>
  );
}

function Linked({ link, projectId, canWrite }: { link: EnvironmentLink; projectId: string; canWrite: boolean }) {
  const { unlink } = useEnvironmentLinks(projectId);
  const { linkId, workspaceId, workspaceName, environmentId, environmentName, variableName, isCurrent } = link;
  return (
    <li>
      <span className="grow">
        <Link className="link" to={apiTestingPaths.environments(workspaceId, environmentId)}>
          {workspaceName} › {environmentName}
        </Link>{' '}
        <code className="mono">{`{{${variableName}}}`}</code>
      </span>
      <StatusLabel status={isCurrent ? 'passed' : 'flaky'}>{isCurrent ? 'Linked' : 'Changed since'}</StatusLabel>
      {canWrite ? (
        <Button
          variant="default"
          aria-label={`Unlink ${environmentName}`}
          loading={unlink.isPending}
          onClick={() => unlink.mutate(linkId, { onError: toastError })}
        >
          Unlink
        </Button>
      ) : null}
    </li>
  );
}

function LinkForm({ mock, onClose }: Pick<Props, 'mock' | 'onClose'>) {
  const { link } = useEnvironmentLinks(mock.projectId);
  const [workspace, setWorkspace] = useState<string | null>(null);
  const [environment, setEnvironment] = useState<string | null>(null);
  const [variableName, setVariableName] = useState('baseUrl');
  const [addressKind, setAddressKind] = useState<AddressKind>('path');
  const [key, setKey] = useState('');
  const workspaces = useQuery(projectsQuery());
  const environments = useQuery(environmentsQuery(workspace ?? undefined));
  const needsKey = mock.settings.access === 'key';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (environment === null) return;
    link.mutate({ environmentId: environment, variableName, addressKind, ...(needsKey && key !== '' && { key }) });
  };
  return (
    <form className="form" noValidate onSubmit={submit}>
      <div className={classes.form}>
        <Select
          label="Workspace"
          searchable
          allowDeselect={false}
          placeholder="Choose a workspace"
          nothingFoundMessage="No matching workspace"
          data={(workspaces.data?.content ?? []).map(({ projectId, projectName, role }) => ({
            value: projectId,
            label: projectName,
            disabled: role === 'VIEWER',
          }))}
          value={workspace}
          onChange={(value) => {
            setWorkspace(value);
            setEnvironment(null);
            link.reset();
          }}
        />
        <Select
          label="Environment"
          allowDeselect={false}
          disabled={workspace === null}
          placeholder="Choose an environment"
          nothingFoundMessage="No environments yet"
          data={(environments.data ?? []).map(({ environmentId, environmentName }) => ({
            value: environmentId,
            label: environmentName,
          }))}
          value={environment}
          onChange={(value) => {
            setEnvironment(value);
            link.reset();
          }}
        />
        <TextInput
          label="Variable"
          description="Gets the address of the mock. Its value comes back when you unlink."
          classNames={{ input: 'mono' }}
          spellCheck={false}
          value={variableName}
          onChange={(event) => setVariableName(event.currentTarget.value)}
        />
        {mock.addresses.length > 1 ? (
          <Select
            label="Address"
            allowDeselect={false}
            data={mock.addresses.map(({ kind, url }) => ({ value: kind, label: `${addressLabels[kind]}: ${url}` }))}
            value={addressKind}
            onChange={(value) => value !== null && setAddressKind(value as AddressKind)}
          />
        ) : null}
        {needsKey ? (
          <TextInput
            label="Key"
            type="password"
            autoComplete="off"
            description="Saved as the secret mockKey. Send it as X-Mock-Key: {{mockKey}}."
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
        ) : null}
      </div>
      {link.error ? (
        <p className={classes.problem} role="alert">
          {messageOf(link.error)}
        </p>
      ) : null}
      {link.data ? (
        <p role="status">{`Runs with ${link.data.environmentName} call this mock at {{${link.data.variableName}}}.`}</p>
      ) : null}
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button type="submit" loading={link.isPending} disabled={environment === null}>
          Link environment
        </Button>
      </Group>
    </form>
  );
}
