// Type-checks every workspace with its own tsconfigs, so that each part of it sees only the globals it may use. One process does it:
// what several of them read is parsed once, and each file is checked once, by the tsconfig that it belongs to.
import { globSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '..');
const projects = globSync(['{packages,apps}/*/tsconfig*.json', 'tsconfig.json'], { cwd: root }).sort().map((file) => path.join(root, file));

const format = { getCanonicalFileName: (file) => file, getCurrentDirectory: () => root, getNewLine: () => ts.sys.newLine };
const parsedFiles = ts.createDocumentRegistry(ts.sys.useCaseSensitiveFileNames, root);
const failures = projects.flatMap(check);
if (failures.length > 0) console.log(ts.formatDiagnosticsWithColorAndContext(failures, format));
console.log(failures.length === 0 ? `No type errors in ${projects.length} projects.` : `${failures.length} type errors.`);
process.exit(failures.length === 0 ? 0 : 1);

/** Everything that TypeScript has to say of a project's options and of its own files. */
function check(configFile) {
  const config = ts.getParsedCommandLineOfConfigFile(configFile, {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail });
  const service = ts.createLanguageService(hostOf(config), parsedFiles);
  const program = service.getProgram();
  const own = new Set(config.fileNames.map((file) => path.normalize(file)));
  const files = program.getSourceFiles().filter((file) => own.has(path.normalize(file.fileName)));
  // A project that lists nothing would pass without a look at anything.
  if (files.length === 0) fail({ messageText: `${path.relative(root, configFile)} has no files.` });
  const found = [
    ...config.errors,
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
