import fs from 'node:fs';

/** Loaded before a program of ours: its disk is full after so many bytes. */
let bytesLeft = 64 * 1024;
const write = fs.write;

fs.write = (descriptor, buffer, offset, length, ...more) => {
  bytesLeft -= length;
  if (bytesLeft < 0) {
    const done = more.at(-1);
    const error = new Error('ENOSPC: no space left on device, write');
    process.nextTick(done, Object.assign(error, { code: 'ENOSPC', syscall: 'write' }));
    return;
  }
  write(descriptor, buffer, offset, length, ...more);
};
