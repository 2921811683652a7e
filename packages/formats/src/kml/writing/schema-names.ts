/** Unique ids of the schemas, one for each layer name: letters, digits and `_`, valid as XML ids. */
export function schemaIds(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[^A-Za-z0-9_]+/g, '_').slice(0, 60);
    const base = /^[A-Za-z_]/.test(plain) ? plain : `layer_${plain}`;
    let id = base;
    for (let number = 2; taken.has(id); number++) id = `${base}_${number}`;
    taken.add(id);
    return id;
  });
}
