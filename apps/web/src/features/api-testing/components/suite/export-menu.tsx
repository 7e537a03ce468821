import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { saveResponse } from '../../../../shared/download.ts';
import { messageOf, toast } from '../../../../shared/toasts.ts';
import { type ExportFormat, fetchExport } from '../../api/exchange/imports.queries.ts';

const formats: { format: ExportFormat; label: string; fileName: string }[] = [
  { format: 'postman', label: 'Postman collection', fileName: 'suites.postman_collection.json' },
  { format: 'openapi', label: 'OpenAPI document', fileName: 'suites.openapi.json' },
  { format: 'har', label: 'HAR file', fileName: 'suites.har' },
  { format: 'curl', label: 'curl commands', fileName: 'suites.sh' },
];

interface Props {
  projectId: string;
  /** Absent for every suite of the workspace. */
  suiteIds?: string[];
}

/** What the format can't represent, as listed by the server. */
function lossText(header: string | null): string {
  const losses = JSON.parse(decodeURIComponent(header || '%5B%5D')) as { what: string; count: number }[];
  return losses.map(({ what, count }) => `${what} (${count})`).join(', ');
}

/** useExport saves suites as another tool's file, without secrets. */
export function useExport({ projectId, suiteIds }: Props) {
  const [exporting, setExporting] = useState(false);
  const saveSuites = async (format: ExportFormat, fileName: string) => {
    const answer = await fetchExport(projectId, suiteIds, format);
    await saveResponse(answer, fileName);
    return answer.headers.get('x-export-losses');
  };
  const save = async (work: () => Promise<string | null>) => {
    setExporting(true);
    try {
      const lost = lossText(await work());
      if (lost) toast('warning', lost, 'Not in the file');
    } catch (error) {
      toast('error', messageOf(error), 'Error Downloading');
    } finally {
      setExporting(false);
    }
  };
  const items = formats.map(({ format, label, fileName }) => (
    <Menu.Item key={format} onClick={() => void save(() => saveSuites(format, fileName))}>
      {label}
    </Menu.Item>
  ));
  return { exporting, items, save };
}

/** ExportMenu is a button with the export formats. */
export function ExportMenu(props: Props) {
  const { exporting, items } = useExport(props);
  return (
    <Menu position="top-start">
      <Menu.Target>
        <Button variant="default" loading={exporting}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{items}</Menu.Dropdown>
    </Menu>
  );
}

/** ExportSubMenu is a menu entry with the export formats as its submenu. */
export function ExportSubMenu({ label, ...props }: Props & { label: string }) {
  const { items } = useExport(props);
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item>{label}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>{items}</Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}
