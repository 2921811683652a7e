// npm run pack:packages: a tarball of each package that others may install, in `dist-packages` or the given folder.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { libraryPackages, root } from './library-packages.mjs';
import { runNpm } from './prepare.mjs';

const folder = path.resolve(process.argv[2] ?? path.join(root, 'dist-packages'));
mkdirSync(folder, { recursive: true });
runNpm(['pack', '--loglevel=error', '--pack-destination', folder, ...libraryPackages().flatMap((name) => ['--workspace', `packages/${name}`])]);
