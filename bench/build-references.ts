import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { build } from 'vite'
import { planCards } from '../core/plans/plan-card.ts'
import { loadCatalogue } from '../server/plans/load-catalogue.ts'
import type { OurPage } from './our-page.ts'
import { ReactPage } from './references/react-page.tsx'

const out = 'dist/bench'
export const folders = { same: join(out, 'same'), static: join(out, 'static'), react: join(out, 'react') }

/** Built as the product is, so that only what they do differs. */
export const servers = {
  folder: join(out, 'serve-folder.js'),
  hono: join(out, 'bare-hono.js'),
  instantPayments: join(out, 'instant-payments-server.js'),
}

export async function buildServers(): Promise<void> {
  const sources = ['serve-folder', 'bare-hono', 'instant-payments-server'].map(
    (name) => `bench/references/${name}.ts`,
  )
  await build({
    logLevel: 'warn',
    build: { ssr: true, outDir: out, emptyOutDir: false, rolldownOptions: { input: sources } },
  })
  cpSync('server/db/migrations', join(out, 'migrations'), { recursive: true })
}

/** Our page as it is, and without any script. */
export function writeStaticPages({ html }: OurPage): void {
  const text = Buffer.from(html.identity.body).toString('utf8')
  writePage(folders.same, text)
  writePage(folders.static, text.replace(/<script.*?<\/script>/gs, ''))
}

function writePage(folder: string, html: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'index.html'), html)
}

/** A bare React page of the same content and styles, hydrated at once. Returns the folder's scripts. */
export async function buildReactPage({ css }: Pick<OurPage, 'css'>): Promise<string[]> {
  await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: folders.react,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: 'bench/references/hydrate-react-page.tsx' },
    },
  })
  const scripts = readdirSync(join(folders.react, 'assets'))
  const catalogue = loadCatalogue('pricing.config.json')
  const { product, headline, subline } = catalogue
  const data = { product: product.name, headline, subline, plans: planCards(catalogue) }
  const html = renderToString(createElement(ReactPage, data))
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  writeFileSync(
    join(folders.react, 'index.html'),
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Pricing</title><meta name="description" content="${subline}"><link rel="icon" href="data:,"><style>${css}</style>${scripts.map((name) => `<script type="module" src="/assets/${name}"></script>`).join('')}</head><body><div id="root">${html}</div><script type="application/json" id="page-data">${json}</script></body></html>`,
  )
  return scripts.map((name) => join(folders.react, 'assets', name))
}
