/** An entry of the rural property registry. */
export interface CarEntry {
  readonly label: string;
  /** West, south, east and north of its sample polygon, degrees. */
  readonly extent: readonly [number, number, number, number];
}

/** Specification, section 3: a sample list, until there is a registry to ask. The places are those of the sample layer of the catalogue. */
export const CAR_ENTRIES: readonly CarEntry[] = [
  { label: 'CAR - Fazenda Santa Clara', extent: [-55.8582, -12.6298, -55.8036, -12.5884] },
  { label: 'CAR - Sitio Boa Vista', extent: [-46.6147, -18.4731, -46.6058, -18.4662] },
  { label: 'CAR - Area Experimental Sul', extent: [-52.3889, -28.2155, -52.371, -28.205] },
  { label: 'CAR - Fazenda Primavera', extent: [-51.139, -17.9442, -51.1015, -17.915] },
  { label: 'CAR - Chacara Esperanca', extent: [-47.7122, -22.7916, -47.7078, -22.7884] },
  { label: 'CAR - Vale do Rio Verde', extent: [-47.5246, -3.1455, -47.4563, -3.0962] },
];

/** The entries that contain the query, in upper or lower case; none for a blank query. */
export function findCarEntries(query: string): readonly CarEntry[] {
  const wanted = query.trim().toLowerCase();
  return wanted === '' ? [] : CAR_ENTRIES.filter(({ label }) => label.toLowerCase().includes(wanted));
}
