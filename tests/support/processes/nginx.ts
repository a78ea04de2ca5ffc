import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from './find-program.ts'

const startLimitMs = 120_000

export const findNginx = (): string => findProgram('nginx')

/** nginx with the configuration that operators are given, in a folder of its own. `added.server` goes into the site's server block. */
export async function startNginx(
  values: Record<string, string>,
  added: { listenOptions?: string; server?: string } = {},
) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-nginx-'))
  const given = fs.readFileSync('deploy/nginx.conf', 'utf8')
  const filled = given.replace(/\$\{([A-Z_0-9]+)\}/g, (_, name) => {
    const value = name === 'ACCESS_LOG' ? `${folder}/access.log` : values[name]
    if (!value) throw new Error(`deploy/nginx.conf wants a value for ${name}.`)
    return value
  })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const site = filled
    .replace('default_server', (found) => `${found} ${added.listenOptions ?? ''}`)
    .replace('server_tokens off;', (found) => `${found}\n${added.server ?? ''}`)
  fs.writeFileSync(path.join(folder, 'fairseat.conf'), site)
  fs.writeFileSync(
    path.join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
include ${path.resolve('deploy/nginx-workers.conf')};
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  include ${folder}/fairseat.conf;
}`,
  )
  const child = spawn(
    findNginx(),
    ['-p', folder, '-e', `${folder}/error.log`, '-c', `${folder}/nginx.conf`],
    {
      stdio: 'ignore',
    },
  )
  const ended = once(child, 'exit')
  const log = () => fs.readFileSync(path.join(folder, 'error.log'), 'utf8')
  const deadline = Date.now() + startLimitMs
  while (!fs.existsSync(path.join(folder, 'pid'))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`nginx did not start:\n${log()}`)
    await sleep(20)
  }
  return {
    /** What it reported; a request that it sent on to another process is in it. */
    log,
    /** One line of JSON for each request. */
    accessLog: () => fs.readFileSync(path.join(folder, 'access.log'), 'utf8'),
    async stop() {
      child.kill('SIGTERM')
      await ended
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
