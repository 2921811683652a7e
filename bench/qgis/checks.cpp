// The geometry checks of QGIS 3.22 on the first layer of a file, as the plugin "Check Geometries" runs them: docs/report.md has what came of it.
// On Debian 12, after apt-get install libqgis-dev qtbase5-dev (headers there include each other by folders that are not installed):
//   mkdir shim && ln -s /usr/include/qgis shim/geometry
//   g++ -std=c++17 -fPIC checks.cpp -o checks -Ishim -I/usr/include/qgis -I/usr/include/x86_64-linux-gnu/qt5 \
//     $(for m in Core Gui Widgets Xml Network Sql Positioning; do echo -I/usr/include/x86_64-linux-gnu/qt5/Qt$m; done) -lqgis_core -lqgis_analysis -lQt5Core -lQt5Gui -lQt5Xml
//   QT_QPA_PLATFORM=offscreen ./checks parcels.gpkg
#include <qgsapplication.h>
#include <qgsproject.h>
#include <qgsvectorlayer.h>
#include <qgsfeedback.h>
#include <qgsvectordataproviderfeaturepool.h>
#include <qgsgeometrycheckcontext.h>
#include <qgsgeometrycheckerror.h>
#include <qgsgeometryisvalidcheck.h>
#include <qgsgeometryselfintersectioncheck.h>
#include <qgsgeometryduplicatenodescheck.h>
#include <qgsgeometrygapcheck.h>
#include <qgsgeometryoverlapcheck.h>
#include <qgsgeometrycontainedcheck.h>
#include <qgsgeometryduplicatecheck.h>
#include <qgsgeometrydegeneratepolygoncheck.h>
#include <qgsgeometryselfcontactcheck.h>
#include <qgsgeometrymissingvertexcheck.h>
#include <qgsgeometryholecheck.h>
#include <qgsgeometrymultipartcheck.h>
#include <qgsgeometryanglecheck.h>
#include <qgsgeometrysliverpolygoncheck.h>
#include <cstdio>

namespace {
/** Precision in digits; areas under 10^(-digits/2) square units of the layer are passed over. */
constexpr int kDigits = 8;
constexpr int kMostKinds = 8;

template <class Check> void run(const char *name, QgsVectorLayer &layer, QgsGeometryCheckContext &context, const QVariantMap &configuration = {}) {
  QgsVectorDataProviderFeaturePool pool(&layer);
  QMap<QString, QgsFeaturePool *> pools{{layer.id(), &pool}};
  Check check(&context, configuration);
  check.prepare(&context, configuration);
  QList<QgsGeometryCheckError *> errors;
  QStringList messages;
  QgsFeedback feedback;
  check.collectErrors(pools, errors, messages, &feedback);
  QMap<QString, int> kinds;
  for (const auto *error : errors) kinds[error->description()]++;
  std::printf("%-20s %d", name, errors.size());
  if (kinds.size() < kMostKinds) for (auto kind = kinds.begin(); kind != kinds.end(); ++kind) std::printf("  [%s: %d]", kind.key().toUtf8().constData(), kind.value());
  if (!messages.isEmpty()) std::printf("  %d not examined: %s", messages.size(), messages.first().toUtf8().constData());
  std::printf("\n");
}
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  QgsApplication application(argc, argv, false);
  QgsApplication::initQgis();
  QgsVectorLayer layer(argv[1], "layer", "ogr");
  if (!layer.isValid()) return 3;
  std::printf("%s: %lld features, %s\n", argv[1], static_cast<long long>(layer.featureCount()), layer.crs().authid().toUtf8().constData());
  QgsGeometryCheckContext context(kDigits, layer.crs(), QgsProject::instance()->transformContext(), QgsProject::instance());
  run<QgsGeometryIsValidCheck>("is valid", layer, context);
  run<QgsGeometrySelfIntersectionCheck>("self-intersection", layer, context);
  run<QgsGeometrySelfContactCheck>("self-contact", layer, context);
  run<QgsGeometryDuplicateNodesCheck>("duplicate nodes", layer, context);
  run<QgsGeometryDegeneratePolygonCheck>("degenerate polygon", layer, context);
  run<QgsGeometryHoleCheck>("hole", layer, context);
  run<QgsGeometryMultipartCheck>("multipart", layer, context);
  run<QgsGeometryAngleCheck>("angle under 1 degree", layer, context, {{"minAngle", 1.0}});
  run<QgsGeometryDuplicateCheck>("duplicate", layer, context);
  run<QgsGeometryContainedCheck>("contained", layer, context);
  run<QgsGeometrySliverPolygonCheck>("sliver", layer, context, {{"threshold", 20.0}, {"maxArea", 0.0}});
  run<QgsGeometryOverlapCheck>("overlap", layer, context);
  run<QgsGeometryGapCheck>("gap", layer, context);
  run<QgsGeometryMissingVertexCheck>("missing vertex", layer, context);
  return 0;
}
