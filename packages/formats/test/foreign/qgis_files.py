"""Files as QGIS saves them: its own writer, styles in the database, and edits through its providers."""
import os
from recipes import recipe
from sources import TEXTS, geometries_of

FORMATS = {"GPKG": "data.gpkg", "ESRI Shapefile": "set.shp", "GeoJSON": "layer.geojson", "KML": "layer.kml", "LIBKML": "layer.kml", "GeoJSONSeq": "layer.geojsonl.json"}
KINDS = ("Polygon", "MultiPolygon", "LineString", "MultiLineString", "Point", "MultiPoint")


def qgis():
    try:
        from qgis import core
    except ImportError:
        return False

    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    started = []

    def start():
        if not started:
            started.append(core.QgsApplication([], False))
            started[0].initQgis()

    def layer_of(kind, dimensions, fault):
        layer = core.QgsVectorLayer(f"{kind}{dimensions}?crs=EPSG:4674&field=number:integer&field=text:string(80)&field=day:date&field=area:double", "camada", "memory")
        features = []
        for at, shape in enumerate(geometries_of(kind, dimensions, fault)):
            feature = core.QgsFeature(layer.fields())
            feature.setAttributes([at, TEXTS[at % len(TEXTS)], None, at * 1.1])
            if shape is not None:
                feature.setGeometry(core.QgsGeometry.fromWkt(shape.ExportToIsoWkt()))
            features.append(feature)
        layer.dataProvider().addFeatures(features)
        return layer

    def save(layer, path, driver, **more):
        options = core.QgsVectorFileWriter.SaveVectorOptions()
        options.driverName = driver
        options.fileEncoding = more.get("encoding", "UTF-8")
        options.layerName = "camada"
        options.saveMetadata = more.get("metadata", False)
        options.symbologyExport = more.get("symbology", core.QgsVectorFileWriter.NoSymbology)
        options.layerOptions = core.QgsVectorFileWriter.defaultLayerOptions(driver)
        options.datasourceOptions = core.QgsVectorFileWriter.defaultDatasetOptions(driver)
        answer = core.QgsVectorFileWriter.writeAsVectorFormatV3(layer, path, core.QgsCoordinateTransformContext(), options)
        if answer[0] != core.QgsVectorFileWriter.NoError:
            raise RuntimeError(answer[1])

    def write(driver, kind="Polygon", dimensions="", then=None, **more):
        def make(folder, fault):
            start()
            path = os.path.join(folder, FORMATS[driver])
            save(layer_of(kind, dimensions, fault), path, driver, **more)
            if then is not None:
                then(path)

        described = " ".join([driver, kind + dimensions, *more, "" if then is None else then.__name__])
        # LIBKML omits invalid polygons.
        recipe("QGIS", f"QGIS {described}".strip(), make, driver != "LIBKML" and "Point" not in kind)

    def style_in_the_database(path):
        layer = core.QgsVectorLayer(path, "camada", "ogr")
        message = layer.saveStyleToDatabase("padrão", "um estilo", True, "")
        if message:
            raise RuntimeError(message)

    def edited(path):
        """Edits through the provider, which switches a GeoPackage to write-ahead mode while it is open."""
        layer = core.QgsVectorLayer(path, "camada", "ogr")
        layer.startEditing()
        layer.changeAttributeValue(next(layer.getFeatures()).id(), layer.fields().indexOf("text"), "mudado")
        if not layer.commitChanges():
            raise RuntimeError(str(layer.commitErrors()))

    for driver in FORMATS:
        for kind in KINDS:
            write(driver, kind)
        write(driver, "Polygon", "Z")
    write("ESRI Shapefile", "Polygon", "ZM")
    write("ESRI Shapefile", encoding="CP1252")
    write("ESRI Shapefile", metadata=True)
    write("GPKG", metadata=True)
    write("GPKG", "MultiPolygon", "ZM")
    write("GPKG", then=style_in_the_database)
    for driver in ("GPKG", "ESRI Shapefile", "GeoJSON"):
        write(driver, then=edited)
    write("LIBKML", symbology=core.QgsVectorFileWriter.FeatureSymbology)
    return True
