import { Select } from '@mantine/core';
import type { Project } from '@touchstone/contracts/workspaces';

export type WalletChoice = 'private' | 'shared';

interface Props {
  label: string;
  project: Project;
  value: WalletChoice | null;
  error?: string | null;
  onChange: (choice: WalletChoice) => void;
}

/** WalletSelect selects the private wallet or the workspace's. */
export function WalletSelect({ label, project, value, error, onChange }: Props) {
  return (
    <Select
      label={label}
      allowDeselect={false}
      placeholder="Choose a wallet"
      data={[
        { value: 'private', label: 'Private wallet' },
        { value: 'shared', label: `Shared wallet of ${project.projectName}` },
      ]}
      value={value}
      error={error}
      onChange={(choice) => onChange(choice === 'shared' ? 'shared' : 'private')}
    />
  );
}
