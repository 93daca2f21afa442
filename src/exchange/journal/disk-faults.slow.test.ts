// @vitest-environment node
/**
 * A full, failing or half-writing disk: everything answered is there at the next start, or the start says what to do.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { micros } from '../../core/domain/time.ts'
import type { JournalWriter } from '../sandbox/host/stored-exchange.ts'
import { type Fault, withFault } from '../../testing/failing-disk.ts'
import { readJournal } from './read-journal.ts'
import { openSavedExchange, type SavedOrProblem } from './saved-exchange.ts'
import { writeJournal } from './write-journal.ts'

const header = { seed: 'disk', market: 'frozen', instruments: 100, frozenAtMs: 0, openedAtMs: 0 } as const
const settings = { seed: 'disk', market: 'frozen', instruments: 100, rfqTimeoutSeconds: 60 } as const
let root = ''
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'legwork-disk-'))))
afterEach(() => rmSync(root, { recursive: true, force: true }))

function entriesAfterKill(folder: string): readonly string[] {
  const copy = mkdtempSync(join(root, 'copy-'))
  cpSync(folder, copy, { recursive: true })
  const journal = readJournal(copy)
  const found = [...(journal?.entries() ?? [])].map(({ what }) => what)
  journal?.close()
  return found
}

const faults: readonly Fault[] = ['EIO', 'ENOSPC', 'short']
const entry = (count: number) => ({ at: micros(1), what: `${count} ${'x'.repeat(count * 900)}`, outcome: 'done' })

describe('a journal whose disk fails in the middle', () => {
  test.each(faults)('(%s) has all that was answered and nothing half, at whichever write it fails', async fault => {
    let isMet = true
    for (let after = 0; isMet; after += 1) {
      const folder = mkdtempSync(join(root, 'journal-'))
      const writer = writeJournal(folder, header)
      const appended: Appended = { answered: [], asked: [], isFolding: false }
      isMet = await withFault('writeSync', fault, after, () => stopAtFailure(() => appendAll(writer, appended)))
      const found = entriesAfterKill(folder)
      const { answered, asked, isFolding } = appended
      // An unanswered command is stored completely or not at all; a repeat returns it.
      expect([answered.join(), asked.join(), ...(isFolding ? [''] : [])]).toContain(found.join())
      stopAtFailure(() => writer.close())
    }
  })

  test('takes nothing more once the disk has refused what was written before', async () => {
    const writer = writeJournal(root, header)
    writer.append([entry(1)])
    let syncs = 0
    await withFault('fsync', 'EIO', 0, () => {
      writer.syncSoon()
      syncs += 1
    })
    expect(syncs).toBe(1)
    expect(() => writer.syncSoon()).toThrow('EIO')
    stopAtFailure(() => writer.close())
  })
})

interface Appended {
  readonly answered: string[]
  readonly asked: string[]
  isFolding: boolean
}

function appendAll(writer: JournalWriter, appended: Appended): void {
  const { answered, asked } = appended
  for (let count = 0; count < 12; count += 1) {
    const batch = count % 3 === 0 ? [entry(count), entry(count + 100)] : [entry(count)]
    asked.push(...batch.map(({ what }) => what))
    writer.append(batch)
    answered.push(...batch.map(({ what }) => what))
    if (count % 5 !== 4) continue
    appended.isFolding = true
    writer.saveSnapshot({ ended: [], live: [] }, { clock: { aheadMs: 0 }, shifts: [] })
    appended.isFolding = false
    answered.length = 0
    asked.length = 0
  }
}

function stopAtFailure(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Error)) throw error
  }
}

describe('a start', () => {
  const open = (folder: string): Promise<SavedOrProblem> => openSavedExchange({ ...settings, data: folder })
  const shut = (opened: SavedOrProblem): void => {
    if (opened.ok) opened.saved.close()
  }

  test.each(faults)('that fails (%s) at whichever write says what to do, and the next one opens', async fault => {
    let isMet = true
    for (let after = 0; isMet; after += 1) {
      const folder = mkdtempSync(join(root, 'first-'))
      let problem = ''
      isMet = await withFault('writeSync', fault, after, async () => {
        const opened = await open(folder)
        if (!opened.ok) ({ problem } = opened)
        shut(opened)
      }).catch(() => true)
      if (problem !== '') expect(problem).toMatch(/cannot be used: its disk (is full|fails).*SANDBOX_DATA/)
      expect(problem).not.toContain('--reset')
      const next = await open(folder)
      expect(next.ok ? '' : next.problem).toBe('')
      shut(next)
    }
  })

  test.each(['openSync', 'readSync'] as const)('of a disk that fails at %s never proposes a reset', async call => {
    shut(await open(root))
    let isMet = true
    let problems = 0
    for (let after = 0; isMet; after += 1) {
      let problem = ''
      isMet = await withFault(call, 'EIO', after, async () => {
        const opened = await open(root)
        if (!opened.ok) ({ problem } = opened)
        shut(opened)
      }).catch(() => true)
      if (problem === '') continue
      problems += 1
      expect(problem).toMatch(/cannot be used: its disk fails to read or write \(.*SANDBOX_DATA/)
      expect(problem).not.toContain('--reset')
    }
    expect(problems).toBeGreaterThan(0)
    const next = await open(root)
    expect(next.ok).toBe(true)
    shut(next)
  })

  test('in a folder that cannot be written says so', async () => {
    shut(await open(root))
    await withFault('openSync', 'EROFS', 0, async () => {
      expect(await open(root)).toMatchObject({
        ok: false,
        problem: expect.stringContaining('nothing can be written there (EROFS)'),
      })
    })
  })
})
