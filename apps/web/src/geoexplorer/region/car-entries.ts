/** Specification, section 3: a sample list, until there is a registry to ask. */
export const CAR_ENTRIES: readonly string[] = [
  'Fazenda Santa Clara',
  'Sitio Boa Vista',
  'Area Experimental Sul',
  'Fazenda Primavera',
  'Chacara Esperanca',
  'Vale do Rio Verde',
].map((property) => `CAR - ${property}`);

/** The entries that contain the query, in upper or lower case; none for a blank query. */
export function findCarEntries(query: string): readonly string[] {
  const wanted = query.trim().toLowerCase();
  return wanted === '' ? [] : CAR_ENTRIES.filter((entry) => entry.toLowerCase().includes(wanted));
}
