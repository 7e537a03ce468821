import { Button, FileButton } from '@mantine/core';
import { joinSchemaDocuments } from '@touchstone/engine-assert/core';
import { useRef } from 'react';

interface Props {
  /** Label of the field that the files fill. */
  label: string;
  onText: (text: string) => void;
}

/** SchemaFiles fills an XML Schema from its files: the asserted schema with those that it includes or imports. */
export function SchemaFiles({ label, onText }: Props) {
  // The same files may be chosen again after they were fixed.
  const forget = useRef<() => void>(null);
  const take = async (files: File[]) => {
    forget.current?.();
    if (files.length === 0) return;
    onText(
      joinSchemaDocuments(await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() })))),
    );
  };
  return (
    <div className="row">
      <FileButton
        multiple
        accept=".xsd,.xml,text/xml,application/xml"
        resetRef={forget}
        onChange={(files) => void take(files)}
      >
        {(props) => (
          <Button {...props} variant="subtle" size="compact-sm" aria-label={`Choose files for ${label.toLowerCase()}`}>
            Choose files
          </Button>
        )}
      </FileButton>
      <span className="dim">
        Choose a schema together with the files it includes. In the text, <code>{'<?schema name="types.xsd"?>'}</code>{' '}
        begins each file.
      </span>
    </div>
  );
}
