import { REFERENCE_SYSTEMS } from './reference-systems.ts';
import type { ReferenceSystem } from './reference-systems.ts';
import { INFO_FORMATS, LARGEST_SIDE, MOST_FEATURES, MOST_LAYERS } from './request.ts';
import type { MapFormat } from './request.ts';
import { largestPixel, scaleDenominator, scaleHint } from './scales.ts';
import type { WmsVersion } from './versions.ts';
import { mercatorOf } from './web-mercator.ts';
import type { WmsLayer } from './wms-catalogue.ts';
import { xmlText } from './xml.ts';

const TITLE = 'GeoInsights';
const ABSTRACT = `Camadas temáticas publicadas pelo GeoInsights. GetFeatureInfo informa no máximo ${String(MOST_FEATURES)} feições de cada camada, e diz quando há mais.`;
const MERCATOR_EDGE_LATITUDE = 85.06;

/** The service to describe. */
export interface DescribedService {
  /** The address for requests, without a query. */
  readonly address: string;
  /** The picture formats it offers. */
  readonly formats: readonly MapFormat[];
}

/** The capabilities document in the form of the version. */
export function capabilities(version: WmsVersion, layers: readonly WmsLayer[], { address, formats }: DescribedService): string {
  return version === '1.3.0' ? capabilities130(layers, `${address}?`, formats) : capabilities111(layers, `${address}?`, formats);
}

function capabilities130(layers: readonly WmsLayer[], address: string, formats: readonly MapFormat[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms" xmlns:sld="http://www.opengis.net/sld" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.opengis.net/wms http://schemas.opengis.net/wms/1.3.0/capabilities_1_3_0.xsd http://www.opengis.net/sld http://schemas.opengis.net/sld/1.1.0/sld_capabilities.xsd">
<Service>
<Name>WMS</Name>
<Title>${TITLE}</Title>
<Abstract>${ABSTRACT}</Abstract>
${onlineResource(address)}
<Fees>none</Fees>
<AccessConstraints>none</AccessConstraints>
<LayerLimit>${String(MOST_LAYERS)}</LayerLimit>
<MaxWidth>${String(LARGEST_SIDE)}</MaxWidth>
<MaxHeight>${String(LARGEST_SIDE)}</MaxHeight>
</Service>
<Capability>
<Request>
${operation('GetCapabilities', ['text/xml'], address)}
${operation('GetMap', formats, address)}
${operation('GetFeatureInfo', INFO_FORMATS, address)}
${operation('sld:GetLegendGraphic', formats, address)}
</Request>
<Exception><Format>XML</Format></Exception>
<Layer>
<Title>${TITLE}</Title>
${namesOf('1.3.0')
  .map((name) => `<CRS>${name}</CRS>`)
  .join('')}
<EX_GeographicBoundingBox><westBoundLongitude>-180</westBoundLongitude><eastBoundLongitude>180</eastBoundLongitude><southBoundLatitude>-90</southBoundLatitude><northBoundLatitude>90</northBoundLatitude></EX_GeographicBoundingBox>
${layers.map((layer) => layer130(layer, address)).join('\n')}
</Layer>
</Capability>
</WMS_Capabilities>
`;
}

function layer130(layer: WmsLayer, address: string): string {
  const [west, south, east, north] = boundsOf(layer);
  const pixel = largestPixel(layer);
  return `<Layer queryable="1">
<Name>${xmlText(layer.code)}</Name>
<Title>${xmlText(layer.title)}</Title>
<Abstract>${xmlText(layer.abstract)}</Abstract>
<EX_GeographicBoundingBox><westBoundLongitude>${west}</westBoundLongitude><eastBoundLongitude>${east}</eastBoundLongitude><southBoundLatitude>${south}</southBoundLatitude><northBoundLatitude>${north}</northBoundLatitude></EX_GeographicBoundingBox>
${boundingBoxes(layer, '1.3.0')}
${attribution(layer)}${style(layer, address, '1.3.0')}
${pixel === null ? '' : `<MaxScaleDenominator>${String(scaleDenominator(pixel))}</MaxScaleDenominator>`}
</Layer>`;
}

function capabilities111(layers: readonly WmsLayer[], address: string, formats: readonly MapFormat[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE WMT_MS_Capabilities SYSTEM "http://schemas.opengis.net/wms/1.1.1/WMS_MS_Capabilities.dtd" [<!ELEMENT VendorSpecificCapabilities EMPTY>]>
<WMT_MS_Capabilities version="1.1.1">
<Service>
<Name>OGC:WMS</Name>
<Title>${TITLE}</Title>
<Abstract>${ABSTRACT}</Abstract>
${onlineResource(address)}
<Fees>none</Fees>
<AccessConstraints>none</AccessConstraints>
</Service>
<Capability>
<Request>
${operation('GetCapabilities', ['application/vnd.ogc.wms_xml'], address)}
${operation('GetMap', formats, address)}
${operation('GetFeatureInfo', INFO_FORMATS, address)}
${operation('GetLegendGraphic', formats, address)}
</Request>
<Exception><Format>application/vnd.ogc.se_xml</Format></Exception>
<Layer>
<Title>${TITLE}</Title>
${namesOf('1.1.1')
  .map((name) => `<SRS>${name}</SRS>`)
  .join('')}
<LatLonBoundingBox minx="-180" miny="-90" maxx="180" maxy="90"/>
${layers.map((layer) => layer111(layer, address)).join('\n')}
</Layer>
</Capability>
</WMT_MS_Capabilities>
`;
}

function layer111(layer: WmsLayer, address: string): string {
  const [west, south, east, north] = boundsOf(layer);
  const pixel = largestPixel(layer);
  return `<Layer queryable="1">
<Name>${xmlText(layer.code)}</Name>
<Title>${xmlText(layer.title)}</Title>
<Abstract>${xmlText(layer.abstract)}</Abstract>
<LatLonBoundingBox minx="${west}" miny="${south}" maxx="${east}" maxy="${north}"/>
${boundingBoxes(layer, '1.1.1')}
${attribution(layer)}${style(layer, address, '1.1.1')}
${pixel === null ? '' : `<ScaleHint min="0" max="${String(scaleHint(pixel))}"/>`}
</Layer>`;
}

function namesOf(version: WmsVersion): string[] {
  return systemsOf(version).flatMap(({ name, aliases }) => [name, ...aliases.slice(0, 1)]);
}

function systemsOf(version: WmsVersion): ReferenceSystem[] {
  return REFERENCE_SYSTEMS.filter(({ versions }) => versions.includes(version));
}

/** A smaller box would have no size once it is written in hundredths of a metre. */
const SMALLEST_BOX = 1e-6;

/** Clients divide by the size of a box, so that of a single point is slightly enlarged. */
function boundsOf({ extent }: WmsLayer): [string, string, string, string] {
  const [west, south, east, north] = extent;
  const padX = east - west > SMALLEST_BOX ? 0 : 1e-4;
  const padY = north - south > SMALLEST_BOX ? 0 : 1e-4;
  return [degrees(west - padX, 180), degrees(south - padY, 90), degrees(east + padX, 180), degrees(north + padY, 90)];
}

function degrees(value: number, limit: number): string {
  return String(Number(Math.max(-limit, Math.min(limit, value)).toFixed(7)));
}

/** The layer's extent in each reference system that reaches it, with the axis order of the version. */
function boundingBoxes(layer: WmsLayer, version: WmsVersion): string {
  const attribute = version === '1.3.0' ? 'CRS' : 'SRS';
  const geographic = boundsOf(layer);
  return systemsOf(version)
    .filter(({ plane }) => plane === 'geographic' || isOnMercator(geographic))
    .map((system) => {
      const [west, south, east, north] = system.plane === 'geographic' ? geographic : mercatorBox(geographic);
      const [minx, miny, maxx, maxy] = version === '1.3.0' && system.latitudeFirst ? [south, west, north, east] : [west, south, east, north];
      return `<BoundingBox ${attribute}="${system.name}" minx="${minx}" miny="${miny}" maxx="${maxx}" maxy="${maxy}"/>`;
    })
    .join('\n');
}

/** Whether the plane of EPSG:3857, which ends before the poles, has a part of a box. */
function isOnMercator([, south, , north]: readonly [string, string, string, string]): boolean {
  return Number(south) < MERCATOR_EDGE_LATITUDE && Number(north) > -MERCATOR_EDGE_LATITUDE;
}

/** A box in degrees as one in metres of EPSG:3857, which ends before the poles. */
function mercatorBox([west, south, east, north]: readonly [string, string, string, string]): [string, string, string, string] {
  const corner = (longitude: string, latitude: string) => {
    const bounded = Math.max(-MERCATOR_EDGE_LATITUDE, Math.min(MERCATOR_EDGE_LATITUDE, Number(latitude)));
    const [x, y] = mercatorOf(Number(longitude), bounded);
    return [x.toFixed(2), y.toFixed(2)] as const;
  };
  return [...corner(west, south), ...corner(east, north)];
}

function onlineResource(address: string): string {
  return `<OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink" xlink:type="simple" xlink:href="${xmlText(address)}"/>`;
}

function operation(name: string, formats: readonly string[], address: string): string {
  const list = formats.map((format) => `<Format>${format}</Format>`).join('');
  return `<${name}>${list}<DCPType><HTTP><Get>${onlineResource(address)}</Get></HTTP></DCPType></${name}>`;
}

function attribution(layer: WmsLayer): string {
  return layer.attribution === null ? '' : `<Attribution><Title>${xmlText(layer.attribution)}</Title></Attribution>\n`;
}

function style(layer: WmsLayer, address: string, version: WmsVersion): string {
  const legend = `${address}SERVICE=WMS&VERSION=${version}&REQUEST=GetLegendGraphic&FORMAT=image/png&LAYER=${encodeURIComponent(layer.code)}`;
  return `<Style><Name>default</Name><Title>default</Title><LegendURL width="20" height="20"><Format>image/png</Format>${onlineResource(legend)}</LegendURL></Style>`;
}
