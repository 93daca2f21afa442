/**
 * How much JavaScript each screen of the build needs before its first live rows: the files that its page asks for at once, as they travel.
 * Ends with 1 where one is over its limit.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { PageFile } from '../../src/server/complete-page.ts'

const folder = 'dist/client'
const limitKilobytes = 260

const sizeOf = (file: string): number =>
  statSync(join(folder, `${file}.br`), { throwIfNoEntry: false })?.size ?? statSync(join(folder, file)).size

const { screens } = JSON.parse(readFileSync(join(folder, 'page.json'), 'utf8')) as PageFile
const starts = [...readFileSync(join(folder, 'index.html'), 'utf8').matchAll(/<script[^>]*\ssrc="[^"]*?(assets\/[^"]+)"/g)].map(
  match => match[1] ?? '',
)
if (Object.keys(screens).length === 0 || starts.length === 0) throw new Error('The build names no screens, or no script to start with.')

let isOver = false
for (const [screen, { scripts }] of Object.entries(screens)) {
  const files = new Set([...starts, ...scripts])
  const kilobytes = [...files].reduce((sum, file) => sum + sizeOf(file), 0) / 1_000
  isOver ||= kilobytes > limitKilobytes
  const verdict = kilobytes > limitKilobytes ? `over the limit of ${limitKilobytes} kB` : `of ${limitKilobytes} kB`
  process.stdout.write(`${screen.padEnd(10)} ${kilobytes.toFixed(1)} kB in ${files.size} files, ${verdict}\n`)
}
process.exitCode = isOver ? 1 : 0
