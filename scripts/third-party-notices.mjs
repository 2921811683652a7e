// npm run notices: writes THIRD-PARTY-NOTICES.md from the lock file and the installed packages. With --check it says whether the existing
// file is up to date, and whether a package has an install script: testing/notices.test.ts.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './prepare.mjs';

const NOTICES = path.join(root, 'THIRD-PARTY-NOTICES.md');
const LICENCE_FILE = /^(licen[cs]e|copying|notice)([-.].*)?$/i;
const HEAD = `# Third-party notices

The packages that run with GeoInsights, from the lock file (\`npm run notices\` writes this file). Development packages are not part of it.
What is optional is for one system each, and may not be installed; the licence is then what the lock file says.
`;

/** The text that the file should have now. */
function notices() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const found = Object.entries(packages)
    .filter(([place, { dev, link, devOptional }]) => place.includes('node_modules/') && !dev && !devOptional && !link)
    .map(([place, { version, license, optional }]) => ({ name: place.split('node_modules/').at(-1), place, version, license: license ?? 'not stated', optional: optional === true }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en') || one.version.localeCompare(other.version, 'en'));
  const rows = found.map(({ name, version, license, optional }) => `| ${name} | ${version} | ${license} |${optional ? ' optional |' : ' |'}`);
  // One text for all packages with the same licence text; none for optional packages, so that every machine writes the same file.
  const texts = new Map();
  for (const { name, version, place, optional } of found) {
    if (optional) continue;
    const text = textOf(path.join(root, place));
    if (text !== null) texts.set(text, [...(texts.get(text) ?? []), `${name} ${version}`]);
  }
  const sections = [...texts].map(([text, names]) => `## ${names.join(', ')}\n\n\`\`\`\`\n${text}\n\`\`\`\``);
  return [HEAD, '| package | version | licence | |', '|---|---|---|---|', ...rows, '', ...sections, ''].join('\n');
}

function textOf(folder) {
  if (!existsSync(folder)) return null;
  const files = readdirSync(folder).filter((name) => LICENCE_FILE.test(name)).sort();
  const texts = files.map((name) => readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n').replaceAll(/[ \t]+$/gm, '').trim());
  return texts.length === 0 ? null : texts.join('\n\n');
}

/** Packages for which npm runs a program on installation. */
function withInstallScripts() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  return Object.keys(packages).filter((place) => packages[place].hasInstallScript === true);
}

if (process.argv.includes('--check')) {
  const scripts = withInstallScripts();
  if (scripts.length > 0) console.log(`Packages with install scripts, of which SECURITY.md says there are none: ${scripts.join(', ')}`);
  const isCurrent = existsSync(NOTICES) && readFileSync(NOTICES, 'utf8') === notices();
  if (!isCurrent) console.log('THIRD-PARTY-NOTICES.md is not that of the lock file: npm run notices');
  process.exit(isCurrent && scripts.length === 0 ? 0 : 1);
}
writeFileSync(NOTICES, notices());
console.log(`${path.relative(root, NOTICES)} is written.`);
