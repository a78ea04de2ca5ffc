import fs from 'node:fs'

/** Preloaded into a process, it gives that process another time. Where Debian and Ubuntu have it. */
export const findLibfaketime = (): string | undefined =>
  ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu']
    .map((folder) => `${folder}/faketime/libfaketime.so.1`)
    .find((file) => fs.existsSync(file))
