import { ActionIcon, Menu, Switch } from '@mantine/core';
import type { MockSuite } from '@touchstone/contracts/service-virtualization';
import { suiteDepth } from '@touchstone/contracts/service-virtualization';
import { EllipsisVertical, FolderPlus } from 'lucide-react';
import { formatCount } from '../../../../shared/format.ts';
import { Tip } from '../../../../ui/tip/tip.tsx';
import type { TreeSuite } from '../../model/suite-tree.ts';
import classes from './suites.module.css';

/** Actions on suites. */
export interface SuiteActions {
  onCreate: (parent?: MockSuite) => void;
  onEdit: (suite: MockSuite) => void;
  onMove: (suite: MockSuite) => void;
  onClone: (suite: MockSuite) => void;
  onDelete: (suite: MockSuite) => void;
  onToggle: (suite: MockSuite, isEnabled: boolean) => void;
  onExport: (suite: MockSuite, format: 'wiremock' | 'openapi') => void;
}

interface Props {
  tree: readonly TreeSuite[];
  /** Empty for all. */
  chosen: string;
  onChoose: (suiteId: string) => void;
  /** Absent if read-only. */
  actions?: SuiteActions | undefined;
}

/** SuiteNav is the tree of a project's suites, next to the selected one. */
export function SuiteNav({ tree, chosen, onChoose, actions }: Props) {
  const total = tree.filter(({ depth }) => depth === 0).reduce((sum, each) => sum + each.total, 0);
  return (
    <nav className={classes.side} aria-label="Suites" data-tour="suites">
      <div className={classes.head}>
        <span className="eyebrow">Suites</span>
        {actions ? (
          <Tip label="Create suite">
            <ActionIcon size={24} aria-label="Create suite" onClick={() => actions.onCreate()}>
              <FolderPlus size={15} />
            </ActionIcon>
          </Tip>
        ) : null}
      </div>
      <ul className={classes.list}>
        <li className={classes.item} data-chosen={chosen === '' || undefined}>
          <button
            type="button"
            className={classes.open}
            aria-current={chosen === '' ? 'true' : undefined}
            onClick={() => onChoose('')}
          >
            <span className="grow">All suites</span>
            <span className="dim num">{formatCount(total)}</span>
          </button>
        </li>
        {tree.map((each) => (
          <SuiteItem
            key={each.suite.suiteId}
            item={each}
            isChosen={each.suite.suiteId === chosen}
            onChoose={onChoose}
            actions={actions}
          />
        ))}
      </ul>
    </nav>
  );
}

interface ItemProps {
  item: TreeSuite;
  isChosen: boolean;
  onChoose: (suiteId: string) => void;
  actions: SuiteActions | undefined;
}

function SuiteItem({ item: { suite, depth, total, path }, isChosen, onChoose, actions }: ItemProps) {
  const { suiteId, name, isEnabled, isActive } = suite;
  return (
    <li className={classes.item} data-chosen={isChosen || undefined} data-off={!isActive || undefined}>
      <button
        type="button"
        className={classes.open}
        style={{ paddingLeft: 8 + depth * 14 }}
        title={isActive ? path : `${path} (off)`}
        aria-current={isChosen ? 'true' : undefined}
        onClick={() => onChoose(suiteId)}
      >
        <span className="grow ellipsis">{name}</span>
        <span className="dim num">{formatCount(total)}</span>
      </button>
      <Switch
        size="xs"
        aria-label={`Suite ${name} is on`}
        checked={isEnabled}
        disabled={!actions}
        onChange={(event) => actions?.onToggle(suite, event.currentTarget.checked)}
      />
      {actions ? (
        <Menu>
          <Menu.Target>
            <ActionIcon size={24} aria-label={`Actions for suite ${name}`}>
              <EllipsisVertical size={14} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {depth + 1 < suiteDepth ? (
              <Menu.Item onClick={() => actions.onCreate(suite)}>Create suite inside</Menu.Item>
            ) : null}
            <Menu.Item onClick={() => actions.onEdit(suite)}>Edit suite</Menu.Item>
            <Menu.Item onClick={() => actions.onMove(suite)}>Move suite…</Menu.Item>
            <Menu.Item onClick={() => actions.onClone(suite)}>Clone suite</Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={() => actions.onExport(suite, 'wiremock')}>Export as WireMock</Menu.Item>
            <Menu.Item onClick={() => actions.onExport(suite, 'openapi')}>Export as OpenAPI</Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={() => actions.onDelete(suite)}>Delete suite…</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </li>
  );
}
