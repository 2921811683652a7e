import type { ErrorEntry } from './entry.ts';

/** Faults of a request to the API. */
export const REQUEST_ERRORS = {
  'not-found': { status: 404, title: 'Not found', detail: 'There is nothing at this address.' },
  'unknown-tool': { status: 404, title: 'Unknown tool', detail: 'There is no tool named "{tool}". The tool that works is fix-geometry.' },
  'unknown-task': { status: 404, title: 'Unknown task', detail: 'There is no such task. It may have been deleted; upload the files again.' },
  'result-not-ready': { status: 404, title: 'No result yet', detail: 'The task has no result, or none yet. Ask how it stands.' },
  'unknown-file': { status: 404, title: 'Unknown file', detail: 'There is no such file. It may have been deleted; upload the files again.' },
  'unknown-input-file': { status: 422, title: 'Unknown input file', detail: 'input_file names no upload that is still kept. Upload the files first, then use the uuid of the answer.' },
  'invalid-request': { status: 400, title: 'Invalid request', detail: 'The request is not of the expected form: {reason}' },
  'invalid-options': { status: 422, title: 'Invalid options', detail: 'The options are not valid: {reason}' },
  'method-not-allowed': { status: 405, title: 'Method not allowed', detail: 'This address does not take {method} requests.' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type', detail: 'Send the files as multipart/form-data and everything else as application/json.' },
  'no-files': { status: 400, title: 'No files', detail: 'The upload holds no file. Choose at least one file and try again.' },
  'too-many-files': { status: 413, title: 'Too many files', detail: 'An upload may hold at most {limit} files. Send them in several uploads.' },
  'upload-too-large': { status: 413, title: 'Upload too large', detail: 'An upload may hold at most {limit}. Send the files in several uploads; a single file that is larger can be repaired with geotools on the command line.' },
  'duplicate-file-name': { status: 422, title: 'Two files of one name', detail: 'Two files are named "{file}". Rename one of them, or send them one after the other.' },
  'invalid-file-name': { status: 422, title: 'Invalid file name', detail: 'A file of the upload has no usable name. Rename it and try again.' },
  'file-name-too-long': { status: 422, title: 'File name too long', detail: 'The name of "{file}" is too long; it may have at most {limit} bytes. Rename the file and try again.' },
  'request-too-large': { status: 413, title: 'Request too large', detail: 'A request that is no upload may hold at most {limit}.' },
  'upload-incomplete': { status: 400, title: 'Upload incomplete', detail: 'The upload ended before all files had arrived. Try again.' },
  'storage-full': { status: 507, title: 'No room left', detail: 'The server has no room for this at the moment. Try again later.' },
  'database-unavailable': { status: 503, title: 'Not available at the moment', detail: 'The database of this server does not answer at the moment. Try again in a few seconds.' },
  'too-many-watchers': { status: 503, title: 'Too many watch', detail: 'Too many watch their tasks at the moment. Ask for the task itself, once a second, or try again later.' },
  'range-not-satisfiable': { status: 416, title: 'Range not satisfiable', detail: 'The file has {size} bytes; the range asked for lies outside it.' },
  'metrics-token-needed': { status: 401, title: 'For the operator only', detail: 'What this server measures is for who sends its METRICS_TOKEN.' },
  'internal': { status: 500, title: 'Internal error', detail: 'Something went wrong on our side. Your files are unharmed; try again, and tell us if it happens again.' },
} satisfies Record<string, ErrorEntry>;
