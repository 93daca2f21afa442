/**
 * The built app: files with hashed names for ever, `index.html` never cached, written for each answer with its nonce
 * and the venue's name. Files are served in the smallest stored encoding the browser takes. A missing asset is 404, not
 * the page.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { z } from '../../domain/zod.ts'
import { contentSecurityPolicy } from './answers.ts'

/** The page of the build with what `build/page-frames.ts` wrote for it: the script before the first paint, the frame, all files that follow. */
const files = z.object({ styles: z.array(z.string()), scripts: z.array(z.string()) })
const screenFiles = z.object({
  ...files.shape,
  frame: z.string(),
  /** Scripts of the grid library, where the screen has a table. */
  grid: z.array(z.string()),
  /** What the screen needs beside that for its first picture where a draft stands in the address. */
  draft: z.optional(files),
})

/** What the build wrote beside its page (`page.json`). */
export const pageFile = z.object({
  beforePaint: z.string(),
  /** Texts of style sheets by their files. */
  sheets: z.record(z.string(), z.string()),
  font: z.string(),
  screens: z.record(z.string(), screenFiles),
})

export type PageFile = z.infer<typeof pageFile>
export type ScreenFiles = z.infer<typeof screenFiles>

/**
 * `base`: where files of the build lie, as an address that ends with a slash. The style sheets stand in the page, in the order in which they count;
 * each has its link beside, disabled, by which the program knows that it need not fetch it.
 */
export function completePage(
  template: string,
  { beforePaint, sheets, font }: Pick<PageFile, 'beforePaint' | 'sheets' | 'font'>,
  { frame, styles, scripts, grid }: ScreenFiles,
  base: '/' | './',
): string {
  const styleLink = (name: string): string => `<link rel="stylesheet" disabled crossorigin href="${base}${name}" />`
  const scriptLink = (name: string): string => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${base}${name}" />`
  /** After the frame: a browser paints nothing before it has received a font that the head names, and asks for one that stands here as early. */
  const fontLink = `<link rel="preload" as="font" type="font/woff2" crossorigin href="${base}${font}" />`
  const style = styles.map(name => sheets[name] ?? '').join('\n')
  const head = `<script>${beforePaint}</script>\n    <style nonce="%CSP_NONCE%">${style}</style>\n    <title>`
  // Functions, since a text put in place of another may hold signs that mean something there.
  return template
    .replace('<title>', () => head)
    .replace('</head>', () => `  ${[...new Set([...scripts, ...grid])].map(scriptLink).join('\n    ')}\n  </head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${frame}</div>\n    ${fontLink}\n    ${styles.map(styleLink).join('\n    ')}`)
}

/** The screen with what a draft in its address needs. */
const withDraft = ({ draft, ...screen }: ScreenFiles): ScreenFiles => ({
  ...screen,
  styles: [...screen.styles, ...(draft?.styles ?? [])],
  scripts: [...screen.scripts, ...(draft?.scripts ?? [])],
})

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

export interface StaticFiles {
  /** What its pages name as their venue. */
  readonly venue: string
  /** The page with a fresh nonce. */
  page(asked: AskedPage): Promise<Response>
  /** A file of the build; undefined when there is none of that name. */
  file(path: string, acceptEncoding: string): Promise<Response | undefined>
}

export interface AskedPage {
  /** Names the screen. */
  readonly path: string
  /** Search parameters, with the draft that they may have. */
  readonly search?: string
  readonly acceptEncoding: string
}

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/**
 * A page is another text at each answer, so it is compressed as it goes out: 0.5 ms for a quarter of its bytes. Nothing
 * in it is the client's own text, so that its length reveals nothing about the nonce.
 */
const compressPage = {
  br: (html: string) => brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (html: string) => gzipSync(html, { level: 4 }),
}

interface Beside {
  /** Is there a socket beside the page? */
  readonly feed?: 'socket' | 'none'
  /** Does the server show what a recorder saw? */
  readonly recorder?: 'here' | 'none'
}

/** Files under `folder`; `venue` is what the page shows as its environment. */
export function staticFiles(folder: string, venue: string, { feed = 'none', recorder = 'none' }: Beside = {}): StaticFiles {
  let pages: Promise<Pages> | undefined
  const cached = new Map<string, Promise<Buffer | undefined>>()
  const read = (path: string): Promise<Buffer | undefined> => {
    const known = cached.get(path)
    if (known !== undefined) return known
    const reading = readIfFile(path)
    cached.set(path, reading)
    // A name without a file is not cached, since there are endlessly many; nor is a failure, which may pass.
    const forget = (): void => void cached.delete(path)
    reading.then(body => body === undefined && forget(), forget)
    return reading
  }
  return {
    venue,
    async page({ path, search = '', acceptEncoding }) {
      pages ??= readPages(folder)
      const nonce = randomBytes(16).toString('base64')
      const { of, scriptHash } = await pages
      const html = of(path.split('/')[1] || firstScreen, /[?&]legs=/.test(search))
        .replaceAll('%CSP_NONCE%', nonce)
        .replaceAll('%VENUE%', escapeAttribute(venue))
        .replaceAll('%FEED%', feed)
        .replaceAll('%RECORDER%', recorder)
      const encoding = encodings.map(([name]) => name).find(name => acceptsEncoding(acceptEncoding, name))
      return new Response(encoding === undefined ? html : new Uint8Array(compressPage[encoding](html)), {
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          vary: 'accept-encoding',
          ...(encoding && { 'content-encoding': encoding }),
          'content-security-policy': contentSecurityPolicy(nonce, ...(scriptHash === undefined ? [] : [scriptHash])),
        },
      })
    },
    async file(path, acceptEncoding) {
      const relative = safePath(path)
      if (relative === undefined || relative.endsWith('.html')) return undefined
      const type = types[extname(relative)]
      if (type === undefined) return undefined
      const cacheControl = relative.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
      const headers = { 'content-type': type, 'cache-control': cacheControl, vary: 'accept-encoding' }
      for (const [name, suffix] of encodings) {
        if (!acceptsEncoding(acceptEncoding, name)) continue
        const body = await read(join(folder, `${relative}${suffix}`))
        if (body !== undefined) return new Response(new Uint8Array(body), { headers: { ...headers, 'content-encoding': name } })
      }
      const body = await read(join(folder, relative))
      return body === undefined ? undefined : new Response(new Uint8Array(body), { headers })
    },
  }
}

/** The screen that `/` leads to. */
const firstScreen = 'portfolio'

/** Pages with gaps for what differs from answer to answer, and the inline script that they have, as the policy names it. */
interface Pages {
  of(screen: string, hasDraft: boolean): string
  readonly scriptHash: string | undefined
}

/** The page with the frame of the screen asked for and all that it needs; bare where the build has written none. */
async function readPages(folder: string): Promise<Pages> {
  const template = await readFile(join(folder, 'index.html'), 'utf8')
  const text = (await readIfFile(join(folder, 'page.json')))?.toString('utf8')
  if (text === undefined) return { of: () => template, scriptHash: undefined }
  const file = pageFile.parse(JSON.parse(text))
  const screens = Object.entries(file.screens)
  const pages = new Map(screens.map(([screen, files]) => [screen, completePage(template, file, files, '/')]))
  const drafts = new Map(screens.map(([screen, files]) => [screen, completePage(template, file, withDraft(files), '/')]))
  const scriptHash = createHash('sha256').update(file.beforePaint).digest('base64')
  return { of: (screen, hasDraft) => (hasDraft ? drafts : pages).get(screen) ?? template, scriptHash }
}

/** Path inside the folder; undefined for anything that tries to leave it or hides. */
function safePath(path: string): string | undefined {
  const relative = normalize(path.replace(/^\/+/, '')).replaceAll('\\', '/')
  const parts = relative.split('/')
  // No file system takes a longer name.
  const isNone = parts.some(part => part === '' || part.startsWith('.') || part.length > 255)
  return relative.includes('\0') || relative.length > 1_000 || isNone ? undefined : relative
}

async function readIfFile(path: string): Promise<Buffer | undefined> {
  try {
    return (await stat(path)).isFile() ? await readFile(path) : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined
    throw error
  }
}

/** Whether a request takes an encoding, and does not refuse it by `q=0`. */
export function acceptsEncoding(header: string, name: string): boolean {
  return header.split(',').some(part => {
    const [token = '', ...parameters] = part.split(';').map(each => each.trim().toLowerCase())
    return token === name && !parameters.some(each => /^q=0(?:\.0*)?$/.test(each))
  })
}

const escapeAttribute = (value: string): string => value.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`)
