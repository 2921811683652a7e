/**
 * The options of a benchmark, given as `--name=value`. An argument that is not among them ends the program with what is known.
 * @template {Record<string, string>} Options
 * @param {Options} defaults
 * @param {string[]} [given]
 * @returns {Options}
 */
export function readOptions(defaults, given = process.argv.slice(2)) {
  const options = { ...defaults };
  for (const argument of given) {
    const [, name, value] = /^--([^=]*)=(.*)$/s.exec(argument) ?? [];
    if (name === undefined || value === undefined || !(name in options)) {
      console.error(`"${argument}" is not known. Known: ${Object.keys(options).map((option) => `--${option}=…`).join(' ')}`);
      process.exit(2);
    }
    options[name] = value;
  }
  return options;
}
