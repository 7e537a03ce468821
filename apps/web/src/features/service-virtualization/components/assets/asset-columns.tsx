import { ActionIcon, Menu, Switch } from '@mantine/core';
import type { AssetSummary } from '@touchstone/contracts/service-virtualization';
import { EllipsisVertical } from 'lucide-react';
import { Link } from 'react-router';
import { MethodWord } from '../../../../ui/status/method-word.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import type { Column } from '../../../../ui/table/data-table.tsx';
import { statusWord } from '../../model/status-word.ts';
import { virtualizationPaths } from '../../paths.ts';
import classes from './assets.module.css';
import type { AssetActions } from './use-asset-actions.tsx';

interface Options {
  /** Absent if read-only. */
  actions: AssetActions | undefined;
  suitePaths: ReadonlyMap<string, string>;
  onTag: (tag: string) => void;
}

/** assetColumns columns of an asset list. */
export function assetColumns({ actions, suitePaths, onTag }: Options): Column<AssetSummary>[] {
  const columns: Column<AssetSummary>[] = [
    {
      key: 'on',
      header: 'On',
      width: 56,
      cell: (asset) => (
        <Switch
          size="xs"
          aria-label={`${asset.name} is on`}
          checked={asset.isEnabled}
          disabled={!actions}
          onChange={(event) => actions?.onToggle([asset], event.currentTarget.checked)}
        />
      ),
    },
    {
      key: 'name',
      header: 'Asset',
      cell: ({ assetId, name, tags, suiteId, isEnabled, isActive }) => (
        <span className={classes.stack}>
          <span className={classes.nameLine}>
            <Link className="link ellipsis" to={virtualizationPaths.asset(assetId)} title={name}>
              {name}
            </Link>
            {tags.map((tag) => (
              <button key={tag} type="button" className={classes.tag} onClick={() => onTag(tag)}>
                {tag}
              </button>
            ))}
          </span>
          <span className={`${classes.small} ellipsis`}>
            {isEnabled && !isActive ? 'Suite is off · ' : ''}
            {suitePaths.get(suiteId)}
          </span>
        </span>
      ),
    },
    {
      key: 'request',
      header: 'Request',
      width: '30%',
      cell: ({ method, path, host }) => (
        <span className={classes.nameLine} title={`${method} ${host ?? ''}${path}`}>
          <MethodWord method={method} />
          <span className="mono ellipsis">
            {host}
            {path}
          </span>
        </span>
      ),
    },
    {
      key: 'status',
      header: 'Response',
      width: 150,
      cell: ({ status }) => <span className="mono ellipsis">{statusWord(status)}</span>,
    },
    {
      key: 'kind',
      header: 'Kind',
      width: 90,
      cell: ({ kind }) => (kind === 'static' ? 'Static' : 'Dynamic'),
    },
    {
      key: 'updated',
      header: 'Changed',
      width: 120,
      cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    },
  ];
  if (actions)
    columns.push({
      key: 'actions',
      header: '',
      width: 48,
      align: 'right',
      cell: (asset) => (
        <Menu>
          <Menu.Target>
            <ActionIcon size={24} aria-label={`Actions for ${asset.name}`}>
              <EllipsisVertical size={15} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item component={Link} to={virtualizationPaths.asset(asset.assetId)}>
              Edit asset
            </Menu.Item>
            <Menu.Item component={Link} to={virtualizationPaths.journal({ asset: asset.assetId })}>
              Show its calls
            </Menu.Item>
            <Menu.Item onClick={() => actions.onMove([asset])}>Move to suite…</Menu.Item>
            <Menu.Item onClick={() => actions.onClone([asset])}>Clone asset</Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={() => actions.onDelete([asset])}>Delete asset…</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ),
    });
  return columns;
}
