/** The in-browser exchange in rare cases: a newer version of the app, and equal results in worker and Node. */
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { foundSeeds } from '../../src/exchange/sandbox/engine/sim/run-seeds.ts'
import { runSeed } from '../../src/exchange/sandbox/engine/sim/run-seed.ts'
import { ask, expect, limitOrder, openIds, stored, test, tokenOf } from '../demo.ts'
import { serveFolder } from '../tools/serve-folder.ts'

async function renew(folder: string): Promise<void> {
  const assets = join(folder, 'assets')
  const scripts = (await readdir(assets)).filter(name => name.endsWith('.js'))
  const newer = (name: string): string => name.replace(/\.js$/, '-newer.js')
  const names = new RegExp(scripts.map(name => name.replaceAll(/[.$]/g, String.raw`\$&`)).join('|'), 'g')
  const rewrite = async (from: string, to: string, change: (text: string) => string): Promise<void> => {
    const text = await readFile(from, 'utf8')
    if (from !== to) await rm(from)
    await writeFile(to, change(text).replaceAll(names, newer))
  }
  for (const name of scripts) await rewrite(join(assets, name), join(assets, newer(name)), text => text)
  await rewrite(join(folder, 'index.html'), join(folder, 'index.html'), text => text)
  await rewrite(join(folder, 'sw.js'), join(folder, 'sw.js'), text => {
    const [version] = /\b[0-9a-f]{12}\b/.exec(text) ?? []
    if (version === undefined) throw new Error('the service worker names no version')
    return text.replaceAll(version, version.toUpperCase().replaceAll(/\d/g, '0'))
  })
}

test('a newer version of the app takes the exchange over as it was, and the older one’s tab says so', async ({
  page,
  context,
  watched,
}) => {
  watched.expected.push('503')
  const folder = await mkdtemp(join(tmpdir(), 'legwork-demo-'))
  await cp('dist/demo', folder, { recursive: true })
  const host = await serveFolder(folder)
  await page.goto(host.url)
  await stored(page)
  const token = await tokenOf(page, 'kept')
  await ask(page, '/v1/api/order', limitOrder('of-the-older'), token)
  await renew(folder)
  const newer = await context.newPage()
  await newer.goto(host.url)
  await expect(page.getByRole('alert')).toContainText('A newer version of Legwork is open in another tab')
  expect(await newer.evaluate(() => document.querySelector('script[src]')?.getAttribute('src'))).toContain('-newer.js')
  await expect.poll(() => openIds(newer, token)).toEqual(['of-the-older'])
  await ask(newer, '/v1/api/order', limitOrder('of-the-newer'), token)
  await page.reload()
  await expect(page.getByRole('button', { name: /sign in to the sandbox/i })).toBeVisible()
  await expect.poll(async () => (await openIds(page, token)).toSorted()).toEqual(['of-the-newer', 'of-the-older'])
  await Promise.all([page, newer].map(each => each.goto('about:blank')))
  await host.close()
  await rm(folder, { recursive: true })
})

test('histories come to the same journal in a worker of the browser as in Node, to the byte', {
  tag: '@nightly',
}, async ({ page }) => {
  const seeds = [...foundSeeds, ...Array.from({ length: 15 }, (_, index) => index * 10)]
  const folder = await mkdtemp(join(tmpdir(), 'legwork-seeds-'))
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2023',
      copyPublicDir: false,
      minify: false,
      lib: { entry: 'e2e/tools/seed-worker.ts', formats: ['iife'], name: 'seeds', fileName: () => 'seeds.js' },
    },
  })
  await writeFile(join(folder, 'index.html'), '<!doctype html><link rel="icon" href="data:," /><title>Seeds</title>')
  const host = await serveFolder(folder)
  await page.goto(host.url)
  const journals = await page.evaluate(async asked => {
    const { port } = new SharedWorker('seeds.js')
    const journalOf = (seed: number): Promise<string> =>
      new Promise(resolve => {
        port.onmessage = ({ data }: MessageEvent<string>) => resolve(data)
        port.postMessage(seed)
      })
    const all: string[] = []
    for (const seed of asked) all.push(await journalOf(seed))
    return all
  }, seeds)
  const differing = seeds.filter((seed, index) => journals[index] !== JSON.stringify(runSeed(seed)))
  expect(differing).toEqual([])
  expect(journals.join('').length).toBeGreaterThan(100_000)
  await host.close()
  await rm(folder, { recursive: true })
})
