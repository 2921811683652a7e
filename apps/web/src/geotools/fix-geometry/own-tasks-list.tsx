import { TaskStatus, taskStatusOf } from '@geoinsights/contract';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { ownTasks, useOwnTasks } from '../device/own-tasks.ts';
import type { OwnTask } from '../device/own-tasks.ts';
import { Tick } from '../form/tick.tsx';
import { FIX_GEOMETRY } from '../next-step/job.ts';
import { worksOf } from '../next-step/work-words.ts';
import { capitalised } from '../screen-texts/capitalised.ts';
import { namedTask } from './named-task.ts';
import styles from './own-tasks-list.module.css';
import { formatMoment } from './quantities.ts';
import { refusalWords, saysGone } from './refusal-words.ts';
import { tools } from './tools-client.ts';

const STATE_WORDS: Readonly<Record<TaskStatus, string>> = {
  [TaskStatus.NULL]: '',
  [TaskStatus.READY]: 'was waiting',
  [TaskStatus.RUNNING]: 'was running',
  [TaskStatus.COMPLETED]: 'done',
  [TaskStatus.FAILED]: 'failed',
  [TaskStatus.CANCELLED]: 'stopped',
};

interface Removal {
  readonly tasks: readonly OwnTask[];
  /** Whether their files on the server are deleted, too. */
  readonly withFiles: boolean;
}

/** The tasks begun on this device that are not shown above, to reopen them or to remove them from the list. */
export function OwnTasksList() {
  const [address] = useSearchParams();
  const shown = namedTask(address);
  const tasks = useOwnTasks().filter(({ task }) => task !== shown);
  const [deletesFiles, setDeletesFiles] = useState(false);
  const [announced, setAnnounced] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const removal = useMutation({
    networkMode: 'always',
    mutationFn: async ({ tasks: gone, withFiles }: Removal) => {
      for (const task of gone) {
        if (withFiles) await deleteFiles(task);
        ownTasks.remove([task.task]);
      }
    },
    // The tick may have been changed since.
    onSuccess: (_nothing, removed) => setAnnounced(removalWords(removed)),
    onMutate: () => setAnnounced(''),
  });
  // As long as something is being removed, its sentence follows, and the heading has the focus.
  if (tasks.length === 0 && announced === '' && !removal.isPending) return null;
  const remove = (gone: readonly OwnTask[]) => {
    // The button disappears with its row.
    heading.current?.focus();
    removal.mutate({ tasks: gone, withFiles: deletesFiles });
  };
  const verb = deletesFiles ? 'Delete' : 'Remove';
  return (
    <section className={styles.own} data-screen-only aria-labelledby="own-tasks">
      <h2 id="own-tasks" ref={heading} tabIndex={-1} className={styles.heading}>
        Begun on this device
      </h2>
      <p className={styles.hint}>This list is stored only in your browser.</p>
      <ul className={styles.tasks}>
        {tasks.map((task) => (
          <li key={task.task} className={styles.task}>
            <div className={styles.words}>
              <Link to={addressOf(task)}>{nameOf(task)}</Link>
              <p className={styles.facts}>{factsOf(task)}</p>
            </div>
            <Button look="quiet" disabled={removal.isPending} aria-label={`${verb} ${nameOf(task)}`} onClick={() => remove([task])}>
              {verb}
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className={styles.announced}>
        {announced}
      </p>
      <p role="alert" className={styles.fault}>
        {removal.error !== null && `The files could not be deleted. ${refusalWords(removal.error)}`}
      </p>
      {tasks.length > 0 && (
        <div className={styles.all}>
          <Tick label="Delete the files on the server, too" isTicked={deletesFiles} onChange={setDeletesFiles} />
          {tasks.length > 1 && (
            <Button look="quiet" disabled={removal.isPending} onClick={() => remove(tasks)}>
              {verb} all
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** What no longer exists is as good as deleted. */
async function deleteFiles({ upload }: OwnTask): Promise<void> {
  if (upload === null) return;
  try {
    await tools.deleteFile(upload);
  } catch (error) {
    if (!saysGone(error)) throw error;
  }
}

function removalWords({ tasks, withFiles }: Removal): string {
  const [first, ...others] = tasks;
  const what = others.length === 0 ? nameOf(first) : `All ${String(tasks.length)}`;
  return withFiles ? `${what}: deleted, also from the server.` : `${what}: no longer in the list.`;
}

function addressOf({ task, endpoint }: OwnTask): string {
  const parameters = new URLSearchParams({ task, ...(endpoint === FIX_GEOMETRY ? {} : { endpoint }) });
  return `?${parameters.toString()}`;
}

function nameOf({ names, files }: OwnTask): string {
  const [first = 'Files'] = names;
  return files > 1 ? `${first} and ${String(files - 1)} more` : first;
}

function factsOf({ endpoint, then, begun, state, expires }: OwnTask): string {
  const nouns = worksOf([endpoint, ...then]);
  const words = `${capitalised(nouns)} of ${formatMoment(new Date(begun).toISOString())}, ${STATE_WORDS[taskStatusOf(state)]}`;
  return expires === null ? words : `${words} · kept until ${formatMoment(new Date(expires).toISOString())}`;
}
