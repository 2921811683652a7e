"""Reads files with GDAL: read_files.py, with a JSON list of [path, driver or null] on standard input.

Prints the layers of each file, with their features as parts of rings of positions, or the error.
"""
import json
import sys
from osgeo import gdal, ogr


def position(shape, at):
    x, y, z, m = shape.GetPointZM(at)
    return [x, y, *([z] if shape.Is3D() else []), *([m] if shape.IsMeasured() else [])]


def ring_of(shape):
    return [position(shape, at) for at in range(shape.GetPointCount())]


def parts_of(shape):
    kind = ogr.GT_Flatten(shape.GetGeometryType())
    if kind == ogr.wkbPolygon:
        rings = [ring_of(shape.GetGeometryRef(at)) for at in range(shape.GetGeometryCount())]
        return [{"kind": "polygon", "rings": rings}] if rings and rings[0] else []
    if shape.GetGeometryCount() > 0:
        return [part for at in range(shape.GetGeometryCount()) for part in parts_of(shape.GetGeometryRef(at))]
    ring = ring_of(shape)
    return [{"kind": "point" if kind == ogr.wkbPoint else "line", "rings": [ring]}] if ring else []


def read(path, driver):
    dataset = gdal.OpenEx(path, gdal.OF_VECTOR, allowed_drivers=[driver] if driver else [])
    layers = []
    for number in range(dataset.GetLayerCount()):
        layer = dataset.GetLayer(number)
        features = [None if (shape := feature.GetGeometryRef()) is None else parts_of(shape) for feature in layer]
        valid = []
        layer.ResetReading()
        for feature in layer:
            shape = feature.GetGeometryRef()
            valid.append(bool(shape is None or shape.IsEmpty() or shape.IsValid()))
        layers.append({"name": layer.GetName(), "features": features, "valid": valid})
    return layers


def main():
    gdal.PushErrorHandler("CPLQuietErrorHandler")
    gdal.UseExceptions()
    answers = []
    for path, driver in json.load(sys.stdin):
        try:
            answers.append({"layers": read(path, driver), "failed": None})
        except Exception as error:
            answers.append({"layers": [], "failed": str(error)})
    json.dump(answers, sys.stdout)


main()
