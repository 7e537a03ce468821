import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import type { Exchange } from '@touchstone/contracts/api-testing';
import { Copy, Download, Search, WrapText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { saveBlob } from '../../../../shared/download.ts';
import { formatBytes } from '../../../../shared/format.ts';
import { toast, toastError } from '../../../../shared/toasts.ts';
import { CodeEditor } from '../../../../ui/code-editor/code-editor.tsx';
import { Tip } from '../../../../ui/tip/tip.tsx';
import { languageOf, prettyBody } from '../../model/editor/body-text.ts';
import classes from './exchange.module.css';
import { PlaceBar } from './place-bar.tsx';
import type { ValueActions } from './value-actions.ts';

interface Props {
  label: string;
  body: NonNullable<Exchange['response']>['body'] | undefined;
  /** Fetches a body that is stored as a file. */
  load?: (() => Promise<Response>) | undefined;
  actions?: ValueActions | undefined;
}

/** BodyView shows a body, indented or raw, with search; clicking a JSON or XML value offers actions on it. */
export function BodyView({ label, body, load, actions }: Props) {
  const [mode, setMode] = useState<'pretty' | 'raw'>('pretty');
  const [wrap, setWrap] = useState(true);
  const [searchSignal, setSearchSignal] = useState(0);
  const [caret, setCaret] = useState<number | null>(null);
  const [loaded, setLoaded] = useState<string | null>(null);
  const raw = loaded ?? body?.text ?? '';
  const language = languageOf(body?.contentType, raw);
  const text = useMemo(() => (mode === 'pretty' ? prettyBody(raw, language) : raw), [mode, raw, language]);
  if (!body || body.sizeBytes === 0) return <p className={classes.note}>No body.</p>;

  const fetchWhole = async (then: (blob: Blob) => void | Promise<void>) => {
    try {
      await then(load ? await (await load()).blob() : new Blob([raw], { type: body.contentType ?? 'text/plain' }));
    } catch (error) {
      toastError(error);
    }
  };
  const stored = body.fileId !== undefined && load !== undefined;
  const binary = body.text === undefined && loaded === null;
  return (
    <div className={classes.pane}>
      <div className={classes.bar}>
        <SegmentedControl
          aria-label="Body view"
          value={mode}
          onChange={(value) => setMode(value as typeof mode)}
          data={[
            { value: 'pretty', label: 'Pretty' },
            { value: 'raw', label: 'Raw' },
          ]}
        />
        <span className="dim num ellipsis">
          {body.contentType ?? 'no content type'} · {formatBytes(body.sizeBytes)}
          {body.truncated ? ' · cut' : ''}
        </span>
        <span className="grow" />
        <Tip label="Search in the body">
          <ActionIcon aria-label="Search in the body" onClick={() => setSearchSignal((count) => count + 1)}>
            <Search size={15} />
          </ActionIcon>
        </Tip>
        <Tip label="Wrap lines">
          <ActionIcon
            aria-label="Wrap lines"
            aria-pressed={wrap}
            variant={wrap ? 'light' : 'subtle'}
            onClick={() => setWrap(!wrap)}
          >
            <WrapText size={15} />
          </ActionIcon>
        </Tip>
        <Tip label="Copy">
          <ActionIcon
            aria-label="Copy the body"
            onClick={() => void navigator.clipboard.writeText(text).then(() => toast('success', 'Copied'), toastError)}
          >
            <Copy size={15} />
          </ActionIcon>
        </Tip>
        <Tip label="Save as a file">
          <ActionIcon
            aria-label="Save the body as a file"
            onClick={() =>
              void fetchWhole((blob) => saveBlob(blob, language === 'text' ? 'body.txt' : `body.${language}`))
            }
          >
            <Download size={15} />
          </ActionIcon>
        </Tip>
      </div>
      {binary ? (
        <div className={classes.note}>
          <p>This body is {stored ? 'large or binary and stored as a file' : 'binary'}.</p>
          {stored ? (
            <Button
              variant="default"
              mt="sm"
              onClick={() => void fetchWhole(async (blob) => setLoaded(await blob.text()))}
            >
              Show it as text
            </Button>
          ) : null}
        </div>
      ) : (
        <div className="grow" style={{ minHeight: 0 }}>
          <CodeEditor
            label={label}
            value={text}
            language={language}
            readOnly
            wrap={wrap}
            searchSignal={searchSignal}
            onCaret={setCaret}
          />
        </div>
      )}
      {actions && (language === 'json' || language === 'xml') && !binary ? (
        <PlaceBar text={text} language={language} caret={caret} actions={actions} />
      ) : null}
    </div>
  );
}
