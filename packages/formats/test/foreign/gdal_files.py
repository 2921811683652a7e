"""Shapefiles, GeoJSON and KML written by GDAL's drivers with their options."""
import os
from osgeo import gdal, ogr
from recipes import recipe
from sources import CARRIER, FIELDS, SCRIPTS, fill_layer, geometry, coordinates_of, ogr_type, reference_system


def write(driver, file_name, kind="Polygon", dimensions="", options=(), dataset_options=(), code=4326, layers=("layer",), faulty=True, then=None, **more):
    """Registers a dataset written by one driver. `then` is called with its path afterwards."""
    def make(folder, fault):
        path = os.path.join(folder, file_name)
        dataset = ogr.GetDriverByName(driver).CreateDataSource(path, options=list(dataset_options))
        for number, layer_name in enumerate(layers):
            layer_type = ogr.wkbUnknown if driver in ("LIBKML", "KML") else ogr_type(kind, dimensions)
            layer = dataset.CreateLayer(layer_name, reference_system(code), layer_type, options=list(options))
            fill_layer(layer, kind, dimensions, fault if number == 0 else "none", code, **more)
            layer = None
        dataset = None
        if then is not None:
            then(path)

    described = " ".join([kind + dimensions, *dataset_options, *options, "" if code == 4326 else f"EPSG {code}", "" if then is None else then.__name__])
    recipe(driver, f"{driver} {file_name[:60]} {described}".strip(), make, faulty and kind not in ("Point", "MultiPoint"))


SHAPE_TYPES = {"POINT": "Point", "ARC": "MultiLineString", "POLYGON": "MultiPolygon", "MULTIPOINT": "MultiPoint"}
NAMES = ["São José", "نقشه", "地図", "карта", "with blanks", "it's", "dots.in.the.name", "100% (2)", "-dash", "🌎", "a" * 251, "é" * 125, "CAPITALS"]
# The fields that a table in one code page can hold.
PLAIN_FIELDS = [field for field in FIELDS if field[0] != "at"]


def shapefiles():
    for family, kind in SHAPE_TYPES.items():
        for dimensions in ("", "Z", "M", "ZM"):
            write("ESRI Shapefile", "set.shp", kind, dimensions, [f"SHPT={family}{dimensions}"], fields=PLAIN_FIELDS)
    for encoding, text in SCRIPTS.items():
        write("ESRI Shapefile", "set.shp", options=[f"ENCODING={encoding}"], texts=[text], fields=PLAIN_FIELDS)
    for option in ("ENCODING=LDID/87", "ENCODING=", "RESIZE=YES", "SPATIAL_INDEX=YES", "DBF_EOF_CHAR=NO", "DBF_DATE_LAST_UPDATE=1999-12-31", "2GB_LIMIT=YES", "AUTO_REPACK=NO"):
        write("ESRI Shapefile", "set.shp", options=[option], fields=PLAIN_FIELDS)
    for code in (4674, 31983, 5880, 3857, 4618, None):
        write("ESRI Shapefile", "set.shp", code=code, fields=PLAIN_FIELDS)
    for name in NAMES:
        write("ESRI Shapefile", f"{name}.shp", fields=PLAIN_FIELDS, layers=(name,))
    write("ESRI Shapefile", "packed.shz", fields=PLAIN_FIELDS)
    write("ESRI Shapefile", "packed.shp.zip", fields=PLAIN_FIELDS)
    write("ESRI Shapefile", "set.shp", fields=[(f"f{number}", ogr.OFTString) for number in range(250)])
    write("ESRI Shapefile", "set.shp", then=delete_features, fields=PLAIN_FIELDS)
    write("ESRI Shapefile", "set.shp", then=rewrite_features, fields=PLAIN_FIELDS)
    write("ESRI Shapefile", "set.shp", then=index_attributes, fields=PLAIN_FIELDS)
    recipe("ESRI Shapefile", "empty shapefile", lambda folder, fault: empty_layer("ESRI Shapefile", folder, "set.shp"))
    recipe("ESRI Shapefile", "MultiPatch", multipatch)
    recipe("ESRI Shapefile", "shapes of nothing", lambda folder, fault: empty_layer("ESRI Shapefile", folder, "set.shp", features=3))


def delete_features(path):
    """Marks rows of the .dbf as deleted; the shapes remain."""
    dataset = gdal.OpenEx(path, gdal.OF_UPDATE, open_options=["AUTO_REPACK=NO"])
    dataset.GetLayer(0).DeleteFeature(1)
    dataset.GetLayer(0).DeleteFeature(3)


def rewrite_features(path):
    """Makes two shapes longer and one shorter, so that the driver moves records to the end of the file and leaves gaps."""
    dataset = gdal.OpenEx(path, gdal.OF_UPDATE)
    layer = dataset.GetLayer(0)
    for number, wkt in ((3, "POLYGON((-30 -10,-30 -9,-29.5 -8.9,-29 -9,-28.9 -9.5,-29 -10,-29.5 -10.1,-29.7 -10.05,-29.8 -10.01,-30 -10))"), (0, "POLYGON((-20 -10,-20 -9,-19 -9,-20 -10))"), (1, "POLYGON((-10 -10,-10 -9,-9 -9,-8 -9.5,-8.1 -9.6,-8.2 -9.7,-8.3 -9.8,-8.4 -9.9,-8.5 -10,-10 -10))")):
        feature = layer.GetFeature(number)
        feature.SetGeometry(ogr.CreateGeometryFromWkt(wkt))
        layer.SetFeature(feature)


def index_attributes(path):
    dataset = gdal.OpenEx(path, gdal.OF_UPDATE)
    name = dataset.GetLayer(0).GetName()
    dataset.ExecuteSQL(f'CREATE INDEX ON "{name}" USING number')
    dataset.ExecuteSQL(f'CREATE SPATIAL INDEX ON "{name}" DEPTH 3')


def empty_layer(driver, folder, file_name, options=(), features=0):
    dataset = ogr.GetDriverByName(driver).CreateDataSource(os.path.join(folder, file_name))
    layer = dataset.CreateLayer("empty", reference_system(), ogr.wkbPolygon, options=list(options))
    layer.CreateField(ogr.FieldDefn("text", ogr.OFTString))
    for _ in range(features):
        layer.CreateFeature(ogr.Feature(layer.GetLayerDefn()))


def multipatch(folder, fault):
    dataset = ogr.GetDriverByName("ESRI Shapefile").CreateDataSource(os.path.join(folder, "set.shp"))
    layer = dataset.CreateLayer("set", reference_system(), ogr.wkbTINZ, options=["SHPT=MULTIPATCH"])
    layer.CreateField(ogr.FieldDefn("text", ogr.OFTString))
    for x in (0, 5):
        feature = ogr.Feature(layer.GetLayerDefn())
        feature.SetGeometry(ogr.CreateGeometryFromWkt(f"TIN Z ((({x} 0 0,{x} 1 0,{x + 1} 1 1,{x} 0 0)),(({x} 0 0,{x + 1} 1 1,{x + 1} 0 0,{x} 0 0)))"))
        layer.CreateFeature(feature)


KINDS = ("Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "Mixed", "Everything", "Collection")


def geojson():
    for kind in KINDS:
        for dimensions in ("", "Z"):
            write("GeoJSON", "layer.geojson", kind, dimensions)
            write("GeoJSON", "layer.geojson", kind, dimensions, ["RFC7946=YES"], faulty=False)
            write("GeoJSONSeq", "layer.geojsonl", kind, dimensions)
    for options in (
        ["WRITE_BBOX=YES"], ["WRITE_BBOX=YES", "RFC7946=YES"], ["WRITE_BBOX=YES", "COORDINATE_PRECISION=3"], ["COORDINATE_PRECISION=4"],
        ["COORDINATE_PRECISION=15"], ["SIGNIFICANT_FIGURES=17"], ["SIGNIFICANT_FIGURES=8"], ["WRITE_NAME=NO"], ["DESCRIPTION=uma descrição \"longa\""],
        ["ID_FIELD=number"], ["ID_FIELD=text"], ["ID_FIELD=big", "ID_TYPE=Integer"], ["ID_GENERATE=YES"], ["ID_GENERATE=YES", "ID_TYPE=String"],
        ["NATIVE_DATA={\"foreign\":{\"a\":[1,{\"coordinates\":[1]}]},\"title\":\"\\u0041\"}", "NATIVE_MEDIA_TYPE=application/vnd.geo+json"],
        ["WRITE_NON_FINITE_VALUES=YES"], ["RFC7946=YES", "WRAPDATELINE=NO"],
    ):
        write("GeoJSON", "layer.geojson", options=options)
        write("GeoJSON", "layer.json", "MultiPolygon", "Z", options=options)
    for code in (4674, 31983, 5880, 3857, None):
        write("GeoJSON", "layer.geojson", code=code)
        write("GeoJSON", "layer.geojson", code=code, options=["RFC7946=YES", "WRITE_BBOX=YES"])
    for options in (["RS=YES"], ["RS=YES", "ID_FIELD=text"], ["COORDINATE_PRECISION=3"], ["SIGNIFICANT_FIGURES=17"], ["ID_FIELD=number", "ID_TYPE=String"]):
        for name in ("layer.geojsons", "layer.ndjson"):
            write("GeoJSONSeq", name, options=options)
    for name in NAMES:
        write("GeoJSON", name[:119] + ".geojson", layers=(name,), faulty=False)
    lists = [("texts", ogr.OFTStringList), ("numbers", ogr.OFTIntegerList), ("reals", ogr.OFTRealList), ("bytes", ogr.OFTBinary), ("text", ogr.OFTString)]
    write("GeoJSON", "layer.geojson", fields=lists)
    recipe("GeoJSON", "empty GeoJSON", lambda folder, fault: empty_layer("GeoJSON", folder, "layer.geojson"))


LIBKML_LAYER_OPTIONS = (
    ["NAME=um nome"], ["VISIBILITY=0", "OPEN=1"], ["SNIPPET=um <b>trecho</b>"], ["DESCRIPTION=<![CDATA[<b>x</b>]]>"], ["FOLDER=YES"],
    ["LOOKAT_LONGITUDE=-47", "LOOKAT_LATITUDE=-15", "LOOKAT_RANGE=1000", "LOOKAT_TILT=30", "LOOKAT_ALTITUDE=5", "LOOKAT_ALTITUDEMODE=clampToSeaFloor"],
    ["CAMERA_LONGITUDE=-47", "CAMERA_LATITUDE=-15", "CAMERA_ALTITUDE=900", "CAMERA_ALTITUDEMODE=relativeToSeaFloor", "CAMERA_HEADING=3"],
    ["ADD_REGION=YES", "REGION_MIN_LOD_PIXELS=128", "REGION_MAX_LOD_PIXELS=-1", "REGION_MIN_FADE_EXTENT=1"],
    ["SO_HREF=logo.png", "SO_NAME=logo", "SO_OVERLAY_X=0", "SO_OVERLAY_Y=1", "SO_SIZE_X=50", "SO_SIZE_XUNITS=pixels"],
    ["LISTSTYLE_TYPE=checkHideChildren", "LISTSTYLE_ICON_HREF=icon.png"],
)
LIBKML_DATASET_OPTIONS = (
    ["AUTHOR_NAME=Ação", "AUTHOR_URI=http://example.com/", "AUTHOR_EMAIL=a@example.com"], ["LINK=http://example.com/x"], ["PHONENUMBER=tel:1234"],
    ["NAME=doc", "VISIBILITY=0", "OPEN=1", "SNIPPET=s", "DESCRIPTION=<i>d</i>"], ["LISTSTYLE_TYPE=radioFolder", "LISTSTYLE_ICON_HREF=i.png"],
    ["STYLE_BALLOONSTYLE_BGCOLOR=#ff00ff", "STYLE_BALLOONSTYLE_TEXT=$[name]"], ["NLC_MINREFRESHPERIOD=3600", "NLC_COOKIE=c=1", "NLC_MESSAGE=olá", "NLC_EXPIRES=2030-01-01T00:00:00Z"],
    ["DOCUMENT_ID=outro"],
)


def kml():
    for kind in KINDS:
        for dimensions in ("", "Z"):
            write("KML", "layer.kml", kind, dimensions)
            write("LIBKML", "layer.kml", kind, dimensions)
            write("LIBKML", "layer.kmz", kind, dimensions)
    for mode in ("clampToGround", "relativeToGround", "absolute"):
        write("KML", "layer.kml", "Polygon", "Z", dataset_options=[f"AltitudeMode={mode}"])
    for options in (["NameField=text"], ["NameField=number", "DescriptionField=text"], ["DOCUMENT_ID=raiz"]):
        write("KML", "layer.kml", "MultiPolygon", dataset_options=options)
    for options in LIBKML_LAYER_OPTIONS:
        write("LIBKML", "layer.kml", options=options)
        write("LIBKML", "layer.kmz", "MultiPolygon", options=options)
    for options in LIBKML_DATASET_OPTIONS:
        write("LIBKML", "layer.kml", dataset_options=options)
        write("LIBKML", "layer.kmz", "Mixed", dataset_options=options)
    for name in ("layer.kml", "layer.kmz"):
        # GDAL cannot find its own entries in an archive if their names are not ASCII.
        write("LIBKML", name, layers=("um", "dois três" if name == "layer.kml" else "dois", "<&>"))
        write("LIBKML", name, "Everything", "Z", layers=("um", "dois"))
    write("KML", "layer.kml", layers=("um", "dois três", "<&>"))
    for name in NAMES:
        write("LIBKML", f"{name}.kmz", layers=(name[:40],), faulty=False)
    special = [(name, ogr.OFTString) for name in ("name", "description", "altitudeMode", "timestamp", "icon", "extrude", "tessellate", "visibility")]
    write("LIBKML", "layer.kml", "Polygon", "Z", texts=["absolute", "1", "2020-01-01"], fields=special)
    recipe("LIBKML", "styled", styled, faulty=True)
    recipe("LIBKML", "empty KML", lambda folder, fault: empty_layer("LIBKML", folder, "layer.kml"))


def styled(folder, fault):
    dataset = ogr.GetDriverByName("LIBKML").CreateDataSource(os.path.join(folder, "layer.kml"))
    table = ogr.StyleTable()
    table.AddStyle("a_normal", 'PEN(c:#00FF00,w:2px);BRUSH(fc:#80FF0080)')
    table.AddStyle("a_highlight", 'PEN(c:#0000FF,w:4px)')
    dataset.SetStyleTable(table)
    layer = dataset.CreateLayer("layer", reference_system(), ogr.wkbUnknown)
    for at, coordinates in enumerate(coordinates_of("Polygon", fault)[: CARRIER + 1]):
        feature = ogr.Feature(layer.GetLayerDefn())
        feature.SetStyleString("@a" if at % 2 else 'LABEL(c:#FF0000,t:"texto");PEN(c:#00FF00,w:2px)')
        feature.SetGeometry(geometry("Polygon", coordinates))
        layer.CreateFeature(feature)
