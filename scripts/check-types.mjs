// Type-checks every workspace with its own tsconfigs, so that each part of it sees only the globals it may use. One process does it:
// what several of them read is parsed once, and each file is checked once, with the options of the tsconfig that it belongs to.
import { globSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '..');
const projects = globSync(['{packages,apps}/*/tsconfig*.json', 'tsconfig.json'], { cwd: root }).sort().map((file) => path.join(root, file));

const format = { getCanonicalFileName: (file) => file, getCurrentDirectory: () => root, getNewLine: () => ts.sys.newLine };
const parsedFiles = ts.createDocumentRegistry(ts.sys.useCaseSensitiveFileNames, root);
const configs = projects.map(read);
const failures = [...configs.flatMap(({ errors }) => errors), ...programsOf(configs).flatMap(check)];
if (failures.length > 0) console.log(ts.formatDiagnosticsWithColorAndContext(failures, format));
console.log(failures.length === 0 ? `No type errors in ${projects.length} projects.` : `${failures.length} type errors.`);
process.exit(failures.length === 0 ? 0 : 1);

function read(configFile) {
  const config = ts.getParsedCommandLineOfConfigFile(configFile, {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail });
  // A project that lists nothing would pass without a look at anything.
  if (config.fileNames.length === 0) fail({ messageText: `${path.relative(root, configFile)} has no files.` });
  return config;
}

/** Projects with the very same options see the same globals: TypeScript looks at them as one, and at the types that one has of another once. */
function programsOf(configs) {
  const programs = new Map();
  for (const { options, fileNames } of configs) {
    const key = JSON.stringify({ ...options, configFilePath: null, pathsBasePath: null });
    const { fileNames: others } = programs.get(key) ?? { fileNames: [] };
    programs.set(key, { options, fileNames: [...others, ...fileNames] });
  }
  return [...programs.values()];
}

/** Everything that TypeScript has to say of options and of the files that are checked with them. */
function check(config) {
  const service = ts.createLanguageService(hostOf(config), parsedFiles);
  const program = service.getProgram();
  const own = new Set(config.fileNames.map((file) => path.normalize(file)));
  const files = program.getSourceFiles().filter((file) => own.has(path.normalize(file.fileName)));
  const found = [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...files.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ];
  service.dispose();
  return found;
}

function hostOf(config) {
  const { sys } = ts;
  return {
    getCompilationSettings: () => config.options,
    getScriptFileNames: () => config.fileNames,
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const text = sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: sys.fileExists,
    readFile: sys.readFile,
    readDirectory: sys.readDirectory,
    directoryExists: sys.directoryExists,
    getDirectories: sys.getDirectories,
    realpath: sys.realpath,
  };
}

function fail({ messageText }) {
  console.error(ts.flattenDiagnosticMessageText(messageText, '\n'));
  process.exit(1);
}
