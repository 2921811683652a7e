// MapServer, configured for speed as its manual recommends: permanent FastCGI processes behind nginx, and a shapefile with a spatial index.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { answers } from './answers.mjs';

const NEEDED = ['mapserv', 'shptree', 'spawn-fcgi', 'nginx'];

/** @returns {string[]} the missing programs; on Debian: apt-get install cgi-mapserver mapserver-bin spawn-fcgi nginx-light */
export function missingPrograms() {
  return NEEDED.filter((name) => spawnSync(name, ['-h']).error !== undefined);
}

export function mapserverVersion() {
  return /MapServer version (\S+)/.exec(spawnSync('mapserv', ['-v'], { encoding: 'utf8' }).stdout)?.[1] ?? 'unknown';
}

/** spawn-fcgi requires an absolute path. */
function programPath(name) {
  return spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
}

/**
 * Starts MapServer with a shapefile in WGS 84.
 * @returns {Promise<{ address: string, stop: () => void, processes: () => number[] }>} the address takes WMS parameters
 */
export async function startMapserver(shapefile, folder, { port, processes, color }) {
  mkdirSync(folder, { recursive: true });
  spawnSync('shptree', [shapefile]);
  const map = path.join(folder, 'bench.map');
  const config = path.join(folder, 'mapserver.conf');
  writeFileSync(map, mapfile(shapefile, color));
  writeFileSync(config, `CONFIG\n ENV\n  MS_MAPFILE "${map}"\n  MS_MAP_PATTERN "."\n END\nEND\n`);
  const socket = path.join(folder, 'mapserv.sock');
  const pidFile = path.join(folder, 'mapserv.pid');
  const spawned = spawnSync('spawn-fcgi', ['-s', socket, '-F', String(processes), '-M', '0666', '-P', pidFile, '--', programPath('mapserv')], {
    env: { ...process.env, MAPSERVER_CONFIG_FILE: config },
    encoding: 'utf8',
  });
  if (spawned.status !== 0) throw new Error(`spawn-fcgi failed: ${spawned.stderr}${spawned.stdout}`);
  const nginxConfig = path.join(folder, 'nginx.conf');
  writeFileSync(nginxConfig, nginxFile(folder, socket, port));
  const nginx = spawn('nginx', ['-c', nginxConfig, '-p', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  const pids = () => readFileSync(pidFile, 'utf8').split(/\s+/).filter(Boolean).map(Number);
  const stop = () => {
    nginx.kill();
    for (const pid of pids()) process.kill(pid, 'SIGKILL');
  };
  const address = `http://127.0.0.1:${port}/`;
  try {
    await answers(`${address}?SERVICE=WMS&REQUEST=GetCapabilities`);
  } catch (error) {
    stop();
    throw error;
  }
  return { address, stop, processes: () => [nginx.pid, ...pids()] };
}

function mapfile(shapefile, [red, green, blue]) {
  return `MAP
  NAME bench
  SIZE 256 256
  MAXSIZE 4096
  EXTENT 5 40 21 56
  UNITS DD
  PROJECTION "init=epsg:4326" END
  IMAGECOLOR 255 255 255
  WEB METADATA "ows_title" "bench" "ows_enable_request" "*" "ows_srs" "EPSG:3857 EPSG:4326" "ows_onlineresource" "http://127.0.0.1/" END END
  OUTPUTFORMAT NAME "png" DRIVER "AGG/PNG" MIMETYPE "image/png" IMAGEMODE RGBA EXTENSION "png" END
  LAYER
    NAME parcels
    TYPE POLYGON
    STATUS ON
    DATA "${shapefile}"
    METADATA "ows_title" "parcels" END
    PROJECTION "init=epsg:4326" END
    PROCESSING "CLOSE_CONNECTION=DEFER"
    CLASS
      STYLE COLOR ${red} ${green} ${blue} OPACITY 45 END
      STYLE OUTLINECOLOR ${[red, green, blue].map((value) => Math.round(value * 0.6)).join(' ')} WIDTH 1 END
    END
  END
END
`;
}

/**
 * Clients keep their connections to nginx. Connections to the processes are opened for each request, which costs almost
 * nothing on a socket: a permanent one would occupy its process while requests on others wait.
 */
function nginxFile(folder, socket, port) {
  // The folder is private to the user who runs this; nginx started by root would otherwise run as another user.
  return `daemon off;
user ${userInfo().username};
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/nginx.log;
events { worker_connections 256; }
http {
  access_log off;
  keepalive_requests 100000;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  upstream mapserv { server unix:${socket}; }
  server {
    listen 127.0.0.1:${port};
    location / {
      fastcgi_pass mapserv;
      fastcgi_buffers 64 16k;
      fastcgi_read_timeout 600s;
      fastcgi_param QUERY_STRING $query_string;
      fastcgi_param REQUEST_METHOD $request_method;
      fastcgi_param SCRIPT_NAME /;
      fastcgi_param SERVER_NAME 127.0.0.1;
      fastcgi_param SERVER_PORT ${port};
    }
  }
}
`;
}
