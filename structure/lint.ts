import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { ROOT } from './imports.ts';

const reportSchema = z.object({
  diagnostics: z.array(
    z.object({ message: z.string(), code: z.string().optional(), severity: z.string(), filename: z.string(), labels: z.array(z.object({ span: z.object({ line: z.number() }) })) }),
  ),
});

export interface Finding {
  readonly file: string;
  readonly line: number;
  /** As named in the configuration: `no-var`, `typescript/await-thenable`. */
  readonly rule: string;
  readonly severity: string;
}

/** The linter's findings, with the project's own configuration, for files that do not exist on disk. */
export function lint(files: ReadonlyMap<string, string>, { typeAware }: { readonly typeAware: boolean }): { findings: Finding[]; status: number | null } {
  const folder = mkdtempSync(path.join(tmpdir(), 'geoinsights-lint-'));
  try {
    for (const [name, text] of files) {
      mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { target: 'ES2024', lib: ['ES2024', 'DOM'], jsx: 'react-jsx', module: 'esnext', moduleResolution: 'bundler', strict: true, types: [] } }));
    // Folders in a configuration are relative to its location.
    const address = JSON.stringify(path.join(ROOT, 'oxlint.config.ts'));
    writeFileSync(path.join(folder, 'oxlint.config.ts'), `import config from ${address};\nexport default { ...config, options: { ...config.options, typeAware: ${typeAware} } };\n`);
    const { stdout, stderr, status } = spawnSync(process.execPath, [path.join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint'), '--format=json', '--threads=1'], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 });
    if (!stdout.startsWith('{')) throw new Error(`The linter did not report: ${stdout}${stderr}`);
    const { diagnostics } = reportSchema.parse(JSON.parse(stdout));
    const findings = diagnostics.map(({ message, code, severity, filename, labels }) => ({ file: filename, line: labels[0]?.span.line ?? 0, rule: code === undefined ? message : nameOfRule(code), severity }));
    return { findings, status };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** `typescript(await-thenable)`, `react-hooks(rules-of-hooks)` and `eslint(no-var)`, as named in reports. */
function nameOfRule(code: string): string {
  const [, plugin = '', name = ''] = /^([\w-]+)\((.*)\)$/.exec(code) ?? ['', '', code];
  const room = ['typescript', 'react'].find((known) => plugin.startsWith(known));
  return room === undefined ? name : `${room}/${name}`;
}
