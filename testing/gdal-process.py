"""
Does what ogr2ogr does, by the same function of GDAL, for requests of testing/gdal-process.ts: each in a fork of this process, so that nothing is left of one for the next.
Ends when nobody can write requests any more. Arguments: a folder with the pipes `requests` and `answers`, which it removes at the end.
"""

import json
import os
import shutil
import sys

from osgeo import gdal

folder = sys.argv[1]
gdal.AllRegister()


def translate(request):
    os.dup2(os.open(request["errors"], os.O_WRONLY | os.O_CREAT), 2)
    # As the program opens it.
    source = gdal.OpenEx(request["source"], gdal.OF_VECTOR | gdal.OF_VERBOSE_ERROR, open_options=["@NATIVE_DATA=YES"])
    if source is None:
        os._exit(1)
    made = gdal.VectorTranslate(request["target"], source, options=gdal.VectorTranslateOptions(options=request["options"]))
    is_made = made is not None
    # Written when it is closed.
    made = None
    os._exit(0 if is_made else 1)


try:
    with open(os.path.join(folder, "answers"), "w") as answers, open(os.path.join(folder, "requests")) as requests:
        print("ready", file=answers, flush=True)
        for line in requests:
            child = os.fork()
            if child == 0:
                try:
                    translate(json.loads(line))
                finally:
                    os._exit(2)
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), file=answers, flush=True)
finally:
    shutil.rmtree(folder)
