import fs from 'node:fs'
import net from 'node:net'

/**
 * Two processes in one folder would interleave their journals. An abstract Unix socket is a name without a file,
 * so a SIGKILL leaves nothing to clean up.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const { dev, ino } = fs.statSync(folder, { bigint: true })
  const name = process.platform === 'linux' ? `\0emulator-data-${dev}-${ino}` : pipeName(`${dev}-${ino}`)
  const server = net.createServer((socket) => socket.destroy())
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE'
      reject(taken ? new Error(`The emulator folder ${folder} is in use by another process.`) : error)
    })
    server.listen({ path: name, exclusive: true }, () => {
      server.unref()
      resolve(() => new Promise((released) => server.close(() => released())))
    })
  })
}

/** Elsewhere than on Linux a socket is a file; that of a dead process is taken over. */
function pipeName(folderId: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\emulator-data-${folderId}`
  const file = `/tmp/emulator-data-${folderId}.${process.pid}.sock`
  for (const other of fs.readdirSync('/tmp')) {
    const pid = other.startsWith(`emulator-data-${folderId}.`) ? Number(other.split('.')[1]) : 0
    if (!pid || pid === process.pid) continue
    try {
      process.kill(pid, 0)
    } catch {
      fs.rmSync(`/tmp/${other}`, { force: true })
      continue
    }
    throw new Error(`The emulator folder is in use by process ${pid}.`)
  }
  return file
}
