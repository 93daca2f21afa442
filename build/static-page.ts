/**
 * The build for a static host: a page with relative addresses, its policy in a `<meta>`, all screens' frames, and
 * another host module (`src/app/entry/page-host-*.ts`).
 */
import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import manifest from '../package.json' with { type: 'json' }
import { completePage, type PageFile, pageFile } from '../src/server/http/static.ts'
import { inlineScript } from './page-frames.ts'
import { metaPolicy, type PolicyOfPage } from './page-policy.ts'

export const root = fileURLToPath(new URL('..', import.meta.url))

export interface StaticPageParts extends Omit<PolicyOfPage, 'nonce' | 'scriptHashes'> {
  readonly folder: string
  readonly host: string
  /** Name of the venue and whether it has a socket, as a server puts them into its page. */
  readonly venue: string
  readonly feed: 'socket' | 'none'
  finish(folder: string, page: { readonly nonce: string; readonly scriptHashes: readonly string[] }): Promise<void>
}

const framesOf = ({ screens }: PageFile): string =>
  Object.entries(screens)
    .map(([name, { frame }]) => `<template data-frame="${name}">${frame.replaceAll('href="/', 'href="#/')}</template>`)
    .join('\n    ')

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64')

/**
 * Inserts frames, scripts, styles and the policy. With hash routing the screen is unknown in advance, so the first
 * one's files are listed.
 */
async function completeStaticPage(parts: StaticPageParts, nonce: string): Promise<readonly string[]> {
  const file = pageFile.parse(JSON.parse(await readFile(join(parts.folder, 'page.json'), 'utf8')))
  const placeFrame = await inlineScript('src/app/entry/place-frame.ts')
  const scriptHashes = [hashOf(file.beforePaint), hashOf(placeFrame)]
  const path = join(parts.folder, 'index.html')
  const first = file.screens['portfolio'] ?? { first: [], styles: [], scripts: [], grid: [] }
  // Addresses in a style sheet are from where it lies, and here it lies in the page.
  const frameStyles = file.frameStyles.replaceAll('url(./', 'url(./assets/')
  const emptyRoot = '<div id="root"></div>'
  const page = completePage(await readFile(path, 'utf8'), { ...file, frameStyles }, { ...first, frame: '' }, './')
    .replace(emptyRoot, () => `${emptyRoot}\n    ${framesOf(file)}\n    <script>${placeFrame}</script>`)
    .replace('<html ', '<html data-host="static" ')
    .replace('%POLICY%', () => metaPolicy({ ...parts, nonce, scriptHashes }))
    .replaceAll('%CSP_NONCE%', nonce)
  await writeFile(path, page)
  await rm(join(parts.folder, 'page.json'))
  return scriptHashes
}

export function staticPage(parts: StaticPageParts): Plugin {
  // One nonce for all visitors, because the page is static: it only allows styles; scripts are files or named by hash.
  // It is public, and the same source gives the same page.
  const nonce = hashOf(`${manifest.version} ${parts.venue}`).slice(0, 22)
  return {
    name: 'legwork-static-page',
    apply: 'build',
    enforce: 'pre',
    config: () => ({ html: { cspNonce: nonce } }),
    resolveId(source, importer) {
      const isHost = source === './page-host.ts' && importer?.replaceAll('\\', '/').includes('/src/app/entry/') === true
      return isHost ? join(root, parts.host) : undefined
    },
    transformIndexHtml: {
      order: 'post',
      handler: html => ({
        html: html
          .replaceAll('%CSP_NONCE%', nonce)
          .replaceAll('%VENUE%', parts.venue)
          .replaceAll('%FEED%', parts.feed)
          .replaceAll('%RECORDER%', 'none'),
        tags: [
          {
            tag: 'meta',
            attrs: { 'http-equiv': 'content-security-policy', content: '%POLICY%' },
            injectTo: 'head-prepend',
          },
          { tag: 'meta', attrs: { name: 'referrer', content: 'no-referrer' }, injectTo: 'head-prepend' },
        ],
      }),
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        const scriptHashes = await completeStaticPage(parts, nonce)
        await parts.finish(parts.folder, { nonce, scriptHashes })
      },
    },
  }
}
