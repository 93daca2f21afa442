/**
 * Compressed JavaScript that each screen loads until it is usable: all of it is in the preloads of its page. Exits
 * with 1 above a limit.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { PageFile } from '../../src/server/http/static.ts'

const folder = 'dist/client'
const limits: Readonly<Record<string, readonly [files: number, kilobytes: number]>> = {
  portfolio: [8, 238],
  build: [10, 297],
  orders: [8, 227],
  markets: [10, 416],
  journal: [10, 253],
}
const limitOfOthers = [11, 260] as const

const sizeOf = (file: string): number =>
  statSync(join(folder, `${file}.br`), { throwIfNoEntry: false })?.size ?? statSync(join(folder, file)).size

const { screens } = JSON.parse(readFileSync(join(folder, 'page.json'), 'utf8')) as PageFile
const starts = [
  ...readFileSync(join(folder, 'index.html'), 'utf8').matchAll(/<script[^>]*\ssrc="[^"]*?(assets\/[^"]+)"/g),
].map(match => match[1] ?? '')
if (Object.keys(screens).length === 0 || starts.length === 0)
  throw new Error('The build names no screens, or no script to start with.')

const kilobytesOf = (files: readonly string[]): number =>
  [...new Set(files)].reduce((sum, file) => sum + sizeOf(file), 0) / 1_000

let isOver = false
for (const [screen, { scripts, grid }] of Object.entries(screens)) {
  const files = [...new Set([...starts, ...scripts, ...grid])]
  const [mostFiles, mostKilobytes] = limits[screen] ?? limitOfOthers
  const kilobytes = kilobytesOf(files)
  const isScreenOver = files.length > mostFiles || kilobytes > mostKilobytes
  isOver ||= isScreenOver
  const sizes = `${files.length} of ${mostFiles} files, ${kilobytes.toFixed(1)} of ${mostKilobytes} kB`
  process.stdout.write(`${screen.padEnd(10)} ${sizes}${isScreenOver ? ': over the limit' : ''}\n`)
}
process.exitCode = isOver ? 1 : 0
