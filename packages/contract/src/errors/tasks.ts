import type { ErrorEntry } from './entry.ts';

/** How a task can end without a result, apart from faults of its files. */
export const TASK_ERRORS = {
  'task-not-repeatable': { status: 409, title: 'Task cannot run again', detail: 'The task cannot be put into the queue again: {reason}.' },
  'task-out-of-memory': { status: 422, title: 'Too much memory', detail: 'The files need more memory than a task may use ({limit}). Split them into smaller files and try again.' },
  'task-out-of-time': { status: 422, title: 'Too much time', detail: 'The files need more time than a task may use ({limit}). Split them into smaller files and try again.' },
  'task-too-costly': { status: 422, title: 'Too much work for its size', detail: 'In "{file}", {found}. Repairing and reporting that would take about {need}, but a task on a file of this size may take {limit}. Split the file into separate areas, or repair it with geotools on the command line, which has no such limit.' },
  'task-report-too-large': { status: 422, title: 'Too many layers', detail: 'The files have so many layers or fields that the report on them would be too large; at most {limit} can be kept here. Send fewer files at a time, or use geotools on the command line, which has no such limit.' },
  'task-crashed': { status: 500, title: 'The task stopped unexpectedly', detail: 'The tool stopped unexpectedly while it worked on these files. Nothing was changed; try again, and tell us if it happens again.' },
  'task-interrupted': { status: 500, title: 'The task was interrupted', detail: 'The server was restarted too often while the task was running. Start it again.' },
  'input-deleted': { status: 422, title: 'The files are gone', detail: 'The uploaded files were deleted before the task could run. Upload them again.' },
  'upload-damaged': { status: 500, title: 'The stored file is damaged', detail: 'The copy of "{file}" on this server is damaged: it has {found} bytes instead of {size}. The file on your own device is not affected. Upload it again.' },
  'result-damaged': { status: 500, title: 'The stored result is damaged', detail: 'The result on this server is damaged and cannot be downloaded. The files on your own device are not affected. Start the task again.' },
  'result-check-failed': { status: 500, title: 'The result did not pass the check', detail: '"{file}" was repaired, but checking the result failed: {reason}. You get no result for it, because a wrong repair is worse than none. Please tell us about this file.' },
} satisfies Record<string, ErrorEntry>;
