import { once } from 'node:events'
import { watch } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, resolve } from 'node:path'
import { CatalogueError } from './catalogue-error.ts'
import { ConfigurationError } from './configuration-error.ts'
import { escapeHtml } from './escape-html.ts'
import type { Configuration } from './load-configuration.ts'
import { problemStyle } from './pages/dev-reload.ts'

// Only for `npm run dev`.

/** Editors write a file in several steps. */
const settleMs = 40

interface PreviewDeps {
  catalogueFile: string
  load: () => Configuration
  /** To the terminal. */
  report: (error: unknown) => void
  /** Serves it from now on. */
  apply: (configuration: Configuration) => Promise<void>
  /** Shows what is wrong over every page; '' when nothing is. */
  showProblem: (problem: string) => void
}

/** Applies every change of the catalogue and of the files beside it. With a mistake in them, what was applied last stays. */
export function previewChanges(applied: Configuration, { catalogueFile, ...deps }: PreviewDeps): void {
  let current = identify(applied)
  async function update() {
    try {
      const next = deps.load()
      if (identify(next) !== current) await deps.apply(next)
      current = identify(next)
      deps.showProblem('')
    } catch (error) {
      deps.report(error)
      deps.showProblem(describeProblem(error))
    }
  }
  let updating = Promise.resolve()
  watchBeside(catalogueFile, () => {
    updating = updating.then(update)
  })
}

/** Until the first start succeeds there are no pages: every address shows what is wrong. */
export async function loadWhenMended(
  { catalogueFile, load, report }: Pick<PreviewDeps, 'catalogueFile' | 'load' | 'report'>,
  address: { HOST: string; PORT: number },
): Promise<Configuration> {
  let problem = ''
  let problems = 0
  const tryToLoad = () => {
    try {
      return load()
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error
      report(error)
      problems += 1
      problem = describeProblem(error)
      return undefined
    }
  }
  const configuration = tryToLoad()
  if (configuration) return configuration
  const server = createServer((_, response) => {
    const headers = { 'content-type': 'text/html; charset=utf-8', etag: `problem-${problems}` }
    response.writeHead(503, headers).end(problemPage(problem, headers.etag))
  }).listen(address.PORT, address.HOST)
  await once(server, 'listening')
  const mended = await new Promise<Configuration>((resolve) => {
    const watcher = watchBeside(catalogueFile, () => {
      const configuration = tryToLoad()
      if (!configuration) return
      watcher.close()
      resolve(configuration)
    })
  })
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
  return mended
}

/** Reloads itself as soon as the address answers anything else. */
const problemPage = (problem: string, etag: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A mistake in the catalogue</title></head><body><pre role="alert" style="${problemStyle}">${escapeHtml(problem)}</pre><script>` +
  `setInterval(()=>fetch(location).then(({headers})=>headers.get("etag")!=="${etag}"&&location.reload(),()=>{}),200)` +
  '</script></body></html>'

const describeProblem = (error: unknown): string =>
  error instanceof CatalogueError ? error.excerpt : error instanceof Error ? error.message : String(error)

/** The folder, because most editors replace the file. */
function watchBeside(file: string, onChange: () => void) {
  let settled: NodeJS.Timeout | undefined
  return watch(dirname(resolve(file)), () => {
    clearTimeout(settled)
    settled = setTimeout(onChange, settleMs)
  })
}

/** The paths of the brand's files carry a hash of their content. */
const identify = ({ catalogue, brand }: Configuration): string =>
  JSON.stringify([catalogue, brand, [...(brand?.assets.keys() ?? [])]])
