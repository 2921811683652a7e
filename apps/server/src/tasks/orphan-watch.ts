// Ends the whole process when its parent is gone, even while the main thread is busy: its one parameter is the parent's process number. It loads
// nothing, as every task starts it.
const parent = Number(process.argv[2]);

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 500);
