/** A report as the server returns it, with an example of everything that the page can show. */
export const RICH_REPORT = {
  tool: 'fix-geometry',
  found: { overlap: 14, gap: 9, 'unmatched-vertex': 212, 'duplicate-feature': 1, 'self-intersection': 3, 'a-new-kind': 2 },
  remaining: { gap: 1 },
  notes: [{ code: 'file-left-out', text: '"readme.txt" was left out: it is plain text.' }],
  datasets: [
    {
      name: 'municipalities',
      format: 'geopackage',
      files: ['municipalities.gpkg'],
      result_files: ['municipalities-fixed.gpkg'],
      unchanged: false,
      verified: true,
      notes: [{ code: 'column-type-widened', text: 'The geometry column of "borders" was declared POLYGON and is now MULTIPOLYGON.' }],
      layers: [
        {
          name: 'borders',
          features: 246,
          vertices: 90_215,
          crs: { name: 'SIRGAS_2000_UTM_Zone_22S', code: null, units: 'planar', system: { code: 'EPSG:31982', name: 'SIRGAS 2000 / UTM zone 22S' }, metres_per_unit: 1 },
          tolerances: { snap_distance: 2.5, snap_distance_auto: true, max_gap_width: 12, max_gap_width_auto: false, unit: 'metre' },
          found: { overlap: 14, gap: 9, 'unmatched-vertex': 212, 'duplicate-feature': 1 },
          remaining: { gap: 1 },
          changed_features: 31,
          emptied_features: 1,
        },
        {
          name: 'seats',
          features: 246,
          vertices: 246,
          crs: { name: 'Own_Grid', code: null, units: 'planar', system: null, metres_per_unit: 0.3048 },
          tolerances: { snap_distance: 1, snap_distance_auto: true, max_gap_width: 5, max_gap_width_auto: true, unit: 'foot' },
          found: { 'self-intersection': 3, 'a-new-kind': 2 }, remaining: {}, changed_features: 2,
          emptied_features: 0,
        },
      ],
    },
    { name: 'parks', format: 'kml', files: ['parks.kml'], result_files: ['parks-fixed.kml'], unchanged: true, verified: true, notes: [], layers: [{ name: 'parks', features: 12, found: {}, remaining: {}, changed_features: 0, emptied_features: 0 }] },
  ],
};

export const CLEAN_REPORT = {
  tool: 'fix-geometry',
  found: {},
  remaining: {},
  notes: [],
  datasets: [{ name: 'parks', format: 'geojson', files: ['parks.geojson'], unchanged: true, verified: true, notes: [], layers: [{ name: 'parks', features: 12 }] }],
};

export const COMPLETED_FIELDS = {
  output_file: 'result-1',
  input_file: 'upload-1',
  report_file: 'report-1',
  progress: 1,
  expires_at: '2031-05-17T14:05:00Z',
};

const GEOGRAPHIC = { name: 'SIRGAS 2000', code: 'EPSG:4674' };

/** The report of a conversion alone, with more losses than the page shows. */
export const CONVERSION_REPORT = {
  tool: 'convert',
  failures: [],
  notes: [{ code: 'file-left-out', text: '"readme.txt" was left out: it is plain text.' }],
  inputs: [
    {
      name: 'municipalities',
      format: 'geopackage',
      files: ['municipalities.gpkg'],
      notes: [{ code: 'crs-missing', text: 'The layer "seats" does not name its system.' }],
      layers: [{ name: 'borders', features: 246, fields: 12, crs: GEOGRAPHIC }],
    },
  ],
  outputs: [
    {
      format: 'shapefile',
      files: ['borders.shp', 'borders.shx', 'borders.dbf', 'borders.prj', 'borders.cpg'],
      layers: [{ name: 'borders', features: 246, crs: GEOGRAPHIC }],
    },
    { format: 'shapefile', files: ['seats.shp', 'seats.shx', 'seats.dbf', 'seats.cpg'], layers: [{ name: 'seats', features: 245, crs: GEOGRAPHIC }] },
  ],
  losses: [
    { code: 'layers-divided', layer: '', field: null, count: null, text: 'A shapefile holds one layer: each has a file of its own.' },
    ...Array.from({ length: 22 }, (_, index) => ({
      code: 'field-renamed',
      layer: 'borders',
      field: `population_in_${2000 + index}`,
      count: null,
      text: `The field "population_in_${2000 + index}" is called "populat_${index}": a shapefile takes ten characters.`,
    })),
    { code: 'value-left-out', layer: 'seats', field: 'founded', count: 3, text: '3 dates of "founded" are missing.' },
    { code: 'a-new-kind', layer: 'seats', field: null, count: 1, text: 'Something that this page does not know.' },
  ],
};

/** A repair whose result was then converted. */
export const REPAIR_THEN_CONVERSION_REPORT = {
  ...RICH_REPORT,
  then: [{ ...CONVERSION_REPORT, notes: [], losses: CONVERSION_REPORT.losses.slice(-2) }],
};
