import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

// The floor: files of one folder from memory, always with brotli, by plain node:http and nothing else.

const [folder = '.', moreHeaders = '{}'] = process.argv.slice(2)
const contentTypes: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
}

const files = new Map(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const body = brotliCompressSync(readFileSync(path))
      const headers = {
        'content-type': contentTypes[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
        'content-encoding': 'br',
        ...JSON.parse(moreHeaders),
        'content-length': body.byteLength,
      }
      return [path.slice(folder.length).replace(/\/index\.html$/, '/'), { body, headers }]
    }),
)

createServer((request, response) => {
  const file = files.get(request.url ?? '')
  if (file) response.writeHead(200, file.headers).end(file.body)
  else response.writeHead(404).end()
}).listen(Number(process.env.PORT), '127.0.0.1')
