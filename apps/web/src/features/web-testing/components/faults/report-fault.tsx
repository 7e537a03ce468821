import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { faultAddress, type ScriptStepResult } from '@touchstone/contracts/web-testing';
import { runQuery } from '../../../runs/index.ts';
import { reportQuery } from '../../api/executions.ts';
import { managementToolsQuery } from '../../api/management-tools.ts';
import { faultOf } from '../../model/fault-of.ts';

const newTab = { target: '_blank', rel: 'noopener noreferrer' } as const;

interface Props {
  runId: string;
  result: ScriptStepResult;
}

/** ReportFault links from a failed step to the forms of the project's management tools, prefilled with the failure. */
export function ReportFault({ runId, result }: Props) {
  const run = useQuery({ ...runQuery(runId), enabled: runId !== '' }).data;
  const tools = useQuery({ ...managementToolsQuery(run?.projectId ?? ''), enabled: run !== undefined }).data ?? [];
  const report = useQuery({ ...reportQuery(runId), enabled: tools.length > 0 }).data;
  if (!report) return null;
  const fault = faultOf(report, result, window.location.origin);
  const ways = tools.flatMap(({ uuid, name, settings }) => {
    const href = faultAddress(settings, fault);
    return href === undefined ? [] : [{ uuid, title: `Report in ${name}`, href }];
  });
  const [first] = ways;
  if (!first) return null;
  if (ways.length === 1)
    return (
      <Button
        component="a"
        href={first.href}
        {...newTab}
        variant="default"
        size="compact-sm"
        style={{ minWidth: 0, maxWidth: '60%' }}
      >
        <span className="ellipsis">{first.title}</span>
      </Button>
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="compact-sm">
          Report…
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ways.map(({ uuid, title, href }) => (
          <Menu.Item key={uuid} component="a" href={href} {...newTab}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
