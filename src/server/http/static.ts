/**
 * Serves the built app. Hashed files are cached for ever; `index.html` never, since each answer has its own nonce.
 * Files are sent in the smallest accepted encoding. A missing asset is 404, not the page. All files are read at the
 * start, so that a later build does not affect running pages. docs/decisions/24-static-files.md says why not hono's
 * `serveStatic`.
 */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'
import { getMimeType } from 'hono/utils/mime'
import { z } from '../../core/domain/zod.ts'
import { contentSecurityPolicy } from './answers.ts'
import { policyReportsPath } from './policy-reports.ts'

const screenFiles = z.object({
  styles: z.array(z.string()),
  scripts: z.array(z.string()),
  frame: z.string(),
  /** Scripts of the grid library; empty for a screen without a table. */
  grid: z.array(z.string()),
})

/**
 * `page.json`, which `build/page-frames.ts` writes: the script before the first paint, the frame of each screen and its
 * files.
 */
export const pageFile = z.object({
  beforePaint: z.string(),
  frameStyles: z.string(),
  font: z.string(),
  screens: z.record(z.string(), screenFiles),
})

export type PageFile = z.infer<typeof pageFile>
export type ScreenFiles = z.infer<typeof screenFiles>

/**
 * Returns the page of a screen. `base` is the address of the built files, with a slash at its end. The frame's styles
 * are inline. The style sheets follow the frame, in cascade order: there they do not delay its paint, and the program
 * waits for them.
 */
export function completePage(
  template: string,
  { beforePaint, frameStyles, font }: Omit<PageFile, 'screens'>,
  { frame, styles, scripts, grid }: ScreenFiles,
  base: '/' | './',
): string {
  const styleLink = (name: string): string => `<link rel="stylesheet" crossorigin href="${base}${name}" />`
  const scriptLink = (name: string): string =>
    `<link rel="modulepreload" fetchpriority="low" crossorigin href="${base}${name}" />`
  /** Below the frame: a font preload in the head delays the first paint, and here it is fetched as early. */
  const fontLink = `<link rel="preload" as="font" type="font/woff2" crossorigin href="${base}${font}" />`
  const head = `<script>${beforePaint}</script>\n    <style nonce="%CSP_NONCE%">${frameStyles}</style>\n    <title>`
  // Functions, since `$` has a meaning in a replacement text.
  return template
    .replace('<title>', () => head)
    .replace('</head>', () => `  ${[...new Set([...scripts, ...grid])].map(scriptLink).join('\n    ')}\n  </head>`)
    .replace(
      '<div id="root"></div>',
      () => `<div id="root">${frame}</div>\n    ${fontLink}\n    ${styles.map(styleLink).join('\n    ')}`,
    )
}

export interface StaticFiles {
  readonly venue: string
  page(asked: AskedPage): Promise<Response>
  file(path: string, acceptEncoding: string): Promise<Response | undefined>
}

export interface AskedPage {
  readonly path: string
  readonly acceptEncoding: string
}

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/**
 * Each page has its own nonce, so it is compressed per answer: 0.5 ms for a quarter of the bytes. It contains no client
 * text, so its length reveals nothing about the nonce.
 */
const compressPage = {
  br: (html: string) => brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (html: string) => gzipSync(html, { level: 4 }),
}

interface PageExtras {
  readonly feed?: 'socket' | 'none'
  readonly recorder?: 'here' | 'none'
  readonly approvals?: 'here' | 'none'
}

export function staticFiles(
  folder: string,
  venue: string,
  { feed = 'none', recorder = 'none', approvals = 'none' }: PageExtras = {},
): StaticFiles {
  const files = readFolder(folder)
  let pages: Pages | undefined
  return {
    venue,
    async page({ path, acceptEncoding }) {
      pages ??= pagesOf(files)
      const nonce = randomBytes(16).toString('base64')
      const { of, scriptHash } = pages
      const html = of(path.split('/')[1] || firstScreen)
        .replaceAll('%CSP_NONCE%', nonce)
        .replaceAll('%VENUE%', escapeAttribute(venue))
        .replaceAll('%FEED%', feed)
        .replaceAll('%RECORDER%', recorder)
        .replaceAll('%APPROVALS%', approvals)
      const encoding = encodings.map(([name]) => name).find(name => acceptsEncoding(acceptEncoding, name))
      return new Response(encoding === undefined ? html : new Uint8Array(compressPage[encoding](html)), {
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          vary: 'accept-encoding',
          ...(encoding && { 'content-encoding': encoding }),
          'content-security-policy': `${contentSecurityPolicy(nonce, ...(scriptHash === undefined ? [] : [scriptHash]))}; report-uri ${policyReportsPath}`,
        },
      })
    },
    async file(path, acceptEncoding) {
      const key = path.replace(/^\/+/, '')
      // The page is served separately, and compressed files are served under their plain names.
      if (/\.(?:html|gz|br)$/.test(key)) return undefined
      const type = getMimeType(key)
      if (type === undefined) return undefined
      const cacheControl = key.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
      const headers = { 'content-type': type, 'cache-control': cacheControl, vary: 'accept-encoding' }
      for (const [name, suffix] of encodings) {
        if (!acceptsEncoding(acceptEncoding, name)) continue
        const body = files.get(`${key}${suffix}`)
        if (body !== undefined)
          return new Response(new Uint8Array(body), { headers: { ...headers, 'content-encoding': name } })
      }
      const body = files.get(key)
      return body === undefined ? undefined : new Response(new Uint8Array(body), { headers })
    },
  }
}

const firstScreen = 'portfolio'

interface Pages {
  of(screen: string): string
  readonly scriptHash: string | undefined
}

function pagesOf(files: ReadonlyMap<string, Buffer>): Pages {
  const template = files.get('index.html')?.toString('utf8')
  if (template === undefined) throw new Error('The app is not built.')
  const text = files.get('page.json')?.toString('utf8')
  if (text === undefined) return { of: () => template, scriptHash: undefined }
  const file = pageFile.parse(JSON.parse(text))
  const screens = Object.entries(file.screens)
  const pages = new Map(screens.map(([screen, files]) => [screen, completePage(template, file, files, '/')]))
  const scriptHash = createHash('sha256').update(file.beforePaint).digest('base64')
  return { of: screen => pages.get(screen) ?? template, scriptHash }
}

function readFolder(folder: string): ReadonlyMap<string, Buffer> {
  if (!existsSync(folder)) return new Map()
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  return new Map(paths.filter(path => !/(?:^|\/)\./.test(path)).map(path => [path, readFileSync(join(folder, path))]))
}

export const acceptsEncoding = (header: string, name: string): boolean =>
  parseAccept(header).some(({ type, q }) => type === name && q > 0)

const escapeAttribute = (value: string): string => value.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`)
