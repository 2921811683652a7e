// Threads would report the modules that they load to `node --watch` as messages to the server, which takes none but its own.
delete process.env.WATCH_REPORT_DEPENDENCIES;
