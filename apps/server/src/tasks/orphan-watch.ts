// Ends the whole process when its parent is gone, even while the main thread is busy. Its only parameter is the parent's process number. It imports
// nothing, because every task starts it.
const parent = Number(process.argv[2]);

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 500);
