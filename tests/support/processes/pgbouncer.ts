import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from './find-program.ts'
import { findFreePort } from './free-port.ts'

const startLimitMs = 120_000

export const findPgbouncer = (): string => findProgram('pgbouncer', 'PgBouncer')

/** PgBouncer in transaction mode in front of a database, with fewer connections to it than the server opens. */
export async function startPgbouncer(databaseUrl: string) {
  const { hostname, port: databasePort, pathname, username, password } = new URL(databaseUrl)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-pgbouncer-'))
  const port = await findFreePort()
  const login = `user=${username}${password ? ` password=${password}` : ''}`
  fs.writeFileSync(path.join(folder, 'users.txt'), `"${username}" "${password}"\n`)
  fs.writeFileSync(
    path.join(folder, 'pgbouncer.ini'),
    `[databases]
shop = host=${hostname} port=${databasePort} dbname=${pathname.slice(1)} ${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = 3
max_client_conn = 100
logfile = ${folder}/log
pidfile = ${folder}/pid
`,
  )
  const isRoot = process.getuid?.() === 0
  // It refuses to run as root.
  if (isRoot) fs.chmodSync(folder, 0o777)
  const child = spawn(
    findPgbouncer(),
    [...(isRoot ? ['-u', 'nobody'] : []), path.join(folder, 'pgbouncer.ini')],
    {
      stdio: 'ignore',
    },
  )
  const ended = once(child, 'exit')
  const deadline = Date.now() + startLimitMs
  while (!(await accepts(port))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`PgBouncer did not start: ${fs.readFileSync(path.join(folder, 'log'), 'utf8')}`)
    await sleep(50)
  }
  return {
    url: `postgres://${username}${password ? `:${password}` : ''}@127.0.0.1:${port}/shop?connect_timeout=120`,
    async stop() {
      child.kill('SIGINT')
      await ended
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
