import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { startService } from '../../../testing/secure-server.ts';

/** In Debian's package cgi-mapserver. */
export const hasMapserver = spawnSync('mapserv', ['-v']).status === 0;

const LAYERS = `
  LAYER NAME "farms" TYPE POLYGON STATUS ON TEMPLATE "x" PROJECTION "init=epsg:4674" END
    MAXSCALEDENOM 1092000
    FEATURE POINTS -48 -16 -47 -16 -47 -15 -48 -15 -48 -16 END END
    METADATA "ows_title" "Fazendas é" "wms_layer_group" "/Terra/Rural" "wms_abstract" "Polígonos <de> exemplo" "wms_attribution_title" "Fulano" END
    CLASS STYLE COLOR 255 0 0 END END
  END
  LAYER NAME "wells" TYPE POINT STATUS ON PROJECTION "init=epsg:4674" END
    FEATURE POINTS -47.5 -15.5 END END
    METADATA "ows_title" "Poços" END
    CLASS STYLE COLOR 0 0 255 SYMBOL 0 SIZE 4 END END
  END`;

/**
 * MapServer behind a front end that starts it for each request, as web servers do by CGI.
 * @param version overrides the version in the request; null leaves it to the request
 */
export async function startMapserver(folder: string, version: string | null): Promise<{ address: string; stop: () => void }> {
  const map = path.join(folder, 'test.map');
  const config = path.join(folder, 'mapserver.conf');
  writeFileSync(
    map,
    `MAP NAME "test" SIZE 256 256 EXTENT -60 -30 -40 0 UNITS DD PROJECTION "init=epsg:4326" END
    WEB METADATA "ows_title" "Serviço de teste" "ows_enable_request" "*" "ows_srs" "EPSG:4326 EPSG:3857" "ows_onlineresource" "/somewhere?" "ows_fees" "none" "ows_accessconstraints" "CC BY 4.0" "ows_encoding" "UTF-8" END END
    ${LAYERS}
    END`,
  );
  writeFileSync(config, `CONFIG\n ENV\n  MS_MAP_PATTERN "."\n END\nEND\n`);
  const service = await startService((request, answer) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    query.set('map', map);
    if (version !== null) query.set('VERSION', version);
    const env = { ...process.env, MAPSERVER_CONFIG_FILE: config, REQUEST_METHOD: 'GET', QUERY_STRING: query.toString() };
    execFile('mapserv', [], { env, encoding: 'buffer', maxBuffer: 16 << 20 }, (_error, output) => {
      const end = output.indexOf('\r\n\r\n');
      const type = /^Content-Type:\s*(.+)$/im.exec(output.subarray(0, end).toString())?.[1]?.trim();
      answer.writeHead(200, { 'content-type': type ?? 'text/plain' }).end(output.subarray(end + 4));
    });
  }, ['https']);
  return { address: `https://${service.host}/cgi-bin/mapserv`, stop: () => service.stop() };
}
