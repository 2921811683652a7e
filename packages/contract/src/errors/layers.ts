import type { ErrorEntry } from './entry.ts';

/** Faults concerning map layers: the catalogue, publishing, services of others. Most are for an operator. */
export const LAYER_ERRORS = {
  'unknown-layer': { status: 404, title: 'Unknown layer', detail: 'The catalogue has no layer "{layer}". The list of layers shows what it has: /api/v1/layers/layer_groups, or for an operator "geotools layers list".' },
  'unknown-group': { status: 404, title: 'Unknown group', detail: 'There is no group "{group}" in the catalogue. "geotools layers list" shows what it has.' },
  'layer-group-taken': { status: 409, title: 'The name is taken', detail: 'There is already a group "{group}". Choose another name, or move the layers into it with "geotools layers update UUID --group".' },
  'layer-code-taken': { status: 409, title: 'The code is taken', detail: 'Another layer of this server already has the code "{code}": "{layer}". Choose another code.' },
  'layer-code-foreign': { status: 422, title: 'The code belongs to another service', detail: 'The layer is drawn by another service, and its code is the name that service uses. Give the address and the code together.' },
  'operator-only': { status: 401, title: 'For the operator only', detail: 'This address is for the operator of this server. Send the token from the data folder of the server.' },
  'layer-data-missing': { status: 422, title: 'No data for the layer', detail: 'There is no data for the layer "{data}" in the data folder of this server. Publish the file again.' },
  'layer-crs-unknown': { status: 422, title: 'Unknown reference system', detail: '"{file}" does not state the coordinate reference system of its coordinates, or not in a way that is understood here. Give it with --crs, for example --crs EPSG:31983.' },
  'layer-crs-contradicted': { status: 422, title: 'Not in degrees', detail: '"{file}" states that its coordinates are in degrees, but most of them go beyond ±180 and ±90. Say in which system they really are with --crs, for example --crs EPSG:31983.' },
  'layer-crs-unusable': { status: 422, title: 'Reference system not supported', detail: 'The coordinates of "{file}" are in "{crs}", which cannot be transformed to WGS 84: {reason}. Give an EPSG code, the name of a system or a PROJ definition with --crs, or reproject the file first.' },
  'layer-coordinates-outside': { status: 422, title: 'Coordinates out of reach', detail: '"{file}" has coordinates that do not exist in "{crs}", first in {feature}. Give the right system with --crs, or correct that feature.' },
  'layer-choice-needed': { status: 422, title: 'Several layers', detail: '"{file}" contains {count} layers: {layers}. Choose one of them with --layer.' },
  'layer-name-unknown': { status: 422, title: 'No such layer', detail: 'There is no layer "{layer}" in {place}. It has: {layers}.' },
  'layer-without-features': { status: 422, title: 'Nothing to show', detail: 'No feature of "{file}" can be shown on the map. Check that it is the right file.' },
  'layer-kinds-not-drawn': { status: 422, title: 'Nothing to show', detail: 'The geometries of "{file}" are of a kind that is not drawn, such as arcs or tracks. Convert it first, for example with "geotools convert", which makes ordinary lines and areas of arcs and tracks, and publish the result.' },
  'layer-one-dataset': { status: 422, title: 'One file at a time', detail: 'A layer is published from one file, but {count} were given: {files}. Publish them one after the other.' },
  'wms-unreachable': { status: 422, title: 'The service does not answer', detail: 'The WMS at {host} cannot be read: {reason}. Try again later, or check the address.' },
  'wms-only-http': { status: 422, title: 'The service has no https', detail: 'The WMS at {host} answers over http, but not over https ({reason}). The map loads images over https only, as browsers require. Ask the provider for an https address, put an https proxy of your own in front of it, or publish its data yourself with "geotools layers publish".' },
  'layer-address-not-https': { status: 422, title: 'Not an https address', detail: 'The map cannot show images from "{url}", because it loads them over https only. Give the https address of the service; "geotools layers import-wms" finds out whether it has one.' },
  'wms-not-understood': { status: 422, title: 'Not a WMS', detail: 'The answer of {host} is not a WMS capabilities document: {reason}. Check the address.' },
  'layer-service-unavailable': { status: 502, title: 'The service of the layer does not answer', detail: 'The features of the layer "{layer}" at this place are not known: its service does not answer ({reason}). Try again later.' },
  'layer-service-not-understood': { status: 502, title: 'The service of the layer is not understood', detail: 'The features of the layer "{layer}" at this place are not known: its service gave an unexpected answer ({reason}). Try again later.' },
  'layer-service-busy': { status: 503, title: 'Too many requests at once', detail: 'Too many layers are being queried at the same time. Try again in a few seconds.' },
} satisfies Record<string, ErrorEntry>;
