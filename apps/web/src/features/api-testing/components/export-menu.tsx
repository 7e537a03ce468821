import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { saveResponse } from '../../../shared/download.ts';
import { messageOf, toast } from '../../../shared/toasts.ts';
import { type ExportFormat, fetchExport } from '../api/imports.mutations.ts';

const formats: { format: ExportFormat; label: string; fileName: string }[] = [
  { format: 'postman', label: 'Postman collection', fileName: 'suites.postman_collection.json' },
  { format: 'openapi', label: 'OpenAPI document', fileName: 'suites.openapi.json' },
  { format: 'har', label: 'HAR file', fileName: 'suites.har' },
  { format: 'curl', label: 'curl commands', fileName: 'suites.sh' },
];

/** ExportMenu saves the chosen suites as a file of another tool; secrets stay out of it. */
export function ExportMenu({ projectId, suiteIds }: { projectId: string; suiteIds: string[] }) {
  const [exporting, setExporting] = useState(false);
  const save = async (format: ExportFormat, fileName: string) => {
    setExporting(true);
    try {
      await saveResponse(await fetchExport(projectId, suiteIds, format), fileName);
    } catch (error) {
      toast('error', messageOf(error), 'Error Downloading');
    } finally {
      setExporting(false);
    }
  };
  return (
    <Menu position="top-start">
      <Menu.Target>
        <Button variant="default" loading={exporting}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ format, label, fileName }) => (
          <Menu.Item key={format} onClick={() => void save(format, fileName)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
