"""Writes datasets with other programs: make_files.py FOLDER [none|alternate]. `alternate` adds a fault to one feature of each.

Each dataset gets its own folder; `datasets.json` lists the datasets with the program that wrote them, and the programs missing on this machine.
"""
import json
import os
import sys
from osgeo import gdal, ogr
import gdal_files
import geopackage_files
import google_earth_files
import other_programs
from recipes import RECIPES


def fault_for(program, number):
    # LIBKML does not write polygons that GEOS considers invalid.
    return "duplicate point" if program == "LIBKML" else ("spike", "bow-tie")[number % 2]


def main(target, fault="none"):
    gdal.PushErrorHandler("CPLQuietErrorHandler")
    ogr.UseExceptions()
    # Otherwise the GeoPackage driver writes the current time.
    gdal.SetConfigOption("OGR_CURRENT_DATE", "2024-02-29T12:00:00.000Z")
    gdal_files.shapefiles()
    gdal_files.geojson()
    gdal_files.kml()
    geopackage_files.geopackages()
    google_earth_files.google_earth()
    missing = other_programs.others()
    made = []
    for number, each in enumerate(RECIPES):
        if fault != "none" and not each.faulty:
            continue
        folder = os.path.join(target, f"{number:03}")
        os.makedirs(folder)
        try:
            each.make(folder, fault if fault == "none" else fault_for(each.program, number))
        except Exception as error:
            # A dataset that this version of a program cannot write is not our error, but it is reported.
            made.append({"name": each.name, "program": each.program, "folder": folder, "files": [], "failed": str(error)})
            continue
        made.append({"name": each.name, "program": each.program, "folder": folder, "files": sorted(os.listdir(folder)), "failed": None})
    with open(os.path.join(target, "datasets.json"), "w", encoding="utf-8") as out:
        json.dump({"datasets": made, "missing": missing}, out)


main(*sys.argv[1:])
