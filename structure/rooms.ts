/** The machines whose names the code of a room may use: built-in modules and globals. */
export type Machine = 'Node' | 'browser' | 'neither';

export interface Room {
  /** Relative to the root of the repository. Packages are called by its last part. */
  readonly folder: string;
  /** For people. */
  readonly purpose: string;
  /** Our packages that it may import, whole or one entry (`server/operator`). */
  readonly mayImport: readonly string[];
  /** Libraries worth naming, for people; package.json has them all. */
  readonly libraries?: string;
  readonly machine: Machine;
  /** Files of the room that belong to another machine. */
  readonly exceptions?: readonly { readonly files: readonly string[]; readonly machine: Machine }[];
}

/**
 * The rooms of the product and what each may use: the single source of these facts. The linter's rules are generated from it
 * (`import-rules.ts`), and the type check of each room (`globals.test.ts`) and the table in docs/architecture.md (`rooms.test.ts`)
 * are compared with it. A room imports only what is above it here.
 */
export const ROOMS: readonly Room[] = [
  {
    folder: 'packages/contract',
    purpose: 'what goes over the wire: schemas, states, the error table, the typed client',
    mayImport: [],
    libraries: 'the schema library',
    machine: 'neither',
  },
  {
    folder: 'packages/geometry',
    purpose: 'the repair kernel: flat arrays in, changed geometries and findings out',
    mayImport: [],
    libraries: 'exact predicates, an R-tree',
    machine: 'neither',
    exceptions: [
      { files: ['src/threads/**'], machine: 'Node' },
      { files: ['src/web-workers/**'], machine: 'browser' },
    ],
  },
  {
    folder: 'packages/crs',
    purpose: 'what is known of reference systems: well-known text, which system a file or a person means, the way from one to another',
    mayImport: ['contract'],
    libraries: 'PROJ in JavaScript (entries `transformation` and `transformation-between` only)',
    machine: 'neither',
  },
  {
    folder: 'packages/formats',
    purpose: 'five drivers that open a file and lay a patch over its bytes; features read and written in streams; detection; grouping files into datasets',
    mayImport: ['contract', 'crs', 'geometry'],
    machine: 'neither',
    exceptions: [
      {
        files: [
          'src/{index,drivers,feature-formats,datasets}.ts',
          'src/files/disk.ts',
          'src/kmz/{create,archive-writer,index,node-unpacking,open-features,replace-entries}.ts',
          'src/geopackage/{apply,column-type,contents,database,driver,index,publish,rollback-journal,source,spatial-index,triggers,write-ahead-log}.ts',
          'src/geopackage/{reading,writing}/**',
        ],
        machine: 'Node',
      },
    ],
  },
  {
    folder: 'packages/tools',
    purpose: "a tool's definition and its pipeline",
    mayImport: ['contract', 'crs', 'formats', 'geometry'],
    machine: 'Node',
    exceptions: [
      {
        files: ['src/{check,work-bound}.ts', 'src/datasets/dataset-batch.ts', 'src/fix-geometry/{kernel,changed-land,check-dataset,feature-names,findings-report,holes-note,land-report,layer-head,layer-land,open-voids-report,report-of,transfers-report}.ts'],
        machine: 'neither',
      },
    ],
  },
  {
    folder: 'packages/catalogue',
    purpose: 'layers of the map: the first content, publishing of files, layers that we draw, capabilities of other services',
    mayImport: ['contract', 'crs', 'formats', 'geometry'],
    machine: 'Node',
  },
  {
    folder: 'apps/server',
    purpose: 'the API, the task store and queue, the child processes, the files',
    mayImport: ['contract', 'crs', 'formats', 'geometry', 'tools', 'catalogue'],
    machine: 'Node',
  },
  {
    folder: 'apps/cli',
    purpose: "`geotools`: the same pipeline without a server, and the operator's way to the catalogue",
    mayImport: ['contract', 'formats', 'tools', 'catalogue', 'server/operator'],
    machine: 'Node',
  },
  {
    folder: 'apps/web',
    purpose: 'the site',
    mayImport: ['contract', 'crs', 'geometry', 'formats/shapefile', 'formats/kml', 'formats/geojson', 'formats/file-names', 'formats/in-memory', 'tools/check'],
    machine: 'browser',
  },
];

/** The name of a room to others: `formats`. */
export function nameOf({ folder }: Room): string {
  return folder.slice(folder.indexOf('/') + 1);
}

/** The table of docs/architecture.md. */
export function roomsAsTable(): string {
  const rows = ROOMS.map((room) => `| \`${room.folder}\` | ${room.purpose} | ${importsInWords(room)} | ${machineInWords(room)} |`);
  return ['| room | what it is | may import | knows the names of |', '|---|---|---|---|', ...rows].join('\n');
}

function importsInWords({ mayImport, libraries }: Room): string {
  return [...mayImport.map((name) => `\`${name}\``), ...(libraries === undefined ? [] : [libraries])].join(', ');
}

const MACHINES: Record<Machine, string> = { Node: 'Node', browser: 'the browser', neither: 'neither machine' };

function machineInWords({ machine, exceptions = [] }: Room): string {
  const others = exceptions.map((each) => `; ${MACHINES[each.machine]} in ${each.files.map((file) => `\`${file}\``).join(', ')}`);
  return `${MACHINES[machine]}${others.join('')}`;
}
