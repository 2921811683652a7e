import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Where a program runs, as seen by the others. */
export interface Place {
  readonly host: string;
  /** A program with arguments that runs the command after it at that place. */
  readonly within: readonly string[];
}

/** The network between the programs of a cluster. */
export interface Network {
  /** A separate place for a program of this name. */
  place(name: string): Promise<Place>;
}

/** All of them on the same host. */
export const LOOPBACK: Network = { place: () => Promise.resolve({ host: '127.0.0.1', within: [] }) };

const HUB = 1;
const BRIDGE = 'hub';
const addressOf = (number: number) => `10.77.0.${String(number)}`;
const hardwareAddressOf = (number: number) => `02:00:00:00:00:${number.toString(16).padStart(2, '0')}`;

/** What this machine lacks for test networks, in words; null if it has everything. */
export function lackingForNetworks(): string | null {
  if (process.platform !== 'linux') return 'only Linux has network namespaces';
  const programs = ['ip', 'nsenter', 'unshare'].filter((program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error !== undefined);
  if (programs.length > 0) return `${programs.join(', ')} not installed (on Debian: apt-get install iproute2 util-linux)`;
  const tried = spawnSync('unshare', ['--net', 'sh', '-c', 'ip link add hub type bridge && ip link add cable1 type veth peer name cable2'], { encoding: 'utf8' });
  return tried.status === 0 ? null : `this account may make no network namespaces (${tried.stderr.trim().split('\n').at(-1) ?? ''})`;
}

/**
 * A network namespace for each program, connected by a virtual cable to a bridge in this process's namespace, which must be its own
 * (`unshare --net`), so that nothing is visible outside and everything disappears with this process. A cut cable silently drops
 * what is sent.
 */
export class CutNetwork implements Network {
  readonly #holders = new Map<string, { readonly holder: ChildProcess; readonly number: number }>();

  constructor() {
    ip('link', 'set', 'lo', 'up');
    ip('link', 'add', BRIDGE, 'address', hardwareAddressOf(HUB), 'type', 'bridge');
    ip('address', 'add', `${addressOf(HUB)}/24`, 'dev', BRIDGE);
    ip('link', 'set', BRIDGE, 'up');
  }

  async place(name: string): Promise<Place> {
    const number = HUB + 1 + this.#holders.size;
    // A namespace lasts as long as a process is in it; this one ends when its input closes.
    const holder = spawn('unshare', ['--net', 'cat'], { stdio: ['pipe', 'ignore', 'inherit'] });
    const { pid } = holder;
    if (pid === undefined) throw new Error('No network namespace can be made.');
    const own = readlinkSync('/proc/self/ns/net');
    while (readlinkSync(`/proc/${String(pid)}/ns/net`) === own) await pause(5);
    const within = ['nsenter', `--net=/proc/${String(pid)}/ns/net`];
    const there = (...args: string[]) => run(within[0], [...within.slice(1), 'ip', ...args]);
    ip('link', 'add', cableOf(number), 'type', 'veth', 'peer', 'name', 'eth0', 'address', hardwareAddressOf(number), 'netns', String(pid));
    ip('link', 'set', cableOf(number), 'master', BRIDGE, 'up');
    there('link', 'set', 'lo', 'up');
    there('address', 'add', `${addressOf(number)}/24`, 'dev', 'eth0');
    there('link', 'set', 'eth0', 'up');
    // Static ARP entries: an unanswered ARP query would mark a silent neighbour as unreachable.
    know(ip, BRIDGE, number);
    know(there, 'eth0', HUB);
    for (const { holder: other, number: othersNumber } of this.#holders.values()) {
      know(there, 'eth0', othersNumber);
      know((...args) => run('nsenter', [`--net=/proc/${String(other.pid)}/ns/net`, 'ip', ...args]), 'eth0', number);
    }
    this.#holders.set(name, { holder, number });
    return { host: addressOf(number), within };
  }

  cut(name: string): void {
    ip('link', 'set', this.#cableOf(name), 'nomaster');
  }

  join(name: string): void {
    ip('link', 'set', this.#cableOf(name), 'master', BRIDGE);
  }

  /** After the programs in it have ended. */
  end(): void {
    for (const { holder } of this.#holders.values()) holder.stdin?.end();
  }

  #cableOf(name: string): string {
    const place = this.#holders.get(name);
    if (place === undefined) throw new Error(`Nothing is called ${name}.`);
    return cableOf(place.number);
  }
}

function cableOf(number: number): string {
  return `cable${String(number)}`;
}

function know(command: (...args: string[]) => void, device: string, number: number): void {
  command('neighbour', 'replace', addressOf(number), 'lladdr', hardwareAddressOf(number), 'dev', device, 'nud', 'permanent');
}

function ip(...args: string[]): void {
  run('ip', args);
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
}
