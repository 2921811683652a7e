export const HELP = `geotools: repair geometry files

  geotools fix-geometry INPUT… -o OUTPUT [options]   repair, and write the same file back with nothing else changed
  geotools check INPUT… [options]                    only report; exits with 1 if anything is found
  geotools layers …                                  the layers of a server's map: geotools layers --help

INPUT is a .kml, .kmz, .gpkg, .geojson or .shp file; the files that belong to a .shp (.shx, .dbf, .prj …) are found
beside it. OUTPUT is a file, or a folder that takes the result under its own name (farm.kml gives farm-fixed.kml, a
shapefile or several inputs give a .zip). An OUTPUT that ends in .shp gives the shapefile's set unpacked.

Options
  -o, --output OUTPUT       where the result goes
      --report FILE.json    write the report with every finding
      --snap-distance M     match borders of different features closer than this (default auto, taken from the data)
      --max-gap-width M     close enclosed gaps narrower than this (default auto)
      --overlaps fix|keep   repair overlaps between features, or only report them (default fix)
      --gaps fix|keep       close gaps between features, or only report them (default fix)
      --threads N           worker threads that may be used (default: all cores)
      --quiet               print nothing but errors
  -h, --help                this text
Distances are metres on the ground for geographic coordinates, units of the CRS otherwise.

Exit codes
  0 done   1 check found something   2 wrong usage   3 an input cannot be read   4 the output cannot be written
  70 a fault of ours

Examples
  geotools fix-geometry farm.geojson -o farm-fixed.geojson
  geotools fix-geometry parcels.shp -o repaired.shp --report findings.json
  geotools fix-geometry north.kml south.gpkg -o results/
  geotools check parcels.shp --max-gap-width 5`;
