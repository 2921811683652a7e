export const LAYERS_HELP = `geotools layers: the layers of the map

  geotools layers list [--json]                       the groups and layers, with their uuids
  geotools layers publish FILE --group G [options]    draw a file of your own on the map
  geotools layers update UUID [options]               change what the options name
  geotools layers remove UUID                         take a layer, and data that only it has, away
  geotools layers import-wms URL                      list what a WMS offers
  geotools layers import-wms URL --layer CODE…        put layers of a WMS on the map

FILE is a .kml, .kmz, .gpkg, .geojson or .shp file (the files of a shapefile are found beside it). It is shown as it is:
nothing is repaired. Publishing under the name and group of a layer that exists gives that layer the new data.
The commands work on the data folder of a server, whether it runs or not.

Options of publish, update and import-wms
  --group G  --name N       where the layer stands, and what it is called (publish: the file's name by default)
  --color '#2b8cbe'         colour on the map and in the list
  --description, --source, --licence, --attribution TEXT     what people read about it ("none" takes the last two away)
  --minimum-zoom Z          not shown below this zoom (none: always)
  --style STYLE             filled, outlined (borders only) or background (below the street map); outlined: our own WMS only
  --position P              place in its group
  --visible | --hidden      whether it is shown when the explorer opens (a new layer is hidden)
  --details TEXT            what the table of dates says
  --provider-date DATE      when the provider made the data (publish, update)
  --layer NAME              publish: which layer of the file; import-wms: which layers, by code
  --crs EPSG:31983          publish: what the coordinates are in, when the file does not say (or a PROJ definition)
  --url URL  --code CODE    update: another address, or another name of the layer in its WMS
  --data-dir DIR            data folder of the server (default: DATA_DIR, else ./data); DATABASE_URL is read as well
  --quiet                   print nothing but errors

Exit codes
  0 done   2 wrong usage   3 the file, layer or service cannot be used   4 the data folder cannot be used   70 a fault of ours

Examples
  geotools layers publish talhoes.shp --group Fazendas --name Talhões --color '#77aa55' --visible --provider-date 2026-08-01
  geotools layers import-wms https://terrabrasilis.dpi.inpe.br/geoserver/ows --layer prodes-brasil-nb:prodes_brasil --group Desmatamento`;
