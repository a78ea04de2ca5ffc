import { createHash } from 'node:crypto'
import { sessionHintCookie } from '../../core/identity/session-hint.ts'
import { type Language, openGraphLocale, textDirection } from '../../core/messages/languages.ts'
import { languageCookie } from '../../core/messages/site-languages.ts'
import type { PlanChoice } from '../../core/plans/plan-choices.ts'
import type { RenderedPage } from '../../web/pages/define-page.ts'
import type { LoadedBrand } from '../brand/load-brand.ts'
import { escapeHtml } from '../escape-html.ts'
import { shareImageSize } from '../share-image/share-image-svg.ts'
import { choiceStyles } from './choice-styles.ts'
import { devReloadScript } from './dev-reload.ts'

interface DocumentDeps {
  page: RenderedPage
  css: string
  scriptPaths: string[]
  /** The brand's, if there is one: a favicon of its own, and whether files of ours are its images or its font. */
  brand: LoadedBrand | undefined
  /** What messengers show beside title and description: its address, and what it shows in words. */
  shareImage?: { url: string; alt: string } | undefined
  /** Where the page's script calls the API; allowed in its Content-Security-Policy. */
  backendOrigin: string
  /** Under `npm run dev`, the version of the page. */
  devVersion: number | undefined
  /** Those that a visitor may have chosen, on the page that leads to the choice; none elsewhere. */
  otherLanguages: readonly Language[]
}

// With its quotes, single ones: encoded throughout it would be 80 bytes more after compression.
const icon = `'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M4 2v7h8M4 13V9M12 13V6.5" fill="none" stroke="%230a8f68" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>'`

/** The complete HTML of a page with its styles inlined, and the policy that allows exactly what is in it. */
export function buildDocument({
  page,
  css: pageCss,
  scriptPaths,
  brand,
  shareImage,
  backendOrigin,
  devVersion,
  otherLanguages,
}: DocumentDeps) {
  const choices = page.choices ?? []
  const css = pageCss + choiceStyles(choices) + (brand?.styles ?? '')

  const scripts: string[] = []
  if (page.data) scripts.push(bootScript(scriptPaths))
  if (otherLanguages.length > 0) scripts.push(languageScript(otherLanguages))
  if (choices.length > 0) scripts.push(choiceScript(choices, backendOrigin.startsWith('https:')))
  if (devVersion) scripts.push(devReloadScript(devVersion))

  const { analytics } = page
  const analyticsOrigin = analytics ? ` ${new URL(analytics.script).origin}` : ''
  const html = `<!doctype html><html lang="${page.language}"${textDirection(page.language) === 'rtl' ? ' dir="rtl"' : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(page.title)}</title><meta name="description" content="${escapeHtml(page.description)}">${sharingTags(page, shareImage)}<link rel="icon" href=${brand?.favicon ? `"${brand.favicon}"` : icon}><style>${css}</style>${scripts.map((script) => `<script>${script}</script>`).join('')}</head><body><div id="root">${page.html}</div>${page.jsonLd ? `<script type="application/ld+json">${jsonInHtml(page.jsonLd)}</script>` : ''}${page.data ? `<script type="application/json" id="page-data">${jsonInHtml(page.data)}</script>` : ''}${analytics ? analyticsTemplate(analytics) : ''}</body></html>`

  const policy = [
    "default-src 'none'",
    `script-src 'self' ${scripts.map(hashSource).join(' ')}`.trim() + analyticsOrigin,
    `style-src ${hashSource(css)}`,
    imagePaths(brand).length > 0 ? "img-src 'self' data:" : 'img-src data:',
    ...(brand?.hasFont ? ["font-src 'self'"] : []),
    `connect-src 'self' ${backendOrigin}${analyticsOrigin}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // No text ever becomes script or HTML by way of the DOM: React needs none of those ways.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  return { html, policy }
}

/** Images of the brand that are files of their own; the small ones are in the page. */
const imagePaths = (brand: LoadedBrand | undefined) =>
  [brand?.logo?.src, brand?.logo?.dark?.src, brand?.favicon].filter((source) => source?.startsWith('/'))

/** Does nothing where it stands; web/analytics/load-analytics.ts runs it. */
function analyticsTemplate({ script, attributes = {} }: NonNullable<RenderedPage['analytics']>): string {
  const all = Object.entries({ src: script, ...attributes }).map(
    ([name, value]) => ` ${name}="${escapeHtml(value)}"`,
  )
  return `<template id="analytics"><script${all.join('')}></script></template>`
}

/** How messengers show a link to the page; X takes title and description from these too. */
function sharingTags(page: RenderedPage, image: DocumentDeps['shareImage']): string {
  const { canonical, alternates = [], title, description, siteName, language } = page
  if (!canonical) return ''
  const { width, height } = shareImageSize
  const tags = {
    type: 'website',
    title,
    description,
    url: canonical,
    site_name: siteName,
    ...(alternates.length > 0 && { locale: openGraphLocale[language] }),
    ...(image && {
      image: image.url,
      'image:width': String(width),
      'image:height': String(height),
      'image:alt': image.alt,
    }),
  }
  const openGraph = Object.entries(tags).map(
    ([name, content]) => `<meta property="og:${name}" content="${escapeHtml(content)}">`,
  )
  const others = alternates.map(
    (other) => `<link rel="alternate" hreflang="${other.language}" href="${escapeHtml(other.url)}">`,
  )
  return `<link rel="canonical" href="${escapeHtml(canonical)}">${others.join('')}${openGraph.join('')}<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">`
}

/**
 * Runs before the first paint, so it is all that may: it hides labels that may be wrong from a visitor with a session
 * hint, and once the browser has painted content (at the latest three seconds after load) gets the page's scripts. They
 * are fetched together and run one by one, so that the visitor can get a word in between (docs/performance.md).
 */
const bootScript = (scriptPaths: string[]) =>
  `{let d=document,files=${JSON.stringify(scriptPaths)},go=async()=>{` +
  'for(let href of files)d.head.append(Object.assign(d.createElement("link"),{rel:"modulepreload",href}));' +
  'for(let file of files)await import(file)};' +
  `d.cookie.split("; ").includes("${sessionHintCookie}=1")&&(d.documentElement.dataset.viewer="loading");` +
  'try{new PerformanceObserver(l=>l.getEntriesByName("first-contentful-paint")[0]&&go()).observe({type:"paint",buffered:true})}catch{}' +
  'onload=()=>setTimeout(go,3e3)}'

/** What the server does with a redirect (app.ts), behind a cache that gives everybody the same page. */
const languageScript = (languages: readonly Language[]) =>
  `{let[,l]=/(?:^|; )${languageCookie}=(${languages.join('|')})(?:;|$)/.exec(document.cookie)||[];l&&location.replace("/"+l+location.pathname+location.search)}`

/**
 * Runs before the first paint: the choices are attributes of the root element, by which styles show what was chosen, and
 * cookies remember them. What is not chosen yet is suggested by the region of the browser's language. The HTML is the same
 * for everybody.
 */
const choiceScript = (choices: readonly PlanChoice[], isSecure: boolean) =>
  `{let d=document,e=d.documentElement.dataset,all={${choices.map(regionsOfChoice).join()}},r;` +
  'try{r=new Intl.Locale(navigator.language).maximize().region}catch{}' +
  'for(let n in all){let o=all[n],k=Object.keys(o);e[n]=k.find(v=>d.cookie.split("; ").includes(n+"="+v))||k.find(v=>o[v].includes(r))||k[0]}' +
  'addEventListener("DOMContentLoaded",()=>{for(let n in all)for(let f of d.getElementsByName(n))f.type=="radio"?f.checked=f.value==e[n]:f.value=e[n]});' +
  `addEventListener("change",({target:{name:n,value:v}})=>{if(all[n]){e[n]=v;d.cookie=n+"="+v+";path=/;max-age=31536000;samesite=lax${isSecure ? ';secure' : ''}"}})}`

/** The first value needs no regions: it is what is left. */
const regionsOfChoice = ({ name, values }: PlanChoice) =>
  `${name}:{${values.map(({ value, regions }, index) => `${value}:"${index === 0 ? '' : regions}"`).join()}}`

const hashSource = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`

/** `<` is all that could end the script element or open a comment in it. */
const jsonInHtml = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c')
