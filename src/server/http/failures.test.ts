// @vitest-environment node
import { EventEmitter } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import {
  catchTheRest,
  createFailureReport,
  failuresReported,
  guarded,
  reportFailure,
  reportUncounted,
  textOfFailure,
} from './failures.ts'

test('an alert that could not be sent is logged, and is no failure of this program', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const before = failuresReported()
  reportUncounted('An alert to "hook"', 'answered 503')
  expect(failuresReported()).toBe(before)
  reportFailure('The history', 'no room')
  expect(failuresReported()).toBe(before + 1)
  expect(write.mock.calls.map(([line]) => line)).toEqual([
    'An alert to "hook" failed: answered 503\n',
    'The history failed: no room\n',
  ])
  write.mockRestore()
})

const folder = dirname(fileURLToPath(import.meta.url))

function unguarded(file: string, source: string): string[] {
  const harmless =
    /\.on\('(?:error|finish)', \(\) => \w+\.(?:terminate|destroy)\(\)\)|\.on\('pong'|\.on\('data', \(chunk: Buffer\) => chunks\.push|\.on\('(?:error)', (?:nobodyReads|error => reportFailure)/
  const entries = /\.(?:on|once)\(\s*'|\bset(?:Timeout|Interval|Immediate)\(|\bcreateServer\(/
  const lines = source.split('\n')
  return lines.flatMap((line, index) => {
    const near = lines.slice(index, index + 4).join('\n')
    const isGuarded = near.includes('guarded(') || /\bset\w+\(answerWaiting\)/.test(line) || harmless.test(line)
    return entries.test(line) && !isGuarded ? [`${file}: ${line.trim()}`] : []
  })
}

/** Exceptions: awaited events, handlers guarded a few lines above, and start or end of the program. */
const notInputs = [
  "closed: socket.destroyed ? Promise.resolve() : new Promise(resolve => socket.once('close', () => resolve())),",
  "server.once('error', (error: NodeJS.ErrnoException) => {",
  "process.once('SIGTERM', end)",
  "process.once('SIGINT', end)",
  "host.on('uncaughtException', (error: unknown, origin: string) =>",
  "server.on('upgrade', upgrade)",
  "venue.on('error', () => page.close(1014, 'the venue could not be reached'))",
  'const pause = (): Promise<void> => new Promise(resolve => setImmediate(resolve))',
]

describe('ways into the process', () => {
  test('all of them are guarded', () => {
    const files = [folder, join(folder, '..')].flatMap(each => readdirSync(each).map(name => join(each, name)))
    const sources = files.filter(file => file.endsWith('.ts') && !/test|guarded/.test(file))
    expect(sources.length).toBeGreaterThan(10)
    const found = sources.flatMap(file => unguarded(file, readFileSync(file, 'utf8')))
    expect(found.filter(line => !notInputs.some(known => line.endsWith(known)))).toEqual([])
    expect(unguarded('planted.ts', "socket.on('message', data => take(data))")).toHaveLength(1)
    expect(unguarded('planted.ts', 'setTimeout(() => work(), 5)')).toHaveLength(1)
  })

  test('anything that throws, at once or later, is reported, and its own handler answers the caller, which may fail as well', async () => {
    const reported: string[] = []
    const report = (where: string, error: unknown): void => void reported.push(`${where}: ${(error as Error).message}`)
    const broken: number[] = []
    const entry = guarded(
      'A door',
      async (which: number) => {
        if (which === 1) await Promise.resolve()
        throw new Error(`no ${which}`)
      },
      which => {
        broken.push(which)
        throw new Error('nor that')
      },
      report,
    )
    entry(1)
    guarded('Another', () => JSON.parse('{') as unknown, undefined, report)()
    await expect.poll(() => broken).toEqual([1])
    expect(reported).toEqual([expect.stringContaining('Another: '), 'A door: no 1', 'A door: nor that'])
  })

  test('what nobody caught is written down and the process goes on, even when nobody reads what it writes', () => {
    const host = Object.assign(new EventEmitter(), { stdout: new EventEmitter(), stderr: new EventEmitter() })
    const reported: string[] = []
    catchTheRest(host, where => reported.push(where))
    host.emit('uncaughtException', new Error('x'), 'uncaughtException')
    host.emit('uncaughtException', new Error('x'), 'unhandledRejection')
    host.stderr.emit('error', new Error('EPIPE'))
    expect(reported).toEqual(['Something unforeseen', 'Something left running'])
  })

  test('failures are written in bounded number and length, without anything that a terminal obeys', () => {
    const lines: string[] = []
    let nowMs = 0
    const report = createFailureReport(
      line => lines.push(line),
      () => nowMs,
    )
    for (let index = 0; index < 100; index += 1) report('It', new Error('no'))
    expect(lines).toHaveLength(30)
    nowMs = 60_000
    report('It', 'again')
    expect(lines.slice(30)).toEqual(['70 more failures of that minute were not written.\n', 'It failed: again\n'])
    expect(textOfFailure(`a\u001b[2Jb\u202ec${'x'.repeat(9_000)}`).length).toBe(4_000)
    expect(textOfFailure('a\u001b[2Jb\u202ec\nd')).toBe('a?[2Jb?c\nd')
  })
})
