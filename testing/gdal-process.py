"""
Does what ogr2ogr, gdaltransform and gdalsrsinfo do, by the same functions of GDAL, and tells what ogrinfo tells of the layers of a file, for requests of testing/gdal-process.ts:
each in a fork of this process, so that nothing is left of one for the next. Ends when nobody can write requests any more. Arguments: a folder with the pipes `requests` and
`answers`, which it removes at the end.
"""

import json
import os
import shutil
import sys

from osgeo import gdal, ogr, osr

folder = sys.argv[1]
gdal.AllRegister()


def translate(request):
    # As the program opens it.
    source = gdal.OpenEx(request["source"], gdal.OF_VECTOR | gdal.OF_VERBOSE_ERROR, open_options=["@NATIVE_DATA=YES", *request["opening"]])
    if source is None:
        return None
    made = gdal.VectorTranslate(request["target"], source, options=gdal.VectorTranslateOptions(options=request["options"]))
    is_made = made is not None
    # Written when it is closed.
    made = None
    return "" if is_made else None


def way_between(one, other):
    return gdal.Transformer(None, None, ["SRC_SRS=" + one, "DST_SRS=" + other])


def transform(request):
    way = way_between(request["from"], request["to"])
    if way is None:
        return None
    return "\n".join("%.17g %.17g" % way.TransformPoint(0, x, y)[1][:2] for x, y in request["places"])


def transform_each(request):
    ways = [(way_between(request["from"], to), place) for to, place in request["asked"]]
    return json.dumps([None if way is None else way.TransformPoint(0, *place)[1][:2] for way, place in ways])


def system(request):
    of = osr.SpatialReference()
    if of.SetFromUserInput(request["system"]) != 0:
        return None
    if request["form"] == "epsg":
        # The best comes first. If there is none, the program says so, too.
        return next(("EPSG:" + match.GetAuthorityCode(None) for match, confidence in of.FindMatches()), "EPSG:-1")
    return of.ExportToWkt(["FORMAT=" + request["form"], "MULTILINE=NO"])


def layers(request):
    source = gdal.OpenEx(request["file"], gdal.OF_VECTOR | gdal.OF_READONLY | gdal.OF_VERBOSE_ERROR)
    if source is None:
        return None
    every = [source.GetLayer(index) for index in range(source.GetLayerCount())]
    systems = [layer.GetSpatialRef() for layer in every]
    return json.dumps({
        "driver": source.GetDriver().ShortName,
        "layers": [{
            "name": layer.GetName(),
            "hasGeometry": layer.GetGeomType() != ogr.wkbNone,
            "features": layer.GetFeatureCount(),
            "system": None if of is None else of.GetAuthorityCode(None),
        } for layer, of in zip(every, systems)],
    })


DOES = {"translate": translate, "transform": transform, "transform-each": transform_each, "system": system, "layers": layers}


def answer(request):
    os.dup2(os.open(request["errors"], os.O_WRONLY | os.O_CREAT), 2)
    text = DOES[request["does"]](request)
    if text is None:
        os._exit(1)
    if text != "":
        with open(request["output"], "w", encoding="utf-8") as output:
            output.write(text)
    os._exit(0)


try:
    with open(os.path.join(folder, "answers"), "w") as answers, open(os.path.join(folder, "requests")) as requests:
        print("ready", file=answers, flush=True)
        for line in requests:
            child = os.fork()
            if child == 0:
                try:
                    answer(json.loads(line))
                finally:
                    os._exit(2)
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), file=answers, flush=True)
finally:
    shutil.rmtree(folder)
