import { join } from 'node:path'
import type { PostgresCluster } from '../tests/support/database/postgres-cluster.ts'
import { folders, servers } from './build-references.ts'
import { startProcess } from './measured-process.ts'
import type { OurPage } from './our-page.ts'
import { startOurServer } from './our-server.ts'
import { fileBytes, ourBytes } from './page-bytes.ts'
import { type Row, rowOf } from './row.ts'
import { openBrowser, runLighthouse } from './run-lighthouse.ts'
import { measureInteraction, viewers, watchVisit } from './watch-page.ts'

const kilo = 1024
/** A phone is as much slower as Lighthouse takes it to be. */
const speeds = [
  ['this machine', 1],
  ['phone', 4],
] as const
type Target = Parameters<typeof rowOf>[0]['target']

/** /pricing beside the same page without JavaScript and beside a bare React page of the same content. */
export async function measurePage(
  cluster: PostgresCluster,
  page: OurPage,
  reactScripts: string[],
  dataDir: string,
): Promise<Row[]> {
  const ours = await startOurServer({ DATABASE_URL: await cluster.createDatabase(), DATA_DIR: dataDir })
  const plain = await startProcess({ script: servers.folder, args: [folders.static] })
  const react = await startProcess({ script: servers.folder, args: [folders.react] })
  try {
    return [
      ...byteRows(page, reactScripts),
      ...(await visitRows(`${ours.url}/pricing`, `${plain.url}/`)),
      ...(await lighthouseRows(`${ours.url}/pricing`, `${plain.url}/`, `${react.url}/`)),
    ]
  } finally {
    for (const server of [ours, plain, react]) await server.stop()
  }
}

const row = (
  name: string,
  unit: string,
  ours: number,
  reference: [name: string, value: number],
  target?: Target,
): Row =>
  rowOf({
    part: 'page',
    name,
    unit,
    ours,
    reference: { name: reference[0], value: reference[1] },
    ...(target && { target }),
  })

function byteRows(page: OurPage, reactScripts: string[]): Row[] {
  const ours = ourBytes(page)
  const plain = fileBytes(join(folders.static, 'index.html'), [])
  const react = fileBytes(join(folders.react, 'index.html'), reactScripts)
  return [
    row('HTML with all styles', 'B', ours.html, ['static', plain.html], { atMost: 6 * kilo }),
    row('CSS, inlined', 'B', ours.css, ['static', plain.css]),
    row('JavaScript in all', 'B', ours.script, ['bare React', react.script], { ratioAtMost: 1.2 }),
  ]
}

async function visitRows(ours: string, plain: string): Promise<Row[]> {
  const browser = await openBrowser()
  try {
    const reference = await watchVisit(browser, plain, 'signed out')
    const rows: Row[] = []
    for (const viewer of viewers) {
      const visit = await watchVisit(browser, ours, viewer)
      if (viewer === 'signed out') {
        rows.push(
          row('scripts before the first paint', '', visit.scriptsBeforePaint, ['static', 0], { atMost: 0 }),
          row('requests', '', visit.requests, ['static', reference.requests], { atMost: 3 }),
        )
      }
      rows.push(
        row(`layout shift, ${viewer}`, '', visit.shift, ['static', reference.shift], { atMost: 0.01 }),
      )
    }
    for (const [speed, slowdown] of speeds) {
      const click = await measureInteraction(browser, ours, plain, slowdown)
      rows.push(
        row(`click to next paint, ${speed}`, 'ms', click.ours, ['bare button', click.least], { atMost: 50 }),
      )
    }
    return rows
  } finally {
    await browser.close()
  }
}

async function lighthouseRows(oursUrl: string, plainUrl: string, reactUrl: string): Promise<Row[]> {
  const [ours, plain, react] = await runLighthouse([oursUrl, plainUrl, reactUrl])
  if (!ours || !plain || !react) return []
  return [
    row('Lighthouse performance', '', ours.performance, ['static', plain.performance], { atLeast: 99 }),
    row('Lighthouse accessibility', '', ours.accessibility, ['static', plain.accessibility], {
      atLeast: 100,
    }),
    row('Lighthouse best practices', '', ours['best-practices'], ['static', plain['best-practices']], {
      atLeast: 100,
    }),
    row('Lighthouse SEO', '', ours.seo, ['static', plain.seo], { atLeast: 100 }),
    row('largest contentful paint', 'ms', ours.lcpMs, ['static', plain.lcpMs], { ratioAtMost: 1.1 }),
    row('largest contentful paint', 'ms', ours.lcpMs, ['bare React', react.lcpMs]),
    row('total blocking time', 'ms', ours.tbtMs, ['static', plain.tbtMs], { atMost: 30 }),
    row('total blocking time', 'ms', ours.tbtMs, ['bare React', react.tbtMs]),
    row('total blocking time of scripts', 'ms', ours.scriptsTbtMs, ['bare React', react.scriptsTbtMs]),
    row('layout shift, Lighthouse', '', ours.cls, ['static', plain.cls], { atMost: 0.01 }),
  ]
}
