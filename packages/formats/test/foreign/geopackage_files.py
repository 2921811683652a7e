"""GeoPackages written by GDAL with its options, and the same files changed with SQL into what other programs write."""
import os
import sqlite3
import struct
from osgeo import gdal, ogr
from recipes import recipe
from sources import FIELDS, fill_layer, geometries_of, ogr_type, reference_system



def write(kind="Polygon", dimensions="", options=(), dataset_options=(), code=4326, layers=("camada",), file_name="data.gpkg", faulty=True, alter=None, title=""):
    def make(folder, fault):
        path = os.path.join(folder, file_name)
        dataset = ogr.GetDriverByName("GPKG").CreateDataSource(path, options=list(dataset_options))
        for number, name in enumerate(layers):
            layer = dataset.CreateLayer(name, reference_system(code), ogr_type(kind, dimensions), options=list(options))
            fill_layer(layer, kind, dimensions, fault if number == 0 else "none", code, fields=FIELDS)
            layer = None
        dataset = None
        if alter is not None:
            alter(path)

    described = " ".join([kind + dimensions, *dataset_options, *options, *layers[1:], "" if code == 4326 else f"EPSG {code}", title])
    recipe("GPKG", f"GPKG {file_name[:60]} {described}".strip(), make, faulty and kind not in ("Point", "MultiPoint"))


def by_sql(*statements):
    def alter(path):
        connection = sqlite3.connect(path, isolation_level=None)
        for statement in statements:
            connection.execute(statement)
        connection.close()

    return alter


def by_blobs(change):
    """Rewrites every geometry blob; `change` maps bytes to bytes."""
    def alter(path):
        connection = sqlite3.connect(path, isolation_level=None)
        for fid, blob in connection.execute("SELECT fid, geom FROM camada WHERE geom IS NOT NULL").fetchall():
            connection.execute("UPDATE camada SET geom = ? WHERE fid = ?", (change(blob), fid))
        connection.close()

    return alter


ORDINATES = {0: 0, 1: 4, 2: 6, 3: 6, 4: 8}


def parts_of(blob):
    flags = blob[3]
    start = 8 + 8 * ORDINATES[(flags >> 1) & 7]
    return flags, struct.unpack("<i", blob[4:8])[0], blob[start:]


def with_header(wkb_order, header_order, envelope):
    """Changes the byte orders and the envelope type: GDAL reads the geometry and writes it again."""
    def change(blob):
        flags, srs, wkb = parts_of(blob)
        shape = ogr.CreateGeometryFromWkb(bytes(wkb))
        sign = "<" if header_order else ">"
        x0, x1, y0, y1, z0, z1 = shape.GetEnvelope3D()
        measures = [point[-1] for point in points_of(shape)] if shape.IsMeasured() else []
        ordinates = [x0, x1, y0, y1] + ([z0, z1] if envelope in (2, 4) else []) + ([min(measures), max(measures)] if envelope in (3, 4) else [])
        bounds = b"" if envelope == 0 else struct.pack(f"{sign}{len(ordinates)}d", *ordinates)
        head = b"GP\0" + bytes([(flags & ~0x0F) | (envelope << 1) | header_order]) + struct.pack(f"{sign}i", srs)
        return head + bounds + bytes(shape.ExportToIsoWkb(ogr.wkbNDR if wkb_order else ogr.wkbXDR))

    return change


def points_of(shape):
    if shape.GetGeometryCount() == 0:
        return [shape.GetPointZM(at) for at in range(shape.GetPointCount())]
    return [point for at in range(shape.GetGeometryCount()) for point in points_of(shape.GetGeometryRef(at))]


def as_ewkb(blob):
    """The older form with flag bits and the SRID after the type, as PostGIS writes it."""
    _, srs, wkb = parts_of(blob)
    code = struct.unpack("<I", wkb[1:5])[0]
    base, dimension = code % 1000, code // 1000
    flags = (0x80000000 if dimension in (1, 3) else 0) | (0x40000000 if dimension in (2, 3) else 0)
    if base > 3:
        return blob
    return blob[: len(blob) - len(wkb)] + bytes([1]) + struct.pack("<Ii", base | flags | 0x20000000, srs) + wkb[5:]


def in_write_ahead_mode(path):
    """After a checkpoint of the log, the two version bytes are still 2."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("UPDATE gpkg_contents SET description = 'x'")
    connection.close()


def rebuilt_as(*pragmas):
    """Rebuilds the database with other settings."""
    def alter(path):
        connection = sqlite3.connect(path, isolation_level=None)
        for pragma in pragmas:
            connection.execute(pragma)
        connection.execute("VACUUM")
        connection.close()

    return alter


def in_utf16(path):
    """UTF-16 must be set before the first table exists, so every statement of the schema and every row is copied."""
    os.rename(path, path + ".old")
    old = sqlite3.connect(path + ".old")
    new = sqlite3.connect(path, isolation_level=None)
    new.execute("PRAGMA encoding = 'UTF-16le'")
    new.execute("PRAGMA application_id = 1196444487")
    new.execute("PRAGMA user_version = 10300")
    plain = old.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql NOT NULL AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'rtree%'").fetchall()
    for name, sql in plain:
        new.execute(sql)
        for row in old.execute(f'SELECT * FROM "{name}"'):
            new.execute(f'INSERT INTO "{name}" VALUES ({",".join("?" * len(row))})', row)
    old.close()
    new.close()
    os.remove(path + ".old")


def with_curves(folder, fault):
    """Types that are not repaired, next to polygons that are."""
    path = os.path.join(folder, "data.gpkg")
    dataset = ogr.GetDriverByName("GPKG").CreateDataSource(path)
    layer = dataset.CreateLayer("curvas", reference_system(), ogr.wkbUnknown)
    for wkt in (
        "POLYGON((0 0,1 0,1 1,0 1,0 0))", "CURVEPOLYGON(CIRCULARSTRING(10 0,11 1,12 0,11 -1,10 0))", "CIRCULARSTRING(20 0,21 1,22 0)", "COMPOUNDCURVE(CIRCULARSTRING(30 0,31 1,32 0),(32 0,33 1))",
        "MULTISURFACE(((40 0,41 0,41 1,40 0)),CURVEPOLYGON(CIRCULARSTRING(45 0,46 1,47 0,46 -1,45 0)))", "TIN Z(((50 0 0,51 0 0,51 1 0,50 0 0)))", "POLYHEDRALSURFACE Z(((60 0 0,61 0 0,61 1 0,60 0 0)))", "MULTICURVE((70 0,71 1),CIRCULARSTRING(72 0,73 1,74 0))",
        "POLYGON EMPTY", "MULTIPOLYGON EMPTY", "GEOMETRYCOLLECTION EMPTY", "POINT EMPTY", "LINESTRING EMPTY",
    ):
        feature = ogr.Feature(layer.GetLayerDefn())
        feature.SetGeometry(ogr.CreateGeometryFromWkt(wkt))
        layer.CreateFeature(feature)


def not_nullable(folder, fault):
    dataset = ogr.GetDriverByName("GPKG").CreateDataSource(os.path.join(folder, "data.gpkg"))
    layer = dataset.CreateLayer("camada", reference_system(), ogr.wkbPolygon, options=["GEOMETRY_NULLABLE=NO"])
    for shape in geometries_of("Polygon", "", fault)[:-1]:
        feature = ogr.Feature(layer.GetLayerDefn())
        feature.SetGeometry(shape)
        layer.CreateFeature(feature)


def with_tables_of_all_kinds(folder, fault):
    """Attribute tables, styles, metadata, relations, views, domains and unknown tables next to the features."""
    path = os.path.join(folder, "data.gpkg")
    dataset = gdal.GetDriverByName("GPKG").Create(path, 0, 0, 0, gdal.GDT_Unknown)
    dataset.SetMetadata({"title": "um título"})
    layer = dataset.CreateLayer("parcelas", reference_system(), ogr.wkbPolygon)
    fill_layer(layer, "Polygon", "", fault)
    layer.SetMetadata({"owner": "João"})
    layer = None
    attributes = dataset.CreateLayer("donos", None, ogr.wkbNone)
    fill_layer(attributes, "Nothing", code=None)
    attributes = None
    loose = dataset.CreateLayer("soltos", None, ogr.wkbNone, options=["ASPATIAL_VARIANT=NOT_REGISTERED"])
    fill_layer(loose, "Nothing", code=None)
    loose = None
    dataset = None
    by_sql(
        "CREATE TABLE layer_styles (id INTEGER PRIMARY KEY, f_table_catalog TEXT, f_table_schema TEXT, f_table_name TEXT, f_geometry_column TEXT, styleName TEXT, styleQML TEXT, styleSLD TEXT, useAsDefault BOOLEAN, description TEXT, owner TEXT, ui TEXT, update_time DATETIME)",
        "INSERT INTO layer_styles VALUES (1, '', '', 'parcelas', 'geom', 'padrão', '<qgis/>', '<sld/>', 1, NULL, 'a', NULL, '2024-02-29')",
        "INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES ('layer_styles', 'attributes', 'layer_styles')",
        "CREATE VIEW grandes AS SELECT fid AS OGC_FID, geom, text FROM parcelas WHERE number > 2",
        "INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('grandes', 'features', 'grandes', 4326)",
        "INSERT INTO gpkg_geometry_columns VALUES ('grandes', 'geom', 'POLYGON', 4326, 0, 0)",
        "CREATE VIEW contagem AS SELECT count(*) FROM parcelas",
        "CREATE TABLE gpkgext_relations (id INTEGER PRIMARY KEY AUTOINCREMENT, base_table_name TEXT NOT NULL, base_primary_column TEXT NOT NULL DEFAULT 'id', related_table_name TEXT NOT NULL, related_primary_column TEXT NOT NULL DEFAULT 'id', relation_name TEXT NOT NULL, mapping_table_name TEXT NOT NULL UNIQUE)",
        "CREATE TABLE parcela_dono (base_id INTEGER NOT NULL, related_id INTEGER NOT NULL)",
        "INSERT INTO gpkgext_relations VALUES (1, 'parcelas', 'fid', 'donos', 'fid', 'attributes', 'parcela_dono')",
        "INSERT INTO gpkg_extensions VALUES ('gpkgext_relations', NULL, 'gpkg_related_tables', 'http://www.geopackage.org/18-000.html', 'read-write')",
        "CREATE TABLE gpkg_data_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, name TEXT, title TEXT, description TEXT, mime_type TEXT, constraint_name TEXT, PRIMARY KEY (table_name, column_name))",
        "INSERT INTO gpkg_data_columns VALUES ('parcelas', 'text', 'texto', 'Título', NULL, NULL, NULL)",
        "CREATE TABLE registro (what TEXT, at TEXT)",
        "CREATE TRIGGER tell AFTER UPDATE ON parcelas BEGIN INSERT INTO registro VALUES ('changed', NEW.fid); END",
        "CREATE TRIGGER forbid BEFORE UPDATE ON parcelas WHEN NEW.number = 99 BEGIN SELECT RAISE(ABORT, 'never'); END",
        "CREATE INDEX by_text ON parcelas (text COLLATE NOCASE) WHERE text NOT NULL",
        "ALTER TABLE parcelas ADD COLUMN dobro GENERATED ALWAYS AS (area * 2) VIRTUAL",
    )(path)


VERSIONS = ("1.0", "1.1", "1.2", "1.3")
KINDS = ("Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "Mixed", "Everything", "Collection")


def geopackages():
    for version in VERSIONS:
        for kind in KINDS:
            write(kind, dataset_options=[f"VERSION={version}"])
    for kind in KINDS:
        for dimensions in ("Z", "M", "ZM"):
            write(kind, dimensions)
    write(title="1.4", alter=by_sql("PRAGMA user_version = 10400"))
    write(title="1.4 without gpkg_ogr_contents", options=[], dataset_options=["ADD_GPKG_OGR_CONTENTS=NO"], alter=by_sql("PRAGMA user_version = 10400"))
    for options in (
        ["SPATIAL_INDEX=NO"], ["GEOMETRY_NAME=a forma"], ["GEOMETRY_NAME=\"q\""], ["FID=o id"], ["IDENTIFIER=outro nome", "DESCRIPTION=com ação"], ["TRUNCATE_FIELDS=YES"],
    ):
        write(options=options)
        write("MultiPolygon", "Z", options=options)
    recipe("GPKG", "GPKG GEOMETRY_NULLABLE=NO", not_nullable, faulty=True)
    for code in (4674, 31983, 5880, 3857, None):
        write(code=code)
    write(layers=("um", "dois três", "select", 'com "aspas"', "pon.to", "地图", "it's", "a" * 60))
    write("MultiPolygon", "ZM", layers=("um", "dois"))
    for name in ("São José.gpkg", "地図.gpkg", "with blanks.gpkg", "dots.in.name.gpkg", "it's.gpkg", "100%.gpkg", "a" * 240 + ".gpkg", "CAPITALS.GPKG"):
        write(file_name=name, faulty=False)
    for envelope in range(5):
        for wkb_order in (0, 1):
            dimensions = {0: "", 1: "", 2: "Z", 3: "M", 4: "ZM"}[envelope]
            for kind in ("Polygon", "MultiPolygon"):
                write(kind, dimensions, ["SPATIAL_INDEX=NO"], title=f"envelope {envelope} order {wkb_order}", alter=by_blobs(with_header(wkb_order, 1 - wkb_order, envelope)))
    write("Polygon", "ZM", ["SPATIAL_INDEX=NO"], title="EWKB", alter=by_blobs(as_ewkb))
    write("Polygon", "", ["SPATIAL_INDEX=NO"], title="EWKB", alter=by_blobs(as_ewkb))
    write(title="in write-ahead mode", alter=in_write_ahead_mode)
    for pragma in ("PRAGMA page_size = 512", "PRAGMA page_size = 65536", "PRAGMA auto_vacuum = FULL", "PRAGMA auto_vacuum = INCREMENTAL"):
        write(title=pragma, alter=rebuilt_as(pragma))
    write(options=["SPATIAL_INDEX=NO"], title="UTF-16", alter=in_utf16)
    write(title="generated column", alter=by_sql("ALTER TABLE camada ADD COLUMN bytes_of_it GENERATED ALWAYS AS (length(geom)) VIRTUAL"))
    write(title="null last_change and extent", alter=by_sql("UPDATE gpkg_contents SET min_x = NULL, min_y = NULL, max_x = NULL, max_y = NULL"))
    write(title="application id GP10", alter=by_sql("PRAGMA application_id = 1196437808", "PRAGMA user_version = 0"))
    write(title="without application id", alter=by_sql("PRAGMA application_id = 0", "PRAGMA user_version = 0"))
    write(title="free pages", alter=by_sql("CREATE TABLE gone AS SELECT * FROM camada", "DROP TABLE gone"))
    recipe("GPKG", "GPKG curves and empty geometries", with_curves)
    recipe("GPKG", "GPKG tables of all kinds", with_tables_of_all_kinds, faulty=True)
