// Threads would report the modules that they load to `node --watch` as messages to the server, which accepts only its own.
delete process.env.WATCH_REPORT_DEPENDENCIES;
