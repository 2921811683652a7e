"""Datasets of programs other than GDAL's own drivers: pyshp, shapelib, fiona, geopandas, SpatiaLite, GPSBabel, mapshaper, QGIS."""
import glob
import json
import os
import shutil
import sqlite3
import subprocess
from qgis_files import qgis
from recipes import recipe
from sources import CARRIER, TEXTS, coordinates_of


def others():
    """Registers the datasets that the programs on this machine can write. Returns the names of the missing programs."""
    missing = []
    for name, register in (("pyshp", pyshp), ("fiona", with_fiona), ("geopandas", with_geopandas), ("shapelib", shapelib), ("spatialite", spatialite), ("gpsbabel", gpsbabel), ("mapshaper", mapshaper), ("QGIS", qgis)):
        if not register():
            missing.append(name)
    return missing


def run(*command, given=None, cwd=None):
    # SpatiaLite only writes files if this variable allows it.
    environment = {**os.environ, "SPATIALITE_SECURITY": "relaxed"}
    done = subprocess.run(command, input=given, capture_output=True, text=True, cwd=cwd, check=False, env=environment)
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]}: {done.stderr[-300:]}")
    return done.stdout


def geojson_of(kind, fault, properties=True):
    coordinates = coordinates_of(kind, fault)
    return [
        {"type": "Feature", "id": at, "properties": {"number": at, "text": TEXTS[at % len(TEXTS)], "nothing": None} if properties else {}, "geometry": None if each is None else {"type": kind, "coordinates": each}}
        for at, each in enumerate(coordinates)
    ]


def pyshp():
    try:
        import shapefile
    except ImportError:
        return False

    def rings_of(polygon):
        # In a shapefile, shells run clockwise and holes counter-clockwise.
        return [polygon[0][::-1], *[hole[::-1] for hole in polygon[1:]]]

    def write(shape_type, name, dimensions=0, encoding="utf-8", absent_m=False, keep=(".shp", ".shx", ".dbf"), faulty=True):
        def make(folder, fault):
            path = os.path.join(folder, "set")
            with shapefile.Writer(path, shapeType=shape_type, encoding=encoding) as writer:
                writer.field("text", "C", 40)
                writer.field("number", "N", 10, 3)
                writer.field("flag", "L")
                writer.field("day", "D")
                for at in range(CARRIER + 2):
                    add(writer, at, fault)
                    writer.record("ação"[: 2 + at % 3], at * 1.5, at % 2 == 0, "20240229")
            for extension in (".shp", ".shx", ".dbf"):
                if extension not in keep:
                    os.remove(path + extension)

        def ordinates(point):
            return [*point, *([point[0] / 3] if dimensions in ("Z",) else []), *([None if absent_m else point[1] * 7] if dimensions in ("Z", "M") else [])]

        def add(writer, at, fault):
            family = shape_type % 10
            end = {"": "", "Z": "z", "M": "m"}[dimensions or ""]
            if shape_type == 0 or at > CARRIER:
                writer.null()
            elif family == 5:
                rings = rings_of(coordinates_of("Polygon", fault)[at])
                getattr(writer, "poly" + end)([[ordinates(point) for point in ring] for ring in rings])
            elif family == 3:
                getattr(writer, "line" + end)([[ordinates(point) for point in coordinates_of("LineString", fault)[at]]])
            elif family == 8:
                getattr(writer, "multipoint" + end)([ordinates(point) for point in coordinates_of("LineString")[at]])
            elif shape_type == 31:
                ring = coordinates_of("Polygon")[at][0]
                writer.multipatch([[[*point, 0.0] for point in ring]], partTypes=[shapefile.RING])
            else:
                getattr(writer, "point" + end)(*ordinates(coordinates_of("LineString")[at][0]))

        recipe("pyshp", f"pyshp {name}", make, faulty and shape_type % 10 in (3, 5))

    for shape_type, dimensions in ((0, ""), (1, ""), (3, ""), (5, ""), (8, ""), (11, "Z"), (13, "Z"), (15, "Z"), (18, "Z"), (21, "M"), (23, "M"), (25, "M"), (28, "M"), (31, "")):
        write(shape_type, f"type {shape_type}", dimensions)
    for shape_type, dimensions in ((13, "Z"), (15, "Z"), (23, "M"), (25, "M")):
        write(shape_type, f"type {shape_type} without measures", dimensions, absent_m=True)
    for encoding in ("cp1252", "latin1", "cp850", "utf-8"):
        write(5, f"table in {encoding}", encoding=encoding)
    write(5, "without table", keep=(".shp", ".shx"))
    # A set without its index comes back with a new one, so only the other files are compared.
    write(5, "without index", keep=(".shp", ".dbf"))
    write(5, "alone", keep=(".shp",))
    return True


def with_fiona():
    try:
        import fiona
    except ImportError:
        return False

    def write(driver, file_name, kind, **options):
        def make(folder, fault):
            schema = {"geometry": kind, "properties": {"number": "int", "text": "str"}}
            with fiona.open(os.path.join(folder, file_name), "w", driver=driver, crs="EPSG:4674", schema=schema, **options) as target:
                for feature in geojson_of(kind, fault):
                    feature["properties"].pop("nothing")
                    target.write(feature)

        recipe("fiona", f"fiona {driver} {kind} {options or ''}".strip(), make, kind not in ("Point", "MultiPoint"))

    for kind in ("Point", "LineString", "Polygon", "MultiPolygon", "MultiPoint", "MultiLineString"):
        write("GPKG", "data.gpkg", kind)
        write("GeoJSON", "layer.geojson", kind)
        if not kind.startswith("Multi") or kind == "MultiPoint":
            write("ESRI Shapefile", "set.shp", kind)
    write("ESRI Shapefile", "set.shp", "Polygon", encoding="ISO-8859-1")
    write("GeoJSONSeq", "layer.geojsonl", "Polygon")
    return True


def with_geopandas():
    try:
        import geopandas
    except ImportError:
        return False

    def frame_of(kind, fault):
        features = geojson_of(kind, fault)
        return geopandas.GeoDataFrame.from_features(features, crs="EPSG:4674")

    def write(name, save, kind="Polygon"):
        def make(folder, fault):
            save(frame_of(kind, fault), folder)

        recipe("geopandas", f"geopandas {name} {kind}", make, True)

    def as_json(frame, folder, **options):
        with open(os.path.join(folder, "layer.geojson"), "w", encoding="utf-8") as out:
            out.write(frame.to_json(**options))

    for kind in ("Polygon", "MultiPolygon"):
        write("to_json", as_json, kind)
        write("to_json with bbox", lambda frame, folder: as_json(frame, folder, show_bbox=True), kind)
        write("to_json without nulls", lambda frame, folder: as_json(frame, folder, na="drop", drop_id=True), kind)
        write("to_file GPKG", lambda frame, folder: frame.to_file(os.path.join(folder, "data.gpkg"), layer="camada", driver="GPKG"), kind)
        write("to_file GeoJSON", lambda frame, folder: frame.to_file(os.path.join(folder, "layer.geojson"), driver="GeoJSON"), kind)
        write("to_file shapefile", lambda frame, folder: frame.to_file(os.path.join(folder, "set.shp")), kind)
    return True


def shapelib():
    if shutil.which("shpcreate") is None or shutil.which("shpadd") is None:
        return False

    def make(folder, fault, kind="polygon", index=False, table=True):
        path = os.path.join(folder, "set")
        run("shpcreate", path, kind)
        if table:
            run("dbfcreate", path, "-s", "text", "20", "-n", "number", "10", "2")
        source = coordinates_of("Polygon", fault)[: CARRIER + 1] if kind == "polygon" else [[line] for line in coordinates_of("LineString", fault)[: CARRIER + 1]]
        for at, rings in enumerate(source):
            numbers = []
            for ring in rings:
                turned = ring[::-1] if kind == "polygon" else ring
                numbers += (["+"] if numbers else []) + [repr(float(ordinate)) for point in turned for ordinate in point]
            run("shpadd", path, *numbers)
            if table:
                run("dbfadd", path + ".dbf", f"row {at}", str(at))
        if index and shutil.which("shptree") is not None:
            run("shptree", path, "3", "Q")

    for kind in ("polygon", "arc"):
        recipe("shapelib", f"shapelib {kind}", lambda folder, fault, kind=kind: make(folder, fault, kind), faulty=True)
    recipe("shapelib", "shapelib with a tree", lambda folder, fault: make(folder, fault, index=True), faulty=True)
    recipe("shapelib", "shapelib without table", lambda folder, fault: make(folder, fault, table=False), faulty=True)
    return True


def spatialite():
    if shutil.which("spatialite") is None:
        return False

    # It does not escape double quotes in JSON, which makes the file invalid.
    PLAIN_TEXTS = ["São José", "a,b;c", "ação", "<b>", ""]

    def wkt_of(kind, fault):
        def text(value):
            return " ".join(map(repr, value)) if isinstance(value, tuple) else "(" + ",".join(map(text, value)) + ")"

        return [None if each is None else f"{kind.upper()}{text(each)}" for each in coordinates_of(kind, fault)]

    def tables(kind, fault):
        rows = ",".join(f"({at + 1},'{PLAIN_TEXTS[at % len(PLAIN_TEXTS)]}',{'NULL' if wkt is None else f'GeomFromText({chr(39)}{wkt}{chr(39)}, 4326)'})" for at, wkt in enumerate(wkt_of(kind, fault)))
        return f"""CREATE TABLE parcelas (id INTEGER PRIMARY KEY, texto TEXT);
SELECT AddGeometryColumn('parcelas', 'forma', 4326, '{kind.upper()}', 'XY');
INSERT INTO parcelas VALUES {rows};
"""

    def export(statement, kind):
        def make(folder, fault):
            run("spatialite", "-silent", os.path.join(folder, "source.sqlite"), given=tables(kind, fault) + statement + ";\n", cwd=folder)
            os.remove(os.path.join(folder, "source.sqlite"))

        return make

    def geopackage(kind, index):
        def make(folder, fault):
            rows = ",".join(f"({at + 1},'row {at}',{'NULL' if wkt is None else f'AsGPB(GeomFromText({chr(39)}{wkt}{chr(39)}, 4326))'})" for at, wkt in enumerate(wkt_of(kind, fault)))
            spatial_index = "SELECT gpkgAddSpatialIndex('parcelas', 'geom');" if index else ""
            path = os.path.join(folder, "data.gpkg")
            # The program creates its own tables in a new database, but not in an existing one.
            connection = sqlite3.connect(path)
            connection.execute("CREATE TABLE registro (what TEXT)")
            connection.close()
            statements = f"""SELECT gpkgCreateBaseTables();
SELECT gpkgInsertEpsgSRID(4674);
CREATE TABLE parcelas (id INTEGER PRIMARY KEY AUTOINCREMENT, texto TEXT);
INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('parcelas', 'features', 'parcelas', 4326);
SELECT gpkgAddGeometryColumn('parcelas', 'geom', '{kind.upper()}', 0, 0, 4326);
SELECT gpkgAddGeometryTriggers('parcelas', 'geom');
{spatial_index}
INSERT INTO parcelas (id, texto, geom) VALUES {rows};
"""
            run("spatialite", "-silent", path, given=statements, cwd=folder)

        return make

    for kind in ("Polygon", "MultiPolygon", "LineString", "Point"):
        faulty = kind != "Point"
        for charset in ("UTF-8", "CP1252"):
            recipe("SpatiaLite", f"SpatiaLite ExportSHP {kind} {charset}", export(f"SELECT ExportSHP('parcelas', 'forma', 'set', '{charset}')", kind), faulty)
        for form in ("ExportGeoJSON2('parcelas', 'forma', 'layer.geojson')", "ExportGeoJSON2('parcelas', 'forma', 'layer.geojson', 12, 1, 1, 1)", "ExportGeoJSON2('parcelas', 'forma', 'layer.geojson', 9, 0, 0, 1, 'UPPER')"):
            recipe("SpatiaLite", f"SpatiaLite {form[:40]} {kind} {len(form)}", export(f"SELECT {form}", kind), faulty)
        if kind != "Point":
            recipe("SpatiaLite", f"SpatiaLite ExportKML {kind}", export("SELECT ExportKML('parcelas', 'forma', 'layer.kml', 12, 'texto', 'texto')", kind), faulty)
        recipe("SpatiaLite", f"SpatiaLite GeoPackage {kind}", geopackage(kind, False), faulty)
        recipe("SpatiaLite", f"SpatiaLite GeoPackage {kind} with an index", geopackage(kind, True), faulty)
    return True


def gpsbabel():
    if shutil.which("gpsbabel") is None:
        return False
    points = coordinates_of("LineString")[0]
    at = "".join(f'<trkpt lat="{y}" lon="{x}"><ele>{100 + x}</ele><time>2024-02-29T12:00:0{number}Z</time></trkpt>' for number, (x, y) in enumerate(points))
    gpx = f'<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="-15" lon="-47"><name>São &amp; João</name></wpt><rte><rtept lat="-15" lon="-47"/><rtept lat="-15.5" lon="-47"/></rte><trk><name>trilha</name><trkseg>{at}</trkseg></trk></gpx>'

    def write(file_name, writer):
        def make(folder, fault):
            run("gpsbabel", "-w", "-r", "-t", "-i", "gpx", "-f", "-", "-o", writer, "-F", os.path.join(folder, file_name), given=gpx)

        recipe("GPSBabel", f"GPSBabel {writer}", make)

    for options in ("", ",track=1", ",lines=1,points=0", ",deficon=none,floating=1,extrude=1", ",trackdata=1,labels=1,units=m", ",prec=9,max_position_points=3"):
        write("track.kml", "kml" + options)
    write("track.geojson", "geojson")
    write("track.geojson", "geojson,compact=1")
    return True


def mapshaper():
    root = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../../.."))
    found = [path for path in (shutil.which("mapshaper"), *glob.glob(os.path.join(root, "bench/*/node_modules/.bin/mapshaper"))) if path]
    if not found:
        return False

    def write(file_name, *options):
        def make(folder, fault):
            source = os.path.join(folder, "source.json")
            with open(source, "w", encoding="utf-8") as out:
                json.dump({"type": "FeatureCollection", "features": geojson_of("Polygon", fault)}, out)
            run(found[0], source, "-o", os.path.join(folder, file_name), *options)
            os.remove(source)

        recipe("mapshaper", " ".join(["mapshaper", file_name, *options]), make)

    for options in ((), ("prettify",), ("ndjson",), ("bbox",), ("rfc7946",), ("precision=0.0001",), ("geojson-type=GeometryCollection",), ("id-field=number",), ("fix-geometry",)):
        write("layer.json", "format=geojson", *options)
    write("set.shp")
    write("layer.kml")
    return True
