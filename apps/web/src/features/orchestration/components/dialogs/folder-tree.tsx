import { Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FolderPlace } from '@touchstone/contracts/orchestration';
import { useState } from 'react';
import { Loaded } from '../../../../ui/loaded.tsx';
import { FilterInput } from '../../../../ui/table/filter-input.tsx';
import { type FolderNode, folderTreeQuery } from '../../api/orchestration.queries.ts';
import classes from './dialogs.module.css';

interface Props {
  project: FolderPlace;
  value: string | undefined;
  onChange: (folder: FolderNode) => void;
  /** Why a folder can't be selected; undefined if it can. */
  refusalOf?: (folder: FolderNode) => string | undefined;
}

/** Matching folders with their parents. */
function matching(folders: readonly FolderNode[], text: string): readonly FolderNode[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return folders;
  const found = folders.filter(({ name }) => name.toLowerCase().includes(wanted));
  const shown = new Set(found.flatMap(({ folderUuid, ancestors }) => [folderUuid, ...ancestors]));
  return folders.filter(({ folderUuid }) => shown.has(folderUuid));
}

/** FolderTree selects a folder of a project. */
export function FolderTree({ project, value, onChange, refusalOf }: Props) {
  const folders = useQuery(folderTreeQuery(project));
  const [text, setText] = useState('');
  return (
    <>
      <div className={classes.search}>
        <FilterInput label="Search folders" value={text} onChange={setText} />
      </div>
      <div className={classes.tree}>
        <Loaded query={folders}>
          {(all) => {
            const shown = matching(all, text);
            if (shown.length === 0) return <p className="dim">No folder matches.</p>;
            return (
              <Radio.Group
                aria-label="Folder"
                value={value ?? null}
                onChange={(id) => {
                  const chosen = all.find(({ folderUuid }) => folderUuid === id);
                  if (chosen) onChange(chosen);
                }}
              >
                {shown.map((folder) => {
                  const refusal = refusalOf?.(folder);
                  return (
                    <div
                      key={folder.folderUuid}
                      className={classes.folder}
                      style={{ paddingLeft: 8 + 16 * folder.depth }}
                    >
                      <Radio size="xs" value={folder.folderUuid} label={folder.name} disabled={refusal !== undefined} />
                      {refusal ? <span className="dim">{refusal}</span> : null}
                    </div>
                  );
                })}
              </Radio.Group>
            );
          }}
        </Loaded>
      </div>
    </>
  );
}
