# The four servers of one OpenStack Swift, each in its own process, for throwaway-s3.mjs, which has written their settings to
# the folder given on the command line. All servers end when standard input closes, or when one of them ends.
import ctypes
import json
import os
import signal
import sys
import time

import eventlet.patcher

# What Swift does in each server as it begins, by looking for locks among all objects several times: here once, while there are few.
eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True)

folder = sys.argv[1]

from swift.common import utils, wsgi

utils.set_swift_dir(folder)

# Imported once, before the process forks into four.
import swift.account.server
import swift.common.middleware.s3api.s3api
import swift.container.server
import swift.obj.server
import swift.proxy.server
from swift.common.ring import RingBuilder

PR_SET_PDEATHSIG = 1


class Cache:
    """
    In place of memcached: without one, the proxy asks the other servers for the account and the bucket with every request. There is one proxy, which removes what
    it changes.
    """

    def __init__(self):
        self.entries = {}

    def get(self, key, **_):
        value, end = self.entries.get(key, (None, None))
        return value if end is None or time.monotonic() < end else None

    def set(self, key, value, time=0, **_):
        self.entries[key] = (value, end_after(time))

    def delete(self, key, **_):
        self.entries.pop(key, None)


def end_after(seconds):
    return None if seconds == 0 else time.monotonic() + seconds


def cache_factory(_settings, **_more):
    """Named in the settings of the proxy."""
    cache = Cache()

    def before(application):
        def serve(environment, start):
            environment["swift.cache"] = cache
            return application(environment, start)

        return serve

    return before


def write_ring(name, host, port):
    builder = RingBuilder(1, 1, 0)
    place = {"ip": host, "port": port, "replication_ip": host, "replication_port": port}
    builder.add_dev({"id": 0, "region": 1, "zone": 1, "weight": 1, "device": "disk", "meta": "", **place})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, name + ".ring.gz"))


def serve(name):
    # Kills this process whenever its parent ends, for whatever reason.
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    more = {"global_conf_callback": swift.obj.server.global_conf_callback} if name == "object" else {}
    sys.exit(wsgi.run_wsgi(os.path.join(folder, name + ".conf"), name + "-server", **more))


with open(os.path.join(folder, "ports.json")) as file:
    places = json.load(file)
ports = places["ports"]
for name in ("account", "container", "object"):
    write_ring(name, places["host"], ports[name])

children = []
for name in ports:
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        serve(name)
    children.append(child)


def end(*_):
    for child in children:
        try:
            os.kill(child, signal.SIGKILL)
        except ProcessLookupError:
            pass
    os._exit(0)


signal.signal(signal.SIGCHLD, end)
for which in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(which, end)
while os.read(0, 1024):
    pass
end()
