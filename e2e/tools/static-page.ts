/**
 * The build for a static host: a page of relative addresses with its policy in a `<meta>`, another host behind it (`src/app/page-host-*.ts`),
 * and a service worker that knows the files of this version.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { type Plugin, build } from 'vite'
import type { PageFile } from './page-frames.ts'
import { contentSecurityPolicy } from '../../src/server/headers.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What a `<meta>` cannot say is left out (browsers ignore it with a warning): who may frame the page. */
function metaPolicy(nonce: string): string {
  return contentSecurityPolicy(nonce)
    .split('; ')
    .filter(directive => !directive.startsWith('frame-ancestors'))
    .map(directive => (directive === "trusted-types 'none'" ? 'trusted-types legwork-practice' : directive))
    .join('; ')
}

/** Files of a build by their names relative to it, without those that only a server serves. */
export async function filesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter(name => !/\.(?:br|gz|map)$/.test(name) && !/^(?:page\.json|sw\.js)$/.test(name))
    .toSorted()
}

export async function versionOf(folder: string, files: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(await readFile(join(folder, file)))
  return hash.digest('hex').slice(0, 12)
}

/**
 * The script that runs before the first paint, and links to what the first screen needs, so that all of it is fetched at once. The frames that
 * a server writes into its page are left out: behind a `#` nobody but the page knows which screen is asked for.
 */
async function completePage(folder: string): Promise<void> {
  const { beforePaint, screens } = JSON.parse(await readFile(join(folder, 'page.json'), 'utf8')) as PageFile
  const first = screens['portfolio']
  const path = join(folder, 'index.html')
  const html = await readFile(path, 'utf8')
  const links = [
    '<script src="./before-paint.js"></script>',
    ...(first?.styles ?? []).filter(name => !html.includes(name)).map(name => `<link rel="stylesheet" crossorigin href="./${name}">`),
    ...(first?.scripts ?? []).filter(name => !html.includes(name)).map(name => `<link rel="modulepreload" crossorigin href="./${name}">`),
  ]
  await writeFile(join(folder, 'before-paint.js'), beforePaint)
  await writeFile(path, html.replace('</head>', `  ${links.join('\n    ')}\n  </head>`))
}

async function buildServiceWorker(folder: string): Promise<void> {
  const files = await filesOf(folder)
  const version = await versionOf(folder, files)
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    define: { legworkVersion: JSON.stringify(version), legworkFiles: JSON.stringify(files) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2023',
      lib: { entry: join(root, 'src/practice/service-worker.ts'), formats: ['iife'], name: 'legwork', fileName: () => 'sw.js' },
    },
  })
}

/** `folder`: where the build goes, absolute. */
export function staticPage(folder: string): Plugin {
  // One for all visitors, since nobody makes the page anew for each: it lets through styles alone, and scripts are files.
  const nonce = randomBytes(16).toString('base64')
  return {
    name: 'legwork-static-page',
    apply: 'build',
    enforce: 'pre',
    config: () => ({ html: { cspNonce: nonce } }),
    resolveId(source, importer) {
      const isHost = source === './page-host.ts' && importer?.replaceAll('\\', '/').includes('/src/app/') === true
      return isHost ? join(root, 'src/app/page-host-demo.ts') : undefined
    },
    transformIndexHtml: {
      order: 'post',
      handler: html => ({
        html: html.replaceAll('%CSP_NONCE%', nonce).replaceAll('%VENUE%', 'sandbox').replaceAll('%FEED%', 'socket'),
        tags: [
          { tag: 'meta', attrs: { 'http-equiv': 'content-security-policy', content: metaPolicy(nonce) }, injectTo: 'head-prepend' },
          { tag: 'meta', attrs: { name: 'referrer', content: 'no-referrer' }, injectTo: 'head-prepend' },
        ],
      }),
    },
    closeBundle: { order: 'post', sequential: true, handler: () => completePage(folder).then(() => buildServiceWorker(folder)) },
  }
}
