import { NumberedNames } from '../../numbered-names.ts';

/** Unique ids of the schemas, one for each layer name: letters, digits and `_`, valid as XML ids. */
export function schemaIds(names: readonly string[]): string[] {
  const ids = new NumberedNames();
  return names.map((name) => {
    const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[^A-Za-z0-9_]+/g, '_').slice(0, 60);
    return ids.give(/^[A-Za-z_]/.test(plain) ? plain : `layer_${plain}`);
  });
}
