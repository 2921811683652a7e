"""The geometries and attributes that every program writes. Seeded, so every run gives the same."""
import random
from osgeo import ogr, osr

# The feature with the fault, far away from all others so that its repair does not affect them.
CARRIER = 6
DIMENSIONS = {"": (False, False), "Z": (True, False), "M": (False, True), "ZM": (True, True)}
TEXTS = ["São José", 'Fazenda "Boa Vista"', "O'Neill; a,b", "<b>&amp;</b>", "línea\nnova", "ação", "trailing blank ", ""]
SCRIPTS = {"UTF-8": "地图 نقشه карта 🌎", "CP1251": "карта", "SHIFT_JIS": "地図", "CP936": "地图", "ISO-8859-1": "ação ñ", "CP1252": "€ ação", "ISO-8859-7": "χάρτης"}


def coordinates_of(kind, fault="none"):
    """Coordinates in degrees as nested lists, one entry per feature; None is a feature without geometry."""
    numbers = random.Random(20260101)

    def jitter(x, y):
        return (round(x + numbers.uniform(-0.008, 0.008), 9), round(y + numbers.uniform(-0.008, 0.008), 9))

    nodes = [[jitter(-48 + 0.05 * column, -16 + 0.05 * row) for column in range(5)] for row in range(5)]

    def parcel(column, row):
        """Two by two cells with the vertices between them, so that neighbours share whole chains of vertices."""
        around = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1), (0, 0)]
        return [nodes[row + dy][column + dx] for dx, dy in around]

    def square(x, y, size):
        corners = [jitter(x, y), jitter(x + size, y), jitter(x + size, y + size), jitter(x, y + size)]
        return corners + corners[:1]

    enclave = square(-46.95, -15.95, 0.05)
    shell = square(-47, -16, 0.2)
    carrier = {
        "none": square(-44, -13, 0.1),
        "spike": [(-44, -13), (-43.9, -13.01), (-43.7, -12.85), (-43.9, -13.01), (-43.89, -12.9), (-44.01, -12.91), (-44, -13)],
        "duplicate point": [(-44, -13), (-43.9, -13.01), (-43.9, -13.01), (-43.89, -12.9), (-44.01, -12.91), (-44, -13)],
        "bow-tie": [(-44, -13), (-43.9, -12.9), (-43.9, -13), (-44, -12.9), (-44, -13)],
    }[fault]
    polygons = [[parcel(0, 0)], [parcel(2, 0)], [parcel(0, 2)], [parcel(2, 2)], [shell, enclave[::-1]], [enclave], [carrier]]
    lines = [nodes[row] for row in range(5)] + [enclave, carrier_line(fault)]
    if kind == "Polygon":
        return polygons + [None]
    if kind == "MultiPolygon":
        return [[polygon] for polygon in polygons] + [[[square(-40, -10, 0.1)], [square(-39, -10, 0.2), square(-38.95, -9.95, 0.05)[::-1]]], None]
    if kind == "LineString":
        return lines + [None]
    if kind == "MultiLineString":
        return [[line] for line in lines] + [[nodes[0][:2], nodes[1][3:]], None]
    if kind == "Point":
        return [point for row in nodes for point in row][:8] + [None]
    if kind == "MultiPoint":
        return [row[: at + 1] for at, row in enumerate(nodes)] + [None]
    raise ValueError(kind)


def carrier_line(fault):
    line = [(-44, -13), (-43.95, -12.95), (-43.9, -13)]
    return line if fault == "none" else line[:2] + line[1:]


def geometries_of(kind, dimensions="", fault="none"):
    """The same as OGR geometries. The kinds `Mixed` and `Collection` have several types in one layer."""
    if kind == "Nothing":
        return [None] * 4
    if kind == "Mixed":
        pairs = zip(coordinates_of("Polygon", fault), ["Polygon"] * 6 + ["MultiPolygon", "Polygon"])
        return [geometry("MultiPolygon", [c], dimensions) if t == "MultiPolygon" else geometry(t, c, dimensions) for c, t in pairs]
    if kind == "Everything":
        kinds = ["Polygon", "LineString", "Point", "MultiPolygon", "MultiPoint", "MultiLineString"]
        return [geometry(each, coordinates_of(each)[at], dimensions) for at, each in enumerate(kinds)] + [geometry("Polygon", coordinates_of("Polygon", fault)[CARRIER], dimensions), None]
    if kind == "Collection":
        return [collection(at, dimensions, fault) for at in range(CARRIER + 1)] + [None]
    return [geometry(kind, coordinates, dimensions) for coordinates in coordinates_of(kind, fault)]


def collection(at, dimensions, fault):
    whole = ogr.Geometry(ogr.wkbGeometryCollection)
    for kind in ("Polygon", "Point", "LineString"):
        member = geometry(kind, coordinates_of(kind, fault if kind == "Polygon" else "none")[at], dimensions)
        if member is not None:
            whole.AddGeometry(member)
    return whole


def geometry(kind, coordinates, dimensions=""):
    if coordinates is None:
        return None
    has_z, has_m = DIMENSIONS[dimensions]

    # One height for the whole feature: for sloping features GDAL's shapefiles have holes in the wrong direction.
    height = 100 + first_position(coordinates)[0] / 3

    def text(value):
        if isinstance(value, tuple):
            more = ([height] if has_z else []) + ([value[1] * 7] if has_m else [])
            return " ".join(repr(ordinate) for ordinate in [*value, *more])
        return "(" + ",".join(text(each) for each in value) + ")"

    body = text(coordinates) if kind != "Point" else f"({text(coordinates)})"
    return ogr.CreateGeometryFromWkt(f"{kind.upper()} {dimensions} {body}")


def first_position(coordinates):
    return coordinates if isinstance(coordinates, tuple) else first_position(coordinates[0])


def ogr_type(kind, dimensions=""):
    """The layer type; unknown for kinds with several types."""
    base = {
        "Point": ogr.wkbPoint, "LineString": ogr.wkbLineString, "Polygon": ogr.wkbPolygon, "MultiPoint": ogr.wkbMultiPoint,
        "MultiLineString": ogr.wkbMultiLineString, "MultiPolygon": ogr.wkbMultiPolygon, "Collection": ogr.wkbGeometryCollection,
    }.get(kind, ogr.wkbUnknown)
    has_z, has_m = DIMENSIONS[dimensions]
    if has_z:
        base = ogr.GT_SetZ(base)
    return ogr.GT_SetM(base) if has_m else base


def reference_system(code=4326):
    if code is None:
        return None
    system = osr.SpatialReference()
    system.ImportFromEPSG(code)
    system.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return system


FIELDS = [("number", ogr.OFTInteger), ("big", ogr.OFTInteger64), ("area", ogr.OFTReal), ("text", ogr.OFTString), ("day", ogr.OFTDate), ("at", ogr.OFTDateTime)]


def fill_layer(layer, kind, dimensions="", fault="none", code=4326, texts=TEXTS, fields=FIELDS):
    """Adds fields and features to a layer. Coordinates are projected if the CRS is not geographic."""
    for name, field_type in fields:
        layer.CreateField(ogr.FieldDefn(name, field_type))
    target = reference_system(code)
    transformation = osr.CoordinateTransformation(reference_system(4326), target) if target is not None and target.IsProjected() else None
    for at, shape in enumerate(geometries_of(kind, dimensions, fault)):
        feature = ogr.Feature(layer.GetLayerDefn())
        for name, field_type in fields:
            # The third feature has no attributes at all.
            if at != 2:
                set_value(feature, name, field_type, at, texts)
        if shape is not None:
            if transformation is not None:
                shape.Transform(transformation)
            feature.SetGeometry(shape)
        layer.CreateFeature(feature)


def set_value(feature, name, field_type, at, texts):
    if field_type == ogr.OFTString:
        feature.SetField(name, texts[at % len(texts)])
    elif field_type == ogr.OFTDate:
        feature.SetField(name, "2024/02/29")
    elif field_type == ogr.OFTDateTime:
        feature.SetField(name, "2024/02/29 23:59:59.123+03")
    elif field_type == ogr.OFTInteger64:
        feature.SetField(name, 2**53 + at)
    elif field_type == ogr.OFTInteger:
        feature.SetField(name, at)
    elif field_type == ogr.OFTReal:
        feature.SetField(name, at * 1.1)
