import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findPostgresBinary } from '../processes/find-postgres-binary.ts'
import { findFreePort } from '../processes/free-port.ts'
import { createPostgresDatabase } from './create-postgres-database.ts'

export type PostgresCluster = {
  url: string
  /** Creates an empty database of its own and returns its URL. */
  createDatabase(): Promise<string>
  /** Ends the server, whoever is connected, and keeps its data; `restart` brings it back at the same address. */
  shutDown(): Promise<void>
  /** SIGKILL of all its processes; `restart` then recovers from what they had written. */
  kill(): Promise<void>
  restart(): Promise<void>
  /** Ends the server and removes its folder. Safe to call any number of times. */
  stop(): Promise<void>
}

interface ClusterOptions {
  durable?: boolean
  /** Where its folder is made. */
  folder?: string
  /** The address of a primary: then it is a copy of it, and follows it by streaming replication. */
  standbyOf?: string
}

const startAttempts = 3
const startTimeoutMs = 180_000
const pollEveryMs = 50

/**
 * Obeys the commands on its standard input and prints a line for each once it is done. When the input ends it
 * ends the server and removes the folder. The pipe closes however the test run dies, SIGKILL included, so an
 * interrupted run leaves neither a server nor a folder behind.
 */
const guardian = `
initdb=$1 pg_basebackup=$2 postgres=$3 folder=$4 port=$5 durable=$6 primary=$7
exec 3>&1 >"$folder/log" 2>&1
if [ "$primary" ]; then
  "$pg_basebackup" -d "$primary" -D "$folder/data" --write-recovery-conf --checkpoint=fast --no-sync
else
  "$initdb" -D "$folder/data" -U postgres -A scram-sha-256 --pwfile="$folder/password" \
    -E UTF8 --locale=C --no-sync
fi
start() {
  "$postgres" -D "$folder/data" -p "$port" -h 127.0.0.1 -c unix_socket_directories= \
    -c fsync="$durable" -c synchronous_commit="$durable" -c full_page_writes="$durable" -c max_connections=200 3>&- &
  server=$!
}
is_in() { grep -qs "^State:.[$1]" "/proc/$2/status"; }
is_alive() {
  for pid; do is_in ^ZX $pid && return 0; done
  return 1
}
start
while read -r command; do
  case $command in
    shutDown) kill -INT $server; wait $server ;;
    kill)
      # All of them, and done when all are gone: one that survived would keep the memory that they share. The
      # server is stopped first, so that it starts no further process while they are counted.
      kill -STOP $server
      until is_in TZ $server; do :; done
      killed="$server $(cat /proc/$server/task/$server/children)"
      kill -KILL $killed
      wait $server
      while is_alive $killed; do sleep 0.05; done ;;
    restart) start ;;
  esac
  echo done >&3
done
# TERM ends a server that has hardly begun, where QUIT is still ignored; QUIT ends one that has clients.
kill -TERM $server; kill -QUIT $server
wait $server
rm -rf "$folder"
`

/** A real PostgreSQL for tests: loopback only, a random password, and durable only where a test kills it. */
export async function startPostgresCluster(options: ClusterOptions = {}): Promise<PostgresCluster> {
  const binaries = (['initdb', 'pg_basebackup', 'postgres'] as const).map(findPostgresBinary)
  for (let attempt = 1; ; attempt += 1) {
    const started = await tryToStart(binaries, options)
    if ('url' in started) return started
    // Another program may have taken the port in the moment between choosing and using it.
    if (attempt === startAttempts) throw new Error(`The test PostgreSQL did not start: ${started.log}`)
  }
}

async function tryToStart(
  binaries: string[],
  { durable = false, folder: parent = os.tmpdir(), standbyOf }: ClusterOptions,
): Promise<PostgresCluster | { log: string }> {
  const owner = serverOwner()
  const folder = fs.mkdtempSync(path.join(parent, 'fairseat-postgres-'))
  const password = standbyOf ? new URL(standbyOf).password : randomUUID()
  fs.writeFileSync(path.join(folder, 'password'), password)
  if (owner)
    for (const file of [folder, path.join(folder, 'password')]) fs.chownSync(file, owner.uid, owner.gid)

  const port = await findFreePort()
  // A busy machine answers late.
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres?connect_timeout=120`
  const settings = [...binaries, folder, String(port), durable ? 'on' : 'off', standbyOf ?? '']
  const child = spawn('sh', ['-c', guardian, 'guardian', ...settings], {
    ...owner,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
    // Ctrl-C reaches the whole process group; the guardian has to outlive it.
    detached: true,
  })

  const stop = () => endGuardian(child)
  const tell = async (command: string) => {
    child.stdin.write(`${command}\n`)
    await once(child.stdout, 'data', { signal: AbortSignal.timeout(startTimeoutMs) })
  }
  const logFile = path.join(folder, 'log')
  const readLog = () => (fs.existsSync(logFile) ? fs.readFileSync(logFile, 'utf8') : '')
  const isRefused = () => /could not create any TCP\/IP sockets/.test(readLog())
  if (await answersInTime(url, isRefused)) {
    return {
      url,
      createDatabase: () => createPostgresDatabase(url),
      shutDown: () => tell('shutDown'),
      kill: () => tell('kill'),
      async restart() {
        await tell('restart')
        if (!(await answersInTime(url, () => false)))
          throw new Error('The test PostgreSQL did not come back.')
      },
      stop,
    }
  }
  const log = readLog()
  await stop()
  return { log }
}

/** initdb refuses to run as root; every installation of the server brings the user `postgres`. */
function serverOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

async function answersInTime(url: string, isRefused: () => boolean): Promise<boolean> {
  const deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline && !isRefused()) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      await sleep(pollEveryMs)
    }
  }
  return false
}

async function endGuardian(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.stdin?.end()
  await exited
}
