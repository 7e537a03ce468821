import { Modal, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTeam } from '../../../../shared/session/use-team.ts';
import type { SubjectDialog } from '../../../../shared/subjects/subject-parts.ts';
import { Problem } from '../../../../ui/page.tsx';
import { NoProject } from '../../../../ui/projects/project-gate.tsx';
import { projectsQuery } from '../../api/projects.queries.ts';
import { chosenProject } from '../../model/chosen-project.ts';
import { isTest, withTest } from '../../model/definition-draft.ts';
import { useNoProject } from '../project/project-gate.tsx';
import { MonitorEditor } from './monitor-editor.tsx';

const longestName = 60;

/** SubjectEditor monitors a script, suite or workflow from its own page, with a form prefilled with defaults. */
export function SubjectEditor({ subject, onClose }: SubjectDialog) {
  const { team } = useTeam();
  const projects = useQuery(projectsQuery(team?.teamId));
  const remembered = chosenProject.use();
  const noProject = useNoProject();
  const [chosen, setChosen] = useState<string | null>(null);
  const open = projects.data?.content.filter(({ role }) => role !== 'VIEWER') ?? [];
  const wanted = chosen ?? remembered;
  const project = open.find(({ projectId }) => projectId === wanted) ?? open[0];
  const { kind, id, projectId, name } = subject;
  if (projects.isPending || !isTest(kind as never)) return null;
  if (!project)
    return (
      <Modal opened onClose={onClose} title={`Monitor ${name}`} closeButtonProps={{ 'aria-label': 'Close' }}>
        {projects.error ? (
          <Problem error={projects.error} onRetry={() => void projects.refetch()} />
        ) : (
          <NoProject {...noProject} />
        )}
      </Modal>
    );
  return (
    <MonitorEditor
      // Another project has other collections.
      key={project.projectId}
      project={project}
      initial={{ name: name.trim().slice(0, longestName), definition: withTest(kind as 'api-script', projectId, id) }}
      testName={name}
      above={
        open.length > 1 ? (
          <Select
            label="Monitoring project"
            allowDeselect={false}
            searchable
            data={open.map((each) => ({ value: each.projectId, label: each.projectName }))}
            value={project.projectId}
            onChange={(value) => {
              setChosen(value);
              if (value) chosenProject.set(value);
            }}
          />
        ) : null
      }
      onClose={onClose}
    />
  );
}
