import { Button, Menu } from '@mantine/core';
import type { Accounting, UptimeReportFormat } from '@touchstone/contracts/api-monitoring';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { toastError } from '../../../../shared/toasts.ts';
import { ownTimezone } from '../../../scheduler/index.ts';
import { downloadReport } from '../../api/reports.ts';

interface Props extends Accounting {
  projectId: string;
  collectionId?: string | undefined;
  hours: number;
}

/** ReportMenu saves the report on screen as a file. */
export function ReportMenu({ hours, collectionId, ...asked }: Props) {
  const [isBusy, setBusy] = useState(false);
  const save = async (format: UptimeReportFormat) => {
    setBusy(true);
    const to = new Date();
    const span = { from: new Date(to.getTime() - hours * 3_600_000).toISOString(), to: to.toISOString() };
    const place = collectionId === undefined ? {} : { collectionId };
    try {
      await downloadReport({ ...asked, ...place, ...span, format, timezone: ownTimezone() });
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
  };
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<Download size={14} />} loading={isBusy}>
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save('pdf')}>PDF</Menu.Item>
        <Menu.Item onClick={() => void save('excel')}>Excel</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
